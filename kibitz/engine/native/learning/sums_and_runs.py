"""Cards that lie together, in emitted code: what a net is told of them where rules reckon."""

from __future__ import annotations

from kibitz.engine.native.learning import feature_plan as features
from kibitz.engine.native.learning.seat_visibility import FeatureWriter
from kibitz.engine.native.learning.sums_and_runs_plan import RunOrder
from kibitz.engine.native.llvm.words import Pointer, Variable, Word


class Reckoner:
    """Runs, sums and matches; what is kept of a place lies behind the counts of values."""

    def __init__(self, writer: FeatureWriter) -> None:
        self._w = writer
        self.f, self.layout, self.program = writer.f, writer.layout, writer.program
        self.plan, self.context = writer.plan, writer.context

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
