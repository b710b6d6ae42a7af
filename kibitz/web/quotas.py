"""How much one visitor may have of what costs a server something."""

from __future__ import annotations

import sys
from collections import deque
from math import ceil
from time import monotonic

from kibitz.engine import Program
from kibitz.web.refusal import Reason, Refused
from kibitz.web.work_queue import Asker, share

if sys.platform != "win32":
    import resource

_HOUR_SECONDS = 3600.0
_MOST_KNOWN = 10_000
"""Addresses; when there are more, those that have had nothing lately are forgotten."""


def most_descriptors() -> int:
    """Files and sockets that this process may have open."""
    if sys.platform == "win32":
        return 512
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 1_000_000 if soft == resource.RLIM_INFINITY else soft


class Quota:
    """At most so many of something within so many seconds, for each address."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._taken: dict[str, deque[float]] = {}
        """By address, when."""

    def take(self, address: str) -> None:
        """Raises Refused for one who has had enough for now."""
        now = monotonic()
        taken = self._recent(address, now)
        if not self.has_left(address):
            raise Refused(Reason.TOO_MANY, seconds=ceil(taken[0] + self._seconds - now))
        taken.append(now)
        if len(self._taken) > _MOST_KNOWN:
            self._taken = {
                name: when for name in [*self._taken] if (when := self._recent(name, now))
            }

    def has_left(self, address: str) -> bool:
        return len(self._recent(address, monotonic())) < self._most

    def _recent(self, address: str, now: float) -> deque[float]:
        taken = self._taken.setdefault(address, deque())
        while taken and taken[0] <= now - self._seconds:
            taken.popleft()
        return taken


class Trainings:
    """Which games nets are trained for: a few in an hour."""

    def __init__(
        self, most: int = 12, most_each: int = 3, most_of_table: int = 2, *, processes: int = 1
    ) -> None:
        self._all = Quota(share(most, processes), _HOUR_SECONDS)
        self._of_address = Quota(share(most_each, processes), _HOUR_SECONDS)
        self._of_table = Quota(most_of_table, _HOUR_SECONDS)
        self._begun: set[object] = set()

    def begins(self, program: Program, asker: Asker) -> bool:
        """Whether one may now be begun: a game by the same rules is trained for once."""
        game = program.digest, tuple(sorted(program.options.items()))
        quotas = ((self._all, ""), (self._of_address, asker.address), (self._of_table, asker.table))
        if game in self._begun or not all(quota.has_left(name) for quota, name in quotas):
            return False
        for quota, name in quotas:
            quota.take(name)
        self._begun.add(game)
        return True
