"""Matches played at random, in bulk."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from kibitz.engine.native.layout import signatures

Numbers = npt.NDArray[np.int32]
Totals = npt.NDArray[np.int64]

UNLIMITED = signatures.CAPPED - 1
"""The most decisions a playout can have."""
UNPLAYED = -1
"""The decisions of a match that gave up, was stopped or was never begun."""
PAUSED = -4
"""The decisions of a match that a GPU will go on with."""

_WORTH = 64
"""Matches that are worth a thread of their own."""


class Noting(Enum):
    """What is noted of the decisions of a match."""

    TRACE = auto()
    """A word for each."""
    TALLY = auto()
    """How many of what kind there were."""


@dataclass(frozen=True, slots=True)
class Order:
    """Matches to be played: from where on, which of which seed, and how far."""

    start: bytes | None
    """A packed state; None for the deal."""
    seed: int
    first: int
    limit: int
    """The most decisions of a match."""

    def after(self, matches: int) -> Order:
        return replace(self, first=self.first + matches)


@dataclass(frozen=True, slots=True)
class PlayoutSheet:
    """What native code writes of matches, a row each."""

    results: Numbers
    """Scores, then decisions with the mark of a cap."""
    traces: Numbers | None
    tallies: Totals | None

    def __len__(self) -> int:
        return len(self.results)

    def part(self, rows: slice | npt.NDArray[np.bool_]) -> PlayoutSheet:
        return PlayoutSheet(
            self.results[rows],
            None if self.traces is None else self.traces[rows],
            None if self.tallies is None else self.tallies[rows],
        )

    @property
    def parts(self) -> tuple[Numbers, Numbers | None, Totals | None]:
        return self.results, self.traces, self.tallies

    @property
    def last(self) -> Numbers:
        """The decisions of each match, or a mark."""
        return self.results[:, -1]

    @property
    def addresses(self) -> tuple[int | None, ...]:
        return tuple(None if part is None else part.ctypes.data for part in self.parts)


@dataclass(frozen=True, slots=True)
class DecisionTally:
    """The decisions of each match, summed up."""

    options: Totals
    """By match: all options of its decisions together."""
    most_options: Totals
    """By match: the most options of a decision."""
    forced: Totals
    """By match: decisions with one option."""
    moves: dict[str, Totals]
    """By name and match: how often such a move was made."""


@dataclass(frozen=True, slots=True)
class Playouts:
    """Many matches played at random, in order of their number."""

    scores: Numbers
    """(match, seat)."""
    decisions: Numbers
    """By match: how many were made."""
    capped: npt.NDArray[np.bool_]
    """By match: it stopped at the limit of decisions and was scored as it stood."""
    traces: Numbers | None
    """(match, decision): options, seat and move in one word; only if asked for."""
    tally: DecisionTally | None
    """Only if asked for."""

    def trace(self, match: int) -> list[tuple[int, int]]:
        """(seat, options) of every decision of a match, if traces were asked for."""
        assert self.traces is not None
        words = self.traces[match, : self.decisions[match]].tolist()
        seats = (1 << signatures.TRACED_MOVE - signatures.TRACED_SEAT) - 1
        return [
            (word >> signatures.TRACED_SEAT & seats, word & (1 << signatures.TRACED_SEAT) - 1)
            for word in words
        ]


def from_sheet(sheet: PlayoutSheet, moves: tuple[str, ...]) -> Playouts:
    """What native code wrote, taken apart."""
    tally = None
    if sheet.tallies is not None:
        options, most, forced, *made = sheet.tallies.T
        tally = DecisionTally(options, most, forced, dict(zip(moves, made, strict=True)))
    return Playouts(
        scores=sheet.results[:, :-1],
        decisions=sheet.last & (signatures.CAPPED - 1),
        capped=(sheet.last & signatures.CAPPED) != 0,
        traces=sheet.traces,
        tally=tally,
    )


def shares(is_wanted: npt.NDArray[np.bool_], workers: int) -> list[range]:
    """The wanted matches as ranges: one for every worker where all are, if there are enough."""
    edges = np.flatnonzero(np.diff(is_wanted, prepend=False, append=False)).tolist()
    runs = [range(low, high) for low, high in zip(edges[::2], edges[1::2], strict=True)]
    return [share for run in runs for share in _split(run, workers)]


def _split(run: range, workers: int) -> list[range]:
    parts = max(1, min(workers, len(run) // _WORTH))
    cuts = [run.start + len(run) * number // parts for number in range(parts + 1)]
    return [range(low, high) for low, high in pairwise(cuts)]
