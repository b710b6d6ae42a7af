"""Common random numbers in emitted code: options tried in the same worlds, by the same chance.

In each world every option that is asked for is played, and the match then played on, by a net
where there is one, else at random. The chance of a world begins anew for each option, so that
options differ by what they do and not by their luck.
"""

from __future__ import annotations

from kibitz.engine.native.emission.base import Unit
from kibitz.engine.native.emission.match_kernels import (
    RNG_SIZE,
    deciding_seat,
    is_stopped,
    play_or_stop,
    stop_if,
)
from kibitz.engine.native.layout import context
from kibitz.engine.native.layout.signatures import APPRAISE
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.native.search import search_layout as search
from kibitz.engine.native.search.plans import UNHEEDED, walk_size


class AppraisalKernel:
    """`appraise(base, context, plan, parameters, seed, first, chosen, results, ends)`.

    Worlds `first` … of the seed, as many as the parameters say; `chosen` lists the options to be
    played. A result is the seats' scores, the decisions that were made after the option, ODD in
    a world that offers other options, the seat that decided last, whether the world is one that
    does not heed what was chosen before, and whether the match was over. The states at the last
    decision and at the end go to `ends`, unless it is null. Returns the worlds done; fewer than
    asked for means that a rule failed in the next one, or that it was stopped.
    """

    def __init__(self, unit: Unit, width: int, *, has_nets: bool) -> None:
        """`has_nets`: there is code with which a net can play on."""
        self._unit = unit
        self._layout = unit.layout
        self._row = 4 * width
        self._has_nets = has_nets
        self._players = unit.program.players

    def emit(self) -> None:
        f = self._f = self._unit.module.function(APPRAISE)
        base, self._scratch, plan, self._parameters = (f.address(n) for n in range(4))
        seed, first = f.number(4), f.number(5)
        self._chosen, self._results, self._ends = (f.address(n) for n in range(6, 9))
        self._world, self._state = (f.buffer(self._layout.size) for _ in range(2))
        self._chance = f.buffer(RNG_SIZE)
        past, begun = (self._parameters.at(n).load_address() for n in (search.PAST, search.WALK))
        room = walk_size(self._layout)
        walk = self._walk = f.buffer(room)
        count = self._parameter(search.CHOSEN)
        with f.count(0, self._parameter(search.SIMULATIONS)) as number:
            stop_if(f, is_stopped(self._scratch), number)
            f.call("seed", self._scratch, seed, first + number.widened())
            f.copy(self._world, base, self._layout.size)
            f.copy(walk, begun, room)
            walk.at(UNHEEDED).store(0, 4)
            f.call("recall_world", self._world, self._scratch, plan, past, walk)
            f.copy(self._chance, self._scratch.at(context.RNG), RNG_SIZE)
            with f.count(0, count) as place:
                self._try(number * count + place, self._chosen.at(place * 4).load(4), number)
        f.give(self._parameter(search.SIMULATIONS))
        f.close()

    def _parameter(self, offset: int) -> Word:
        return self._parameters.at(offset).load(4)

    def _try(self, place: Word, option: Word, number: Word) -> None:
        """Play the option in the world, and the match to its end."""
        f, state, scratch = self._f, self._state, self._scratch
        result = self._results.at(place * (4 * (self._players + search.BESIDE)))
        made, last, unheeded, over = (result.at(4 * (self._players + n)) for n in range(4))
        unheeded.store(self._walk.at(UNHEEDED).load(4), 4)
        f.copy(state, self._world, self._layout.size)
        f.copy(scratch.at(context.RNG), self._chance, RNG_SIZE)
        found = f.variable(0)
        with f.when(f.call("resume", state, scratch) > 0):
            found.set(f.call("options", state, scratch))
        stop_if(f, found.get() < 0, number)
        made.store(search.ODD, 4)
        with f.when(found.get().equals(self._parameter(search.OPTIONS))):
            made.store(0, 4)
            last.store(deciding_seat(f, self._layout, state), 4)
            ends = self._ends.at(place * (2 * self._layout.size))
            self._keep(ends)
            play_or_stop(f, (state, scratch), option, self._row, number)
            over.store(self._play_on(made, last, ends, number), 4)
            self._keep(ends.at(self._layout.size))
            stop_if(f, f.call("score", state, scratch, result) < 0, number)

    def _keep(self, place: Pointer) -> None:
        """The state as it is now, if states are asked for."""
        with self._f.when(self._ends.is_null().negated(), rarely=True):
            self._f.copy(place, self._state, self._layout.size)

    def _play_on(self, made: Pointer, last: Pointer, ends: Pointer, number: Word) -> Word:
        """To the end of the match, which is 1, or to the limit or the change of the number that is
        watched, which is 0."""
        f, state, scratch = self._f, self._state, self._scratch
        until = self._parameter(search.UNTIL)
        before, status = self._world.at(until).load(4), f.variable(0)
        with f.forever() as leave:
            status.set(f.call("resume", state, scratch))
            leave(status.get() < 1)
            leave(made.load(4) >= self._parameter(search.LIMIT))
            leave(until.differs(0) & state.at(until).load(4).differs(before))
            stop_if(f, is_stopped(scratch), number)
            made.store(made.load(4) + 1, 4)
            last.store(deciding_seat(f, self._layout, state), 4)
            self._keep(ends)
            found = f.call("options", state, scratch)
            stop_if(f, found < 0, number)
            chosen = self._choice(found)
            stop_if(f, chosen < 0, number)
            play_or_stop(f, (state, scratch), chosen, self._row, number)
        return (status.get() < 1).select(1, 0)

    def _choice(self, found: Word) -> Word:
        """The net's, where there is one; else any."""
        f, scratch = self._f, self._scratch
        if not self._has_nets:
            return f.call("below", scratch, found.widened())
        weights = self._parameters.at(search.NET).load_address()
        wants = self._parameters.at(search.WANTS)
        return f.call("ask", self._state, scratch, weights, wants, found)
