"""Tasks in a box with compartments, and where they come from: a person's own mistakes, and matches
that nobody played.

A right answer moves a task one compartment on, and it is asked again after twice as many days; a
wrong one moves it back to the first.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

from kibitz import kept_files
from kibitz.advisor import Advice, Confidence, Grade
from kibitz.engine import BadRecord, Record, Rng
from kibitz.game import Game
from kibitz.match import Match
from kibitz.players import ask, built_in_player, wanting
from kibitz.recycle import KibitzError
from kibitz.review import Reviewing

FORMAT = 1
LAST_COMPARTMENT = 6
"""Asked again after 64 days."""


class BadBox(KibitzError):
    """A file of tasks that cannot be read."""


class TaskOrigin(StrEnum):
    MISTAKE = "mistake"
    """The person's own, in a recorded match."""
    MADE_UP = "made up"


@dataclass(frozen=True, slots=True)
class Task:
    """A decision, told by the match that leads to it; what its seat may know is asked, no more."""

    seed: int
    choices: tuple[int, ...]
    origin: TaskOrigin
    compartment: int = 0
    due: date = date.min
    asked: int = 0
    right: int = 0

    @property
    def name(self) -> tuple[int, tuple[int, ...]]:
        """The same decision has the same one."""
        return self.seed, self.choices

    def answered(self, today: date, *, is_right: bool) -> Task:
        compartment = min(LAST_COMPARTMENT, self.compartment + 1) if is_right else 0
        return replace(
            self,
            compartment=compartment,
            due=today + timedelta(days=1 << compartment if is_right else 1),
            asked=self.asked + 1,
            right=self.right + is_right,
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "seed": self.seed,
            "choices": list(self.choices),
            "origin": self.origin.value,
            "compartment": self.compartment,
            "due": self.due.isoformat(),
            "asked": self.asked,
            "right": self.right,
        }

    @staticmethod
    def from_json(entry: Mapping[str, Any]) -> Task:
        """Raises KeyError, TypeError or ValueError for what is none."""
        numbers = [int(entry[name]) for name in ("seed", "compartment", "asked", "right")]
        seed, compartment, asked, right = numbers
        if not 0 <= compartment <= LAST_COMPARTMENT:
            raise ValueError("no such compartment")
        choices = tuple(int(choice) for choice in entry["choices"])
        due = date.fromisoformat(entry["due"])
        return Task(seed, choices, TaskOrigin(entry["origin"]), compartment, due, asked, right)


class Box:
    """The tasks of one game with its options, kept in a file."""

    def __init__(self, path: Path | None) -> None:
        """Without a path nothing is kept. Raises BadBox and OSError."""
        self._path = path
        self._tasks: dict[object, Task] = {}
        self.looked_at: set[str] = set()
        """Names of records whose mistakes are in the box."""
        if path is not None and path.exists():
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            kept = json.loads(path.read_bytes())
            if kept["format"] != FORMAT:
                raise ValueError("another format")
            tasks = [Task.from_json(entry) for entry in kept["tasks"]]
            self.looked_at = {str(name) for name in kept["looked_at"]}
        except (KeyError, TypeError, ValueError) as fault:
            raise BadBox(
                f"{path} is no file of drills that this version can read; move it away to begin "
                "with a new one"
            ) from fault
        self._tasks = {task.name: task for task in tasks}

    def __len__(self) -> int:
        return len(self._tasks)

    @property
    def asked(self) -> int:
        return sum(task.asked for task in self._tasks.values())

    @property
    def right(self) -> int:
        return sum(task.right for task in self._tasks.values())

    def add(self, task: Task) -> None:
        """Unless it is there already."""
        self._tasks.setdefault(task.name, task)

    def drop(self, task: Task) -> None:
        self._tasks.pop(task.name, None)

    def due(self, today: date) -> list[Task]:
        """What is to be asked: own mistakes first, then what has waited longest."""
        waiting = [task for task in self._tasks.values() if task.due <= today]
        return sorted(waiting, key=lambda task: (task.origin is not TaskOrigin.MISTAKE, task.due))

    def answered(self, task: Task, today: date, *, is_right: bool) -> None:
        self._tasks[task.name] = task.answered(today, is_right=is_right)

    def keep(self) -> None:
        """Raises OSError."""
        if self._path is None:
            return
        kept = {
            "format": FORMAT,
            "looked_at": sorted(self.looked_at),
            "tasks": [task.to_json() for task in self._tasks.values()],
        }
        self._path.parent.mkdir(parents=True, exist_ok=True)
        kept_files.write_atomically(self._path, (json.dumps(kept, indent=1) + "\n").encode())


SIMULATIONS = 2_000
"""So many matches decide what is right: the same ones whenever a task is asked."""
MOST_DECISIONS = 400
"""A match that is made up is followed no longer."""
_PLAYER = "casual"
"""Asks the guide and errs as people do: such positions are met at a table."""
_FAULTS = frozenset({Grade.MISTAKE, Grade.BLUNDER})
_SHORT_LOOK = 300
_TRIES = 200
"""Decisions that are looked at, at most, for one that can be asked."""


def position(game: Game, task: Task) -> Match | None:
    """The match at the decision; None if the game offers other options there now."""
    match = game.match(task.seed)
    for choice in task.choices:
        if match.is_over or choice not in range(len(match.decision.options)):
            return None
        match.play(choice)
    return None if match.is_over or len(match.decision.options) < 2 else match


def answer(match: Match) -> Advice:
    return match.advice(simulations=SIMULATIONS)


def _is_worth_asking(match: Match) -> bool:
    """A short look first, as most decisions are not."""
    return can_be_asked(match.advice(simulations=_SHORT_LOOK)) and can_be_asked(answer(match))


def can_be_asked(advice: Advice) -> bool:
    """Whether something is right and something else is wrong, for sure."""
    is_known = (
        advice.confidence is not Confidence.TOSS_UP or len(advice.close) <= len(advice.options) // 2
    )
    return is_known and any(option.grade in _FAULTS for option in advice.options)


class Finder:
    """Finds tasks of one game."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def mistakes(self, record: Record, seats: list[int]) -> Iterator[Task]:
        """What these seats did wrong; nothing where the record is of other rules."""
        program = self._game.program
        if record.digest != program.digest or dict(record.options) != dict(program.options):
            return
        choices = [choice.option for choice in record.choices]
        reviewing = Reviewing(self._game, record, seats=seats)
        try:
            for decision in reviewing.decisions():
                if decision.grade in _FAULTS:
                    before = tuple(choices[: decision.move - 1])
                    yield Task(record.seed, before, TaskOrigin.MISTAKE)
        except BadRecord:
            return

    def made_up(self, seed: int) -> Task | None:
        """A decision of the match of that seed; None if nothing hangs on any of them."""
        game, chance = self._game, Rng(seed)
        name = wanting(_PLAYER, game.objective)
        player = built_in_player(name, game.program)
        match, choices = game.match(seed), list[int]()
        skipped = chance.below(20)
        for _ in range(_TRIES):
            if match.is_over or match.decisions_made >= MOST_DECISIONS:
                return None
            decision = match.decision
            if len(decision.options) > 1:
                if skipped <= 0 and _is_worth_asking(match):
                    return Task(seed, tuple(choices), TaskOrigin.MADE_UP)
                skipped -= 1
            view = match.view(decision.seat)
            chosen = ask(player, name, view, decision, chance).option
            choices.append(chosen)
            match.play(chosen)
        return None
