"""What a seat sees, in emitted code, and the list of features that a net is told."""

from __future__ import annotations

from kibitz.engine.native.emission.base import Pile, Unit
from kibitz.engine.native.emission.function_emitter import FunctionEmitter
from kibitz.engine.native.layout.signatures import BLIND, FEATURES, SIGHTED
from kibitz.engine.native.learning.feature_plan import (
    MOST_FEATURES,
    MOST_TRUE,
    NOTHING,
    FeaturePlan,
)
from kibitz.engine.native.learning.similarity_plan import ALIKE
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.native.search.seats import sees_into
from kibitz.engine.places import layout
from kibitz.engine.program import StorageKind
from kibitz.recycle import LocationClass


class SeatLooker(FunctionEmitter):
    """What a seat sees; the seat is the third parameter."""

    exported = True

    def is_seen(self, location: Word) -> Word:
        return sees_into(self, self.f.number(2), location)

    def is_mem_place(self, location: Word) -> Word:
        found = [int(p.location_class is LocationClass.MEMORY) for p in self.layout.places]
        return self.f.look_up(found, location, 1).differs(0)

    @property
    def has_memory(self) -> bool:
        return any(p.location_class is LocationClass.MEMORY for p in self.layout.places)


class Sighter(SeatLooker):
    """`sighted(state, context, seat, cards)`: a byte for every card, 1 if the seat sees it."""

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, SIGHTED)

    def emit(self) -> None:
        f, cards = self.f, self.f.address(3)
        f.clear(cards, self.layout.cards)
        with f.count(0, len(self.layout.places)) as location:
            is_pile = self.is_seen(location) & self.is_mem_place(location).negated()
            with f.when(is_pile & (self.piles.pile_size(Pile(location, False)) > 0)):
                self.piles.each_of_pile(
                    Pile(location, False), 0, lambda card: cards.at(card).store(1, 1)
                )
        f.give(0)
        f.close()


class Blinder(SeatLooker):
    """`blind(state, context, seat)`: secret storages that the seat does not see hold nothing: so
    options do what the seat can foresee, and nets are told no more."""

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, BLIND)

    def emit(self) -> None:
        f, seat = self.f, self.f.number(2)
        for kind, field in (StorageKind.INT, self.layout.ints), (StorageKind.STR, self.layout.strs):
            secrets = layout(self.program).secrets.items()
            own = [(slot, seats) for (sort, slot), seats in secrets if sort is kind]
            offsets = [field + field.width * slot for slot, _ in own]
            masks = [sum(1 << one for one in seats) for _, seats in own]
            with f.count(0, len(own)) as number:
                is_seen = (f.look_up(masks, number, 4) >> seat) & 1
                with f.when(is_seen.equals(0)):
                    self.state.at(f.look_up(offsets, number, 4)).store(0, field.width)
        f.give(0)
        f.close()


class FeatureWriter(SeatLooker):
    """Puts features on the list of a net.

    `features(state, context, seat, sighted, list, length, step and alternative, counts)`
    """

    def __init__(self, unit: Unit, plan: FeaturePlan) -> None:
        super().__init__(unit, FEATURES)
        self.plan = plan
        self.seat, self.sighted = self.f.number(2), self.f.address(3)
        self._list, self.length = self.f.address(4), self.f.variable64(self.f.number(5).widened())
        self.is_shared = self.f.number(6) < 0
        self.counts = self.f.address(7)

    def put(self, feature: Word) -> None:
        if self.plan.size > MOST_FEATURES:
            feature = (feature < MOST_FEATURES).select(feature, MOST_FEATURES - 1)
        length = self.length.get()
        self._list.at(length * 2).store(feature, 2)
        longer = length + 1
        self.length.set(longer.below(MOST_TRUE).select(longer, MOST_TRUE - 1))

    def by_seat(self, starts: tuple[int, ...], index: Word, each: int) -> Word:
        return self.f.look_up(starts, self.seat * each + index, 4)

    def side_of(self, owner: Word) -> Word:
        """The owner as the seat counts: itself is 0."""
        apart = owner - self.seat
        return (apart < 0).select(apart + self.program.players, apart)

    def put_alike(self, count: Pointer, start: Word, value: Word) -> None:
        """The first, second, … of this value."""
        before = count.load(1)
        with self.f.when(before < ALIKE):
            count.store(before + 1, 1)
            self.put(start + value * ALIKE + before)

    def values_of(self, card: Word) -> list[Word]:
        """For each attribute: which value of all the card has, or nothing."""
        if not self.plan.detail.values:
            return []
        face = self.scores.face(card)
        tables = zip(*self.plan.values_by_kind, strict=True)
        filled = (tuple(NOTHING if v is None else v for v in table) for table in tables)
        return [self.f.look_up(self.scores.by_face(table), face, 2) for table in filled]

    def is_known(self, card: Word) -> Word:
        """Whether it is a card, and one that the seat sees."""
        there = card < self.layout.cards
        inside = there.select(card, 0)
        return there & self.sighted.at(inside).load(1).differs(0)
