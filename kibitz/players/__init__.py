"""Who decides: players that see a View and pick an option.

In: a View and a Decision. Out: the index of the option. `make_player` knows them by name.
Read player.py first.
"""

from kibitz.players.names import UnknownPlayer, make_player, player_names
from kibitz.players.player import Player
from kibitz.players.uniform import Uniform

__all__ = ["Player", "Uniform", "UnknownPlayer", "make_player", "player_names"]
