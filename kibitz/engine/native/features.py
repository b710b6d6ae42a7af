"""Features of a situation in emitted code: what a seat sees, as a list of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.engine.native.acting import StatementEmitter
from kibitz.engine.native.base import Pile, Unit
from kibitz.engine.native.context import ORDER, TOUCHED, UNTOUCHED
from kibitz.engine.native.feature_plan import (
    ALIKE,
    HIGHEST_NUMBER,
    LOWEST_NUMBER,
    MASKED,
    MOST_FEATURES,
    MOST_TRUE,
    FeaturePlan,
    first_pairs,
    number_feature,
    pairs,
    size_feature,
)
from kibitz.engine.native.layout import NOBODY
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.native.signatures import FEATURES, SIGHTED
from kibitz.engine.native.touching import things
from kibitz.engine.places import seen_by
from kibitz.engine.program import Family
from kibitz.recycle.syntax import LocationClass

_NOTHING = 65_535
"""In a table: a card has no such attribute."""


class _Looker(StatementEmitter):
    """What a seat sees; the seat is the third parameter."""

    exported = True

    def _is_seen(self, location: Word) -> Word:
        seats = [
            sum(1 << seat for seat in seen_by(place, self.program.players))
            for place in self.layout.places
        ]
        masks = self.f.look_up(seats, location, 4)
        return ((masks >> self.f.number(2)) & 1).differs(0)

    def _is_memory(self, location: Word) -> Word:
        found = [int(p.location_class is LocationClass.MEMORY) for p in self.layout.places]
        return self.f.look_up(found, location, 1).differs(0)


class Sighter(_Looker):
    """`sighted(state, context, seat, cards)`: a byte for every card, 1 if the seat sees it."""

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, SIGHTED)

    def emit(self) -> None:
        f, cards = self.f, self.f.address(3)
        f.clear(cards, self.layout.cards)
        with f.count(0, len(self.layout.places)) as location:
            is_pile = self._is_seen(location) & self._is_memory(location).negated()
            with f.when(is_pile & (self.pile_size(Pile(location, False)) > 0)):
                self.each_of_pile(Pile(location, False), 0, lambda card: cards.at(card).store(1, 1))
        f.give(0)
        f.close()


class FeatureFinder(_Looker):
    """`features(state, context, seat, sighted, list, length, step and alternative)`: how long the
    list is with what is true after an option; or, if there is no alternative, with what is true
    whatever is chosen, as `touching.py` sorted it out.

    Cards that are not among the sighted count as face down, wherever they lie now: an option may
    turn them up, and the seat does not know what they are before it has chosen.
    """

    def __init__(self, unit: Unit, plan: FeaturePlan) -> None:
        super().__init__(unit, FEATURES)
        self._plan = plan
        self._seat, self._sighted = self.f.number(2), self.f.address(3)
        self._list, self._length = self.f.address(4), self.f.variable(self.f.number(5))
        self._is_shared = self.f.number(6) < 0

    def emit(self) -> None:
        with self.f.when(self._is_shared.negated()):
            self._put(self.f.number(6))
            self._put_queued()
        if self._plan.detail.sizes:
            self._put_places()
        for family, start in self._plan.pair_starts:
            self._put_pairs(family, start)
        self._put_storages()
        self.f.give(self._length.get())
        self.f.close()

    @contextmanager
    def _due(self, sort: int) -> Iterator[Word]:
        """The things of that sort that were touched, or those that were not."""
        f, counts = self.f, things(self.program, self.layout)
        untouched = self.context.at(UNTOUCHED + 4 * sort).load(4)
        low = self._is_shared.select(0, untouched)
        high = self._is_shared.select(untouched, counts[sort])
        with f.count(low, high) as number:
            yield self.context.at(number * 2 + (ORDER + 2 * sum(counts[:sort]))).load(2)

    def _put(self, feature: Word) -> None:
        if self._plan.size > MOST_FEATURES:
            feature = (feature < MOST_FEATURES).select(feature, MOST_FEATURES - 1)
        length = self._length.get()
        self._list.at(length * 2).store(feature, 2)
        self._length.set((length < MOST_TRUE - 1).select(length + 1, length))

    def _by_seat(self, starts: tuple[int, ...], index: Word, each: int) -> Word:
        return self.f.look_up(starts, self._seat * each + index, 4)

    def _put_card(self, card: Word, start: Word, counts: Pointer) -> None:
        """By its kind, and for each attribute: the first, second, … of this value here."""
        self._put_kind(card, start + self._plan.kinds)
        for value in self._values(card):
            with self.f.when(value.differs(_NOTHING)):
                self._put_alike(counts.at(value), start + self._plan.alike, value)

    def _put_alike(self, count: Pointer, start: Word, value: Word) -> None:
        before = count.load(1)
        with self.f.when(before < ALIKE):
            count.store(before + 1, 1)
            self._put(start + value * ALIKE + before)

    def _put_kind(self, card: Word, start: Word) -> None:
        if self._plan.detail.kinds:
            kinds = list(self.by_face(tuple(range(len(self.program.kinds)))))
            self._put(start + self.f.look_up(kinds, self.face(card), 2))

    def _values(self, card: Word) -> list[Word]:
        """For each attribute: which value of all the card has, or nothing."""
        if not self._plan.detail.values:
            return []
        face = self.face(card)
        tables = zip(*self._plan.values_by_kind, strict=True)
        filled = (tuple(_NOTHING if v is None else v for v in table) for table in tables)
        return [self.f.look_up(self.by_face(table), face, 2) for table in filled]

    def _is_known(self, card: Word) -> Word:
        """Whether it is a card, and one that the seat sees."""
        there = card < self.layout.cards
        inside = there.select(card, 0)
        return there & self._sighted.at(inside).load(1).differs(0)

    # ------------------------------------------------------------------ places

    def _put_places(self) -> None:
        f, places = self.f, self.layout.places
        counts = f.buffer(max(1, self._plan.values))
        with self._due(0) as location:
            memory = self._is_memory(location)
            with f.either(memory) as (is_memory, is_pile):
                with is_memory:
                    if any(p.location_class is LocationClass.MEMORY for p in places):
                        self._put_place(Pile(location, True), counts)
                with is_pile:
                    self._put_place(Pile(location, False), counts)

    def _put_place(self, pile: Pile, counts: Pointer) -> None:
        f, size = self.f, self.pile_size(pile)
        with f.when(size > 0):
            start = self._by_seat(self._plan.place_starts, pile.number, len(self.layout.places))
            sizes = [size_feature(number) for number in range(256)]
            with f.either(self._is_seen(pile.number)) as (seen, hidden):
                with hidden:
                    self._put(start + f.look_up(sizes, size, 1))
                with seen:
                    with f.when(size > 1):
                        self._put(start + f.look_up(sizes, size, 1))
                    self._put_cards(pile, start, size, counts)

    def _put_cards(self, pile: Pile, start: Word, size: Word, counts: Pointer) -> None:
        f, plan = self.f, self._plan
        masked, last = f.variable(0), f.variable(0)
        f.clear(counts, max(1, plan.values))

        def put(card: Word) -> None:
            last.set(card)
            known = f.truth(True) if pile.is_memory else self._sighted.at(card).load(1).differs(0)
            with f.either(known) as (told, secret):
                with told:
                    self._put_card(card, start, counts)
                with secret:
                    masked.add(1)

        self.each_of_pile(pile, 0, put)
        with f.when(masked.get() > 0):
            most = (masked.get() < MASKED).select(masked.get(), MASKED)
            self._put(start + most + (plan.masked - 1))
        is_known = self._sighted.at(last.get()).load(1).differs(0)
        with f.when(is_known & (size > 1)):
            self._put_kind(last.get(), start + (plan.kinds + len(self.program.kinds)))
            for value in self._values(last.get()):
                with f.when(value.differs(_NOTHING)):
                    self._put(start + value + plan.top_values)

    # ------------------------------------------------------------------ pairs

    def _put_pairs(self, family: Family, start: int) -> None:
        """Cards of one player, in two places of this name, that share a value."""
        f, players = self.f, self.program.players
        with f.count(0, players) as owner, f.when(self._is_due(family, owner)):
            apart = owner - self._seat
            side = (apart < 0).select(apart + players, apart)
            first = owner * family.indices + family.first
            begin = side * (pairs(family) * self._plan.values) + start
            with f.count(0, family.indices - 1) as index:
                one = self.below(self.node(first + index))
                with f.when(self._is_known(one)):
                    row = f.look_up(first_pairs(family), index, 4)
                    with f.count(index + 1, family.indices) as higher:
                        other = self.below(self.node(first + higher))
                        with f.when(self._is_known(other)):
                            at = begin + (row + higher) * self._plan.values
                            self._put_shared(one, other, at)

    def _is_due(self, family: Family, owner: Word) -> Word:
        """Whether the owner's cards are to be told now: once for all options, or not."""
        touched = self.f.variable(0)
        with self.f.count(0, family.indices) as index:
            place = owner * family.indices + family.first + index
            touched.set(touched.get() | self.context.at(place + TOUCHED).load(1))
        return touched.get().equals(0).equals(self._is_shared)

    def _put_shared(self, one: Word, other: Word, start: Word) -> None:
        for first, second in zip(self._values(one), self._values(other), strict=True):
            with self.f.when(first.equals(second) & first.differs(_NOTHING)):
                self._put(start + first)

    # ------------------------------------------------------------------ storages, turns

    def _put_storages(self) -> None:
        f, layout, players = self.f, self.layout, self.program.players
        numbers = len(self._plan.number_starts) // players
        table = [number_feature(n) for n in range(LOWEST_NUMBER, HIGHEST_NUMBER + 1)]
        with self._due(1) as slot:
            value = self.load(self.offset(layout.ints, slot, 4), 4)
            with f.when(value.differs(0)):
                low = (value < LOWEST_NUMBER).select(LOWEST_NUMBER, value)
                inside = (low > HIGHEST_NUMBER).select(HIGHEST_NUMBER, low)
                start = self._by_seat(self._plan.number_starts, slot, numbers)
                self._put(start + f.look_up(table, inside - LOWEST_NUMBER, 1))
        words, width = len(self._plan.word_starts) // players, layout.string_width
        with self._due(2) as slot:
            value = self.load(self.offset(layout.strs, slot, width), width)
            with f.when(value.differs(0)):
                self._put(self._by_seat(self._plan.word_starts, slot, words) + value)

    def _put_queued(self) -> None:
        """Whom the option made the next one, if it did."""
        f, players = self.f, self.program.players
        frames = [self.layout.seat_frames + 3 * seat for seat, _ in self.layout.depths]
        position = self.load(self.layout.position, 4)
        queued = self.load(f.look_up(frames, position, 2) + 1, 1)
        with f.when(queued.differs(NOBODY)):
            apart = queued - self._seat
            self._put((apart < 0).select(apart + players, apart) + self._plan.queued_start)
