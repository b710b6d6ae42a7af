"""What is made once of a game and its options: its name on disk, and its place in memory."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

from kibitz import __version__
from kibitz.engine.program import Program

_ROOMS = ("engine", "recycle")
"""The rooms whose code decides what is found out about a game."""


def name_by_rules(program: Program, *facts: str | bool) -> str:
    """A name for what is made of a game, by everything it depends on: its text and options, those
    facts, and the files that read, lower, play and emit games. The files are read whole for that:
    it takes some milliseconds, and whoever edits them never meets what they said before."""
    rules = [program.source.text, sorted(program.options.items())]
    told = json.dumps([__version__, _digest_of_rooms(), *facts, *rules])
    return hashlib.sha256(told.encode()).hexdigest()


@cache
def _digest_of_rooms() -> str:
    digest = hashlib.sha256()
    for room in _ROOMS:
        for folder, folders, names in os.walk(Path(__file__).parents[1] / room):
            folders.sort()
            for name in sorted(names):
                if name.endswith(".py"):
                    with open(os.path.join(folder, name), "rb") as file:
                        digest.update(file.read())
    return digest.hexdigest()


_KEPT = 32
"""Games whose things are kept in memory."""

Made = TypeVar("Made")


@dataclass
class _MakingPlace(Generic[Made]):
    """Where one thing is made; whoever comes while it is being made waits."""

    lock: Lock = field(default_factory=Lock)
    made: Made | None = None


class OnceByRules(Generic[Made]):
    """Makes a thing once for every game and its options, and keeps those asked for last."""

    def __init__(self, make: Callable[[Program], Made]) -> None:
        self._make = make
        self._lock = Lock()
        self._places: dict[object, _MakingPlace[Made]] = {}

    def __call__(self, program: Program) -> Made:
        place = self._place(program)
        with place.lock:
            if place.made is None:
                place.made = self._make(program)
            return place.made

    def _place(self, program: Program) -> _MakingPlace[Made]:
        rules = program.source, tuple(sorted(program.options.items()))
        with self._lock:
            place = self._places.pop(rules, None) or _MakingPlace()
            self._places[rules] = place
            if len(self._places) > _KEPT:
                del self._places[next(iter(self._places))]
            return place
