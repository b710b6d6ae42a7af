"""Matches played at random, in bulk."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from kibitz.engine.native.signatures import CAPPED, TRACED_MOVE, TRACED_SEAT

Numbers = npt.NDArray[np.int32]

UNLIMITED = CAPPED - 1
"""The most decisions a playout can have."""
UNPLAYED = -1
"""The decisions of a match that gave up, was stopped or was never begun."""
PAUSED = -4
"""The decisions of a match that a GPU will go on with."""

_WORTH = 64
"""Matches that are worth a thread of their own."""


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
    moves: tuple[str, ...]
    """The names of moves."""

    @property
    def options(self) -> Numbers:
        """(match, decision): among how many options, if traces were asked for; 0 after the end."""
        assert self.traces is not None
        return self.traces & ((1 << TRACED_SEAT) - 1)

    @property
    def moves_made(self) -> dict[str, Numbers]:
        """By name and match: how often such a move was made, if traces were asked for."""
        assert self.traces is not None
        numbers = self.traces >> TRACED_MOVE
        return {
            name: (numbers == number).sum(axis=1, dtype=np.int32)
            for number, name in enumerate(self.moves, start=1)
        }

    def trace(self, match: int) -> list[tuple[int, int]]:
        """(seat, options) of every decision of a match, if traces were asked for."""
        assert self.traces is not None
        words = self.traces[match, : self.decisions[match]].tolist()
        seats = (1 << TRACED_MOVE - TRACED_SEAT) - 1
        return [(word >> TRACED_SEAT & seats, word & (1 << TRACED_SEAT) - 1) for word in words]


def from_results(results: Numbers, traces: Numbers | None, moves: tuple[str, ...]) -> Playouts:
    """What native code wrote, taken apart: scores, then decisions with the mark of a cap."""
    last = results[:, -1]
    return Playouts(
        scores=results[:, :-1],
        decisions=last & (CAPPED - 1),
        capped=(last & CAPPED) != 0,
        traces=traces,
        moves=moves,
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
