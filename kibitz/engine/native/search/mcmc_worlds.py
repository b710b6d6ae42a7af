"""Worlds that the past allows, in emitted code: a Markov chain (MCMC) among them.

A world is allowed if the match can have come to it as the seat saw it come: dealt back to where
the past begins, every choice was there to be made and led where it led. Of worlds dealt at random
few may be allowed, so that where one is not, a walk goes on from the last one that was. A step
exchanges cards, and is not taken where the past does not allow it. A block move exchanges many at
once: mostly the past forbids some cards some places, so that it takes only those in which they have
lain in allowed worlds, and asks at its end whether all is well. Steps and block moves lead back as
easily as forth: every allowed world is as likely as another.
"""

from __future__ import annotations

from kibitz.engine.native.emission.base import Unit
from kibitz.engine.native.emission.function_emitter import FunctionEmitter
from kibitz.engine.native.layout.signatures import RECALL_WORLD, Signature
from kibitz.engine.native.llvm.words import Pointer, Variable, Word
from kibitz.engine.native.search import plans
from kibitz.engine.native.search.replay import emit_replay
from kibitz.engine.native.search.worlds import lay_out_world, pick_for_others
from kibitz.engine.program.static_analysis import choices_tell

EFFORT = 2_000
"""Steps of a walk that has found no allowed world yet; then it gives up."""
MIXING = 4
"""Exchanges of a block move, for every card that may change its place."""
SETTLING = 16
"""Block moves before the first world of a walk is used."""
BLOCK_MOVES = 4
"""Block moves for every step, which may lead where none of them does."""
_AGAIN = 4
"""One in so many steps exchanges another pair."""


def emit_recalling(unit: Unit, width: int) -> None:
    """`recall_world` and what it is made of."""
    tells = choices_tell(unit.program)
    if tells:
        emit_replay(unit, width)
        _emit_step(unit)
        _emit_block_move(unit)
        _emit_probe(unit)
    walker = _Walker(unit)
    if tells:
        walker.emit()
    else:
        walker.emit_dealing()


def _emit_step(unit: Unit) -> None:
    """`mcmc_step(state, context, past, plan, walk, level)`: exchanges a pair of cards, or some, if
    the past can then be followed as far as before, to that level. Returns how far now."""
    emitter = FunctionEmitter(unit, Signature("mcmc_step", "pppppi"))
    f, past, plan, walk = emitter.f, *(emitter.f.address(n) for n in (2, 3, 4))
    room = unit.layout.list_bytes
    level, cards, moved = f.number(5), walk.at(plans.KEPT), f.buffer(room)
    spots = _Spots(emitter, past)
    f.copy(moved, cards, room)
    with f.when(spots.count.equals(0)):
        f.give(level)
    with f.forever() as leave:
        one, other = spots.drawn_pair()
        spots.exchange(moved, one, other)
        leave(emitter.draw(f.constant64(_AGAIN)).differs(0))
    reached = f.call("recall", emitter.state, emitter.context, past, plan, moved)
    with f.when(reached < level):
        f.give(level)
    f.copy(cards, moved, room)
    with f.when(reached > past.field(plans.MOMENTS)):
        spots.note_homes(walk)
    f.give(reached)
    f.close()


def _emit_block_move(unit: Unit) -> None:
    """`mcmc_block_move(state, context, past, plan, walk)`: exchanges many pairs, each card for a
    place where it has lain before, and goes there if the past allows it. Returns whether so."""
    emitter = FunctionEmitter(unit, Signature("mcmc_block_move", "ppppp"))
    f, past, plan, walk = emitter.f, *(emitter.f.address(n) for n in (2, 3, 4))
    room, width = unit.layout.list_bytes, unit.layout.card_width
    cards, moved, spots = walk.at(plans.KEPT), f.buffer(room), _Spots(emitter, past)
    f.copy(moved, cards, room)
    with f.count(0, spots.count * MIXING):
        one, other = spots.drawn_pair()
        first, second = (spots.cell(moved, spot) for spot in (one, other))
        leaving = spots.homes(walk, first.load(width)).load(4) >> other.field(plans.SPOT_PLACE)
        coming = spots.homes(walk, second.load(width)).load(4) >> one.field(plans.SPOT_PLACE)
        with f.when((leaving & coming & 1).differs(0)):
            emitter.piles.exchange(first, second)
    reached = f.call("recall", emitter.state, emitter.context, past, plan, moved)
    with f.when(reached > past.field(plans.MOMENTS)):
        f.copy(cards, moved, room)
        f.give(1)
    f.give(0)
    f.close()


def _emit_probe(unit: Unit) -> None:
    """`probe(state, context, past, plan, walk)`: finds out where cards may lie that are exchanged
    in the world at hand, pair by pair."""
    emitter = FunctionEmitter(unit, Signature("probe", "ppppp"))
    f, past, plan, walk = emitter.f, *(emitter.f.address(n) for n in (2, 3, 4))
    cards, spots = walk.at(plans.KEPT), _Spots(emitter, past)
    spots.note_homes(walk)
    with f.count(0, spots.count) as number, f.count(number + 1, spots.count) as further:
        one, other = spots.at(number), spots.at(further)
        is_of_one = one.field(plans.SPOT_FIRST).equals(other.field(plans.SPOT_FIRST))
        is_apart = one.field(plans.SPOT_PLACE).differs(other.field(plans.SPOT_PLACE))
        with f.when(is_of_one & is_apart):
            spots.exchange(cards, one, other)
            reached = f.call("recall", emitter.state, emitter.context, past, plan, cards)
            with f.when(reached > past.field(plans.MOMENTS)):
                spots.note_homes(walk)
            spots.exchange(cards, one, other)
    f.give(0)
    f.close()


class _Spots:
    """The spots whose cards may be exchanged."""

    def __init__(self, emitter: FunctionEmitter, past: Pointer) -> None:
        self._emitter, self._f = emitter, emitter.f
        self._first = past.at(past.field(plans.MOVABLE_AT))
        self.count = past.field(plans.MOVABLE)

    def at(self, number: Word) -> Pointer:
        return self._first.at(number * plans.SPOT)

    def drawn_pair(self) -> tuple[Pointer, Pointer]:
        """Any spot, and another one, or the same, that it may change cards with."""
        number = self._emitter.draw(self.count.widened())
        one = self.at(number)
        fields = plans.SPOT_NUMBER, plans.SPOT_FIRST, plans.SPOT_COUNT
        own, first, size = (one.field(field) for field in fields)
        other = number - own + first + self._emitter.draw(size.widened())
        return one, self.at(other)

    def note_homes(self, walk: Pointer) -> None:
        """Every card may lie where it lies in this world."""
        with self._f.count(0, self.count) as number:
            spot = self.at(number)
            kept = self.cell(walk.at(plans.KEPT), spot)
            homes = self.homes(walk, kept.load(self._emitter.layout.card_width))
            place = self._f.constant(1) << spot.field(plans.SPOT_PLACE)
            homes.store(homes.load(4) | place, 4)

    def cell(self, cards: Pointer, spot: Pointer) -> Pointer:
        """Where the card of the spot is."""
        return self._emitter.piles.cell(cards, spot.field(plans.SPOT_NUMBER))

    def exchange(self, cards: Pointer, one: Pointer, other: Pointer) -> None:
        self._emitter.piles.exchange(*(self.cell(cards, spot) for spot in (one, other)))

    def homes(self, walk: Pointer, card: Word) -> Pointer:
        """Where it is noted in which places the card has lain."""
        return walk.at(card * 4 + plans.homes_at(self._emitter.layout))


class _Walker(FunctionEmitter):
    """`recall_world(state, context, plan, past, walk)`: the next world.

    Without a past, or where no world is found that it allows, it is dealt as `deal_world` does.
    """

    exported = True

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, RECALL_WORLD)
        self._plan, self._past, self._walk = (self.f.address(n) for n in (2, 3, 4))

    def emit_dealing(self) -> None:
        """Of a game whose past tells nothing."""
        self.f.give(self.f.call("deal_world", self.state, self.context, self._plan))
        self.f.close()

    def emit(self) -> None:
        f = self.f
        self._fresh = f.buffer(self.layout.list_bytes)
        self._world = self._walk.at(plans.KEPT)
        f.call("deal_cards", self.state, self.context, self._plan, self._fresh)
        with f.when(self._past.is_null()):
            self._give(self._fresh)
        with f.when(self._walk.field(plans.GIVEN_UP).differs(0)):
            self._count_unheeded()
            self._give(self._fresh)
        full = self._past.field(plans.MOMENTS) + 1
        level = f.variable(self._recall(self._fresh))
        with f.when(level.get().equals(full)):
            self._give(self._fresh)
        has_world = self._walk.at(plans.HAS_WORLD)
        with f.when(has_world.load(4).equals(0)):
            self._find(level, full)
            has_world.store(1, 4)
        self._renew(full)
        with f.count(0, self._walk.field(plans.ROUNDS)):
            self._call("mcmc_block_move")
            with f.when(self.draw(f.constant64(BLOCK_MOVES)).equals(0)):
                self._call("mcmc_step", full)
        self._give(self._world)
        f.close()

    def _call(self, name: str, *more: Word) -> Word:
        arguments = (self.state, self.context, self._past, self._plan, self._walk)
        return self.f.call(name, *arguments, *more)

    def _recall(self, cards: Pointer) -> Word:
        return self.f.call("recall", self.state, self.context, self._past, self._plan, cards)

    def _renew(self, full: Word) -> None:
        """Cards that do not change places on a walk, if any, lie as they were dealt now."""
        f, movable = self.f, self._past.field(plans.MOVABLE)
        spots = _Spots(self, self._past)
        with f.when(movable.differs(self._plan.at(4).load(4))):
            with f.count(0, movable) as index:
                number = spots.at(index).field(plans.SPOT_NUMBER)
                fresh, world = (self.piles.cell(row, number) for row in (self._fresh, self._world))
                fresh.store(world.load(self.layout.card_width), self.layout.card_width)
            with f.when(self._recall(self._fresh).equals(full)):
                f.copy(self._world, self._fresh, self.layout.list_bytes)

    def _find(self, level: Variable, full: Word) -> None:
        """Walk from the deal at hand to where the past can be followed further and further; and
        look around there."""
        f, left = self.f, self.f.variable(EFFORT)
        f.copy(self._world, self._fresh, self.layout.list_bytes)
        with f.forever() as leave:
            leave(level.get().equals(full))
            with f.when(left.get().equals(0)):
                self._walk.at(plans.GIVEN_UP).store(1, 4)
                self._count_unheeded()
                self._give(self._fresh)
            left.add(-1)
            level.set(self._call("mcmc_step", level.get()))
        self._call("probe")
        with f.count(0, self._past.field(plans.MOVABLE)):
            self._call("mcmc_step", full)
        self._measure()

    def _measure(self) -> None:
        """The more block moves lead nowhere, the more rounds are walked to the next world."""
        f, allowed = self.f, self.f.variable(1)
        with f.count(0, SETTLING):
            allowed.add(self._call("mcmc_block_move"))
        rounds, in_vain = self._walk.at(plans.ROUNDS), allowed.get() * -1 + (SETTLING + 1)
        rounds.store((rounds.load(4) * in_vain).divided(allowed.get()) + 1, 4)

    def _count_unheeded(self) -> None:
        unheeded = self._walk.at(plans.UNHEEDED)
        unheeded.store(unheeded.load(4) + 1, 4)

    def _give(self, cards: Pointer) -> None:
        lay_out_world(self, self.state, self._plan, cards)
        pick_for_others(self)
        self.f.give(0)
