"""Means over decisions or matches, with the interval that holds the truth 95 times out of 100.

Decisions of one match depend on each other, so errors are always taken over matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np
import numpy.typing as npt

from kibitz.players.intervals import Mean, student

RARE = 3
"""What never happened in n matches may happen up to so many times in n (95 %)."""


def pooled(parts: Sequence[Sequence[float]]) -> Mean | None:
    """The mean over all values, which come match by match; None if there are none.

    The error of a ratio of two sums (of values, of their number), to first order.
    """
    sums = np.array([sum(values) for values in parts], dtype=float)
    counts = np.array([len(values) for values in parts], dtype=float)
    if not counts.any():
        return None
    mean = float(sums.sum() / counts.sum())
    return Mean(mean, _margin(sums - mean * counts, float(counts.mean())))


def share(values: npt.NDArray[np.float64]) -> Mean:
    """The mean of one value from 0 to 1 for each match, of which there is at least one."""
    mean, count = float(values.mean()), len(values)
    margin = _margin(values - mean, 1.0)
    return Mean(mean, None if margin is None else max(margin, min(1.0, RARE / count)))


def _margin(deviations: npt.NDArray[np.float64], scale: float) -> float | None:
    count = len(deviations)
    if count < 2:
        return None
    variance = float((deviations**2).sum()) / (count * (count - 1))
    return student(count - 1) * sqrt(variance) / scale


def scaled(mean: Mean, factor: float, shift: float = 0.0) -> Mean:
    """`factor * mean + shift`."""
    margin = None if mean.margin is None else abs(factor) * mean.margin
    return Mean(factor * mean.value + shift, margin)


def less(first: Mean, second: Mean) -> Mean:
    """The difference of two means that do not depend on each other."""
    if first.margin is None or second.margin is None:
        return Mean(first.value - second.value, None)
    return Mean(first.value - second.value, sqrt(first.margin**2 + second.margin**2))
