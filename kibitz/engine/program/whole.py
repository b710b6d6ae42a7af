"""The lowered game itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kibitz.engine.program.acts import Decide, Step
from kibitz.engine.program.expressions import Value
from kibitz.engine.program.tables import Family, Kind, OwnerKind, Storage
from kibitz.recycle.source import Source
from kibitz.recycle.syntax import Goal


@dataclass(frozen=True)
class Program:
    """A game with its options chosen, numbered and ready to run."""

    source: Source = field(repr=False)
    digest: str
    options: Mapping[str, int | str]
    players: int
    teams: tuple[tuple[int, ...], ...]
    """Seats of every team, in listed order."""
    strings: tuple[str, ...]
    kinds: tuple[Kind, ...]
    int_storages: tuple[Storage, ...]
    str_storages: tuple[Storage, ...]
    point_storages: tuple[Storage, ...]
    families: tuple[Family, ...]
    variables: tuple[str, ...]
    """Names by slot."""
    code: tuple[Step, ...]
    goal: Goal
    score: Value

    @property
    def moves(self) -> tuple[str, ...]:
        """The names of moves, in the order of the program."""
        names = (name for step in self.code if isinstance(step, Decide) for name in step.names)
        return tuple(dict.fromkeys(filter(None, names)))

    def owners(self, kind: OwnerKind) -> int:
        """How many owners of that kind there are."""
        match kind:
            case OwnerKind.TABLE:
                return 1
            case OwnerKind.PLAYER:
                return self.players
            case OwnerKind.TEAM:
                return len(self.teams)
