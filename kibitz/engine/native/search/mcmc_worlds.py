"""Worlds that the past allows, in emitted code.

A world is allowed if the match can have come to it as the seat saw it come: dealt back to where
the past begins, every choice was there to be made and led where it led. Of worlds dealt at random
few may be allowed, so that where one is not, a walk goes on from the last one that was. A step
exchanges cards, and is not taken where the past does not allow it. A stroll exchanges many at once:
mostly the past forbids some cards some places, so that it takes only those in which they have lain
in allowed worlds, and asks at its end whether all is well. Steps and strolls lead back as easily as
forth: every allowed world is as likely as another.
"""

from __future__ import annotations

from kibitz.engine.native.emission.base import RECORD_ROOM, Unit
from kibitz.engine.native.emission.function_emitter import FunctionEmitter
from kibitz.engine.native.llvm.words import Pointer, Variable, Word
from kibitz.engine.native.runtime.signatures import RECALL_WORLD, Signature
from kibitz.engine.native.search import history_plan as plans
from kibitz.engine.native.search.replay import emit_replay
from kibitz.engine.native.search.worlds import lay_out_world
from kibitz.engine.program.static_analysis import choices_tell

WANDER = Signature("wander", "pppppi")
STROLL = Signature("stroll", "ppppp")
SURVEY = Signature("survey", "ppppp")

EFFORT = 2_000
"""Steps of a walk that has found no allowed world yet; then it gives up."""
MIXING = 4
"""Exchanges of a stroll, for every card that may change its place."""
SETTLING = 16
"""Strolls before the first world of a walk is used."""
STROLLS = 4
"""Strolls for every step, which may lead where no stroll does."""
_AGAIN = 4
"""One in so many steps exchanges another pair."""


def emit_recalling(unit: Unit, width: int) -> None:
    """`recall_world` and what it is made of."""
    if not choices_tell(unit.program):
        _Dealer(unit).emit()
        return
    emit_replay(unit, width)
    _Wanderer(unit).emit()
    _Stroller(unit).emit()
    _Surveyor(unit).emit()
    _Walker(unit).emit()


class _Wanderer(FunctionEmitter):
    """`wander(state, context, past, plan, walk, level)`: exchanges a pair of cards, or some, if the
    past can then be followed as far as before, to that level. Returns how far now."""

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, WANDER)

    def emit(self) -> None:
        f, past, plan, walk = self.f, *(self.f.address(n) for n in (2, 3, 4))
        level, cards, moved = f.number(5), walk.at(plans.KEPT), f.buffer(RECORD_ROOM)
        spots = _Spots(self, past)
        f.copy(moved, cards, RECORD_ROOM)
        with f.when(spots.count.equals(0)):
            f.give(level)
        with f.forever() as leave:
            one, other = spots.drawn_pair()
            _exchange(moved.at(one.load(4)), moved.at(other.load(4)))
            leave(self.draw(f.constant64(_AGAIN)).differs(0))
        reached = f.call("recall", self.state, self.context, past, plan, moved)
        with f.when(reached < level):
            f.give(level)
        f.copy(cards, moved, RECORD_ROOM)
        with f.when(reached > past.at(plans.MOMENTS).load(4)):
            spots.note_homes(walk)
        f.give(reached)
        f.close()


class _Spots:
    """The spots whose cards may be exchanged."""

    def __init__(self, emitter: FunctionEmitter, past: Pointer) -> None:
        self._emitter, self._f = emitter, emitter.f
        self._first = past.at(past.at(plans.MOVABLE_AT).load(4))
        self.count = past.at(plans.MOVABLE).load(4)

    def at(self, number: Word) -> Pointer:
        return self._first.at(number * plans.SPOT)

    def drawn_pair(self) -> tuple[Pointer, Pointer]:
        """Any spot, and another one, or the same, that it may change cards with."""
        number = self._emitter.draw(self.count.widened())
        one = self.at(number)
        own, first, size = (one.at(4 * n).load(4) for n in range(3))
        other = number - own + first + self._emitter.draw(size.widened())
        return one, self.at(other)

    def note_homes(self, walk: Pointer) -> None:
        """Every card may lie where it lies in this world."""
        with self._f.count(0, self.count) as number:
            spot = self.at(number)
            homes = _homes(walk, walk.at(plans.KEPT).at(spot.load(4)).load(1))
            homes.store(homes.load(4) | (self._f.constant(1) << spot.at(12).load(4)), 4)


def _homes(walk: Pointer, card: Word) -> Pointer:
    return walk.at(card * 4 + plans.HOMES)


def _exchange(one: Pointer, other: Pointer) -> None:
    first, second = one.load(1), other.load(1)
    one.store(second, 1)
    other.store(first, 1)


class _Stroller(FunctionEmitter):
    """`stroll(state, context, past, plan, walk)`: exchanges many pairs, each card for a place where
    it has lain before, and goes there if the past allows it. Returns whether it does."""

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, STROLL)

    def emit(self) -> None:
        f, past, plan, walk = self.f, *(self.f.address(n) for n in (2, 3, 4))
        cards, moved, spots = walk.at(plans.KEPT), f.buffer(RECORD_ROOM), _Spots(self, past)
        f.copy(moved, cards, RECORD_ROOM)
        with f.count(0, spots.count * MIXING):
            one, other = spots.drawn_pair()
            first, second = moved.at(one.load(4)), moved.at(other.load(4))
            leaving = _homes(walk, first.load(1)).load(4) >> other.at(12).load(4)
            coming = _homes(walk, second.load(1)).load(4) >> one.at(12).load(4)
            with f.when((leaving & coming & 1).differs(0)):
                _exchange(first, second)
        reached = f.call("recall", self.state, self.context, past, plan, moved)
        with f.when(reached > past.at(plans.MOMENTS).load(4)):
            f.copy(cards, moved, RECORD_ROOM)
            f.give(1)
        f.give(0)
        f.close()


class _Surveyor(FunctionEmitter):
    """`survey(state, context, past, plan, walk)`: finds out where cards may lie that are exchanged
    in the world at hand, pair by pair."""

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, SURVEY)

    def emit(self) -> None:
        f, past, plan, walk = self.f, *(self.f.address(n) for n in (2, 3, 4))
        cards, spots = walk.at(plans.KEPT), _Spots(self, past)
        spots.note_homes(walk)
        with f.count(0, spots.count) as number, f.count(number + 1, spots.count) as further:
            one, other = spots.at(number), spots.at(further)
            is_of_one = one.at(4).load(4).equals(other.at(4).load(4))
            is_apart = one.at(12).load(4).differs(other.at(12).load(4))
            with f.when(is_of_one & is_apart):
                _exchange(cards.at(one.load(4)), cards.at(other.load(4)))
                reached = f.call("recall", self.state, self.context, past, plan, cards)
                with f.when(reached > past.at(plans.MOMENTS).load(4)):
                    spots.note_homes(walk)
                _exchange(cards.at(one.load(4)), cards.at(other.load(4)))
        f.give(0)
        f.close()


class _Dealer(FunctionEmitter):
    """`recall_world` of a game whose past tells nothing."""

    exported = True

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, RECALL_WORLD)

    def emit(self) -> None:
        self.f.give(self.f.call("deal_world", self.state, self.context, self.f.address(2)))
        self.f.close()


class _Walker(FunctionEmitter):
    """`recall_world(state, context, plan, past, walk)`: the next world.

    Without a past, or where no world is found that it allows, it is dealt as `deal_world` does.
    """

    exported = True

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, RECALL_WORLD)
        self._plan, self._past, self._walk = (self.f.address(n) for n in (2, 3, 4))
        self._fresh = self.f.buffer(RECORD_ROOM)
        self._world = self._walk.at(plans.KEPT)

    def emit(self) -> None:
        f = self.f
        f.call("deal_cards", self.state, self.context, self._plan, self._fresh)
        with f.when(self._past.is_null()):
            self._give(self._fresh)
        with f.when(self._walk.at(plans.GIVEN_UP).load(4).differs(0)):
            self._count_unheeded()
            self._give(self._fresh)
        full = self._past.at(plans.MOMENTS).load(4) + 1
        level = f.variable(self._recall(self._fresh))
        with f.when(level.get().equals(full)):
            self._give(self._fresh)
        has_world = self._walk.at(plans.HAS_WORLD)
        with f.when(has_world.load(4).equals(0)):
            self._find(level, full)
            has_world.store(1, 4)
        self._renew(full)
        with f.count(0, self._walk.at(plans.ROUNDS).load(4)):
            self._call("stroll")
            with f.when(self.draw(f.constant64(STROLLS)).equals(0)):
                self._call("wander", full)
        self._give(self._world)
        f.close()

    def _call(self, name: str, *more: Word) -> Word:
        arguments = (self.state, self.context, self._past, self._plan, self._walk)
        return self.f.call(name, *arguments, *more)

    def _recall(self, cards: Pointer) -> Word:
        return self.f.call("recall", self.state, self.context, self._past, self._plan, cards)

    def _renew(self, full: Word) -> None:
        """Cards that do not change places on a walk, if any, lie as they were dealt now."""
        f, movable = self.f, self._past.at(plans.MOVABLE).load(4)
        spots = _Spots(self, self._past)
        with f.when(movable.differs(self._plan.at(4).load(4))):
            with f.count(0, movable) as index:
                number = spots.at(index).load(4)
                self._fresh.at(number).store(self._world.at(number).load(1), 1)
            with f.when(self._recall(self._fresh).equals(full)):
                f.copy(self._world, self._fresh, RECORD_ROOM)

    def _find(self, level: Variable, full: Word) -> None:
        """Walk from the deal at hand to where the past can be followed further and further; and
        look around there."""
        f, left = self.f, self.f.variable(EFFORT)
        f.copy(self._world, self._fresh, RECORD_ROOM)
        with f.forever() as leave:
            leave(level.get().equals(full))
            with f.when(left.get().equals(0)):
                self._walk.at(plans.GIVEN_UP).store(1, 4)
                self._count_unheeded()
                self._give(self._fresh)
            left.add(-1)
            level.set(self._call("wander", level.get()))
        self._call("survey")
        with f.count(0, self._past.at(plans.MOVABLE).load(4)):
            self._call("wander", full)
        self._measure()

    def _measure(self) -> None:
        """The more strolls lead nowhere, the more rounds are walked to the next world."""
        f, allowed = self.f, self.f.variable(1)
        with f.count(0, SETTLING):
            allowed.add(self._call("stroll"))
        rounds, in_vain = self._walk.at(plans.ROUNDS), allowed.get() * -1 + (SETTLING + 1)
        rounds.store((rounds.load(4) * in_vain).divided(allowed.get()) + 1, 4)

    def _count_unheeded(self) -> None:
        unheeded = self._walk.at(plans.UNHEEDED)
        unheeded.store(unheeded.load(4) + 1, 4)

    def _give(self, cards: Pointer) -> None:
        lay_out_world(self, self.state, self._plan, cards)
        self.f.give(0)
