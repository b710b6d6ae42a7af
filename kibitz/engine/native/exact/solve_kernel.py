"""Everything that can still happen, gone through in emitted code.

Cards that nobody has looked at are undealt (`engine/lazy_deal.py` says what that means). Rules that
read the face of one give up, the solver deals it every face that is left, one after the other, and
carries the rules out again. Frames lie on a stack, since emitted code does not recurse.

A seat must see every card that has a face when it decides, and no other may have been shown: then
what it sees is all that anybody knows, and it may choose what is best. Else the solver gives up.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from kibitz.engine.native.emission.base import FAILED, Pile, Unit
from kibitz.engine.native.emission.function_emitter import FunctionEmitter
from kibitz.engine.native.emission.match_kernels import deciding_seat, is_stopped
from kibitz.engine.native.exact import exact_solver as told
from kibitz.engine.native.exact.exact_solver import Ending
from kibitz.engine.native.layout import context
from kibitz.engine.native.layout.signatures import SOLVE, Signature
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.native.search.seats import place_reward, score_reward, sees_into, standing

_TRY, _DEAL, _DRAW, _DECIDE = range(4)
"""What a frame is: something to carry out, faces of a card, numbers of a draw, options."""
_REST, _PLAY, _SCORE = range(3)
"""What is carried out: a decision is looked at, an option played, a match that is over scored."""
_RUNNING = len(Ending)
"""In place of an ending, until there is one."""
_NOTHING, _SECRET = 1 << 20, 1 << 21


def _emit_look(unit: Unit) -> None:
    """`look(state, context, seat)`: an undealt card that the seat sees, or that there is none."""
    emitter = FunctionEmitter(unit, Signature("look", "ppi"))
    f, seat = emitter.f, emitter.f.number(2)

    def look(is_seen: Word, card: Word) -> None:
        face = emitter.scores.face_address(card).load(2)
        is_dealt = face < context.SHOWN
        with f.when(is_seen & is_dealt.negated()):
            f.give(card)
        with f.when(is_seen.negated() & face.differs(context.UNDEALT)):
            f.give(_SECRET)

    with f.count(0, len(emitter.layout.places)) as location:
        is_seen = sees_into(emitter, seat, location)
        emitter.piles.each_of_pile(Pile(location, False), 0, partial(look, is_seen))
    f.give(_NOTHING)
    f.close()


class SolveKernel:
    """`solve(start, context, parameters, results, spent)`: by option what comes of it.

    Returns DONE, TOO_BIG, SECRET, or -1 if a rule failed or it was stopped.
    """

    def __init__(self, unit: Unit, width: int) -> None:
        self._unit = unit
        self._width = width
        self._players = unit.program.players
        self._frame = told.FrameLayout(unit.program)
        self._values = self._frame.values.count

    def emit(self) -> None:
        _emit_look(self._unit)
        f = self._f = self._unit.module.function(SOLVE)
        self._scratch, self._parameters, self._results = (f.address(n) for n in (1, 2, 3))
        self._frames = self._parameters.at(told.FRAMES).load_address()
        self._faces = self._parameters.at(told.FACES).load_address()
        self._scores = f.buffer(4 * self._players)
        self._top, self._status = f.variable(0), f.variable(_RUNNING)
        self._left = f.variable(self._parameters.field(told.BUDGET))
        self._has_failed = f.variable(0)
        self._begin(f.address(0))
        with f.forever() as leave:
            leave(self._status.get().differs(_RUNNING))
            frame = self._at(self._top.get())
            with f.when(is_stopped(self._scratch), rarely=True):
                self._status.set(FAILED)
            cases = {_TRY: self._try, _DEAL: self._deal, _DRAW: self._draw, _DECIDE: self._decide}
            f.switch(
                frame.field(self._frame.kind),
                {kind: partial(case, frame) for kind, case in cases.items()},
            )
        f.address(4).store(self._parameters.field(told.BUDGET) - self._left.get(), 4)
        f.give(self._status.get())
        f.close()

    def _at(self, depth: Word) -> Pointer:
        return self._frames.at(depth * self._frame.size)

    def _begin(self, start: Pointer) -> None:
        f, frame = self._f, self._frames
        f.copy(frame, start, self._unit.layout.size)
        f.copy(frame.at(self._frame.faces), self._faces, 2 * self._unit.layout.nodes)
        left = self._parameters.at(told.LEFT).load_address()
        f.copy(frame.at(self._frame.left), left, told.MOST_FACES)
        frame.set_field(self._frame.undealt, self._parameters.field(told.UNDEALT_COUNT))
        for field in (self._frame.task, self._frame.drawn, self._frame.kind):
            frame.at(field).store(0, 4)

    # ------------------------------------------------------------------ carrying out

    def _try(self, frame: Pointer) -> None:
        f, layout = self._f, self._frame
        self._left.add(-1)
        with f.when(self._left.get() < 0):
            self._status.set(Ending.TOO_BIG)
        f.copy(self._faces, frame.at(layout.faces), 2 * self._unit.layout.nodes)
        script = self._scratch.at(context.SCRIPT).load_address()
        f.copy(script, frame.at(layout.draws), told.MOST_DRAWS)
        self._scratch.set_field(context.SCRIPT_LENGTH, frame.field(layout.drawn))
        for field in (context.SCRIPT_AT, context.BOUND):
            self._scratch.at(field).store(0, 4)
        self._scratch.set_field(context.WANTED, -1)
        self._has_failed.set(0)
        tasks = {_REST: self._rest, _PLAY: self._play, _SCORE: self._score}
        f.switch(
            frame.field(layout.task),
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
            self._status.set(Ending.SECRET)
        with f.when(looked < _NOTHING):
            self._scratch.set_field(context.WANTED, looked)
            self._has_failed.set(1)
        with f.when(looked.equals(_NOTHING)):
            count = f.call("options", frame, self._scratch)
            with f.when(count < 0):
                self._has_failed.set(1)
            with f.when(count >= 0):
                frame.set_field(layout.kind, _DECIDE)
                frame.set_field(layout.count, count)
                frame.set_field(layout.seat, seat)
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
            row = rows.at(frame.field(layout.option) * (4 * self._width))
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
            frame.set_field(layout.drawn, 0)
            frame.set_field(layout.task, status.get().equals(0).select(_SCORE, _REST))

    def _is_as_far_as_wanted(self, state: Pointer) -> Word:
        """Whether chance is asked for in the next hole, and nobody wants to know of that one."""
        slot = self._parameters.field(told.WATCH)
        is_watched = slot >= 0
        number = state.at(is_watched.select(slot, 0) * 4 + self._unit.layout.ints).load(4)
        is_chance = self._scratch.field(context.BOUND).differs(0) | (
            self._scratch.field(context.WANTED) >= 0
        )
        return is_watched & is_chance & number.differs(self._parameters.field(told.WATCHED))

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
        mine = self._scores.at(self._parameters.field(told.OWN) * 4).load(4)
        number = mine - self._parameters.field(told.BASE)
        number = (number < 0).select(0, number)
        number = (number >= told.BINS).select(told.BINS - 1, number)
        values.at(number * 8 + 24 * players).store_real(f.real(1.0))

    # ------------------------------------------------------------------ chance

    def _wait_for_chance(self, frame: Pointer) -> None:
        """The rules gave up because chance must decide first; or because they failed."""
        f, layout = self._f, self._frame
        bound = self._scratch.field(context.BOUND)
        wanted = self._scratch.field(context.WANTED)
        drawn = frame.field(layout.drawn)
        with f.when(bound.equals(0) & (wanted < 0)):
            self._status.set(FAILED)
        with f.when(bound.differs(0) & ((bound > 255) | (drawn >= told.MOST_DRAWS))):
            self._status.set(Ending.TOO_BIG)
        with f.when(self._top.get().equals(0)):
            self._status.set(Ending.SECRET)
        frame.set_field(layout.kind, bound.equals(0).select(_DEAL, _DRAW))
        frame.set_field(layout.card, wanted)
        frame.set_field(layout.count, bound)
        frame.set_field(layout.index, 0)
        f.clear(frame.at(layout.values), 8 * self._values)

    def _deal(self, frame: Pointer) -> None:
        """The next face that the card may have."""
        f, layout = self._f, self._frame
        with self._next_of(frame, self._parameters.field(told.FACE_COUNT)) as index:
            left = frame.at(layout.left).at(index).load(1)
            with f.when(left > 0):
                undealt = frame.field(layout.undealt)
                frame.at(layout.weight).store_real(left.real() / undealt.real())
                opened = self._open(frame)
                like = self._parameters.at(told.LIKE).load_address().at(index * 4).load(4)
                card = frame.field(layout.card)
                opened.at(layout.faces).at(card * 2).store(like, 2)
                opened.at(layout.left).at(index).store(left - 1, 1)
                opened.set_field(layout.undealt, undealt - 1)

    def _draw(self, frame: Pointer) -> None:
        """The next number that may be drawn."""
        layout, count = self._frame, frame.field(self._frame.count)
        with self._next_of(frame, count) as index:
            frame.at(layout.weight).store_real(self._f.real(1.0) / count.real())
            opened, drawn = self._open(frame), frame.field(layout.drawn)
            opened.at(layout.draws).at(drawn).store(index, 1)
            opened.set_field(layout.drawn, drawn + 1)

    def _decide(self, frame: Pointer) -> None:
        """The next option."""
        layout = self._frame
        with self._next_of(frame, frame.field(layout.count)) as index:
            opened = self._open(frame)
            opened.set_field(layout.task, _PLAY)
            opened.set_field(layout.option, index)
            opened.set_field(layout.drawn, 0)

    # ------------------------------------------------------------------ frames

    @contextmanager
    def _next_of(self, frame: Pointer, count: Word) -> Iterator[Word]:
        """The next one of so many; after the last, the frame is closed."""
        index = frame.field(self._frame.index)
        with self._f.either(index < count) as (more, done):
            with more:
                frame.set_field(self._frame.index, index + 1)
                yield index
            with done:
                self._close(frame)

    def _open(self, frame: Pointer) -> Pointer:
        """A frame on top of this one, with all that it hands down."""
        f, layout = self._f, self._frame
        depth = self._top.get() + 1
        self._top.set(depth)
        # One frame more is always there: an option is played in the one above.
        with f.when(depth + 2 > self._parameters.field(told.DEPTH)):
            self._status.set(Ending.TOO_BIG)
        opened = self._at(depth)
        f.copy(opened, frame, layout.handed_down)
        opened.set_field(layout.kind, _TRY)
        return opened

    def _close(self, frame: Pointer) -> None:
        """What came of the frame goes to the one below it."""
        f, layout = self._f, self._frame
        with f.when(self._top.get().equals(0)):
            self._status.set(Ending.DONE)
        with f.when(self._top.get() > 0):
            depth = self._top.get() - 1
            self._top.set(depth)
            below, values = self._at(depth), frame.at(layout.values)
            with f.either(below.field(layout.kind).equals(_DECIDE)) as (decided, dealt):
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
            option = frame.field(layout.index) - 1
            f.copy(self._results.at(option * (8 * self._values)), values, 8 * self._values)
        wanted = self._parameters.field(told.AIM) * self._players + frame.field(layout.seat)
        worth = values.at(wanted * 8).load_real()
        is_first = frame.field(layout.is_answered).equals(0)
        with f.when(is_first | (worth > frame.at(layout.best).load_real())):
            frame.set_field(layout.is_answered, 1)
            frame.at(layout.best).store_real(worth)
            f.copy(frame.at(layout.values), values, 8 * self._values)
