"""Means over decisions or matches with their 95 % intervals, and curves over a match.

Decisions of one match depend on each other, so errors are always taken over matches. Curves are
stretched to a common length, smoothed, and averaged with their doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan, cos, exp, inf, lgamma, log, pi, sqrt
from statistics import fmean

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from kibitz.players import Mean, student

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


# ---------------------------------------------------------------------------- Student's t-test

_NODES = 80
_FAR = 12
"""Standard deviations beyond which nothing is left to add up."""


@dataclass(frozen=True, slots=True)
class MeanComparison:
    """Whether two samples differ in their mean."""

    t: float
    p: float
    """The chance of a difference at least as large if there were none."""

    @property
    def stars(self) -> str:
        """`***` below 0.001, `**` below 0.01, `*` below 0.05, `.` below 0.1."""
        limits = ((0.001, "***"), (0.01, "**"), (0.05, "*"), (0.1, "."))
        return next((stars for limit, stars in limits if self.p < limit), "")

    @property
    def significance(self) -> str:
        """`p = 0.012 *`."""
        chance = "p < 0.001" if self.p < 0.001 else f"p = {self.p:.3f}"
        return f"{chance} {self.stars}".strip()


def compared(first: Sequence[float], second: Sequence[float]) -> MeanComparison | None:
    """Two-sided, equal variances assumed; None for samples of fewer than two each."""
    if min(len(first), len(second)) < 2:
        return None
    mean_one, mean_two = fmean(first), fmean(second)
    freedom = len(first) + len(second) - 2
    squares = sum((x - mean_one) ** 2 for x in first) + sum((x - mean_two) ** 2 for x in second)
    error = sqrt(squares / freedom * (1 / len(first) + 1 / len(second)))
    difference = mean_one - mean_two
    if error == 0:
        return (
            MeanComparison(0.0, 1.0) if difference == 0 else MeanComparison(inf * difference, 0.0)
        )
    t = difference / error
    return MeanComparison(t, _both_tails(t, freedom))


def _both_tails(t: float, freedom: int) -> float:
    """The chance of Student's t beyond ±t: the integral of cos^(freedom − 1) of its angle."""
    start = atan(abs(t) / sqrt(freedom))
    half = min(pi / 2 - start, _FAR / sqrt(freedom)) / 2
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    heights = (np.cos(start + half * (nodes + 1)) / cos(start)) ** (freedom - 1)
    scale = lgamma((freedom + 1) / 2) - lgamma(freedom / 2) + (freedom - 1) * log(cos(start))
    return float(2 / sqrt(pi) * exp(scale) * half * (weights @ heights))


POINTS = 101
"""A match is told in so many points, from its first decision (0) to its end (1)."""
NINETY_FIVE = 1.96

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Curve:
    """A mean and the band in which it lies with 95 % confidence."""

    x: tuple[float, ...]
    mean: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


def portions() -> Numbers:
    return np.linspace(0.0, 1.0, POINTS)


def stretched(values: Sequence[float]) -> Numbers:
    """The sequence at 101 evenly spaced moments, straight lines between its values."""
    if len(values) == 1:
        return np.full(POINTS, float(values[0]))
    places = np.linspace(0.0, 1.0, len(values))
    return np.asarray(np.interp(portions(), places, values), dtype=np.float64)


def averaged(curves: Sequence[Numbers], span: float) -> Curve:
    """The mean of stretched curves, smoothed over `span` of the match, and its band."""
    stack = np.vstack(curves)
    mean = stack.mean(axis=0)
    spread = stack.std(axis=0, ddof=1) if len(stack) > 1 else np.zeros(POINTS)
    half = NINETY_FIVE * spread / np.sqrt(len(stack))
    x = portions()
    middle, width = loess(x, mean, x, span), loess(x, half, x, span)
    rows = (x, middle, middle - width, middle + width)
    return Curve(*(tuple(row.tolist()) for row in rows))


def loess(x: Numbers, y: Numbers, at: Numbers, span: float) -> Numbers:
    """Local straight lines through the nearest `span` of the points, nearer ones weighing more.

    W. S. Cleveland, "Robust locally weighted regression and smoothing scatterplots" (1979),
    first degree, tricube weights, without the robust iterations.
    """
    wanted = max(2, int(np.ceil(span * len(x))))
    return np.array([_fitted(x, y, place, wanted) for place in at])


def _fitted(x: Numbers, y: Numbers, place: float, wanted: int) -> float:
    distance = np.abs(x - place)
    reach = np.partition(distance, wanted - 1)[wanted - 1] if wanted < len(x) else distance.max()
    if reach == 0:
        return float(y[distance == 0].mean())
    # A little beyond the farthest point, so that even that one counts.
    weight = np.clip(1 - (distance / (reach * 1.001)) ** 3, 0, None) ** 3
    total = weight.sum()
    middle_x, middle_y = (weight * x).sum() / total, (weight * y).sum() / total
    deviation = x - middle_x
    variance = (weight * deviation**2).sum()
    slope = (weight * deviation * (y - middle_y)).sum() / variance if variance > 1e-12 else 0.0
    return float(middle_y + slope * (place - middle_x))
