"""How the result of a seat came about: where it began, its luck, its mistakes, and where it ended.

At each of its decisions a seat could hope for something. What it loses there is its own doing;
whatever its hope changes between two of them (cards, and what others do) is luck. So the parts
come to the whole, whatever the estimates are worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import pstdev
from typing import Any

from kibitz.review.decisions import NOTHING, Hope, Reviewed

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
