"""How matches end: who wins how often, how long they are and what they score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean

import numpy as np
import numpy.typing as npt

from kibitz.analysis.measures.statistics import share
from kibitz.analysis.records import PlayedMatch
from kibitz.engine import first_places
from kibitz.players import Mean
from kibitz.recycle import Goal


@dataclass(frozen=True, slots=True)
class SeatShares:
    """The share of matches that each seat wins; a shared win is shared."""

    by_seat: tuple[Mean, ...]
    matches: int

    def unknown(self) -> SeatShares:
        """The same matches, where it is not known how they would have ended."""
        return SeatShares(tuple(Mean(one.value, 1.0) for one in self.by_seat), self.matches)

    @property
    def advantage(self) -> Mean:
        """Of the seat whose share lies farthest from an even one: by how much it does.

        One of several is often far off by chance, so that its interval is wider than its share's.
        """
        seats = len(self.by_seat)
        farthest = max(self.by_seat, key=lambda one: abs(one.value - 1 / seats))
        margin = farthest.margin
        if margin is not None and seats > 2:  # what one of two wins, the other loses
            # So many times as wide is an interval that holds all of them (95 %).
            normal = NormalDist()
            margin *= normal.inv_cdf((1 + 0.95 ** (1 / seats)) / 2) / normal.inv_cdf(0.975)
        return Mean(farthest.value - 1 / seats, margin)


def seat_shares(scores: npt.NDArray[np.int32], goal: Goal) -> SeatShares:
    """Of (match, seat) scores."""
    first = first_places(scores, goal)
    shares = first / first.sum(axis=1, keepdims=True)
    return SeatShares(tuple(share(column) for column in shares.T), len(scores))


def scores_of(matches: Sequence[PlayedMatch]) -> npt.NDArray[np.int32]:
    return np.array([match.scores for match in matches], dtype=np.int32)


@dataclass(frozen=True, slots=True)
class Distribution:
    """Values and their five-number summary."""

    label: str
    values: tuple[float, ...]

    @property
    def mean(self) -> float:
        return fmean(self.values)

    @property
    def five_numbers(self) -> tuple[float, ...]:
        """Smallest, lower quartile, median, upper quartile, largest."""
        return tuple(np.percentile(self.values, (0, 25, 50, 75, 100)).tolist())


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
