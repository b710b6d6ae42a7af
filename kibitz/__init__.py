"""Play, analyse and understand any card game that can be written down.

`load` a game, start a `Match`, ask it whose `decision` it is, `play` an option.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kibitz.engine import Rng
    from kibitz.loading import load
    from kibitz.match import Match
    from kibitz.players import make_player

__version__ = "0.1.0"
__all__ = ["Match", "Rng", "load", "make_player"]

_HOMES = {
    "Match": ("kibitz.match", "Match"),
    "Rng": ("kibitz.engine", "Rng"),
    "load": ("kibitz.loading", "load"),
    "make_player": ("kibitz.players", "make_player"),
}


def __getattr__(name: str) -> Any:
    """Conveniences are fetched when they are first used, so that `import kibitz` costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _HOMES[name]
    return getattr(import_module(module), attribute)
