"""What the processes behind one address have counted: each tells the others its numbers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from time import monotonic

TELL_SECONDS = 1.0
_STALE_SECONDS = 5.0
"""A process that has told nothing for so long is gone."""


class Neighbours:
    """The numbers of the other processes as they were last told."""

    def __init__(self) -> None:
        self._numbers: dict[str, tuple[float, Mapping[str, int]]] = {}

    @staticmethod
    def told(server: str, numbers: Mapping[str, int]) -> str:
        """What a process of that name tells."""
        return json.dumps({"server": server, "numbers": dict(numbers)})

    def heard(self, text: str) -> bool:
        """Whether that was numbers."""
        match json.loads(text):
            case {"server": str(server), "numbers": dict(numbers)}:
                self._numbers[server] = monotonic(), numbers
                return True
            case _:
                return False

    def together(self, own: Mapping[str, int]) -> dict[str, int]:
        """With the numbers of this process."""
        total = Counter(own)
        for told_at, numbers in self._numbers.values():
            if monotonic() - told_at < _STALE_SECONDS:
                total.update(numbers)
        return dict(total)
