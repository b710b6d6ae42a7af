"""Budgets by time: how strong players may be, and how long samples may grow."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from math import inf
from time import monotonic

from kibitz.analysis.measures.seats import scores_of, seat_shares
from kibitz.analysis.records import PlayedMatch
from kibitz.recycle.syntax import Goal

QUICK_SECONDS = 20.0
AROUND_SECONDS = 8.0
"""For what comes before and after play: loading, compiling, drawing, writing."""
FEWEST = 10
"""Matches of a sample are not stopped before there are so many, unless the time is up."""
CLOSE = 0.03
"""A sample is large enough if the share of wins of every seat is known so well."""
WANTED = 24
"""Matches that the player is chosen for: it thinks as long as so many allow."""
TIMED_DECISIONS = 40
"""Of the match by which a player is timed, at most."""
BUDGETS = (1000, 500, 200, 100, 50, 20, 10)
"""Simulations for every option, the strongest first."""


class Clock:
    """Says how much time is left; without seconds there is no hurry."""

    def __init__(self, seconds: float | None) -> None:
        self._whole = inf if seconds is None else max(0.0, seconds)
        self._end = monotonic() + self._whole

    @property
    def left(self) -> float:
        """Seconds; infinite if there is no hurry."""
        return max(0.0, self._end - monotonic())

    @property
    def gone(self) -> float:
        """How much of the time is over, from 0 to 1; 0 if there is no hurry."""
        if self._whole == inf:
            return 0.0
        return 1.0 if self.is_up else 1 - self.left / self._whole

    @property
    def is_up(self) -> bool:
        return self.left == 0

    def part(self, share: float) -> Clock:
        """For so much of the time that is left."""
        return Clock(None if self._whole == inf else share * self.left)


def player_of(budget: int) -> str:
    return f"mcts:per_option={budget}"


def fitting_player(
    names: Sequence[str], seconds: float, played: Callable[[str], object], share: float
) -> str:
    """The strongest that plays enough matches in so many seconds; `played` plays that share of
    one with it.

    `names` go with BUDGETS. The weakest is timed; a stronger one takes at most as many times as
    long as it makes more simulations.
    """
    weakest = BUDGETS[-1]
    played(names[-1])  # compiles what is needed
    started = monotonic()
    played(names[-1])
    taken = max(1e-6, monotonic() - started) / share
    affordable = weakest * seconds * (os.cpu_count() or 1) / (WANTED * taken)
    fitting = (name for name, one in zip(names, BUDGETS, strict=True) if one <= affordable)
    return next(fitting, names[-1])


def is_enough(matches: Sequence[PlayedMatch], goal: Goal) -> bool:
    """Whether every seat's share of wins is known well."""
    if len(matches) < FEWEST:
        return False
    shares = seat_shares(scores_of(matches), goal).by_seat
    return all(one.margin is not None and one.margin <= CLOSE for one in shares)
