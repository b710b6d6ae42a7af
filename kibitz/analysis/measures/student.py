"""Student's t-test for two samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf, lgamma, log, sqrt
from statistics import fmean

_TINY = 1e-300
_CLOSE = 1e-12
_MOST_TERMS = 500


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
    return MeanComparison(t, _beta(freedom / 2, 0.5, freedom / (freedom + t * t)))


def _beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function I_x(a, b)."""
    if x in (0, 1):
        return float(x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1 - front * _fraction(b, a, 1 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of I_x(a, b), by Lentz's method (Abramowitz and Stegun 26.5.8)."""
    c, d = 1.0, 1 / _nonzero(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, _MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / _nonzero(1 + term * d)
            c = _nonzero(1 + term / c)
            value *= c * d
        if abs(c * d - 1) < _CLOSE:
            break
    return value


def _nonzero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
