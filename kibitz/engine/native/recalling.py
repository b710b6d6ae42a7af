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

from kibitz.engine.native import context
from kibitz.engine.native import past_plan as plans
from kibitz.engine.native.acting import StatementEmitter
from kibitz.engine.native.base import RECORD_ROOM, Unit
from kibitz.engine.native.kernels import deciding_seat
from kibitz.engine.native.llvm.words import Pointer, Variable, Word
from kibitz.engine.native.many import RNG_SIZE
from kibitz.engine.native.observation import add_pile
from kibitz.engine.native.signatures import RECALL, RECALL_WORLD, Signature
from kibitz.engine.native.worlds import lay_out_world, traced
from kibitz.engine.program import Bind, Decide, Pick, Statement, When
from kibitz.engine.program.static_analysis import choices_tell, evident_picks, picks_come_first
from kibitz.recycle.syntax import LocationClass, Type

WHEREABOUTS = Signature("whereabouts", "pp")
HOLDS = Signature("holds", "ppii")
CAME_ABOUT = Signature("came_about", "pppp")
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
    _Whereabouts(unit).emit()
    _Holding(unit).emit()
    _Arrival(unit).emit()
    _Recaller(unit, width).emit()
    _Wanderer(unit).emit()
    _Stroller(unit).emit()
    _Surveyor(unit).emit()
    _Walker(unit).emit()


class _Whereabouts(StatementEmitter):
    """`whereabouts(state, context)`: the same number where the same cards lie in the same places,
    in whatever order."""

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, WHEREABOUTS)

    def emit(self) -> None:
        f, total = self.f, self.f.variable(0)
        is_memory = [
            int(place.location_class is LocationClass.MEMORY) for place in self.layout.places
        ]
        with (
            f.count(0, len(is_memory)) as location,
            f.when(f.look_up(is_memory, location, 1).equals(0)),
        ):
            add_pile(self, total, location)
        f.give(total.get())
        f.close()


class _Holding(StatementEmitter):
    """`holds(state, context, location, card)`: whether the card lies there."""

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, HOLDS)

    def emit(self) -> None:
        f, location, wanted = self.f, self.f.number(2), self.f.number(3)
        card = f.variable(self.below(self.node(location)))
        with f.forever() as leave:
            leave(card.get() >= self.layout.cards)
            with f.when(card.get().equals(wanted)):
                f.give(1)
            card.set(self.below(card.get()))
        f.give(0)
        f.close()


class _Arrival(StatementEmitter):
    """`came_about(state, context, moment, cards)`: whether the state is the moment's scene, and
    the cards have gone where they went then."""

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, CAME_ABOUT)

    def emit(self) -> None:
        f, moment, cards = self.f, self.f.address(2), self.f.address(3)
        self._refuse(self.load(self.layout.position, 4).differs(moment.at(plans.POSITION).load(4)))
        seat = deciding_seat(f, self.layout, self.state)
        self._refuse(seat.differs(moment.at(plans.SEAT).load(4)))
        gone = moment.at(plans.GONE).load(4)
        with f.count(0, gone) as number:
            entry = moment.at(number * 8 + plans.CARDS)
            card, place = traced(self, entry, cards), entry.at(4).load(4)
            self._refuse(f.call("holds", self.state, self.context, place, card).equals(0))
        self._compare(moment.at(gone * 8 + plans.CARDS))
        f.give(1)
        f.close()

    def _refuse(self, test: Word) -> None:
        with self.f.when(test):
            self.f.give(0)

    def _compare(self, scene: Pointer) -> None:
        """Eight bytes at a time, the last ones perhaps twice."""
        scene_bytes = self.layout.scene
        last = len(scene_bytes) - 8
        for offset in (*range(0, last, 8), last):
            own = self.state.at(scene_bytes.start + offset).load(8, align=1)
            self._refuse(own.differs(scene.at(offset).load(8, align=1)))


class _Recaller(StatementEmitter):
    """`recall(state, context, past, plan, cards)`: plays the past with the cards lying so.

    Returns how many choices could be made as they were; one more if they lead to the world of the
    plan, which is laid out in the state then. Chance is as it was before.
    """

    exported = True

    def __init__(self, unit: Unit, width: int) -> None:
        super().__init__(unit, RECALL)
        self._width = width
        self._past, self._plan, self._cards = (self.f.address(n) for n in (2, 3, 4))

    def emit(self) -> None:
        f, size = self.f, self.layout.size
        chance = f.buffer(RNG_SIZE)
        self._here, self._next = (f.pointer_variable(f.buffer(size)) for _ in range(2))
        f.copy(chance, self.context.at(context.RNG), RNG_SIZE)
        f.copy(self._here.get(), self._past.at(plans.BEGINNING), size)
        piles, count = self._past.at(plans.BEGINNING + size), self._past.at(plans.PILES).load(4)
        f.call("lay_cards", self._here.get(), self.context, piles, count, self._cards)
        reached = self._replay()
        with f.when(reached.get().equals(self._past.at(plans.MOMENTS).load(4))):
            lay_out_world(self, self.state, self._plan, self._cards)
            came_to = f.call("whereabouts", self._here.get(), self.context)
            with f.when(came_to.equals(f.call("whereabouts", self.state, self.context))):
                reached.add(1)
        f.copy(self.context.at(context.RNG), chance, RNG_SIZE)
        f.give(reached.get())
        f.close()

    def _replay(self) -> Variable:
        """The choices, as far as they were there to be made."""
        f, reached = self.f, self.f.variable(0)
        moment = f.pointer_variable(self._past.at(self._past.at(plans.MOMENTS_AT).load(4)))
        with f.forever() as leave:
            leave(reached.get() >= self._past.at(plans.MOMENTS).load(4))
            is_made = self._make(moment.get())
            leave(is_made.get().equals(0))
            before = self._here.get()
            self._here.set(self._next.get())
            self._next.set(before)
            moment.set(moment.get().at(moment.get().at(plans.LENGTH).load(4)))
            reached.add(1)
        return reached

    def _make(self, moment: Pointer) -> Variable:
        """Plays the option that leads to the moment, if there is one."""
        f, is_made, option = self.f, self.f.variable(0), self.f.variable(0)
        found = f.call("options", self._here.get(), self.context)
        rows = self.context_pointer(context.ROWS)
        with f.forever() as leave:
            leave((option.get() >= found) | is_made.get().differs(0))
            row = rows.at(option.get() * (4 * self._width))
            with f.when(self._may_lead_to(moment, row).get().differs(0)):
                self._try(moment, row, is_made)
            option.add(1)
        return is_made

    def _try(self, moment: Pointer, row: Pointer, is_made: Variable) -> None:
        f = self.f
        f.copy(self._next.get(), self._here.get(), self.layout.size)
        there = self._next.get()
        with (
            f.when(f.call("perform", there, self.context, row) >= 0),
            f.when(f.call("advance", there, self.context) >= 0),
        ):
            is_made.set(f.call("came_about", there, self.context, moment, self._cards))

    def _may_lead_to(self, moment: Pointer, row: Pointer) -> Variable:
        """Whether the card that the option moves, if it surely moves one, has gone elsewhere."""
        f, may = self.f, self.f.variable(1)
        pick = self._moved_pick(row)
        with f.when(pick.differs(0)):
            may.set(0)
            card = row.at(pick * 4).load(4)
            with f.count(0, moment.at(plans.GONE).load(4)) as number:
                entry = moment.at(number * 8 + plans.CARDS)
                with f.when(traced(self, entry, self._cards).equals(card)):
                    may.set(1)
        return may

    def _moved_pick(self, row: Pointer) -> Word:
        """Where the row of an option names a card that it surely moves; 0 if nowhere."""
        picks, firsts = [0], []
        for step in self.program.code:
            firsts.append(len(picks))
            picks += map(_moved, step.alternatives) if isinstance(step, Decide) else []
        position = self._here.get().at(self.layout.position).load(4)
        return self.f.look_up(picks, self.f.look_up(firsts, position, 4) + row.load(4), 1)


def _moved(alternative: Statement) -> int:
    """Which pick of the alternative is a card that it moves in any case, counted from 1; or 0."""
    if not picks_come_first(alternative):
        return 0
    evident, node, number = evident_picks(alternative), alternative, 0
    while isinstance(node, When | Bind | Pick):
        if isinstance(node, Pick):
            number += 1
            if node.type is Type.CARD and node.slot in evident:
                return number
        node = node.statement
    return 0


class _Wanderer(StatementEmitter):
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

    def __init__(self, emitter: StatementEmitter, past: Pointer) -> None:
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


class _Stroller(StatementEmitter):
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


class _Surveyor(StatementEmitter):
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


class _Dealer(StatementEmitter):
    """`recall_world` of a game whose past tells nothing."""

    exported = True

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, RECALL_WORLD)

    def emit(self) -> None:
        self.f.give(self.f.call("deal_world", self.state, self.context, self.f.address(2)))
        self.f.close()


class _Walker(StatementEmitter):
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
