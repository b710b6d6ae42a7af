"""What hangs on a decision, without the luck of looking at many options.

The best of several noisy means is too good, the worst too bad, so that their difference is above
0 even where all options are alike. Therefore every part of a player's thinking (a world, in which
all options were tried) values the options that the other parts think best and worst. On average
that is never more than what really hangs on the decision, and 0 where nothing does; it is less
where options are so close that the parts cannot tell which is best.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from kibitz.players import Parts
from kibitz.recycle import Goal

DIGITS = 6
"""Estimates are kept to so many digits after the point, in memory as on disk."""

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Gap:
    """Between the best and the worst option, for the chooser."""

    value: float
    error: float
    """Standard error, over the parts."""


@dataclass(frozen=True, slots=True)
class Stake:
    """What a decision is about."""

    scores: tuple[float, ...]
    """Expected final scores of every seat if the chooser takes what it thinks best."""
    ranks: tuple[float, ...]
    """The same for ranks, 1 is best."""
    gap: Gap
    """In points."""
    rank_gap: Gap
    """In ranks."""


def stake(parts: Parts, seat: int, goal: Goal) -> Stake | None:
    """Of the chooser at `seat`; None if fewer than two parts tried what the others favour."""
    seats = parts.shape[2] // 2
    sign = 1 if goal is Goal.MAX else -1
    best, gaps = held_out(sign * parts[:, :, seat])
    _, rank_gaps = held_out(-parts[:, :, seats + seat])
    if best is None or len(gaps) < 2 or len(rank_gaps) < 2:
        return None
    means = np.nanmean(parts[np.arange(len(parts)), best], axis=0).round(DIGITS).tolist()
    return Stake(tuple(means[:seats]), tuple(means[seats:]), _gap(gaps), _gap(rank_gaps))


def held_out(worth: Numbers) -> tuple[npt.NDArray[np.int64] | None, Numbers]:
    """By part: the option that the others think best, and what it is worth more than the worst.

    `worth` is (part, option), nan where never tried. A part that did not try what the others
    favour says nothing about the difference.
    """
    tried = ~np.isnan(worth)
    known = np.where(tried, worth, 0.0)
    counts = tried.sum(axis=0) - tried
    if len(worth) < 2 or not counts.any(axis=1).all():
        return None, np.zeros(0)
    of_others = (known.sum(axis=0) - known) / np.maximum(1, counts)
    best = np.where(counts > 0, of_others, -np.inf).argmax(axis=1)
    worst = np.where(counts > 0, of_others, np.inf).argmin(axis=1)
    rows = np.arange(len(worth))
    gaps = worth[rows, best] - worth[rows, worst]
    return best, gaps[~np.isnan(gaps)]


def _gap(gaps: Numbers) -> Gap:
    error = float(gaps.std(ddof=1)) / sqrt(len(gaps))
    return Gap(round(float(gaps.mean()), DIGITS), round(error, DIGITS))
