"""The steps between decisions, and scoring, in emitted code."""

from __future__ import annotations

from typing import Any

from kibitz.engine.native.emission.base import Pile, Unit
from kibitz.engine.native.emission.cards import GATHER
from kibitz.engine.native.emission.function_emitter import FunctionEmitter
from kibitz.engine.native.layout import context
from kibitz.engine.native.layout.signatures import ADVANCE, SCORE
from kibitz.engine.native.layout.state_layout import FRAME_SIZE, NOBODY
from kibitz.engine.program import Again, Branch, Decide, Enter, Finish, LeaveStage, Perform
from kibitz.engine.program.static_analysis import past_beginnings, setup_length
from kibitz.engine.program.work import STEP
from kibitz.engine.state import BACKWARDS
from kibitz.recycle import CycleKind

AT_DECISION = 1
AT_END = 0


class Advancer(FunctionEmitter):
    """`advance(state, context)`: plays on to the next decision (1) or the end (0)."""

    exported = True
    continues = True

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, ADVANCE)
        names = ["stage" if isinstance(step, Enter) else "step" for step in self.program.code]
        self._labels: list[Any] = self.f.labels(names)

    def emit(self) -> None:
        code = self.program.code
        starts = {number: self._labels[number] for number in self._resting_places()}
        self.f.jump(self.load(self.layout.position, 4), starts)
        for number, step in enumerate(code):
            self.seat_depth, self.team_depth = self.layout.depths[number]
            self.f.place(self._labels[number])
            with self.unit.module.rule(
                None if isinstance(step, LeaveStage | Finish) else step.span
            ):
                self._step(number, step)

    def _resting_places(self) -> set[int]:
        """Where a state may stand when the function is called."""
        places = {setup_length(self.program), len(self.program.code) - 1}
        places |= past_beginnings(self.program)
        for number, step in enumerate(self.program.code):
            if isinstance(step, Decide):
                places |= {number, number + 1}
        return places

    def _step(self, number: int, step: object) -> None:
        if not isinstance(step, Decide | Finish):
            self.charge(1, STEP + self.price(step))
        match step:
            case Perform():
                self.statements.act(step.statement)
            case Branch():
                with self.f.when(self.values.test(step.condition)):
                    self.f.go(self._labels[step.yes])
                self.f.go(self._labels[step.no])
            case Enter():
                self._enter(step)
            case Again():
                self._again(step)
            case LeaveStage():
                for field in range(FRAME_SIZE):
                    self.store(self.frame(step.kind) + field, 0, 1)
            case Decide():
                self._rest(number, AT_DECISION)
            case Finish():
                self._rest(number, AT_END)

    def _rest(self, number: int, result: int) -> None:
        self.store(self.layout.position, number, 4)
        self.leave(result)

    def _enter(self, step: Enter) -> None:
        outer = self.load(self.frame(step.kind), 1)
        first = outer if step.start is None else self.values.value(step.start)
        if step.kind is CycleKind.PLAYER:
            self.seat_depth += 1
        else:
            self.team_depth += 1
        inner = self.frame(step.kind)
        way = BACKWARDS if step.backwards else 0
        self.store(inner, first, 1)
        self.store(inner + 1, NOBODY, 1)
        self.store(inner + 2, way, 1)
        if step.end is None:
            self.store(inner + 2, way + 1, 1)
            return
        with self.f.when(self.values.test(step.end)):
            self.f.go(self._labels[step.exit])

    def _again(self, step: Again) -> None:
        self.check_work()
        frame, count = self.frame(step.kind), self.members(step.kind)
        if step.end is None:
            turns = self.load(frame + 2, 1)
            with self.f.when((turns & (BACKWARDS - 1)) >= count):
                self.f.go(self._labels[step.exit])
            self.store(frame + 2, turns + 1, 1)
        else:
            with self.f.when(self.values.test(step.end)):
                self.f.go(self._labels[step.exit])
        current = self.load(frame, 1)
        is_seat = step.kind is CycleKind.PLAYER
        following = self.seat_after(current) if is_seat else self.following(current, count)
        queued = self.load(frame + 1, 1)
        self.store(frame, queued.equals(NOBODY).select(following, queued), 1)
        self.store(frame + 1, NOBODY, 1)
        self.f.go(self._labels[step.body])


class Scorer(FunctionEmitter):
    """`score(state, context, scores)`: every seat's score, 32 bits each."""

    exported = True
    uses_chance = False

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, SCORE)

    def emit(self) -> None:
        scores = self.f.address(2)
        self.set_context(context.ARENA_USED, 0)
        with self.f.count(0, self.program.players) as seat:
            self.scored_seat = seat
            self.charge(1, self.price(self.program.score))
            scores.at(seat * 4).store(self.values.value(self.program.score), 4)
        self.leave(0)


class PileGatherer(FunctionEmitter):
    """`gather(state, context, list, location)`: the list, and behind it the cards of the pile."""

    inline = False

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, GATHER)

    def emit(self) -> None:
        record, pile = self.f.address(2), Pile(self.f.number(3), False)
        self.piles.each_of_pile(pile, 0, lambda card: self.piles.append(record, card))
        self.f.give(0)
