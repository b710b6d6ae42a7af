"""Features of a situation in emitted code: what a seat sees, as a list of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.engine.native.emission.base import Pile, Unit
from kibitz.engine.native.layout.context import TOUCHED
from kibitz.engine.native.layout.state_layout import NOBODY
from kibitz.engine.native.learning.card_comparisons import Comparer, Reckoner
from kibitz.engine.native.learning.feature_plan import MASKED, NOTHING, FeaturePlan, size_feature
from kibitz.engine.native.learning.seat_visibility import FeatureWriter
from kibitz.engine.native.llvm.lanes import BLOCK, filled
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.state import BACKWARDS


class FeatureFinder(FeatureWriter):
    """`features(state, context, seat, sighted, list, length, step and alternative, counts)`: how
    long the list is with what is true after an option; or, if there is no alternative, with what
    is true whatever is chosen: nothing that an option touches is told then.

    Cards that are not among the sighted count as face down, wherever they lie now: an option may
    turn them up, and the seat does not know what they are before it has chosen. `counts` keeps from
    one call to the next how many cards of each value lie in places that are compared.
    """

    def __init__(self, unit: Unit, plan: FeaturePlan) -> None:
        super().__init__(unit, plan)
        self._alike = Comparer(self)
        self._sums = Reckoner(self)

    def emit(self) -> None:
        with self.f.when(self.is_shared.negated()):
            self.put(self.f.number(6))
            self._put_queued()
        if self.plan.detail.sizes:
            self._put_places()
        self._alike.put_grids()
        self._alike.put_likeness()
        with self.f.when(self.is_shared.negated()):
            self._sums.put_matches()
        self._put_storages()
        self.f.give(self.length.get().narrowed())
        self.f.close()

    @contextmanager
    def _due(self, sort: int) -> Iterator[Word]:
        """The things of that sort that were touched, or those that were not."""
        f, counts = self.f, self.layout.things
        all_of_them = f.constant64(-1)
        with f.count(0, -(-counts[sort] // BLOCK)) as block:
            start = block * BLOCK
            touched = filled(self.context.at(start + (TOUCHED + sum(counts[:sort]))))
            due = self.is_shared.select(touched ^ all_of_them, touched)
            left = f.constant(counts[sort]) - start
            inside = (left < BLOCK).select((f.constant64(1) << left.widened()) - 1, all_of_them)
            with f.digits(due & inside) as digit:
                yield start + digit

    # ------------------------------------------------------------------ places

    def _put_places(self) -> None:
        f = self.f
        with self._due(0) as location:
            counts = self._alike.count_in(location)
            f.clear(counts, max(1, self.plan.values))
            self._sums.begin_reckoning()
            with f.either(self.is_mem_place(location)) as (is_memory, is_pile):
                with is_memory:
                    if self.has_memory:
                        self._put_place(Pile(location, True), counts)
                with is_pile:
                    self._put_place(Pile(location, False), counts)
            self._sums.keep_reckoned(location)

    def _put_place(self, pile: Pile, counts: Pointer) -> None:
        f, size = self.f, self.piles.pile_size(pile)
        with f.when(size > 0):
            start = self.by_seat(self.plan.place_starts, pile.number, len(self.layout.places))
            sizes = [size_feature(number) for number in range(self.layout.most_listed + 1)]
            with f.either(self.is_seen(pile.number)) as (seen, hidden):
                with hidden:
                    self.put(start + f.look_up(sizes, size, 1))
                with seen:
                    with f.when(size > 1):
                        self.put(start + f.look_up(sizes, size, 1))
                    self._put_cards(pile, start, size, counts)

    def _put_cards(self, pile: Pile, start: Word, size: Word, counts: Pointer) -> None:
        f, plan = self.f, self.plan
        masked, last = f.variable(0), f.variable(0)

        def put(card: Word) -> None:
            last.set(card)
            known = f.truth(True) if pile.is_memory else self.sighted.at(card).load(1).differs(0)
            with f.either(known) as (told, secret):
                with told:
                    self._put_card(card, pile.number, start, counts)
                    self._sums.reckon(card)
                with secret:
                    masked.add(1)

        self.piles.each_of_pile(pile, 0, put)
        self._sums.put_reckoned(pile.number)
        with f.when(masked.get() > 0):
            most = (masked.get() < MASKED).select(masked.get(), MASKED)
            self.put(start + most + (plan.masked - 1))
        is_known = self.sighted.at(last.get()).load(1).differs(0)
        with f.when(is_known & (size > 1)):
            self._put_kind(last.get(), pile.number, start + (plan.kinds + len(set(plan.faces))))
            for value in self.values_of(last.get()):
                with f.when(value.differs(NOTHING)):
                    self.put(start + value + plan.top_values)

    def _put_card(self, card: Word, place: Word, start: Word, counts: Pointer) -> None:
        """By its kind, and for each attribute: the first, second, … of this value here."""
        self._put_kind(card, place, start + self.plan.kinds)
        for value in self.values_of(card):
            with self.f.when(value.differs(NOTHING)):
                self.put_alike(counts.at(value), start + self.plan.alike, value)

    def _put_kind(self, card: Word, place: Word, start: Word) -> None:
        f, detail = self.f, self.plan.detail
        if not detail.kinds:
            return
        kind = start + f.look_up(self.scores.by_face(self.plan.faces), self.scores.face(card), 2)
        if detail.kinds_by_index:
            self.put(kind)
        else:
            with f.when(f.look_up(self.plan.has_kinds, place, 1).differs(0)):
                self.put(kind)

    # ------------------------------------------------------------------ storages, turns

    def _put_storages(self) -> None:
        f, layout, players = self.f, self.layout, self.program.players
        numbers = len(self.plan.number_starts) // players
        with self._due(1) as slot:
            value = self.load(self.offset(layout.ints, slot, 4), 4)
            with f.when(value.differs(0)):
                self._sums.put_number(value, self.by_seat(self.plan.number_starts, slot, numbers))
        words, width = len(self.plan.word_starts) // players, layout.strs.width
        with self._due(2) as slot:
            value = self.load(self.offset(layout.strs, slot, width), width)
            with f.when(value.differs(0)):
                self.put(self.by_seat(self.plan.word_starts, slot, words) + value)

    def _put_queued(self) -> None:
        """Whom the option made the next one, if it did."""
        f = self.f
        frames = [self.layout.seat_frames + 3 * seat for seat, _ in self.layout.depths]
        position = self.load(self.layout.position, 4)
        frame = f.look_up(frames, position, 2)
        queued = self.load(frame + 1, 1)
        with f.when(queued.differs(NOBODY)):
            self.put(self.side_of(queued) + self.plan.queued_start)
        if self.plan.backwards is not None:
            with f.when((self.load(frame + 2, 1) & BACKWARDS).differs(0)):
                self.put(f.constant(self.plan.backwards))
