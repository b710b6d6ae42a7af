"""Who decides: players that see a View and pick an option.

In: a View and a Decision. Out: a Choice, the option and what the player expects of each option.
Read player.py first.
"""

from kibitz.players.intervals import Mean, mean_of, student
from kibitz.players.learned import Mixing
from kibitz.players.matches import (
    MOST_DECISIONS,
    BrokenMatch,
    Chances,
    Seated,
    between,
    play_through,
    side_by_side,
    simulated,
)
from kibitz.players.names import (
    PLAYERS,
    UnknownPlayer,
    built_in_player,
    is_own,
    make_player,
    player_names,
    wanting,
)
from kibitz.players.player import Choice, Estimate, Parts, Player, PlayerFault, Uniform, ask
from kibitz.players.standings import (
    PairedDifference,
    Standing,
    by_deal,
    differences,
    standings,
    win_share,
)
from kibitz.players.tournament import BadLineUp, PlayedDeal, Tournament, play_deals, rotations
from kibitz.players.tournament_file import PlayedDeals, TournamentFile, seed_of
