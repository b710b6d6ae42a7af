"""Matches played at random, in bulk."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kibitz.engine.native.signatures import CAPPED

Numbers = npt.NDArray[np.int32]

UNLIMITED = CAPPED - 1
"""The most decisions a playout can have."""


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
    """(match, decision): seat * 65536 + number of options; only if asked for."""

    def trace(self, match: int) -> list[tuple[int, int]]:
        """(seat, options) of every decision of a match, if traces were asked for."""
        assert self.traces is not None
        words = self.traces[match, : self.decisions[match]].tolist()
        return [(word >> 16, word & 0xFFFF) for word in words]


def from_results(results: Numbers, traces: Numbers | None) -> Playouts:
    """What native code wrote, taken apart: scores, then decisions with the mark of a cap."""
    last = results[:, -1]
    return Playouts(
        scores=results[:, :-1],
        decisions=last & (CAPPED - 1),
        capped=(last & CAPPED) != 0,
        traces=traces,
    )
