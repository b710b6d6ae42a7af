"""How long matches are and what they score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, quantiles

from kibitz.analysis.records import PlayedMatch


@dataclass(frozen=True, slots=True)
class Distribution:
    """Values and their five-number summary."""

    label: str
    values: tuple[float, ...]

    @property
    def mean(self) -> float:
        return fmean(self.values)

    @property
    def five_numbers(self) -> tuple[float, float, float, float, float]:
        """Smallest, lower quartile, median, upper quartile, largest."""
        if len(self.values) == 1:
            return (self.values[0],) * 5
        low, middle, high = quantiles(self.values, n=4, method="inclusive")
        return min(self.values), low, middle, high, max(self.values)


def lengths(label: str, matches: Sequence[PlayedMatch]) -> Distribution:
    """Decision points a match."""
    return Distribution(label, tuple(float(len(match.points)) for match in matches))


def scores_by_seat(matches: Sequence[PlayedMatch]) -> tuple[Distribution, ...]:
    """Final scores of every seat."""
    seats = range(len(matches[0].scores))
    return tuple(
        Distribution(f"player {seat + 1}", tuple(float(match.scores[seat]) for match in matches))
        for seat in seats
    )
