"""Two games, or one game with and without a house rule, measure by measure."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.analysis.key_figures import KeyFigure, figures
from kibitz.analysis.measures.all import Measures
from kibitz.analysis.measures.pooling import less
from kibitz.analysis.page.numbers import is_sure
from kibitz.players.intervals import Mean

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
