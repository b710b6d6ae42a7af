"""Who decides: players that see a View and pick an option.

In: a View and a Decision. Out: a Choice, the option and what the player expects of each option.
Read player.py first.
"""

from kibitz.players.names import PLAYERS, UnknownPlayer, make_player, player_names
from kibitz.players.player import Choice, Estimate, Player
from kibitz.players.uniform import Uniform

__all__ = [
    "PLAYERS",
    "Choice",
    "Estimate",
    "Player",
    "Uniform",
    "UnknownPlayer",
    "make_player",
    "player_names",
]
