"""Budgets by time: how strong players may be, and how long samples may grow."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from math import inf
from time import monotonic

from kibitz.analysis.measures.results import scores_of, seat_shares
from kibitz.analysis.records import PlayedMatch
from kibitz.engine import time_limit
from kibitz.recycle import Goal

QUICK_SECONDS = 20.0
AROUND_SECONDS = 7.0
"""For what comes before and after play: loading, compiling, drawing, writing."""
LEAST_SECONDS = 1.0
"""For every part of the work, however late it is."""
FEWEST = 10
"""Matches of a sample are not stopped before there are so many, unless the time is up."""
CLOSE = 0.03
"""A sample is large enough if the share of wins of every seat is known so well."""
WANTED = 24
"""Matches that the player is chosen for: it thinks as long as so many allow."""
TIMED_DECISIONS = 40
"""Of the match by which a player is timed, at most."""
BUDGETS = (1000, 500, 200, 100, 50, 20, 10, 5, 3, 2)
"""Simulations for every option, the strongest first."""
TIMED_BUDGET = 20
WORLDS = 10
"""What `mcts` thinks through; fewer if there are not as many simulations for an option, so that
all options are tried in all of them."""


class TimeBudget:
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

    def part(self, share: float) -> TimeBudget:
        """For so much of the time that is left, and a second at least."""
        return TimeBudget(None if self._whole == inf else max(LEAST_SECONDS, share * self.left))

    def limit(self) -> AbstractContextManager[None]:
        """Playouts, searches and matches inside end when the time is up."""
        return time_limit(None if self._whole == inf else self.left)


def player_of(budget: int) -> str:
    return f"mcts:per_option={budget}" + (f",worlds={budget}" if budget < WORLDS else "")


def fitting_player(names: Sequence[str], seconds: float, played: Callable[[str], float]) -> str:
    """The strongest that plays enough matches in so many seconds; `played` plays a part of one
    with it and says how much of a match that was.

    `names` go with BUDGETS. One of them is timed; another takes as many times as long as it makes
    more simulations, at most if it is stronger.
    """
    timed = names[BUDGETS.index(TIMED_BUDGET)]
    played(timed)  # compiles what is needed
    started = monotonic()
    share = played(timed)
    taken = max(1e-6, monotonic() - started)
    affordable = TIMED_BUDGET * share * seconds * (os.cpu_count() or 1) / (WANTED * taken)
    fitting = (name for name, one in zip(names, BUDGETS, strict=True) if one <= affordable)
    return next(fitting, names[-1])


def is_enough(matches: Sequence[PlayedMatch], goal: Goal) -> bool:
    """Whether every seat's share of wins is known well."""
    if len(matches) < FEWEST:
        return False
    shares = seat_shares(scores_of(matches), goal).by_seat
    return all(one.margin is not None and one.margin <= CLOSE for one in shares)
