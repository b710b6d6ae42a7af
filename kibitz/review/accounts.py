"""How the result of a seat came about: where it began, its luck, its mistakes, and where it ended.

At each of its decisions a seat could hope for something. What it loses there, beside what the
advisor would have done from what was known then, is its own doing; whatever its hope changes
between two of them (cards, and what others do) is luck. So the parts come to the whole, whatever
the estimates are worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp
from statistics import pstdev
from typing import Any

from kibitz.advisor import Advice, Grade, OptionAdvice
from kibitz.recycle import Goal


@dataclass(frozen=True, slots=True)
class Hope:
    """What a seat may hope for: its score as the game counts, and its share of the win."""

    score: float
    win: float

    def __add__(self, other: Hope) -> Hope:
        return Hope(self.score + other.score, self.win + other.win)

    def __sub__(self, other: Hope) -> Hope:
        return Hope(self.score - other.score, self.win - other.win)

    def to_json(self) -> dict[str, float]:
        return {"score": self.score, "win": self.win}


NOTHING = Hope(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A decision of the match."""

    move: int
    """Which decision of the match, counted from 1."""
    round: int
    """Of the scorecard, counted from 1; 0 where the game keeps none."""
    seat: int
    chosen: str
    """What was done, as it was offered."""
    advice: Advice | None
    """None where there was only one thing to do, and where nobody asked."""
    option: int
    goal: Goal
    known: tuple[str, ...]
    """The table as the seat saw it."""

    @property
    def is_free(self) -> bool:
        """Whether one option was better than another, for all that is known."""
        return self.advice is not None and len(self.advice.close) < len(self.advice.options)

    @property
    def grade(self) -> Grade | None:
        """None where nothing could be done wrong."""
        return self.played.grade if self.is_free and self.played else None

    @property
    def played(self) -> OptionAdvice | None:
        return self.advice.option(self.option) if self.advice else None

    @property
    def before(self) -> Hope | None:
        """With the best option."""
        return Hope(self.advice.best.score, self.advice.best.win) if self.advice else None

    @property
    def lost(self) -> Hope:
        """What the option changed beside the best one: never for the better, and nothing where it
        is as good for all that is known."""
        advice, played = self.advice, self.played
        if advice is None or played is None or played.index in advice.close:
            return NOTHING
        worse = min if self.goal is Goal.MAX else max
        return Hope(worse(0.0, played.score_delta), min(0.0, played.win_delta))

    @property
    def points_lost(self) -> float:
        """Never below 0, whatever the game counts."""
        return abs(self.lost.score)

    @property
    def accuracy(self) -> float:
        """From 0 to 100, by the share of the win that was lost: the curve that lichess publishes
        for chess."""
        return accuracy_of(-self.lost.win)

    def to_json(self) -> dict[str, Any]:
        return {
            "move": self.move,
            "round": self.round,
            "seat": self.seat,
            "chosen": self.chosen,
            "option": self.option,
            "is_free": self.is_free,
            "class": self.grade.value if self.grade else None,
            "points_lost": self.points_lost,
            "win_lost": -self.lost.win,
            "known": list(self.known),
            "advice": self.advice.to_json() if self.advice else None,
        }


def accuracy_of(win_lost: float) -> float:
    return min(100.0, max(0.0, 103.17 * exp(-0.0435 * 100 * win_lost) - 3.17))


_WINDOW = 4
_CALM, _WILD = 0.005, 0.12
"""What a decision counts for accuracy at least and at most: how far hopes lie apart around it."""


class Cause(StrEnum):
    LUCK = "luck"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Change:
    """What a seat could hope for became this much more, or less."""

    cause: Cause
    move: int
    """Luck: the decision before which it came, or one more than there are at the end of the match.
    Loss: the decision."""
    by: Hope

    def to_json(self) -> dict[str, Any]:
        return {"cause": self.cause.value, "move": self.move, **self.by.to_json()}


@dataclass(frozen=True, slots=True)
class SeatAccount:
    """Of one seat."""

    seat: int
    start: Hope
    """Before the cards were dealt."""
    changes: tuple[Change, ...]
    """In order; together with the start they are the end."""
    end: Hope
    """What came of it; of a match that was broken off, the last hope."""
    decisions: tuple[Reviewed, ...]
    """Those of the seat."""

    @property
    def luck(self) -> Hope:
        return self._sum(Cause.LUCK)

    @property
    def loss(self) -> Hope:
        return self._sum(Cause.LOSS)

    def _sum(self, cause: Cause) -> Hope:
        return sum((c.by for c in self.changes if c.cause is cause), start=NOTHING)

    @property
    def free(self) -> tuple[Reviewed, ...]:
        """The decisions that count: those in which something could be done wrong."""
        return tuple(one for one in self.decisions if one.is_free)

    @property
    def points_lost(self) -> float:
        return sum(one.points_lost for one in self.decisions)

    @property
    def accuracy(self) -> float | None:
        """From 0 to 100; decisions of wild moments count more. None where none counts."""
        if not self.free:
            return None
        weights = _weights(self.free)
        weighed = sum(w * one.accuracy for w, one in zip(weights, self.free, strict=True))
        return weighed / sum(weights)

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "start": self.start.to_json(),
            "luck": self.luck.to_json(),
            "loss": self.loss.to_json(),
            "end": self.end.to_json(),
            "points_lost": self.points_lost,
            "accuracy": self.accuracy,
            "decisions": len(self.decisions),
            "free": len(self.free),
            "changes": [change.to_json() for change in self.changes],
        }


def account(
    seat: int, start: Hope, decisions: Iterable[Reviewed], result: Hope | None, after: int
) -> SeatAccount:
    """`decisions` of the seat in order; `result` is None as long as there is none, and comes after
    that many decisions of the match."""
    own = tuple(one for one in decisions if one.seat == seat)
    changes: list[Change] = []
    hope = start
    for one in own:
        if one.before is None:
            continue
        changes.append(Change(Cause.LUCK, one.move, one.before - hope))
        if one.lost != NOTHING:
            changes.append(Change(Cause.LOSS, one.move, one.lost))
        hope = one.before + one.lost
    if result is not None:
        changes.append(Change(Cause.LUCK, after + 1, result - hope))
        hope = result
    return SeatAccount(seat, start, tuple(changes), hope, own)


def _weights(decisions: Sequence[Reviewed]) -> list[float]:
    """How far hopes of winning lie apart among a decision and those around it."""
    hopes = [one.before.win for one in decisions if one.before is not None]
    around = (hopes[max(0, n - _WINDOW) : n + _WINDOW + 1] for n in range(len(hopes)))
    return [min(_WILD, max(_CALM, pstdev(near))) for near in around]
