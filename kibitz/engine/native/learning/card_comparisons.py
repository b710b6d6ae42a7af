"""Cards beside each other, in emitted code: what a net is told of them beside where they lie."""

from __future__ import annotations

from kibitz.engine.native.emission.base import Pile
from kibitz.engine.native.layout.context import TOUCHED
from kibitz.engine.native.learning import feature_plan as features
from kibitz.engine.native.learning.seat_visibility import FeatureWriter
from kibitz.engine.native.learning.similarity_plan import ALIKE, FACED, Grid
from kibitz.engine.native.learning.sums_and_runs_plan import RunOrder
from kibitz.engine.native.llvm.lanes import filled
from kibitz.engine.native.llvm.words import Pointer, Variable, Word
from kibitz.engine.program import Family


class _FeaturePart:
    """A part of what is put on the list of a net."""

    def __init__(self, writer: FeatureWriter) -> None:
        self._w = writer
        self.f, self.layout, self.program = writer.f, writer.layout, writer.program
        self.plan, self.context = writer.plan, writer.context


class Comparer(_FeaturePart):
    """Cards of a grid with each other, cards on top with those of other places and with each
    other, stored words with cards."""

    def count_in(self, location: Word) -> Pointer:
        """Where the values of the cards in this place are counted."""
        like = self.plan.likeness
        if not like.rows:
            return self._w.counts
        return self._row(self._w.by_seat(like.row_by_place, location, len(self.layout.places)))

    def put_grids(self) -> None:
        for family, start, whole in self.plan.grid_starts:
            with (
                self.f.count(0, self.program.players) as owner,
                self.f.when(self._is_due(family, owner)),
            ):
                self._put_pairs(family, owner, start)
                if self.plan.likeness.rows:
                    self._put_whole(family, owner, whole)

    def put_likeness(self) -> None:
        if self.plan.likeness.rows:
            self._put_tops()
            with self.f.when(self._w.is_shared.negated()):
                self._put_words()
                self._put_crossed()

    def _row(self, number: Word | int) -> Pointer:
        return self._w.counts.at(self.f.constant(self.plan.values) * number)

    # ------------------------------------------------------------------ grids

    def _is_due(self, family: Family, owner: Word) -> Word:
        """Whether the owner's cards are to be told now: once for all options, or not."""
        places = owner * family.indices + family.first
        touched = filled(self.context.at(places + TOUCHED)) & ((1 << family.indices) - 1)
        return touched.equals(0).equals(self._w.is_shared)

    def _put_pairs(self, family: Family, owner: Word, start: int) -> None:
        """Two cells whose cards share a value."""
        f, first = self.f, owner * family.indices + family.first
        begin = self._w.side_of(owner) * (features.pairs(family) * self.plan.values) + start
        with f.count(0, family.indices - 1) as index:
            one = self._w.piles.below(self._w.piles.node(first + index))
            with f.when(self._w.is_known(one)):
                row = f.look_up(features.first_pairs(family), index, 4)
                with f.count(index + 1, family.indices) as higher:
                    other = self._w.piles.below(self._w.piles.node(first + higher))
                    with f.when(self._w.is_known(other)):
                        at = begin + (row + higher) * self.plan.values
                        self._put_shared(one, other, at)

    def _put_shared(self, one: Word, other: Word, start: Word) -> None:
        for first, second in zip(self._w.values_of(one), self._w.values_of(other), strict=True):
            with self.f.when(first.equals(second) & first.differs(features.NOTHING)):
                self._w.put(start + first)

    def _put_whole(self, family: Family, owner: Word, start: int) -> None:
        """How many cards of each value lie in all cells together."""
        f, side = self.f, self._w.side_of(owner)
        rows = self.plan.likeness.row_of(family, self.program.players)
        counts = self._row(f.look_up(rows, side, 2))
        f.clear(counts, self.plan.values)
        begin = side * (ALIKE * self.plan.values) + start
        with f.count(0, family.indices) as index:
            card = self._w.piles.below(
                self._w.piles.node(owner * family.indices + family.first + index)
            )
            with f.when(self._w.is_known(card)):
                for value in self._w.values_of(card):
                    with f.when(value.differs(features.NOTHING)):
                        self._w.put_alike(counts.at(value), begin, value)

    def _put_crossed(self) -> None:
        """Values that occur in two of the seat's own grids."""
        f = self.f
        for one, other, start in self.plan.likeness.crossed:
            with f.count(0, self.plan.values) as value:
                here, there = (self._row(row).at(value).load(1) for row in (one, other))
                with f.when((here > 0) & (there > 0)):
                    self._w.put(value + start)

    # ------------------------------------------------------------------ tops

    def _put_tops(self) -> None:
        """Cards on top: each two of them, of which an option touches one, or else once for all
        options; and each beside all grids. Those that none touches are noted once."""
        f, like, size = self.f, self.plan.likeness, features.noted_size(self.plan)
        kept = self._w.counts.at(features.first_noted(self.plan))
        known = kept.at(2)
        before = self._w.is_shared.select(0, kept.load(2, align=1))
        count = f.variable(before)
        with f.count(0, like.tops) as top:
            place = self._w.by_seat(like.top_places, top, like.tops)
            touched = self.context.at(place + TOUCHED).load(1)
            with f.when(touched.equals(0).equals(self._w.is_shared)):
                card = self._top_card(place, top)
                with f.when(self._w.is_known(card)):
                    self._note_top(known.at(count.get() * size), top, card)
                    count.add(1)
        with f.when(self._w.is_shared):
            kept.store(count.get(), 2, align=1)
        if like.grids:
            with f.when(self._w.is_shared.negated()), f.count(0, count.get(), like.tops) as number:
                self._put_beside_grids(known.at(number * size))
        with f.count(before, count.get(), like.tops) as number:
            one = known.at(number * size)
            with f.count(0, number, like.tops) as earlier:
                self._put_faced(known.at(earlier * size), one)

    def _note_top(self, noted: Pointer, top: Word, card: Word) -> None:
        noted.store(top, 2, align=1)
        for attribute, value in enumerate(self._w.values_of(card)):
            noted.at(2 * attribute + 2).store(value, 2, align=1)

    def _top_card(self, place: Word, top: Word) -> Word:
        """The card on top; no card where none lies, or where none of many lies above the others."""
        f, like = self.f, self.plan.likeness
        card = f.variable(self._w.piles.below(self._w.piles.node(place)))
        is_hand = f.look_up(like.is_hand, top, 1).differs(0)
        with f.when(is_hand & (self._w.piles.pile_size(Pile(place, False)) > 1)):
            card.set(self.layout.cards)
        if self._w.has_memory:
            with f.when(self._w.is_mem_place(place)):
                memory = self._w.piles.memory(place)
                size, width = self._w.piles.memory_size, self.layout.card_width
                with f.when(size(memory) > 0):
                    card.set(self._w.piles.cell(memory, size(memory)).load(width))
        return card.get()

    def _put_faced(self, one: Pointer, other: Pointer) -> None:
        """For each attribute: whether the value of the lower top is lower, equal or higher."""
        like, code = self.plan.likeness, self.f.constant(0)
        in_order = one.load(2, align=1) < other.load(2, align=1)
        one, other = one.select(in_order, other), other.select(in_order, one)
        for attribute in range(min(FACED, len(self.plan.attributes))):
            first, second = (card.at(2 * attribute + 2).load(2, align=1) for card in (one, other))
            code = code * 3 + first.equals(second).select(1, (first < second).select(0, 2))
        pair = one.load(2, align=1) * like.tops + other.load(2, align=1)
        self._w.put(pair * like.each_faced + code + like.first_faced)

    def _put_beside_grids(self, top: Pointer) -> None:
        like, attributes = self.plan.likeness, len(self.plan.attributes)
        begin = top.load(2, align=1) * like.each_top + like.first_top
        for attribute in range(attributes):
            value = top.at(2 * attribute + 2).load(2, align=1)
            with self.f.when(value.differs(features.NOTHING)):
                for grid in like.grids:
                    there = self._row(grid.row).at(value).load(1)
                    with self.f.when(there > 0):
                        self._w.put(begin + there + (grid.start + ALIKE * attribute - 1))
                        cells = begin + (grid.start + ALIKE * attributes)
                        self._put_cells(grid, attribute, value, cells)

    def _put_cells(self, grid: Grid, attribute: int, value: Word, start: Word) -> None:
        """The cells whose card has the value."""
        f, family, players = self.f, grid.family, self.program.players
        owner = self._w.seat + grid.side
        owner = (owner < players).select(owner, owner - players)
        with f.count(0, family.indices) as index:
            card = self._w.piles.below(
                self._w.piles.node(owner * family.indices + family.first + index)
            )
            with f.when(self._w.is_known(card)):
                is_like = self._w.values_of(card)[attribute].equals(value)
                with f.when(is_like):
                    self._w.put(start + index * self.plan.values + value)

    # ------------------------------------------------------------------ words

    def _put_words(self) -> None:
        """Words that are values of cards: how many such cards lie where."""
        f, layout, like = self.f, self.layout, self.plan.likeness
        slots, width = len(like.word_starts) // self.program.players, layout.strs.width
        if not slots:
            return
        attributes = len(self.plan.attributes)
        with f.count(0, slots) as slot:
            word = self._w.load(self._w.offset(layout.strs, slot, width), width)
            begin = self._w.by_seat(like.word_starts, slot, slots)
            for attribute, table in enumerate(self.plan.values_by_word):
                value = f.look_up(table, word, 2)
                with f.when(value.differs(features.NOTHING)), f.count(0, like.places) as row:
                    there = self._row(row).at(value).load(1)
                    with f.when(there > 0):
                        start = begin + row * (ALIKE * attributes)
                        self._w.put(start + there + (ALIKE * attribute - 1))


class Reckoner(_FeaturePart):
    """Runs, sums and matches; what is kept of a place lies behind the counts of values."""

    def begin_reckoning(self) -> None:
        """Before the cards of a place."""
        f, reckoning = self.f, self.plan.reckoning
        self._on_ladders = [f.variable64(0) for _ in reckoning.ladders]
        self._totals = [f.variable(0) for _ in reckoning.sums]
        self._partial = [f.variable64(1) for _ in reckoning.partial]
        self._masks = [f.variable64(int(mask.adds_up)) for mask in reckoning.masks]

    def reckon(self, card: Word) -> None:
        """A card that the seat sees."""
        reckoning = self.plan.reckoning
        for ladder, rungs in zip(reckoning.ladders, self._on_ladders, strict=True):
            self._mark(rungs, self.f.constant64(1), ladder.rungs, card)
        for one, total in zip(reckoning.sums, self._totals, strict=True):
            total.add(
                self.f.look_up(self._w.scores.by_face(one.worths), self._w.scores.face(card), 4)
            )
        for some, sums in zip(reckoning.partial, self._partial, strict=True):
            self._mark(sums, sums.get(), some.worths, card)
        for mask, kept in zip(reckoning.masks, self._masks, strict=True):
            first = kept.get() if mask.adds_up else self.f.constant64(1)
            self._mark(kept, first, mask.digits, card)

    def _mark(self, mask: Variable, first: Word, digits: tuple[int, ...], card: Word) -> None:
        """The digits of the first, moved up by the card's."""
        digit = self.f.look_up(self._w.scores.by_face(digits), self._w.scores.face(card), 1)
        mask.set(mask.get() | (first << digit.widened()))

    def put_reckoned(self, place: Word) -> None:
        """After the cards of a place."""
        reckoning, places = self.plan.reckoning, len(self.layout.places)
        for ladder, rungs in zip(reckoning.ladders, self._on_ladders, strict=True):
            start = self._w.by_seat(ladder.starts, place, places)
            with self.f.when(start.differs(0)):
                self._put_stretches(rungs.get(), ladder, start)
        for one, total in zip(reckoning.sums, self._totals, strict=True):
            start = self._w.by_seat(one.starts, place, places)
            with self.f.when(start.differs(0)):
                self.put_number(total.get(), start)
        for some, sums in zip(reckoning.partial, self._partial, strict=True):
            start = self._w.by_seat(some.starts, place, places)
            with self.f.when(start.differs(0)):
                self._put_digits(sums.get() & some.wanted, start)

    def _put_stretches(self, rungs: Word, ladder: RunOrder, start: Word) -> None:
        one, two = rungs & (rungs >> 1), rungs & (rungs >> 2)
        parts = (one & ladder.next_to, two & ladder.two_below, one & two & ladder.two_below)
        for number, part in enumerate(parts):
            self._put_digits(part, start + number * ladder.size)

    def _put_digits(self, digits: Word, start: Word) -> None:
        with self.f.digits(digits) as digit:
            self._w.put(start + digit)

    def put_number(self, value: Word, start: Word) -> None:
        """Exactly, or roughly where it is far from 0."""
        f = self.f
        table = [
            features.number_feature(n)
            for n in range(features.LOWEST_NUMBER, features.HIGHEST_NUMBER + 1)
        ]
        low = (value < features.LOWEST_NUMBER).select(features.LOWEST_NUMBER, value)
        inside = (low > features.HIGHEST_NUMBER).select(features.HIGHEST_NUMBER, low)
        self._w.put(start + f.look_up(table, inside - features.LOWEST_NUMBER, 1))
        with f.when(inside >= features.EXACT_NUMBERS.stop):
            self._w.put(start + (inside & (features.REMAINDERS - 1)) + features.NUMBERS)

    # ------------------------------------------------------------------ hands beside places

    def keep_reckoned(self, place: Word) -> None:
        """For comparisons with other places."""
        rows, places = self.plan.likeness.row_by_place, len(self.layout.places)
        for number, mask in enumerate(self._masks):
            kept = self._kept_mask(self._w.by_seat(rows, place, places), number)
            kept.store(mask.get(), 8, align=1)

    def put_matches(self) -> None:
        """Cards of a hand that fit to others, by what they share or to what those add up."""
        for one in self.plan.reckoning.matches:
            own, other = (
                self._kept_mask(self.f.constant(row), mask).load(8, align=1)
                for row, mask in ((one.own_row, one.own_mask), (one.row, one.mask))
            )
            nothing = 1  # no cards add up to 0
            self._put_digits(own & other & ~nothing, self.f.constant(one.start))

    def _kept_mask(self, row: Word, mask: int) -> Pointer:
        each = 8 * len(self.plan.reckoning.masks)
        return self._w.counts.at(row * each + (features.first_mask(self.plan) + 8 * mask))
