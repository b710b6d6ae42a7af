"""Curves over a match: stretched to a common length, smoothed, averaged with their doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
    return curve(x, middle, middle - width, middle + width)


def curve(x: Numbers, mean: Numbers, low: Numbers, high: Numbers) -> Curve:
    return Curve(tuple(x.tolist()), tuple(mean.tolist()), tuple(low.tolist()), tuple(high.tolist()))


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
