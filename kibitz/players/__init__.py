"""Who decides: players that see a View and pick an option.

In: a View and a Decision. Out: a Choice, the option and what the player expects of each option.
Read player.py first.
"""

from kibitz.engine import PLAYERS, UnknownPlayer
from kibitz.players.cluster import connected
from kibitz.players.ladder import Pair, Rating, pairings, ratings
from kibitz.players.learned import Mixing, level_odds
from kibitz.players.matches import (
    MOST_DECISIONS,
    BrokenMatch,
    Chances,
    Seated,
    between,
    play_through,
    simulated,
)
from kibitz.players.nets import Familiarity, Guidance, guide, learning_now, net_for
from kibitz.players.pieces import done_at, is_elsewhere, side_by_side
from kibitz.players.player import (
    Choice,
    Estimate,
    Parts,
    Player,
    PlayerFault,
    Uniform,
    ask,
    built_in_player,
    is_own,
    make_player,
    wanting,
)
from kibitz.players.standings import (
    Mean,
    PairedDifference,
    Standing,
    by_deal,
    differences,
    mean_of,
    standings,
    win_share,
)
from kibitz.players.student_t import student
from kibitz.players.tournament import BadLineUp, PlayedDeal, Tournament, play_deals, rotations
from kibitz.players.tournament_file import PlayedDeals, TournamentFile, seed_of
from kibitz.players.trial import CarriedPlayer, carried_guide, carried_player
