"""What takes long to make of a program is made once and kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Generic, TypeVar

from kibitz.engine.program import Program

_KEPT = 32
"""Games whose things are kept in memory."""

Made = TypeVar("Made")


@dataclass
class _Place(Generic[Made]):
    """Where one thing is made; whoever comes while it is being made waits."""

    lock: Lock = field(default_factory=Lock)
    made: Made | None = None


class OnceByRules(Generic[Made]):
    """Makes a thing once for every game and its options, and keeps those asked for last."""

    def __init__(self, make: Callable[[Program], Made]) -> None:
        self._make = make
        self._lock = Lock()
        self._places: dict[object, _Place[Made]] = {}

    def __call__(self, program: Program) -> Made:
        place = self._place(program)
        with place.lock:
            if place.made is None:
                place.made = self._make(program)
            return place.made

    def _place(self, program: Program) -> _Place[Made]:
        rules = program.source, tuple(sorted(program.options.items()))
        with self._lock:
            place = self._places.pop(rules, None) or _Place()
            self._places[rules] = place
            if len(self._places) > _KEPT:
                del self._places[next(iter(self._places))]
            return place
