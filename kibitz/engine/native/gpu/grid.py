"""Kernels for a GPU: every thread plays a match of its own with the functions that there are.

A thread has its context in memory of its own, with less room than a thread of a processor has.
What comes to more than the room gives up there and is played by the processor.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from kibitz.engine.native.emission.base import FAILED, ScratchSizes, Unit
from kibitz.engine.native.emission.match_kernels import RNG_SIZE, is_stopped
from kibitz.engine.native.emission.steps import AT_DECISION, AT_END
from kibitz.engine.native.layout import context, signatures
from kibitz.engine.native.layout.bounds import most_options
from kibitz.engine.native.layout.context import keeps_lists
from kibitz.engine.native.llvm.function import Kernel
from kibitz.engine.native.llvm.words import Pointer, Variable, Word
from kibitz.engine.native.observation.action_plan import ActionPlan
from kibitz.engine.native.observation.observation_plan import ObservationPlan
from kibitz.engine.native.runtime.playouts import PAUSED, UNPLAYED

ROOM = ScratchSizes(rows=512, arena=1 << 13)

_NOTHING_LEFT = -3
"""Beside what `advance` gives: there was nothing to go on with."""
ODD = -2
"""The decisions of a trial in a world that has other options than the decision that is tried."""


@dataclass(frozen=True, slots=True)
class _Thread:
    """What a thread has, and how its match stands."""

    number: Word
    count: Word
    """Threads from here on have nothing to play."""
    state: Pointer
    scratch: Pointer
    status: Variable
    """As `advance` gives it."""
    decisions: Variable


@dataclass(frozen=True, slots=True)
class _Notes:
    """Where the decisions of a match are noted, if at all."""

    trace: Pointer
    tally: Pointer


@dataclass(frozen=True, slots=True)
class _Trial:
    """What is tried first."""

    options: Word
    """So many there must be."""
    option: Word


class GridKernels:
    def __init__(self, unit: Unit, width: int) -> None:
        self._unit = unit
        self._module = unit.module
        self._layout = unit.layout
        rows = min(most_options(unit.program, unit.layout), unit.room.rows) + 1
        self._rows_bytes, self._keys_bytes = 4 * width * rows, 4 * rows
        self._keeps_lists = keeps_lists(unit.faults.sites)

    def emit_playouts(self) -> None:
        """`grid_playouts(start, stop, seed, first, count, limit, results, traces, tallies, kept,
        goes_on)`.

        As `playouts`, a match a thread. One that met a fault has UNPLAYED decisions. One that was
        stopped has PAUSED decisions and is kept; a launch that goes on takes up those.
        """
        f = self._module.kernel(signatures.GRID_PLAYOUTS)
        start, stop, seed, first = f.address(0), f.address(1), f.number(2), f.number(3)
        count, limit, results, traces = f.number(4), f.number(5), f.address(6), f.address(7)
        thread = self._thread(f, stop, count)
        number = thread.number.widened()
        kept = f.address(9).at(number * kept_bytes(self._layout.size))
        f.call("seed", thread.scratch, seed, first + number)
        is_kept = f.number(10).differs(0) & (thread.number < count)  # beyond them nothing lies
        f.call("begin", kept.select(is_kept, start), thread.state, thread.scratch)
        with f.when(is_kept):
            self._take_up(f, thread, results, kept)
        trace = traces.select(traces.is_null(), traces.at(number * limit.widened() * 4))
        tallies = f.address(8)
        tally = tallies.select(
            tallies.is_null(), tallies.at(number * signatures.tally_bytes(self._unit.program))
        )
        self._play_on(f, thread, limit, _Notes(trace, tally), None)
        self._finish(f, thread, results, kept)
        f.end()

    def _take_up(self, f: Kernel, thread: _Thread, results: Pointer, kept: Pointer) -> None:
        """The generator and the decisions of a match that was kept; others are over."""
        last = self._result(thread, results).at(4 * self._unit.program.players)
        with f.when(last.load(4).differs(PAUSED)):
            thread.status.set(_NOTHING_LEFT)
        self._copy_rng(thread.scratch, kept.at(self._layout.size))
        thread.decisions.set(kept.at(self._layout.size + RNG_SIZE).load(4))

    def _keep(self, thread: _Thread, kept: Pointer) -> None:
        thread.state.f.copy_block(kept, thread.state, self._layout.size)
        self._copy_rng(kept.at(self._layout.size), thread.scratch)
        decisions = thread.decisions.get() & (signatures.CAPPED - 1)
        kept.at(self._layout.size + RNG_SIZE).store(decisions, 4)

    def _copy_rng(self, target: Pointer, source: Pointer) -> None:
        """The generator is the first in a context."""
        for offset in range(context.RNG, context.RNG + RNG_SIZE, 8):
            target.at(offset).store(source.at(offset).load(8), 8)

    def _result(self, thread: _Thread, results: Pointer) -> Pointer:
        return results.at(thread.number.widened() * (4 * (self._unit.program.players + 1)))

    def emit_trials(self) -> None:
        """`grid_trials(base, plan, stop, seed, first, count, options, turn, limit, results)`.

        A world that the plan allows for every thread, in it one of the options, which take turns
        from `turn` on, then on at random. Results as of playouts; ODD where the world has not as
        many options.
        """
        f = self._module.kernel(signatures.GRID_TRIALS)
        base, plan, stop = (f.address(n) for n in range(3))
        seed, first = f.number(3), f.number(4)
        count, options, turn, limit = (f.number(n) for n in range(5, 9))
        thread = self._thread(f, stop, count)
        f.call("seed", thread.scratch, seed, first + thread.number.widened())
        f.call("begin", base, thread.state, thread.scratch)
        f.call("deal_world", thread.state, thread.scratch, plan)
        tried = (thread.number + turn).unsigned_remainder(options)
        self._play_on(f, thread, limit, _Notes(f.null(), f.null()), _Trial(options, tried))
        self._finish(f, thread, f.address(9))
        f.end()

    def emit_batch(self) -> None:
        """The functions of `ManyKernels` with a state for every thread.

        They are `name(count, stop, trouble, states, …)`; `trouble`, two words, gets 1 and the
        number of a fault where a state meets one, and stays as it was where none does.
        """
        size = self._layout.size
        row = 4 * self._unit.program.players
        observation = ObservationPlan.of(self._unit.program).size
        actions = ActionPlan.of(self._unit.program).size
        for signature, name, strides in (
            (signatures.GRID_OPTIONS, "options_many", (size, 4, 4)),
            (signatures.GRID_STEP, "step_many", (size, RNG_SIZE, 4)),
            (signatures.GRID_SCORE, "score_many", (size, row)),
            (signatures.GRID_OBSERVE, "observe_many", (size, 4, 4 * observation)),
            (signatures.GRID_MASK, "mask_many", (size, actions)),
        ):
            f = self._module.kernel(signature)
            with self._each_state(f) as (number, scratch):
                state, *others = (
                    f.address(3 + n).at(number.widened() * stride)
                    for n, stride in enumerate(strides)
                )
                one = f.constant(1)
                self._note(f, f.call(name, state, scratch, *others, one), scratch)
            f.end()
        self._emit_deal()
        self._emit_check()
        self._emit_act()
        self._emit_renew()
        self._emit_allowed(actions)

    def _emit_deal(self) -> None:
        """`grid_deal(count, stop, trouble, states, rngs, seed, first)`."""
        f = self._module.kernel(signatures.GRID_DEAL)
        with self._each_state(f) as (number, scratch):
            wide = number.widened()
            state = f.address(3).at(wide * self._layout.size)
            rng = f.address(4).at(wide * RNG_SIZE)
            chance = f.number(5), f.number(6) + wide
            dealt = f.call("deal_many", state, scratch, rng, *chance, f.constant(1))
            self._note(f, dealt, scratch)
        f.end()

    def _emit_check(self) -> None:
        """`grid_check(count, trouble, choices, counts)`: whether every state has its choice."""
        f = self._module.kernel(signatures.GRID_CHECK)
        number = f.thread()
        with f.when(number < f.number(0)):
            chosen, options = (f.address(n).at(number.widened() * 4).load(4) for n in (2, 3))
            with f.when((options > 0) & chosen.below(options).negated()):
                f.address(1).store(1, 4)
        f.end()

    def _emit_act(self) -> None:
        """`grid_act(count, stop, trouble, states, rngs, actions)`; nothing is recalled."""
        f = self._module.kernel(signatures.GRID_ACT)
        with self._each_state(f) as (number, scratch):
            wide = number.widened()
            strides = self._layout.size, RNG_SIZE, 4
            state, *others = (f.address(3 + n).at(wide * size) for n, size in enumerate(strides))
            none, one = f.constant(0), f.constant(1)
            acted = f.call("act_many", state, scratch, *others, f.null(), none, one)
            self._note(f, acted, scratch)
        f.end()

    def _emit_renew(self) -> None:
        """`grid_renew(count, stop, trouble, states, rngs, counts, seed, first)`."""
        f = self._module.kernel(signatures.GRID_RENEW)
        with self._each_state(f) as (number, scratch):
            wide = number.widened()
            strides = self._layout.size, RNG_SIZE, 4
            state, *others = (f.address(3 + n).at(wide * size) for n, size in enumerate(strides))
            none, one = f.constant(0), f.constant(1)
            chance = f.number(6), f.number(7) + wide
            dealt = f.call("renew_many", state, scratch, *others, f.null(), none, *chance, one)
            self._note(f, dealt, scratch)
        f.end()

    def _emit_allowed(self, actions: int) -> None:
        """`grid_allowed(count, trouble, actions, counts, masks)`: whether every state has its
        action."""
        f = self._module.kernel(signatures.GRID_ALLOWED)
        number = f.thread()
        with f.when(number < f.number(0)):
            wide = number.widened()
            chosen, options = (f.address(n).at(wide * 4).load(4) for n in (2, 3))
            inside = chosen.below(actions)
            place = f.address(4).at(wide * actions).at(inside.select(chosen, 0))
            can = inside & place.load(1).differs(0)
            with f.when((options > 0) & can.negated()):
                f.address(1).store(1, 4)
        f.end()

    @contextmanager
    def _each_state(self, f: Kernel) -> Iterator[tuple[Word, Pointer]]:
        number = f.thread()
        with f.when(number < f.number(0)):
            scratch = self._scratch(f, f.address(1))
            scratch.at(context.KEYS).store_address(f.buffer(self._keys_bytes))
            yield number, scratch

    def _note(self, f: Kernel, done: Word, scratch: Pointer) -> None:
        with f.when(done < 1, rarely=True):
            f.address(2).at(4).store(scratch.at(context.STATUS).load(4), 4)
            f.address(2).store(1, 4)

    def _thread(self, f: Kernel, stop: Pointer, count: Word) -> _Thread:
        number = f.thread()
        status = f.variable((number < count).select(AT_DECISION, AT_END))
        return _Thread(number, count, self._state(f), self._scratch(f, stop), status, f.variable(0))

    def _play_on(
        self, f: Kernel, thread: _Thread, limit: Word, notes: _Notes, trial: _Trial | None
    ) -> None:
        """As `play_on`, but the threads of a warp do each part of a decision together.

        A thread whose match is over waits for the others.
        """
        state, scratch, status = thread.state, thread.scratch, thread.status
        decisions, found = thread.decisions, f.variable(0)

        def going() -> AbstractContextManager[None]:
            return f.when(status.get() > 0)

        with f.forever() as leave:
            with going():
                status.set(f.call("advance", state, scratch))
            with going(), f.when((decisions.get() >= limit) | is_stopped(scratch)):
                decisions.set(decisions.get() | signatures.CAPPED)
                status.set(AT_END)
            leave(f.all_agree(status.get() < 1))
            with going():
                found.set(f.call("options", state, scratch))
                status.set((found.get() < 0).select(FAILED, AT_DECISION))
                if trial is not None:
                    self._refuse_odd(f, thread, found.get(), trial)
            f.meet()
            with going():
                made = decisions.get()
                here = notes.trace.select(notes.trace.is_null(), notes.trace.at(made * 4))
                chosen = self._chosen(f, thread, found.get(), trial)
                done = f.call("choose", state, scratch, found.get(), chosen, here, notes.tally)
                status.set((done < 0).select(FAILED, AT_DECISION))
                decisions.set(made + 1)
            f.meet()

    def _refuse_odd(self, f: Kernel, thread: _Thread, found: Word, trial: _Trial) -> None:
        is_first, is_there = thread.decisions.get().equals(0), thread.status.get() > 0
        with f.when(is_first & is_there & found.differs(trial.options)):
            thread.decisions.set(ODD)
            thread.status.set(AT_END)

    def _chosen(self, f: Kernel, thread: _Thread, found: Word, trial: _Trial | None) -> Word:
        """Any option; of a trial, first the one that is tried."""
        if trial is None:
            return f.call("below", thread.scratch, found.widened())
        chosen = f.variable(trial.option)
        with f.when(thread.decisions.get().differs(0)):
            chosen.set(f.call("below", thread.scratch, found.widened()))
        return chosen.get()

    def _finish(
        self, f: Kernel, thread: _Thread, results: Pointer, kept: Pointer | None = None
    ) -> None:
        """Score the match and note how it went."""
        status, stopped = thread.status, is_stopped(thread.scratch)
        is_left = status.get().differs(_NOTHING_LEFT) & (thread.number < thread.count)
        with f.when(is_left):
            result = self._result(thread, results)
            last = result.at(4 * self._unit.program.players)
            last.store(UNPLAYED, 4)
            with f.when((status.get() >= 0) & stopped.negated()):
                status.set(f.call("score", thread.state, thread.scratch, result))
                last.store((status.get() < 0).select(UNPLAYED, thread.decisions.get()), 4)
            if kept is not None:
                with f.when((status.get() >= 0) & stopped):
                    self._keep(thread, kept)
                    last.store(PAUSED, 4)

    def _scratch(self, f: Kernel, stop: Pointer) -> Pointer:
        """The context of the thread for a question that begins now."""
        scratch, rows = f.buffer(context.SIZE), f.buffer(self._rows_bytes)
        arena = f.buffer(self._unit.room.arena if self._keeps_lists else 8)
        f.clear_block(scratch, context.HEAD)
        for field, address in ((context.ROWS, rows), (context.ARENA, arena), (context.STOP, stop)):
            scratch.at(field).store_address(address)
        return scratch

    def _state(self, f: Kernel) -> Pointer:
        size = self._layout.size
        fast = fast_bytes(size, keeps_lists=self._keeps_lists)
        return f.fast_memory().at(f.place_in_block() * fast) if fast else f.buffer(size)


def kept_bytes(state: int) -> int:
    """For a match that is stopped: its state, its generator, its decisions."""
    return state + RNG_SIZE + 8


_MOST_FAST, _MOST_FAST_WITH_LISTS = 704, 448
"""Bytes of a state that lies in fast memory; in games that keep lists, the less there is of it, the
more of their lists the GPU's cache holds."""


def fast_bytes(state: int, *, keeps_lists: bool) -> int:
    """What a thread takes of a block's fast memory: its state, if it is small enough.

    An odd number of words, so that threads that look at the same place look at different banks.
    """
    most = _MOST_FAST_WITH_LISTS if keeps_lists else _MOST_FAST
    return state + 4 if state <= most else 0
