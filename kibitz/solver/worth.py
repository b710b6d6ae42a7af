"""What an outcome is worth to a seat, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from kibitz.recycle import Goal

Likely = dict[tuple[int, ...], Fraction]
"""By the scores of all seats: how likely they are, within what was asked for."""


class Aim(StrEnum):
    """What seats play for."""

    SCORE = "score"
    PLACE = "place"
    WIN = "win"


@dataclass(frozen=True, slots=True)
class OutcomeOdds:
    """How likely every outcome is. Probabilities are exact and add up to 1."""

    likely: Mapping[tuple[int, ...], Fraction]
    """By the scores of all seats."""
    goal: Goal

    def worth(self, seat: int, aim: Aim) -> Fraction:
        """What the seat may expect, more is better: of its score, turned round where low scores
        win; of its place, 1 for the first to 0 for the last, ties shared; or of the win."""
        weighted = (odds * self._worth(scores, seat, aim) for scores, odds in self.likely.items())
        return sum(weighted, Fraction(0))

    def _worth(self, scores: tuple[int, ...], seat: int, aim: Aim) -> Fraction:
        mine, sign = scores[seat], self._sign
        if aim is Aim.SCORE:
            return Fraction(sign * mine)
        better, equal = sum(sign * score > sign * mine for score in scores), scores.count(mine)
        if aim is Aim.WIN:
            return Fraction(0) if better else Fraction(1, equal)
        return 1 - Fraction(2 * better + equal - 1, 2 * max(1, len(scores) - 1))

    @property
    def scores(self) -> tuple[Fraction, ...]:
        """By seat: the expected score."""
        return tuple(self._sign * worth for worth in self.worths(Aim.SCORE))

    @property
    def wins(self) -> tuple[Fraction, ...]:
        """By seat: the probability to win; a first place shared by k seats counts 1/k."""
        return self.worths(Aim.WIN)

    def worths(self, aim: Aim) -> tuple[Fraction, ...]:
        """By seat."""
        return tuple(self.worth(seat, aim) for seat in range(len(next(iter(self.likely)))))

    @property
    def _sign(self) -> int:
        return 1 if self.goal is Goal.MAX else -1
