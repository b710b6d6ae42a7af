"""What people write behind the name of a player, read."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.engine import Program
from kibitz.players.names import UnknownPlayer

_MOST = 10**9


def wants_score(program: Program, values: Mapping[str, str]) -> bool:
    """As said; unless said, who has no rivals wants a score: they are always first."""
    reward = values["reward"] or ("rank" if program.has_rivals else "score")
    if reward not in ("rank", "score"):
        raise UnknownPlayer(f"reward is rank or score, not {reward!r}")
    return reward == "score"


def count(values: Mapping[str, str], name: str) -> int:
    text = values[name]
    if text.isdecimal() and len(text) <= len(str(_MOST)) and 0 < int(text) <= _MOST:
        return int(text)
    raise UnknownPlayer(f"{name} is a whole number above 0, not {text!r}")


def number(values: Mapping[str, str], name: str) -> float:
    try:
        found = float(values[name])
    except ValueError:
        found = -1.0
    if 0 <= found <= 10**6:
        return found
    raise UnknownPlayer(f"{name} is a number from 0 on, not {values[name]!r}")
