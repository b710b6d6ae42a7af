"""All that can come of many states at once: every option of each of them, played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.engine.cancellation import Stopped, current
from kibitz.engine.native.layout import signatures
from kibitz.engine.native.layout.fields import Field
from kibitz.engine.native.runtime.engine import NativeEngine
from kibitz.engine.native.runtime.playouts import Numbers

Nodes = npt.NDArray[np.unsignedinteger[Any]]
Rows = npt.NDArray[np.intp] | npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Positions:
    """States of one game, a row each, and the chance that follows each."""

    states: npt.NDArray[np.uint8]
    generators: npt.NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.states)

    def taken(self, rows: Rows) -> Positions:
        """A copy of some of them, in that order."""
        return Positions(self.states[rows], self.generators[rows])


class Branching:
    """Goes on from many states of one game. All is done in this thread, and can be stopped."""

    def __init__(self, engine: NativeEngine) -> None:
        self._code, self._layout = engine.code, engine.code.layout
        self._deal, self._options, self._step, _ = (
            engine.code.function(signature) for signature in signatures.MANY
        )

    def dealt(self, seed: int, count: int = 1) -> Positions:
        """Matches 0 … count - 1 of the seed, dealt. Raises MatchError and Stopped."""
        dealt = Positions(
            np.zeros((count, self._code.state_bytes), np.uint8), np.zeros((count, 4), np.uint64)
        )
        self._run(self._deal, dealt, dealt.generators, numbers=(seed & (2**64 - 1), 0))
        return dealt

    def counts(self, positions: Positions) -> Numbers:
        """By position: how many options there are, 0 where the match is over.

        Raises MatchError and Stopped.
        """
        counts, seats = np.zeros((2, len(positions)), np.int32)
        self._run(self._options, positions, counts, seats)
        return counts

    def play(self, positions: Positions, choices: Numbers) -> None:
        """In every position the option with that index, which it must have; what is over stays.

        Raises MatchError and Stopped.
        """
        self._run(self._step, positions, positions.generators, choices)

    def below(self, positions: Positions) -> Nodes:
        """(position, card): what the card lies on, by the number of that card, or by that of the
        place plus the number of cards."""
        return _read(positions, self._layout.previous, self._layout.cards)

    def places(self, positions: Positions) -> Nodes:
        """(position, card): where the card lies."""
        cards, nodes = self._layout.cards, self._layout.nodes
        below = self.below(positions)
        lower = np.tile(np.arange(nodes, dtype=np.intp), (len(positions), 1))
        lower[:, :cards] = below
        for _ in range(cards.bit_length()):
            lower = np.take_along_axis(lower, lower, 1)
        return (lower[:, :cards] - cards).astype(below.dtype)

    def held(self, positions: Positions, places: Sequence[int]) -> Numbers:
        """By position: how many cards lie in these places together."""
        sizes = _read(positions, self._layout.sizes, len(self._layout.places))
        return sizes[:, list(places)].sum(axis=1, dtype=np.int32)

    def _run(
        self,
        function: Callable[..., int],
        positions: Positions,
        *arrays: npt.NDArray[Any],
        numbers: tuple[int, ...] = (),
    ) -> None:
        addresses = [array.ctypes.data for array in arrays]
        done = function(
            positions.states.ctypes.data,
            self._code.context.address,
            *addresses,
            *numbers,
            len(positions),
        )
        if done == len(positions):
            return
        if current().is_set():
            raise Stopped("nobody waits for these positions any more")
        raise self._code.match_error("where a deal was looked through")


def _read(positions: Positions, field: Field, count: int) -> Nodes:
    """(position, number): the first so many of a field of whole numbers."""
    columns = positions.states[:, field : field + field.width * count]
    return columns if field.width == 1 else np.ascontiguousarray(columns).view(f"<u{field.width}")
