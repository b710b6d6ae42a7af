"""Many states at once in emitted code, for agents that learn.

Every function goes through an array of states. It returns how many it has done; fewer than asked
for means that the next one met a fault, or was given a choice that it does not have.
"""

from __future__ import annotations

from kibitz.engine.native.emission.base import Unit
from kibitz.engine.native.llvm.function import Function
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.native.runtime import context
from kibitz.engine.native.runtime.match_kernels import deciding_seat, is_stopped, stop_if
from kibitz.engine.native.runtime.signatures import DEAL_MANY, OPTIONS_MANY, SCORE_MANY, STEP_MANY

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
        f = self._module.function(DEAL_MANY)
        states, scratch, rngs = f.address(0), f.address(1), f.address(2)
        seed, first, count = f.number(3), f.number(4), f.number(5)
        with f.count(0, count) as number:
            stop_if(f, is_stopped(scratch), number)
            f.call("seed", scratch, seed, first + number.widened())
            stop_if(
                f, f.call("deal", states.at(number.widened() * self._size), scratch) < 0, number
            )
            f.copy_block(rngs.at(number.widened() * RNG_SIZE), scratch.at(context.RNG), RNG_SIZE)
        f.give(count)
        f.close()

    def _emit_options(self) -> None:
        """`options_many(states, context, counts, seats, count)`: 0 options where it is over."""
        f = self._module.function(OPTIONS_MANY)
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
        f.close()

    def _emit_step(self) -> None:
        """`step_many(states, context, rngs, choices, count)`: what is over stays as it is."""
        f = self._module.function(STEP_MANY)
        states, scratch, rngs, choices = (f.address(n) for n in range(4))
        total = f.number(4)
        with f.count(0, total) as number:
            state = states.at(number.widened() * self._size)
            stop_if(f, is_stopped(scratch), number)
            with f.when(f.call("resume", state, scratch) > 0):
                words = rngs.at(number.widened() * RNG_SIZE)
                f.copy_block(scratch.at(context.RNG), words, RNG_SIZE)
                self._step(f, state, scratch, choices.at(number.widened() * 4).load(4), number)
                f.copy_block(words, scratch.at(context.RNG), RNG_SIZE)
        f.give(total)
        f.close()

    def _step(
        self, f: Function, state: Pointer, scratch: Pointer, chosen: Word, number: Word
    ) -> None:
        found = f.call("options", state, scratch)
        stop_if(f, (found < 0) | chosen.below(found).negated(), number)
        row = scratch.at(context.ROWS).load_address().at(chosen * (4 * self._width))
        stop_if(f, f.call("perform", state, scratch, row) < 0, number)
        stop_if(f, f.call("advance", state, scratch) < 0, number)

    def _emit_score(self) -> None:
        """`score_many(states, context, scores, count)`: as they stand."""
        f = self._module.function(SCORE_MANY)
        states, scratch, scores, total = f.address(0), f.address(1), f.address(2), f.number(3)
        row = 4 * self._unit.program.players
        with f.count(0, total) as number:
            stop_if(f, is_stopped(scratch), number)
            state, target = (
                states.at(number.widened() * self._size),
                scores.at(number.widened() * row),
            )
            stop_if(f, f.call("score", state, scratch, target) < 0, number)
        f.give(total)
        f.close()
