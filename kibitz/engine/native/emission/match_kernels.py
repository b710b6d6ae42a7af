"""Whole matches in emitted code: chance, dealing, playouts.

A playout draws both its chance and its choices from one generator, as the interpreter's does.
Match number m of a seed has its own generator, so results do not depend on who plays which.
"""

from __future__ import annotations

from functools import partial

from kibitz.engine.native.emission.base import FAILED, Unit
from kibitz.engine.native.layout import context, signatures
from kibitz.engine.native.layout.state_layout import FRAME_SIZE, StateLayout, decides
from kibitz.engine.native.llvm.function import Function
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.program import Decide
from kibitz.engine.program.static_analysis import setup_length
from kibitz.engine.program.work import STEP

BELOW = signatures.Signature("below", "pl")
PLAY_ON = signatures.Signature("play_on", "ppipp")
BEGIN = signatures.Signature("begin", "ppp")
CHOOSE = signatures.Signature("choose", "ppiipp")
PLAYOUT = signatures.Signature("playout", "pppippp")

_GOLDEN, _FIRST_MIX, _SECOND_MIX, _STREAM = (
    0x9E3779B97F4A7C15,
    0xBF58476D1CE4E5B9,
    0x94D049BB133111EB,
    0xD1342543DE82EF95,
)


class Kernels:
    """Writes the functions that stand on options, perform, advance and score."""

    def __init__(self, unit: Unit, template: bytes, width: int) -> None:
        self._unit = unit
        self._module = unit.module
        self._layout = unit.layout
        self._template = template
        self._width = width

    def emit_chance(self) -> None:
        self.emit_below()
        self.emit_seed()

    def emit_decisions(self) -> None:
        """How a match begins, and one decision."""
        self.emit_lay_out()
        self.emit_begin()
        self.emit_choose()

    def emit_matches(self) -> None:
        """Whole matches."""
        self.emit_deal()
        self.emit_resume()
        self.emit_play_on()
        self.emit_playout()
        self.emit_playouts()

    def emit_below(self) -> None:
        """A number below the bound, by multiplying and, rarely, drawing again."""
        f = self._module.function(BELOW, inline=True, exported=False)
        words, bound = f.address(0), f.number(1)
        product = f.variable64(_draw(f, words) * bound)
        low = product.get() & 0xFFFFFFFF
        with f.when(low.below(bound), rarely=True):
            threshold = (f.constant64(1 << 32) - bound).unsigned_remainder(bound)
            with f.forever() as leave:
                leave((product.get() & 0xFFFFFFFF).below(threshold).negated())
                product.set(_draw(f, words) * bound)
        f.give((product.get() >> 32).narrowed())

    def emit_seed(self) -> None:
        """`seed(context, seed, stream)`: the generator of one match."""
        f = self._module.function(signatures.SEED)
        words, seed, stream = f.address(0), f.number(1), f.number(2)
        _, start = _split_mix(seed)
        state = start ^ (stream * _signed(_STREAM))
        for number in range(4):
            state, word = _split_mix(state)
            words.at(context.RNG + 8 * number).store(word, 8)
        f.give(0)

    def emit_dispatches(self) -> None:
        self.emit_dispatch("options")
        self.emit_dispatch("perform")

    def emit_dispatch(self, name: str) -> None:
        """`options`, `keyed` or `perform` for whatever decision the state is at."""
        f = self._module.function(signatures.Signature(name, "ppp" if name == "perform" else "pp"))
        arguments = [f.address(n) for n in range(3 if name == "perform" else 2)]
        position = arguments[0].at(self._layout.position).load(4)
        steps = decides(self._unit.program)

        def pass_on(name: str) -> None:
            f.give(f.call(name, *arguments))

        if steps:
            f.switch(position, {n: partial(pass_on, f"{name}{n}") for n in steps})
        f.give(FAILED)

    def emit_lay_out(self) -> None:
        """`lay_out(state, context)`: the table before the first step of a match."""
        f = self._module.function(signatures.Signature("lay_out", "pp"), exported=False)
        state, scratch = f.address(0), f.address(1)
        f.copy_block(state, f.table_address(list(self._template), 1), self._layout.size)
        length = setup_length(self._unit.program)
        setup = sum(STEP + self._unit.prices.of(step) for step in self._unit.program.code[:length])
        scratch.at(context.WORK).store(f.constant64(setup), 8)
        scratch.at(context.ARENA_USED).store(0, 4)
        f.give(0)

    def emit_deal(self) -> None:
        """`deal(state, context)`: a new match, up to its first decision (1) or its end (0)."""
        f = self._module.function(signatures.DEAL)
        state, scratch = f.address(0), f.address(1)
        f.call("lay_out", state, scratch)
        f.give(f.call("advance", state, scratch))

    def emit_choose(self) -> None:
        """`choose(state, context, count, chosen, trace, tally)`: play one of the options found.

        The trace, unless it is null, gets a word: options, seat, move. The tally, unless it is
        null, counts the decision. Returns -1 for a fault.
        """
        f = self._module.function(CHOOSE, exported=False)
        state, scratch, count, chosen = f.address(0), f.address(1), f.number(2), f.number(3)
        trace, tally = f.address(4), f.address(5)
        row = scratch.at(context.ROWS).load_address().at(chosen * (4 * self._width))
        with f.when(trace.is_null().negated()):
            seat = deciding_seat(f, self._layout, state) << signatures.TRACED_SEAT
            move = self._move(f, state, row) << signatures.TRACED_MOVE
            trace.store(move | seat | count, 4)
        with f.when(tally.is_null().negated()):
            self._count(f, tally, count, self._move(f, state, row))
        f.give(f.call("perform", state, scratch, row))

    def emit_play_on(self) -> None:
        """`play_on(state, context, limit, trace, tally)`: random choices to the end of the match.

        It begins by advancing, which leaves a state that is at a decision where it is: so that
        there is one call, in which the steps can vanish.

        Returns the number of decisions, with CAPPED set if it stopped at the limit or was stopped.
        The trace, unless it is null, gets a word for every decision; the tally counts them.
        """
        f = self._module.function(PLAY_ON)
        state, scratch, limit = f.address(0), f.address(1), f.number(2)
        trace, tally = f.address(3), f.address(4)
        decisions = f.variable(0)
        status = f.variable(0)
        with f.forever() as leave:
            status.set(f.call("advance", state, scratch))
            leave(status.get() < 1)
            made = decisions.get()
            with f.when((made >= limit) | is_stopped(scratch)):
                f.give(made | signatures.CAPPED)
            count = f.call("options", state, scratch)
            with f.when(count < 0, rarely=True):
                f.give(FAILED)
            decisions.set(made + 1)
            here = trace.select(trace.is_null(), trace.at(made * 4))
            chosen = f.call("below", scratch, count.widened())
            done = f.call("choose", state, scratch, count, chosen, here, tally)
            with f.when(done < 0, rarely=True):
                f.give(FAILED)
        with f.when(status.get() < 0, rarely=True):
            f.give(FAILED)
        f.give(decisions.get())

    def _count(self, f: Function, tally: Pointer, count: Word, move: Word) -> None:
        """One more decision, in 64 bits."""
        options, most, forced = (tally.at(8 * word) for word in range(signatures.TALLIED_MOVES))
        wide, before = count.widened(), most.load(8)
        options.store(options.load(8) + wide, 8)
        most.store((wide > before).select(wide, before), 8)
        forced.store(forced.load(8) + count.equals(1).narrowed().widened(), 8)
        if self._unit.program.moves:
            with f.when(move > 0):
                made = tally.at(move * 8 + 8 * (signatures.TALLIED_MOVES - 1))
                made.store(made.load(8) + 1, 8)

    def _move(self, f: Function, state: Pointer, row: Pointer) -> Word:
        """The number of the name that the option of a row has."""
        program = self._unit.program
        if not program.moves:
            return f.constant(0)
        numbers, firsts = [0], []
        for step in program.code:
            firsts.append(len(numbers))
            names = step.names if isinstance(step, Decide) else ()
            numbers += [program.moves.index(name) + 1 if name else 0 for name in names]
        first = f.look_up(firsts, state.at(self._layout.position).load(4), 4)
        return f.look_up(numbers, first + row.load(4), 2)

    def emit_resume(self) -> None:
        """`resume(state, context)`: whether the state is at a decision (1) or the end (0)."""
        f = self._module.function(signatures.Signature("resume", "pp"), inline=True, exported=False)
        position = f.address(0).at(self._layout.position).load(4)
        last = len(self._unit.program.code) - 1
        f.give(position.differs(last).narrowed())

    def emit_begin(self) -> None:
        """`begin(start, state, context)`: a new match, or from `start` on unless it is null."""
        f = self._module.function(BEGIN, exported=False)
        start, state, scratch = f.address(0), f.address(1), f.address(2)
        with f.either(start.is_null()) as (new, old):
            with new:
                f.call("lay_out", state, scratch)
            with old:
                f.copy_block(state, start, self._layout.size)
                scratch.at(context.WORK).store(f.constant64(0), 8)
        f.give(0)

    def emit_playout(self) -> None:
        """`playout(start, state, context, limit, result, trace, tally)`: one match, with the
        generator of the context; from the deal if `start` is null.

        The result is the seats' scores and the number of decisions. Returns 1, or 0 if a rule
        failed or somebody wants it to stop.
        """
        f = self._module.function(PLAYOUT, exported=False)
        start, state, scratch, limit = f.address(0), f.address(1), f.address(2), f.number(3)
        result, trace, tally = f.address(4), f.address(5), f.address(6)
        with f.when(tally.is_null().negated()):
            f.clear_block(tally, signatures.tally_bytes(self._unit.program))
        f.call("begin", start, state, scratch)
        decisions = f.call("play_on", state, scratch, limit, trace, tally)
        stop_if(f, (decisions < 0) | is_stopped(scratch), 0)
        stop_if(f, f.call("score", state, scratch, result) < 0, 0)
        result.at(4 * self._unit.program.players).store(decisions, 4)
        f.give(1)

    def emit_playouts(self) -> None:
        """`playouts(start, context, seed, first, count, limit, results, traces, tallies)`.

        Matches `first` … of the seed. Returns how many were finished before one met a fault or was
        stopped.
        """
        f = self._module.function(signatures.PLAYOUTS)
        start, scratch, seed, first = f.address(0), f.address(1), f.number(2), f.number(3)
        count, limit, results, traces = f.number(4), f.number(5), f.address(6), f.address(7)
        state, tallies = f.buffer(self._layout.size), f.address(8)
        result_size = 4 * (self._unit.program.players + 1)
        with f.count(0, count) as number:
            wide = number.widened()
            f.call("seed", scratch, seed, first + wide)
            result = results.at(wide * result_size)
            trace = traces.select(traces.is_null(), traces.at(wide * limit.widened() * 4))
            tally = tallies.at(wide * signatures.tally_bytes(self._unit.program))
            tally = tallies.select(tallies.is_null(), tally)
            played = f.call("playout", start, state, scratch, limit, result, trace, tally)
            stop_if(f, played < 1, number)
        f.give(count)


def _draw(f: Function, words: Pointer) -> Word:
    """The upper 32 of the generator's next 64 bits (xoshiro256**)."""
    addresses = [words.at(context.RNG + 8 * number) for number in range(4)]
    a, b, c, d = (address.load(8) for address in addresses)
    result = (b * 5).rotated_left(7) * 9
    c, d = c ^ a, d ^ b
    for address, word in zip(
        addresses, (a ^ d, b ^ c, c ^ (b << 17), d.rotated_left(45)), strict=True
    ):
        address.store(word, 8)
    return result >> 32


def _split_mix(state: Word) -> tuple[Word, Word]:
    state = state + _signed(_GOLDEN)
    mixed = (state ^ (state >> 30)) * _signed(_FIRST_MIX)
    mixed = (mixed ^ (mixed >> 27)) * _signed(_SECOND_MIX)
    return state, mixed ^ (mixed >> 31)


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


def deciding_seat(f: Function, layout: StateLayout, state: Pointer) -> Word:
    """The current player of the innermost stage at the step where the state rests."""
    offsets = [layout.seat_frames + FRAME_SIZE * seat for seat, _ in layout.depths]
    position = state.at(layout.position).load(4)
    return state.at(f.look_up(offsets, position, 2)).load(1)


def is_stopped(scratch: Pointer) -> Word:
    """Whether somebody wants the code to stop."""
    return scratch.at(context.STOP).load_address().load_now().differs(0)


def stop_if(f: Function, test: Word, done: Word | int) -> None:
    """Leave with the number done so far when something failed."""
    with f.when(test, rarely=True):
        f.give(done)


def play_or_stop(
    f: Function, at: tuple[Pointer, Pointer], chosen: Word, row_bytes: int, done: Word | int
) -> None:
    """Play an option `at` a state and its context, up to the next decision; leave with the number
    done so far where a rule fails."""
    state, scratch = at
    row = scratch.at(context.ROWS).load_address().at(chosen * row_bytes)
    stop_if(f, f.call("perform", state, scratch, row) < 0, done)
    stop_if(f, f.call("advance", state, scratch) < 0, done)


RNG_SIZE = 32


class ManyKernels:
    def __init__(self, unit: Unit, width: int) -> None:
        self._unit = unit
        self._module = unit.module
        self._size = unit.layout.size
        self._width = width

    def emit(self) -> None:
        self._emit_deal()
        self._emit_options()
        self._emit_step()
        self._emit_score()

    def _emit_deal(self) -> None:
        """`deal_many(states, context, rngs, seed, first, count)`: matches `first` … of the seed."""
        f = self._module.function(signatures.DEAL_MANY)
        states, scratch, rngs = f.address(0), f.address(1), f.address(2)
        seed, first, count = f.number(3), f.number(4), f.number(5)
        with f.count(0, count) as number:
            stop_if(f, is_stopped(scratch), number)
            f.call("seed", scratch, seed, first + number.widened())
            state = states.at(number.widened() * self._size)
            stop_if(f, f.call("deal", state, scratch) < 0, number)
            f.copy_block(rngs.at(number.widened() * RNG_SIZE), scratch.at(context.RNG), RNG_SIZE)
        f.give(count)

    def _emit_options(self) -> None:
        """`options_many(states, context, counts, seats, count)`: 0 options where it is over."""
        f = self._module.function(signatures.OPTIONS_MANY)
        states, scratch, counts, seats = (f.address(n) for n in range(4))
        total = f.number(4)
        with f.count(0, total) as number:
            state = states.at(number.widened() * self._size)
            stop_if(f, is_stopped(scratch), number)
            found = f.variable(0)
            with f.when(f.call("resume", state, scratch) > 0):
                found.set(f.call("options", state, scratch))
                stop_if(f, found.get() < 0, number)
            counts.at(number.widened() * 4).store(found.get(), 4)
            seats.at(number.widened() * 4).store(deciding_seat(f, self._unit.layout, state), 4)
        f.give(total)

    def _emit_step(self) -> None:
        """`step_many(states, context, rngs, choices, count)`: what is over stays as it is."""
        f = self._module.function(signatures.STEP_MANY)
        states, scratch, rngs, choices = (f.address(n) for n in range(4))
        total = f.number(4)
        with f.count(0, total) as number:
            state = states.at(number.widened() * self._size)
            stop_if(f, is_stopped(scratch), number)
            with f.when(f.call("resume", state, scratch) > 0):
                words = rngs.at(number.widened() * RNG_SIZE)
                f.copy_block(scratch.at(context.RNG), words, RNG_SIZE)
                chosen = choices.at(number.widened() * 4).load(4)
                found = f.call("options", state, scratch)
                stop_if(f, (found < 0) | chosen.below(found).negated(), number)
                play_or_stop(f, (state, scratch), chosen, 4 * self._width, number)
                f.copy_block(words, scratch.at(context.RNG), RNG_SIZE)
        f.give(total)

    def _emit_score(self) -> None:
        """`score_many(states, context, scores, count)`: as they stand."""
        f = self._module.function(signatures.SCORE_MANY)
        states, scratch, scores, total = f.address(0), f.address(1), f.address(2), f.number(3)
        row = 4 * self._unit.program.players
        with f.count(0, total) as number:
            stop_if(f, is_stopped(scratch), number)
            state = states.at(number.widened() * self._size)
            scored = f.call("score", state, scratch, scores.at(number.widened() * row))
            stop_if(f, scored < 0, number)
        f.give(total)
