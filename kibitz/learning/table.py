"""The table that a net learnt at, in the words of its game: by them it is carried over."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from kibitz.engine import OnceByRules, Program
from kibitz.engine.native import FeatureName, feature_names, stored_constants


@dataclass(frozen=True, slots=True)
class NetTable:
    """What was played there, and what the rows of a net stand for."""

    game: str
    players: int
    options: Mapping[str, str | int]
    constants: Mapping[str, tuple[int, ...]]
    """By storage: what rules store in it, one after the other."""
    names: Mapping[int, FeatureName] = field(repr=False, compare=False)
    """By row; of a net from a file, those of the rows that are used."""

    def to_json(self) -> dict[str, Any]:
        """All but the names."""
        return {
            "game": self.game,
            "players": self.players,
            "options": dict(self.options),
            "constants": dict(self.constants),
        }

    def names_of(self, rows: Sequence[int]) -> bytes:
        """Of these rows, one after the other; null for one that has none."""
        found = (self.names.get(row) for row in rows)
        told = [None if name is None else (name.what, name.sides, name.words) for name in found]
        return json.dumps(told, separators=(",", ":")).encode()

    @staticmethod
    def of(facts: Mapping[str, Any], rows: Sequence[int], names: bytes) -> NetTable:
        """As it was written. Raises KeyError, TypeError or ValueError for what was not."""
        told = json.loads(names)
        return NetTable(
            str(facts["game"]),
            int(facts["players"]),
            {str(name): _plain(value) for name, value in facts["options"].items()},
            {str(name): tuple(map(int, ones)) for name, ones in facts["constants"].items()},
            {row: _name(one) for row, one in zip(rows, told, strict=True) if one is not None},
        )


NOWHERE = NetTable("", 0, {}, {}, {})
"""Of a net whose rows nobody has named."""


def game_of(program: Program) -> str:
    return PurePath(program.source.name).stem


def _table(program: Program) -> NetTable:
    names, constants = feature_names(program), stored_constants(program)
    return NetTable(game_of(program), program.players, dict(program.options), constants, names)


table_of = OnceByRules(_table)
"""The table that a program is for."""


def _name(told: Any) -> FeatureName:
    what, sides, words = told
    if not all(side is None or isinstance(side, int) for side in sides):
        raise ValueError("a side is no number")
    return FeatureName(str(what), tuple(sides), tuple(map(str, words)))


def _plain(value: Any) -> str | int:
    if not isinstance(value, str | int):
        raise TypeError("an option is neither a word nor a number")
    return value
