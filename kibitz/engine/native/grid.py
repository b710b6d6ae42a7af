"""Kernels for a GPU: every thread plays a match of its own with the functions that there are.

A thread has its context in memory of its own, with less room than a thread of a processor has.
What comes to more than the room gives up there and is played by the processor.
"""

from __future__ import annotations

from contextlib import AbstractContextManager

from kibitz.engine.native import context
from kibitz.engine.native.base import FAILED, Room, Unit
from kibitz.engine.native.context import keeps_lists
from kibitz.engine.native.kernels import is_stopped
from kibitz.engine.native.llvm.function import Kernel
from kibitz.engine.native.llvm.words import Pointer, Variable, Word
from kibitz.engine.native.playouts import UNPLAYED
from kibitz.engine.native.rows import most_options
from kibitz.engine.native.signatures import CAPPED, GRID_PLAYOUTS
from kibitz.engine.native.steps import AT_DECISION, AT_END

ROOM = Room(rows=512, arena=1 << 13)


class GridKernels:
    def __init__(self, unit: Unit, width: int) -> None:
        self._unit = unit
        self._module = unit.module
        self._layout = unit.layout
        rows = min(most_options(unit.program, unit.layout), unit.room.rows) + 1
        self._rows_bytes = 4 * width * rows
        self._keeps_lists = keeps_lists(unit.faults.sites)

    def emit_playouts(self) -> None:
        """`grid_playouts(start, stop, seed, first, count, limit, results, traces)`.

        As `playouts`, a match a thread. One that met a fault or was stopped has UNPLAYED decisions.
        """
        f = self._module.kernel(GRID_PLAYOUTS)
        start, stop, seed, first = f.address(0), f.address(1), f.number(2), f.number(3)
        count, limit, results, traces = f.number(4), f.number(5), f.address(6), f.address(7)
        players = self._unit.program.players
        number = f.thread()
        scratch, state = self._scratch(f, stop), self._state(f)
        f.call("seed", scratch, seed, first + number.widened())
        f.call("begin", start, state, scratch)
        trace = traces.at(number.widened() * limit.widened() * 4)
        trace = traces.select(traces.is_null(), trace)
        is_wanted = number < count
        status = f.variable(is_wanted.select(AT_DECISION, AT_END))
        decisions = self._play_on(f, (state, scratch), status, limit, trace)
        with f.when(is_wanted):
            result = results.at(number.widened() * (4 * (players + 1)))
            with f.when(status.get() >= 0):
                status.set(f.call("score", state, scratch, result))
            failed = (status.get() < 0) | is_stopped(scratch)
            result.at(4 * players).store(failed.select(UNPLAYED, decisions), 4)
        f.end()

    def _play_on(
        self,
        f: Kernel,
        at: tuple[Pointer, Pointer],
        status: Variable,
        limit: Word,
        trace: Pointer,
    ) -> Word:
        """As `play_on`, but the threads of a warp do each part of a decision together.

        A thread whose match is over waits for the others. Gives the number of decisions.
        """
        state, scratch = at
        decisions, found = f.variable(0), f.variable(0)

        def going() -> AbstractContextManager[None]:
            return f.when(status.get() > 0)

        with f.forever() as leave:
            with going():
                status.set(f.call("advance", state, scratch))
            with going(), f.when((decisions.get() >= limit) | is_stopped(scratch)):
                decisions.set(decisions.get() | CAPPED)
                status.set(AT_END)
            leave(f.all_agree(status.get() < 1))
            with going():
                found.set(f.call("options", state, scratch))
                status.set((found.get() < 0).select(FAILED, AT_DECISION))
            f.meet()
            with going():
                made = decisions.get()
                here = trace.select(trace.is_null(), trace.at(made * 4))
                chosen = f.call("choose", state, scratch, found.get(), here)
                status.set((chosen < 0).select(FAILED, AT_DECISION))
                decisions.set(made + 1)
            f.meet()
        return decisions.get()

    def _scratch(self, f: Kernel, stop: Pointer) -> Pointer:
        scratch, rows = f.buffer(context.SIZE), f.buffer(self._rows_bytes)
        arena = f.buffer(self._unit.room.arena if self._keeps_lists else 8)
        for field, address in ((context.ROWS, rows), (context.ARENA, arena), (context.STOP, stop)):
            scratch.at(field).store_address(address)
        return scratch

    def _state(self, f: Kernel) -> Pointer:
        size = self._layout.size
        fast = fast_bytes(size, keeps_lists=self._keeps_lists)
        return f.fast_memory().at(f.place_in_block() * fast) if fast else f.buffer(size)


_MOST_FAST, _MOST_FAST_WITH_LISTS = 640, 448
"""Bytes of a state that lies in fast memory; in games that keep lists, the less there is of it, the
more of their lists the GPU's cache holds."""


def fast_bytes(state: int, *, keeps_lists: bool) -> int:
    """What a thread takes of a block's fast memory: its state, if it is small enough.

    An odd number of words, so that threads that look at the same place look at different banks.
    """
    most = _MOST_FAST_WITH_LISTS if keeps_lists else _MOST_FAST
    return state + 4 if state <= most else 0
