"""Repeated measurements: sides in turn, so that noise hits all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time


@dataclass(frozen=True, slots=True)
class Series:
    """One side's measurements, a number for every round."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        return median(self.values)

    @property
    def highest(self) -> float:
        return max(self.values)

    @property
    def lowest(self) -> float:
        return min(self.values)

    def over(self, other: Series) -> Series:
        """The ratio of every round."""
        return Series(tuple(a / b for a, b in zip(self.values, other.values, strict=True)))

    def spread(self, layout: str = ".2f") -> str:
        return f"{self.lowest:{layout}} to {self.highest:{layout}}, {len(self.values)} rounds"


def interleaved(rounds: int, *sides: Callable[[], float]) -> list[Series]:
    """What each side measures, round by round, after one round that does not count."""
    for side in sides:
        side()
    found = [[side() for side in sides] for _ in range(rounds)]
    return [Series(values) for values in zip(*found, strict=True)]


def decisions_per_second(play: Callable[[int], int], matches: int) -> Callable[[], float]:
    """A side: `play` so many matches on this thread and count; by the processor's clock."""

    def side() -> float:
        start = process_time()
        decisions = play(matches)
        return decisions / (process_time() - start)

    return side


def enough(play: Callable[[int], int], seconds: float) -> int:
    """How many matches take about so long."""
    matches = 64
    while True:
        start = process_time()
        play(matches)
        taken = process_time() - start
        if taken > seconds / 8:
            return max(1, round(matches * seconds / taken))
        matches *= 4
