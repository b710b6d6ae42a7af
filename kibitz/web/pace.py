"""The clock of a table: how long whoever is to choose has left, and who has been reminded."""

from __future__ import annotations

from time import monotonic

from kibitz.web.refusal import Reason, Refused

_NUDGE_SECONDS = 10.0
"""Between two reminders at one table."""

Moment = tuple[int, int, int]
"""A decision: the match, its version, and the person who is to choose."""


class Pace:
    """When the decision at hand was first seen here. Several processes need not agree on it."""

    def __init__(self) -> None:
        self._moment: Moment | None = None
        self._began = 0.0
        self._nudged = -_NUDGE_SECONDS

    def seconds_left(self, moment: Moment, turn_seconds: int) -> float:
        """Of a decision that may already have been waited for."""
        if moment != self._moment:
            self._moment, self._began = moment, monotonic()
        return max(0.0, self._began + turn_seconds - monotonic())

    def nudge(self) -> None:
        """Somebody is reminded. Raises Refused if that has just been done."""
        if monotonic() < self._nudged + _NUDGE_SECONDS:
            raise Refused(Reason.TOO_FAST)
        self._nudged = monotonic()
