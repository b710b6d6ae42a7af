"""Who wins how often, seat by seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kibitz.analysis.measures.pooling import share
from kibitz.analysis.records import PlayedMatch
from kibitz.engine.outcome import first_places
from kibitz.players.intervals import Mean
from kibitz.recycle.syntax import Goal


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
        """Of the seat whose share lies farthest from an even one: by how much it does."""
        even = 1 / len(self.by_seat)
        farthest = max(self.by_seat, key=lambda one: abs(one.value - even))
        return Mean(farthest.value - even, farthest.margin)


def seat_shares(scores: npt.NDArray[np.int32], goal: Goal) -> SeatShares:
    """Of (match, seat) scores."""
    first = first_places(scores, goal)
    shares = first / first.sum(axis=1, keepdims=True)
    return SeatShares(tuple(share(column) for column in shares.T), len(scores))


def scores_of(matches: Sequence[PlayedMatch]) -> npt.NDArray[np.int32]:
    return np.array([match.scores for match in matches], dtype=np.int32)
