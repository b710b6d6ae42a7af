"""One decision of a match beside what the advisor would have done, from what was known then."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
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
