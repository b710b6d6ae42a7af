"""Tasks in a box with compartments: what is known is asked less and less often.

A right answer moves a task one compartment on, and it is asked again after twice as many days; a
wrong one moves it back to the first.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

from kibitz.engine import write_atomically
from kibitz.recycle import KibitzError

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
        write_atomically(self._path, (json.dumps(kept, indent=1) + "\n").encode())
