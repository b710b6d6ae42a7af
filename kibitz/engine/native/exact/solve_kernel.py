"""Everything that can still happen, gone through in emitted code.

Cards that nobody has looked at are undealt (`engine/lazy_deal.py` says what that means). Rules that
read the face of one give up, the solver deals it every face that is left, one after the other, and
carries the rules out again. Frames lie on a stack, since emitted code does not recurse.

A seat must see every card that has a face when it decides, and no other may have been shown: then
what it sees is all that anybody knows, and it may choose what is best. Else the solver gives up.
"""

from __future__ import annotations

from functools import partial

from kibitz.engine.native.emission.base import FAILED, Pile, Unit
from kibitz.engine.native.emission.function_emitter import FunctionEmitter
from kibitz.engine.native.exact import solve_layout as told
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.native.runtime import context
from kibitz.engine.native.runtime.match_kernels import deciding_seat, is_stopped
from kibitz.engine.native.runtime.signatures import SOLVE, Signature
from kibitz.engine.native.search.standing import place_reward, score_reward, standing
from kibitz.engine.places import seen_by

_TRY, _DEAL, _DRAW, _DECIDE = range(4)
"""What a frame is: something to carry out, faces of a card, numbers of a draw, options."""
_REST, _PLAY, _SCORE = range(3)
"""What is carried out: a decision is looked at, an option played, a match that is over scored."""
_NOTHING, _SECRET = 1 << 20, 1 << 21


class Looker(FunctionEmitter):
    """`look(state, context, seat)`: an undealt card that the seat sees, or that there is none."""

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, Signature("look", "ppi"))
        self._seat = self.f.number(2)

    def emit(self) -> None:
        f, players = self.f, self.program.players
        seats_by_place = [
            sum(1 << seat for seat in seen_by(place, players)) for place in self.layout.places
        ]
        with f.count(0, len(self.layout.places)) as location:
            seats = f.look_up(seats_by_place, location, 4)
            is_seen = ((seats >> self._seat) & 1).differs(0)
            self.piles.each_of_pile(Pile(location, False), 0, partial(self._look, is_seen))
        f.give(_NOTHING)
        f.close()

    def _look(self, is_seen: Word, card: Word) -> None:
        face = self.scores.face_address(card).load(2)
        is_dealt = face < context.SHOWN
        with self.f.when(is_seen & is_dealt.negated()):
            self.f.give(card)
        with self.f.when(is_seen.negated() & face.differs(context.UNDEALT)):
            self.f.give(_SECRET)


class SolveKernel:
    """`solve(start, context, parameters, results, spent)`: by option what comes of it.

    Returns DONE, TOO_BIG, SECRET, or -1 if a rule failed or it was stopped.
    """

    def __init__(self, unit: Unit, width: int) -> None:
        self._unit = unit
        self._width = width
        self._players = unit.program.players
        self._frame = told.FrameLayout(unit.layout.size, unit.layout.nodes, self._players)
        self._values = told.values(self._players)

    def emit(self) -> None:
        Looker(self._unit).emit()
        f = self._f = self._unit.module.function(SOLVE)
        self._scratch, self._parameters, self._results = (f.address(n) for n in (1, 2, 3))
        self._frames = self._parameters.at(told.FRAMES).load_address()
        self._faces = self._parameters.at(told.FACES).load_address()
        self._scores = f.buffer(4 * self._players)
        self._top, self._status = f.variable(0), f.variable(told.RUNNING)
        self._left = f.variable(self._parameter(told.BUDGET))
        self._has_failed = f.variable(0)
        self._begin(f.address(0))
        with f.forever() as leave:
            leave(self._status.get().differs(told.RUNNING))
            frame = self._at(self._top.get())
            with f.when(is_stopped(self._scratch), rarely=True):
                self._status.set(FAILED)
            cases = {_TRY: self._try, _DEAL: self._deal, _DRAW: self._draw, _DECIDE: self._decide}
            f.switch(
                frame.at(self._frame.kind).load(4),
                {kind: partial(case, frame) for kind, case in cases.items()},
            )
        f.address(4).store(self._parameter(told.BUDGET) - self._left.get(), 4)
        f.give(self._status.get())
        f.close()

    def _parameter(self, offset: int) -> Word:
        return self._parameters.at(offset).load(4)

    def _at(self, depth: Word) -> Pointer:
        return self._frames.at(depth * self._frame.size)

    def _begin(self, start: Pointer) -> None:
        f, frame = self._f, self._frames
        f.copy(frame, start, self._unit.layout.size)
        f.copy(frame.at(self._frame.faces), self._faces, 2 * self._unit.layout.nodes)
        left = self._parameters.at(told.LEFT).load_address()
        f.copy(frame.at(self._frame.left), left, told.MOST_FACES)
        frame.at(self._frame.undealt).store(self._parameter(told.UNDEALT_COUNT), 4)
        for field in (self._frame.task, self._frame.drawn, self._frame.kind):
            frame.at(field).store(0, 4)

    # ------------------------------------------------------------------ carrying out

    def _try(self, frame: Pointer) -> None:
        f, layout = self._f, self._frame
        self._left.add(-1)
        with f.when(self._left.get() < 0):
            self._status.set(told.TOO_BIG)
        f.copy(self._faces, frame.at(layout.faces), 2 * self._unit.layout.nodes)
        script = self._scratch.at(context.SCRIPT).load_address()
        f.copy(script, frame.at(layout.draws), told.MOST_DRAWS)
        self._scratch.at(context.SCRIPT_LENGTH).store(frame.at(layout.drawn).load(4), 4)
        for field in (context.SCRIPT_AT, context.BOUND):
            self._scratch.at(field).store(0, 4)
        self._scratch.at(context.WANTED).store(-1, 4)
        self._has_failed.set(0)
        tasks = {_REST: self._rest, _PLAY: self._play, _SCORE: self._score}
        f.switch(
            frame.at(layout.task).load(4),
            {task: partial(carry_out, frame) for task, carry_out in tasks.items()},
        )
        with f.when(self._has_failed.get().differs(0)):
            self._wait_for_chance(frame)

    def _rest(self, frame: Pointer) -> None:
        """The seat that decides looks at its cards, and at its options."""
        f, layout = self._f, self._frame
        seat = deciding_seat(f, self._unit.layout, frame)
        looked = f.call("look", frame, self._scratch, seat)
        with f.when(looked.equals(_SECRET)):
            self._status.set(told.SECRET)
        with f.when(looked < _NOTHING):
            self._scratch.at(context.WANTED).store(looked, 4)
            self._has_failed.set(1)
        with f.when(looked.equals(_NOTHING)):
            count = f.call("options", frame, self._scratch)
            with f.when(count < 0):
                self._has_failed.set(1)
            with f.when(count >= 0):
                frame.at(layout.kind).store(_DECIDE, 4)
                frame.at(layout.count).store(count, 4)
                frame.at(layout.seat).store(seat, 4)
                for field in (layout.index, layout.is_answered):
                    frame.at(field).store(0, 4)

    def _play(self, frame: Pointer) -> None:
        """Play the option in a copy; if all goes well, the frame goes on from there."""
        f, layout = self._f, self._frame
        after = self._at(self._top.get() + 1)
        f.copy(after, frame, self._unit.layout.size)
        rows = self._scratch.at(context.ROWS).load_address()
        status = f.variable(f.call("options", after, self._scratch))
        with f.when(status.get() >= 0):
            row = rows.at(frame.at(layout.option).load(4) * (4 * self._width))
            status.set(f.call("perform", after, self._scratch, row))
            with f.when(status.get() >= 0):
                status.set(f.call("advance", after, self._scratch))
        with f.when((status.get() < 0) & self._is_as_far_as_wanted(after)):
            status.set(0)
        with f.when(status.get() < 0):
            self._has_failed.set(1)
        with f.when(status.get() >= 0):
            f.copy(frame, after, self._unit.layout.size)
            f.copy(frame.at(layout.faces), self._faces, 2 * self._unit.layout.nodes)
            frame.at(layout.drawn).store(0, 4)
            frame.at(layout.task).store(status.get().equals(0).select(_SCORE, _REST), 4)

    def _is_as_far_as_wanted(self, state: Pointer) -> Word:
        """Whether chance is asked for in the next hole, and nobody wants to know of that one."""
        slot = self._parameter(told.WATCH)
        is_watched = slot >= 0
        number = state.at(is_watched.select(slot, 0) * 4 + self._unit.layout.ints).load(4)
        is_chance = self._scratch.at(context.BOUND).load(4).differs(0) | (
            self._scratch.at(context.WANTED).load(4) >= 0
        )
        return is_watched & is_chance & number.differs(self._parameter(told.WATCHED))

    def _score(self, frame: Pointer) -> None:
        f = self._f
        scored = f.call("score", frame, self._scratch, self._scores)
        with f.when(scored < 0):
            self._has_failed.set(1)
        with f.when(scored >= 0):
            self._count(frame.at(self._frame.values))
            self._close(frame)

    def _count(self, values: Pointer) -> None:
        f, program, players = self._f, self._unit.program, self._players
        f.clear(values, 8 * self._values)
        with f.count(0, players) as seat:
            better, equal = standing(program, self._scores, seat)
            first = f.real(1.0) / equal.real()
            win = first.chosen(better.equals(0), f.real(0.0))
            values.at(seat * 8).store_real(score_reward(program, self._scores, seat))
            place = place_reward(program, self._scores, seat)
            values.at(seat * 8 + 8 * players).store_real(place)
            values.at(seat * 8 + 16 * players).store_real(win)
        mine = self._scores.at(self._parameter(told.OWN) * 4).load(4)
        number = mine - self._parameter(told.BASE)
        number = (number < 0).select(0, number)
        number = (number >= told.BINS).select(told.BINS - 1, number)
        values.at(number * 8 + 24 * players).store_real(f.real(1.0))

    # ------------------------------------------------------------------ chance

    def _wait_for_chance(self, frame: Pointer) -> None:
        """The rules gave up because chance must decide first; or because they failed."""
        f, layout = self._f, self._frame
        bound = self._scratch.at(context.BOUND).load(4)
        wanted = self._scratch.at(context.WANTED).load(4)
        drawn = frame.at(layout.drawn).load(4)
        with f.when(bound.equals(0) & (wanted < 0)):
            self._status.set(FAILED)
        with f.when(bound.differs(0) & ((bound > 255) | (drawn >= told.MOST_DRAWS))):
            self._status.set(told.TOO_BIG)
        with f.when(self._top.get().equals(0)):
            self._status.set(told.SECRET)
        frame.at(layout.kind).store(bound.equals(0).select(_DEAL, _DRAW), 4)
        frame.at(layout.card).store(wanted, 4)
        frame.at(layout.count).store(bound, 4)
        frame.at(layout.index).store(0, 4)
        f.clear(frame.at(layout.values), 8 * self._values)

    def _deal(self, frame: Pointer) -> None:
        """The next face that the card may have."""
        f, layout = self._f, self._frame
        index = frame.at(layout.index).load(4)
        with f.either(index < self._parameter(told.FACE_COUNT)) as (more, done):
            with more:
                frame.at(layout.index).store(index + 1, 4)
                left = frame.at(layout.left).at(index).load(1)
                with f.when(left > 0):
                    undealt = frame.at(layout.undealt).load(4)
                    frame.at(layout.weight).store_real(left.real() / undealt.real())
                    opened = self._open(frame)
                    like = self._parameters.at(told.LIKE).load_address().at(index * 4).load(4)
                    card = frame.at(layout.card).load(4)
                    opened.at(layout.faces).at(card * 2).store(like, 2)
                    opened.at(layout.left).at(index).store(left - 1, 1)
                    opened.at(layout.undealt).store(undealt - 1, 4)
            with done:
                self._close(frame)

    def _draw(self, frame: Pointer) -> None:
        """The next number that may be drawn."""
        f, layout = self._f, self._frame
        index, count = frame.at(layout.index).load(4), frame.at(layout.count).load(4)
        with f.either(index < count) as (more, done):
            with more:
                frame.at(layout.index).store(index + 1, 4)
                frame.at(layout.weight).store_real(f.real(1.0) / count.real())
                opened, drawn = self._open(frame), frame.at(layout.drawn).load(4)
                opened.at(layout.draws).at(drawn).store(index, 1)
                opened.at(layout.drawn).store(drawn + 1, 4)
            with done:
                self._close(frame)

    def _decide(self, frame: Pointer) -> None:
        """The next option."""
        f, layout = self._f, self._frame
        index = frame.at(layout.index).load(4)
        with f.either(index < frame.at(layout.count).load(4)) as (more, done):
            with more:
                frame.at(layout.index).store(index + 1, 4)
                opened = self._open(frame)
                opened.at(layout.task).store(_PLAY, 4)
                opened.at(layout.option).store(index, 4)
                opened.at(layout.drawn).store(0, 4)
            with done:
                self._close(frame)

    # ------------------------------------------------------------------ frames

    def _open(self, frame: Pointer) -> Pointer:
        """A frame on top of this one, with all that it hands down."""
        f, layout = self._f, self._frame
        depth = self._top.get() + 1
        self._top.set(depth)
        # One frame more is always there: an option is played in the one above.
        with f.when(depth + 2 > self._parameter(told.DEPTH)):
            self._status.set(told.TOO_BIG)
        opened = self._at(depth)
        f.copy(opened, frame, layout.handed_down)
        opened.at(layout.kind).store(_TRY, 4)
        return opened

    def _close(self, frame: Pointer) -> None:
        """What came of the frame goes to the one below it."""
        f, layout = self._f, self._frame
        with f.when(self._top.get().equals(0)):
            self._status.set(told.DONE)
        with f.when(self._top.get() > 0):
            depth = self._top.get() - 1
            self._top.set(depth)
            below, values = self._at(depth), frame.at(layout.values)
            with f.either(below.at(layout.kind).load(4).equals(_DECIDE)) as (decided, dealt):
                with decided:
                    self._compare(below, values)
                with dealt:
                    weight = below.at(layout.weight).load_real()
                    total = below.at(layout.values)
                    with f.count(0, self._values) as number:
                        value = values.at(number * 8).load_real()
                        total.at(number * 8).add_real(weight * value)

    def _compare(self, frame: Pointer, values: Pointer) -> None:
        """Of the options, what is best for the seat that decides."""
        f, layout = self._f, self._frame
        with f.when(self._top.get().equals(0)):
            option = frame.at(layout.index).load(4) - 1
            f.copy(self._results.at(option * (8 * self._values)), values, 8 * self._values)
        wanted = self._parameter(told.AIM) * self._players + frame.at(layout.seat).load(4)
        worth = values.at(wanted * 8).load_real()
        is_first = frame.at(layout.is_answered).load(4).equals(0)
        with f.when(is_first | (worth > frame.at(layout.best).load_real())):
            frame.at(layout.is_answered).store(1, 4)
            frame.at(layout.best).store_real(worth)
            f.copy(frame.at(layout.values), values, 8 * self._values)
