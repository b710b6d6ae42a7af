"""The numbers that games are compared by, in one list, and how two of them differ."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from math import isfinite

from kibitz.analysis.measures.all import Measures
from kibitz.analysis.measures.results import Distribution
from kibitz.analysis.measures.statistics import less, scaled
from kibitz.analysis.page.reading import is_sure, mean_text, share_text
from kibitz.players import Mean, mean_of

SECONDS_A_DECISION = 4
"""What people take at a table, on average, forced moves included: a rule of thumb."""


@dataclass(frozen=True, slots=True)
class KeyFigure:
    name: str
    value: Mean | None
    """None where it cannot be measured."""
    is_share: bool = False

    @property
    def text(self) -> str:
        if self.is_share and self.value is not None:
            return share_text(self.value)
        if self.value is not None and self.value.margin is None and self.value.value % 1 == 0:
            return f"{self.value.value:.0f}"
        return mean_text(self.value)

    @property
    def sorted_by(self) -> float | None:
        return self.value.value if self.value and isfinite(self.value.value) else None


def figures(measures: Measures) -> tuple[KeyFigure, ...]:
    """Always the same, in the same order, whatever the game."""
    random, length = (mean_of(one.values) for one in measures.lengths)
    thinking = None if measures.is_cut else length
    score_random, score_thinking = scores(measures)
    advantage = measures.seats_random.advantage if measures.has_rivals else None
    heuristics = (*measures.character.scorer, *measures.character.notebook)
    return (
        KeyFigure("Players", Mean(measures.players, None)),
        KeyFigure("Decisions a match, random", random),
        KeyFigure("Decisions a match, thinking", thinking),
        KeyFigure("Minutes a match", thinking and scaled(thinking, SECONDS_A_DECISION / 60)),
        KeyFigure("Options a decision", Mean(measures.branching.mean, None)),
        *_skill(measures),
        KeyFigure("Seat advantage, random", advantage, is_share=True),
        KeyFigure("Score, random", score_random),
        KeyFigure("Score, thinking", score_thinking),
        *(KeyFigure(one.name, one.value) for one in heuristics),
    )


DUELS = (
    "Thinking beats chance",
    "Ten times as much beats it",
    "A hundred times as much beats that",
)


def _skill(measures: Measures) -> list[KeyFigure]:
    measured = measures.skill
    shares = [rung.share for rung in measured.rungs] if measured else []
    values: dict[str, Mean | None] = dict(zip_longest(DUELS, shares))
    values["Luck of the deal, random"] = measured.luck if measured else None
    values["Luck of the deal, thinking"] = measured.luck_thinking if measured else None
    return [KeyFigure(name, value, is_share=True) for name, value in values.items()]


def scores(measures: Measures) -> tuple[Mean, Mean | None]:
    """At random, and with thinking where matches of thinkers came to their end."""
    thinking = None if measures.is_cut else _score(measures.scores_thinking)
    return _score(measures.scores_random), thinking


def _score(by_seat: tuple[Distribution, ...]) -> Mean:
    """Of a seat; seats of one match are averaged first, since they depend on each other."""
    rows = zip(*(one.values for one in by_seat), strict=True)
    return mean_of([sum(row) / len(row) for row in rows])


# ---------------------------------------------------------------------------- two games

CAUTION = 1.5
"""Of two dozen differences, one would be outside its 95 % by chance."""


@dataclass(frozen=True, slots=True)
class MeasureDifference:
    """One measure of both."""

    first: KeyFigure
    second: KeyFigure

    @property
    def name(self) -> str:
        return self.first.name

    @property
    def change(self) -> KeyFigure:
        """The second less the first."""
        one, two = self.first.value, self.second.value
        known: Mean | None = None if one is None or two is None else less(two, one)
        return KeyFigure(self.name, known, self.first.is_share)

    @property
    def is_sure(self) -> bool:
        """Whether they differ for sure."""
        change = self.change.value
        return change is not None and is_sure(change, CAUTION)


def differences(first: Measures, second: Measures) -> tuple[MeasureDifference, ...]:
    pairs = zip(figures(first), figures(second), strict=True)
    return tuple(MeasureDifference(one, two) for one, two in pairs)
