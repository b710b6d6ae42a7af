"""The native engine: the same games as the interpreter's, as machine code.

A single live match is played by the interpreter, which explains itself, writes events and keeps
what seats know. This engine adds what needs speed: playouts by the million, and many states
stepped at once. Both start from the same Program and use the same draws, and states pack and
unpack between them, so that they can be compared after every decision.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.engine.cancellation import Stopped, current, together
from kibitz.engine.interpreter import Interpreter
from kibitz.engine.native.layout import signatures
from kibitz.engine.native.layout.fields import Field
from kibitz.engine.native.runtime.code import NativeCode
from kibitz.engine.native.runtime.playouts import (
    UNLIMITED,
    UNPLAYED,
    Noting,
    Numbers,
    Order,
    Playouts,
    PlayoutSheet,
    from_sheet,
    shares,
)
from kibitz.engine.program import Program
from kibitz.engine.rng import Rng
from kibitz.engine.state import State

Nodes = npt.NDArray[np.unsignedinteger[Any]]
Rows = npt.NDArray[np.intp] | npt.NDArray[np.bool_]


class Disagreement(Exception):
    """The two engines did not agree; this is a bug of ours."""


class NativeEngine:
    """Machine code for everything in bulk; it has an interpreter, which explains faults."""

    def __init__(self, program: Program, *, checked: bool = False) -> None:
        self.program = program
        self.code = NativeCode(program, signatures.Purpose.PLAY, checked=checked)
        self._playouts_code = self.code.function(signatures.PLAYOUTS)

    def __reduce__(self) -> tuple[type[NativeEngine], tuple[Program]]:
        """It is pickled as its rules, and compiled again or found where it was kept."""
        return type(self), (self.program,)

    def __repr__(self) -> str:
        name, players = self.program.source.name.removesuffix(".rcy"), self.program.players
        told = f"{players} players, {self.state_bytes} bytes a state"
        return f"<{type(self).__name__} of {name}: {told}>"

    @cached_property
    def interpreter(self) -> Interpreter:
        """The same rules, for one state at a time."""
        return Interpreter(self.program)

    @property
    def state_bytes(self) -> int:
        """The size of a native state."""
        return self.code.state_bytes

    def pack(self, state: State) -> bytes:
        """The state as native code sees it. Raises BadState for one no match can come to."""
        return self.code.validator.packed(state)

    def unpack(self, block: bytes) -> State:
        """The state that a block holds. Raises BadState for bytes that are none of this game."""
        return self.code.packer.unpack(self.validated(block))

    def validated(self, block: bytes) -> bytes:
        """The block, if native code can work with it. Raises BadState if not."""
        return self.code.validator.validated(block)

    def silent_fault(self) -> Disagreement:
        """Native code met a fault in this thread that the interpreter did not meet."""
        slug, _ = self.code.fault
        return Disagreement(f"native code met {slug}, the interpreter did not")

    def playouts(
        self,
        seed: int,
        count: int,
        *,
        first: int = 0,
        start: State | None = None,
        most_decisions: int | None = None,
        threads: int | None = None,
        noting: Noting | None = None,
    ) -> Playouts:
        """Matches `first` … `first + count - 1` of the seed, every seat choosing at random.

        They begin with the deal, or go on from `start`. The result does not depend on the number
        of threads (default: all cores). `noting` asks for a trace or a tally of decisions; a
        trace needs `most_decisions`. Under a `time_limit` there are the matches finished by then.
        Raises MatchError if a rule fails in one of them.
        """
        limit = UNLIMITED if most_decisions is None else max(0, min(most_decisions, UNLIMITED))
        count = max(0, count)
        words = signatures.tally_bytes(self.program) // 8
        sheet = PlayoutSheet(
            results=np.empty((count, self.program.players + 1), np.int32),
            traces=np.zeros((count, limit), np.int32) if noting is Noting.TRACE else None,
            tallies=np.empty((count, words), np.int64) if noting is Noting.TALLY else None,
        )
        order = Order(None if start is None else self.pack(start), seed, first, limit)
        self._play_ahead(order, sheet)

        def play(share: range) -> None:
            mine = order.after(share.start)
            done = self._run_playouts(mine, sheet.part(slice(share.start, share.stop)))
            if done < len(share) and not current().is_late():
                # The interpreter plays the match again, and says what failed.
                rng = Rng(seed, mine.first + done)
                self.interpreter.playout(rng, most_decisions, start)
                raise self.silent_fault()

        workers = threads or os.cpu_count() or 1
        together([partial(play, share) for share in shares(sheet.last == UNPLAYED, workers)])
        is_played = sheet.last != UNPLAYED
        played = sheet if is_played.all() else sheet.part(is_played)
        return from_sheet(played, self.program.moves)

    def _play_ahead(self, order: Order, sheet: PlayoutSheet) -> None:
        """Fill what somebody else can play; the rest gets the mark UNPLAYED."""
        sheet.last[:] = UNPLAYED

    def _run_playouts(self, order: Order, sheet: PlayoutSheet) -> int:
        """Fill the sheet; how many matches were finished before a fault."""
        start = order.start
        memory = None if start is None else ctypes.create_string_buffer(start, len(start))
        return self._playouts_code(
            None if memory is None else ctypes.addressof(memory),
            self.code.context.address,
            order.seed & (2**64 - 1),
            order.first,
            len(sheet),
            order.limit,
            *sheet.addresses,
        )


# ---------------------------------------------------------------------------- all that can come


@dataclass(frozen=True, slots=True)
class Frontier:
    """States of one game, a row each, and the chance that follows each."""

    states: npt.NDArray[np.uint8]
    generators: npt.NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.states)

    def taken(self, rows: Rows) -> Frontier:
        """A copy of some of them, in that order."""
        return Frontier(self.states[rows], self.generators[rows])


class Expander:
    """Goes on from many states of one game. All is done in this thread, and can be stopped."""

    def __init__(self, engine: NativeEngine) -> None:
        self._code, self._layout = engine.code, engine.code.layout
        self._deal, self._options, self._step, _ = (
            engine.code.function(signature) for signature in signatures.MANY
        )

    def dealt(self, seed: int, count: int = 1) -> Frontier:
        """Matches 0 … count - 1 of the seed, dealt. Raises MatchError and Stopped."""
        dealt = Frontier(
            np.zeros((count, self._code.state_bytes), np.uint8), np.zeros((count, 4), np.uint64)
        )
        self._run(self._deal, dealt, dealt.generators, numbers=(seed & (2**64 - 1), 0))
        return dealt

    def counts(self, frontier: Frontier) -> Numbers:
        """By position: how many options there are, 0 where the match is over.

        Raises MatchError and Stopped.
        """
        counts, seats = np.zeros((2, len(frontier)), np.int32)
        self._run(self._options, frontier, counts, seats)
        return counts

    def play(self, frontier: Frontier, choices: Numbers) -> None:
        """In every position the option with that index, which it must have; what is over stays.

        Raises MatchError and Stopped.
        """
        self._run(self._step, frontier, frontier.generators, choices)

    def below(self, frontier: Frontier) -> Nodes:
        """(position, card): what the card lies on, by the number of that card, or by that of the
        place plus the number of cards."""
        return _read(frontier, self._layout.previous, self._layout.cards)

    def places(self, frontier: Frontier) -> Nodes:
        """(position, card): where the card lies."""
        cards, nodes = self._layout.cards, self._layout.nodes
        below = self.below(frontier)
        lower = np.tile(np.arange(nodes, dtype=np.intp), (len(frontier), 1))
        lower[:, :cards] = below
        for _ in range(cards.bit_length()):
            lower = np.take_along_axis(lower, lower, 1)
        return (lower[:, :cards] - cards).astype(below.dtype)

    def held(self, frontier: Frontier, places: Sequence[int]) -> Numbers:
        """By position: how many cards lie in these places together."""
        held: Numbers = self._sizes(frontier)[:, list(places)].sum(axis=1, dtype=np.int32)
        return held

    def empty(self, frontier: Frontier) -> Numbers:
        """By position: how many places hold no card."""
        empty: Numbers = (self._sizes(frontier) == 0).sum(axis=1, dtype=np.int32)
        return empty

    def _sizes(self, frontier: Frontier) -> Nodes:
        return _read(frontier, self._layout.sizes, len(self._layout.places))

    def _run(
        self,
        function: Callable[..., int],
        frontier: Frontier,
        *arrays: npt.NDArray[Any],
        numbers: tuple[int, ...] = (),
    ) -> None:
        addresses = [array.ctypes.data for array in arrays]
        done = function(
            frontier.states.ctypes.data,
            self._code.context.address,
            *addresses,
            *numbers,
            len(frontier),
        )
        if done == len(frontier):
            return
        if current().is_set():
            raise Stopped("nobody waits for these states any more")
        raise self._code.match_error("where a deal was looked through")


def _read(frontier: Frontier, field: Field, count: int) -> Nodes:
    """(position, number): the first so many of a field of whole numbers."""
    columns = frontier.states[:, field : field + field.width * count]
    return columns if field.width == 1 else np.ascontiguousarray(columns).view(f"<u{field.width}")
