"""What an outcome is worth to a seat, exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from kibitz.engine import Outcome
from kibitz.recycle import Goal


class Aim(StrEnum):
    """What seats play for."""

    SCORE = "score"
    PLACE = "place"
    WIN = "win"


def worth(outcome: Outcome, seat: int, aim: Aim) -> Fraction:
    """To the seat, more is better: its score, turned round where low scores win; its place, 1 for
    the first to 0 for the last, ties shared; or its share of the win."""
    mine, scores = outcome.scores[seat], outcome.scores
    sign = 1 if outcome.goal is Goal.MAX else -1
    better, equal = sum(sign * score > sign * mine for score in scores), scores.count(mine)
    match aim:
        case Aim.SCORE:
            return Fraction(sign * mine)
        case Aim.PLACE:
            return 1 - Fraction(2 * better + equal - 1, 2 * max(1, len(scores) - 1))
        case Aim.WIN:
            return Fraction(0) if better else Fraction(1, equal)


@dataclass(frozen=True)
class OutcomeOdds:
    """How likely every outcome is. Probabilities are exact and add up to 1."""

    likely: Mapping[tuple[int, ...], Fraction]
    """By the scores of all seats."""
    goal: Goal

    @cached_property
    def scores(self) -> tuple[Fraction, ...]:
        """By seat: the expected score."""
        return self._mean(lambda outcome: outcome.scores)

    @cached_property
    def ranks(self) -> tuple[Fraction, ...]:
        """By seat: the expected rank, 1 is best; seats that share some have the middle of them."""
        last = Fraction(max(1, self._seats - 1))
        return self._mean(
            lambda outcome: [
                1 + last * (1 - worth(outcome, seat, Aim.PLACE)) for seat in range(self._seats)
            ]
        )

    @cached_property
    def wins(self) -> tuple[Fraction, ...]:
        """By seat: the probability to win; a first place shared by k seats counts 1/k."""
        return self._mean(
            lambda outcome: [worth(outcome, seat, Aim.WIN) for seat in range(self._seats)]
        )

    @property
    def _seats(self) -> int:
        return len(next(iter(self.likely)))

    def worth(self, seat: int, aim: Aim) -> Fraction:
        """What the seat may expect of what it plays for."""
        return sum(
            (
                odds * worth(Outcome(scores, self.goal), seat, aim)
                for scores, odds in self.likely.items()
            ),
            Fraction(0),
        )

    def score_at(self, seat: int, share: Fraction) -> int:
        """The least score that the seat stays at or below with that probability."""
        passed = Fraction(0)
        by_score = sorted(self.likely.items(), key=lambda item: item[0][seat])
        for scores, odds in by_score:
            passed += odds
            if passed >= share:
                return scores[seat]
        return by_score[-1][0][seat]

    def _mean(self, numbers: Callable[[Outcome], Sequence[int | Fraction]]) -> tuple[Fraction, ...]:
        weighted = [
            [odds * number for number in numbers(Outcome(scores, self.goal))]
            for scores, odds in self.likely.items()
        ]
        return tuple(sum(column, Fraction(0)) for column in zip(*weighted, strict=True))
