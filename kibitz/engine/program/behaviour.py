"""What decides how a game is played, as one digest: whatever was learnt of it stays true.

Layout, comments, where rules stand in the text and what moves are called make no difference, nor
do options that were not chosen, as far as their rules leave nothing behind.
"""

from __future__ import annotations

import hashlib
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from kibitz.engine.program import Decide, Program
from kibitz.recycle import Span

_SILENT: dict[str, tuple[str, ...]] = {
    Program.__name__: ("source", "digest", "options", "variables", "is_cooperative"),
    Decide.__name__: ("names",),
}
"""Fields that decide nothing."""


def behaviour(program: Program) -> str:
    """The same for programs that are played in the same way, as far as their rules show it."""
    return hashlib.sha256(repr(_facts(program)).encode()).hexdigest()


def _facts(value: Any) -> object:
    match value:
        case Span():
            return None
        case tuple() | list():
            return [_facts(item) for item in value]
        case Enum():
            return value.name
        case _ if is_dataclass(value):
            kind: str = value.__class__.__name__
            silent = _SILENT.get(kind, ())
            names = [field.name for field in fields(value) if field.name not in silent]
            return kind, [_facts(getattr(value, name)) for name in names]
        case _:
            return value
