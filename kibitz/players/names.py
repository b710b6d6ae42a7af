"""Players by the names people type."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.players.player import Player
from kibitz.players.uniform import Uniform

_PLAYERS: dict[str, Callable[[], Player]] = {"uniform": Uniform}


class UnknownPlayer(Exception):
    """A name that no player has; says which names there are."""


def player_names() -> list[str]:
    return sorted(_PLAYERS)


def make_player(name: str) -> Player:
    if name not in _PLAYERS:
        raise UnknownPlayer(f"there is no player {name!r}; there are: {', '.join(player_names())}")
    return _PLAYERS[name]()
