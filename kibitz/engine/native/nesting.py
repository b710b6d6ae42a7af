"""Playing on in emitted code with a little search at every decision: no learning needed."""

from __future__ import annotations

from kibitz.engine.native import context
from kibitz.engine.native import search_layout as search
from kibitz.engine.native.base import FAILED, Unit
from kibitz.engine.native.kernels import deciding_seat, is_stopped, stop_if
from kibitz.engine.native.llvm.function import Function
from kibitz.engine.native.llvm.words import Pointer, Real, Word
from kibitz.engine.native.signatures import Signature
from kibitz.engine.native.standing import place_reward, score_reward

TRY = Signature("try_out", "ppppi")
NEST = Signature("nest", "ppp")


class NestingKernels:
    def __init__(self, unit: Unit, width: int) -> None:
        self._unit = unit
        self._module = unit.module
        self._layout = unit.layout
        self._program = unit.program
        self._row = 4 * width

    def emit(self) -> None:
        self._emit_try_out()
        self._emit_nest()

    def _emit_try_out(self) -> None:
        """`try_out(state, context, parameters, result, option)`: what the option comes to for who
        is to choose, played on at random a few times: the sum of their rewards."""
        f = self._module.function(TRY, exported=False)
        state, scratch, parameters, result = (f.address(n) for n in range(4))
        option = f.number(4)
        trial, scores = f.buffer(self._layout.size), f.buffer(4 * self._program.players)
        seat = deciding_seat(f, self._layout, state)
        result.store_real(f.real(0.0))
        with f.count(0, parameters.at(search.NESTED).load(4)):
            f.copy(trial, state, self._layout.size)
            found = f.call("options", trial, scratch)
            stop_if(f, found < 0, found)
            status = self._play(f, trial, scratch, option)
            stop_if(f, status < 0, status)
            limit = parameters.at(search.LIMIT).load(4)
            played = f.call("play_on", trial, scratch, limit, f.null(), f.null())
            stop_if(f, played < 0, f.constant(FAILED))
            scored = f.call("score", trial, scratch, scores)
            stop_if(f, scored < 0, scored)
            result.add_real(self._reward(parameters, scores, seat))
        f.give(0)
        f.close()

    def _reward(self, parameters: Pointer, scores: Pointer, seat: Word) -> Real:
        by_score = parameters.at(search.BY_SCORE).load(4).differs(0)
        raw = score_reward(self._program, scores, seat)
        return raw.chosen(by_score, place_reward(self._program, scores, seat))

    def _emit_nest(self) -> None:
        """`nest(state, context, parameters)`: plays on to the end of the match or the limit; every
        seat takes what came to most when it was tried out. Fails as a rule does."""
        f = self._module.function(NEST, exported=False)
        state, scratch, parameters = (f.address(n) for n in range(3))
        worth, made = f.buffer(8), f.variable(0)
        status = f.variable(f.call("resume", state, scratch))
        with f.forever() as leave:
            leave((status.get() < 1) | is_stopped(scratch))
            leave(made.get() >= parameters.at(search.LIMIT).load(4))
            made.add(1)
            found = f.call("options", state, scratch)
            stop_if(f, found < 0, found)
            best, chosen = f.real_variable(-1e300), f.variable(0)
            with f.when(found > 1):
                with f.count(0, found) as option:
                    tried = f.call("try_out", state, scratch, parameters, worth, option)
                    stop_if(f, tried < 0, tried)
                    with f.when(worth.load_real() > best.get()):
                        best.set(worth.load_real())
                        chosen.set(option)
                f.call("options", state, scratch)
            status.set(self._play(f, state, scratch, chosen.get()))
        f.give((status.get() < 0).select(FAILED, 0))
        f.close()

    def _play(self, f: Function, state: Pointer, scratch: Pointer, chosen: Word) -> Word:
        row = scratch.at(context.ROWS).load_address().at(chosen * self._row)
        status = f.variable(f.call("perform", state, scratch, row))
        with f.when(status.get() >= 0):
            status.set(f.call("advance", state, scratch))
        return status.get()
