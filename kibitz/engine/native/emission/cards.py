"""Cards and card lists in emitted code."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeGuard, assert_never

from kibitz.engine import program as p
from kibitz.engine.native.emission import base
from kibitz.engine.native.emission.base import Component, Group, Listing, Pile
from kibitz.engine.native.emission.scores import PointSlot
from kibitz.engine.native.layout.bounds import longest
from kibitz.engine.native.layout.lazy_collections import draws
from kibitz.engine.native.layout.set_plan import is_by_face
from kibitz.engine.native.layout.signatures import Signature
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.program.work import run_price
from kibitz.recycle import End, Goal, LocationClass

GATHER = Signature("gather", "pppi")

_MOST_COPIES = 8
"""A loop over a union is a loop over each of its parts, and what is done in it is emitted as often;
loops in loops multiply. Beyond this the union is gathered in a list first, and looped over once."""


class CardEmitter(Component):
    _copies = 1
    """How often what is being emitted will stand in the code."""

    def location(self, node: p.Live) -> Pile:
        match node:
            case p.LocationVar(slot=slot):
                bound = self.bound[slot]
                assert isinstance(bound, Pile)
                return bound
            case p.LocationMember():
                member = self.e.groups.member(node)
                assert isinstance(member, Pile)
                return member
            case p.Location():
                is_memory = node.families[0].location_class is LocationClass.MEMORY
                return Pile(self._location_number(node), is_memory, node.families)
            case p.EitherPlace():
                number = self.e.values.either(
                    node.condition, node.yes, node.no, lambda side: self.location(side).number
                )
                return Pile(number, node.is_memory)
            case undecided:
                assert_never(undecided)

    def is_memory_location(self, node: p.Live) -> bool:
        match node:
            case p.LocationVar(slot=slot):
                bound = self.bound[slot]
                return isinstance(bound, Pile) and bound.is_memory
            case p.LocationMember():
                return self.e.groups.is_memory(node.groups)
            case p.EitherPlace():
                return node.is_memory
            case p.Location():
                return node.families[0].location_class is LocationClass.MEMORY

    def _location_number(self, node: p.Location) -> Word:
        first, indices = self.family(node)
        if isinstance(node.index, p.Const) and isinstance(indices, int):
            if 0 <= node.index.value < indices:
                index = self.f.constant(node.index.value)
            else:
                self.e.fail("bad-index", node.span)
                index = self.f.constant(0)
        else:
            index = self.e.values.value(node.index)
            self.e.fail_when(index.below(indices).negated(), "bad-index", node.span)
        number = index + first
        if node.owner is not None:
            number = number + self.e.values.value(node.owner) * indices
        return number

    def family(self, node: p.Location) -> tuple[Word | int, Word | int]:
        """First location and number of indices of the family the name means."""
        if node.name is None:
            return node.families[0].first, node.families[0].indices
        name = self.e.values.value(node.name)
        firsts, indices = [0] * len(self.program.strings), [1] * len(self.program.strings)
        for family in node.families:
            firsts[family.name], indices[family.name] = family.first, family.indices
        return self.f.look_up(firsts, name, 2), self.f.look_up(indices, name, 2)

    def card(self, node: p.Card) -> Word:
        match node:
            case p.CardVar(slot=slot):
                bound = self.bound[slot]
                assert isinstance(bound, Word)
                return bound
            case p.CardAt():
                return self._card_at(node)
            case p.ExtremeCard():
                return self._extreme_card(node)
            case p.BestCard():
                return self.e.best.value(node)
            case p.KeptCard():
                return self.e.load(*self.e.slot_address(node.slot))
            case p.EitherCard():
                return self.e.values.either(node.condition, node.yes, node.no, self.card)

    def _card_at(self, node: p.CardAt) -> Word:
        if isinstance(node.cards, p.Live):
            pile = self.location(node.cards)
            if isinstance(node.where, End):
                return self.e.piles.end_of_pile(pile, node.where)
            return self.e.piles.card_of_pile(pile, self.e.values.value(node.where))
        listing = self.listing(node.cards)
        place, exists = self.place_in_list(listing, node.where)
        found = self.f.variable(self.layout.cards)
        with self.f.when(exists):
            found.set(self.e.piles.list_card(listing, place))
        return found.get()

    def place_in_list(self, listing: Listing, where: End | p.Value) -> tuple[Word, Word]:
        """The place in the record that is meant, and whether there is such a card."""
        if listing.mask is not None:
            return self._place_in_mask(listing.mask, where)
        size = self.e.piles.list_size(listing)
        if where is End.TOP:
            index = size - 1
        elif where is End.BOTTOM:
            index = self.f.constant(0)
        else:
            assert not isinstance(where, End)
            index = self.e.values.value(where)
        return index, index.below(size)

    def _place_in_mask(self, mask: Word, where: End | p.Value) -> tuple[Word, Word]:
        if where is End.TOP:
            return mask.highest_digit().narrowed(), mask.differs(0)
        if where is End.BOTTOM:
            return mask.lowest_digit().narrowed(), mask.differs(0)
        assert not isinstance(where, End)
        index, above = self.e.values.value(where), self.f.variable64(mask)
        exists = index.below(mask.digits_set().narrowed())
        with self.f.when(exists), self.f.count(0, index):
            above.set(above.get().without_lowest())
        return above.get().lowest_digit().narrowed(), exists

    def _extreme_card(self, node: p.ExtremeCard) -> Word:
        """The best card; of several, one at random, or the first without chance."""
        each = self.each_worked_out(node.cards, 2 * self.e.scoring)
        slot = self.e.scores.point_slot(node.points)
        best, ties = self.f.variable(0), self.e.piles.new_list()

        def compare(card: Word) -> None:
            score = self.e.scores.score(slot, card)
            size = ties.load(2)
            better = score > best.get() if node.goal is Goal.MAX else score < best.get()
            with self.f.when(better | size.equals(0)):
                best.set(score)
                ties.store(0, 2)
            with self.f.when(score.equals(best.get())):
                self.e.piles.append(ties, card)

        each(compare)
        tied = ties.load(2)
        self.e.fail_when(tied.equals(0), "no-card", node.span)
        chosen = self.f.variable(0)
        with self.f.when((tied > 1) & self.e.no_chance().negated()):
            chosen.set(self.e.draw_by_rule(tied.widened()))
        return self.e.piles.list_card(Listing(ties), chosen.get())

    def each_card(self, node: p.Cards, visits: int, body: base.ForCard) -> None:
        match node:
            case p.Location() | p.LocationVar() | p.LocationMember() | p.EitherPlace():
                self.e.piles.each_of_pile(self.location(node), visits, body)
            case p.Combine() | p.CombineGroups() if node.operator is p.SetOperator.UNION:
                if longest(self.layout, node) > self.layout.most_listed or self._is_wide(node):
                    self.e.piles.each_of_list(self._gathered(node, visits), 0, body)
                else:
                    self._each_united(node, visits, body)
            case p.FilterCards():
                self._each_filtered(node, visits, body)
            case _:
                self.e.piles.each_of_list(self.listing(node, visits), 0, body)

    def _each_filtered(self, node: p.FilterCards, visits: int, body: base.ForCard) -> None:
        if self.is_told(node):
            pile, cards = self.passing(node, visits)
            self.e.piles.each_in_set(pile, cards, body)
            return

        def keep(card: Word) -> None:
            self.bound[node.slot] = card
            with self.f.when(self.e.values.test(node.condition)):
                body(card)

        self.each_worked_out(node.cards, visits + self.price(node.condition))(keep)

    def is_told(self, node: p.FilterCards) -> bool:
        """Whether the set of a place and the faces of cards tell which pass the filter."""
        return self.e.sets.tells(node.cards) and is_by_face(node.condition, node.slot)

    def passing(self, node: p.FilterCards, visits: int) -> tuple[Pile, Word]:
        """The place, and the set of the cards in it that pass a filter that `is_told`."""
        assert isinstance(node.cards, p.Location)
        pile = self.location(node.cards)
        self.e.charge(self.e.piles.pile_size(pile), visits + self.price(node.condition))
        return pile, self.e.sets.set_of(pile) & self.e.sets.set_by_face(node.condition, node.slot)

    def each_worked_out(self, node: p.Cards, visits: int) -> Callable[[base.ForCard], None]:
        """A way to run over the cards; what draws chance has drawn it before."""
        if draws(node):
            return partial(self.e.piles.each_of_list, self.copy_of(node, visits), 0)
        return partial(self.each_card, node, visits)

    def _is_wide(self, node: p.Combine | p.CombineGroups) -> TypeGuard[p.Combine]:
        """Whether a loop over every part would be too many copies of its body."""
        return isinstance(node, p.Combine) and self._copies * len(node.parts) > _MOST_COPIES

    def _each_united(
        self, node: p.Combine | p.CombineGroups, visits: int, body: base.ForCard
    ) -> None:
        each = visits + 1
        if isinstance(node, p.Combine):
            before = self._copies
            self._copies *= len(node.parts)
            for part in node.parts:
                self.each_card(part, each, body)
            self._copies = before
        else:
            self.e.groups.each_group(
                node.groups, 1, lambda group: self.each_of_group(group, each, body)
            )

    def _gathered(self, node: p.Combine | p.CombineGroups, visits: int) -> Listing:
        """All cards of the parts as a list, which must not grow too long."""
        record = self.e.piles.new_list()
        if self._is_wide(node):
            self._gather_parts(node, record, visits + 1)
        else:
            self._each_united(node, visits, lambda card: self.e.piles.append(record, card))
        return Listing(record)

    def _gather_parts(self, node: p.Combine, record: Pointer, visits: int) -> None:
        """Piles by a call each: very many loops in one function keep a compiler busy for ever."""
        before = self._copies
        self._copies *= len(node.parts)
        for part in node.parts:
            if isinstance(part, p.Live) and not self.is_memory_location(part):
                pile = self.location(part)
                self.e.charge(self.e.piles.pile_size(pile), visits)
                self.e.call(GATHER.name, record, pile.number)
            else:
                self.each_card(part, visits, lambda card: self.e.piles.append(record, card))
        self._copies = before

    def each_of_group(self, group: Group, visits: int, body: base.ForCard) -> None:
        if isinstance(group, Pile):
            self.e.piles.each_of_pile(group, visits, body)
        else:
            self.e.piles.each_of_list(group, visits, body)

    def group_size(self, group: Group) -> Word:
        piles = self.e.piles
        return piles.pile_size(group) if isinstance(group, Pile) else piles.list_size(group)

    def cards_size(self, node: p.Cards, visits: int = 0) -> Word:
        match node:
            case p.Location() | p.LocationVar() | p.LocationMember() | p.EitherPlace():
                return self._charged_size(self.e.piles.pile_size(self.location(node)), visits)
            case p.ListVar() | p.ListMember():
                return self._charged_size(self.e.piles.list_size(self.listing(node)), visits)
            case p.Combine() | p.CombineGroups() if (
                longest(self.layout, node) > self.layout.most_listed
            ):
                return self.e.piles.list_size(self._gathered(node, visits))
            case p.Combine(operator=p.SetOperator.UNION):
                total = self.f.constant(0)
                for part in node.parts:
                    total = total + self.cards_size(part, visits + 1)
                return total
            case p.CombineGroups(operator=p.SetOperator.UNION):
                sizes = self.f.variable(0)
                self.e.groups.each_group(
                    node.groups, 1, lambda group: sizes.add(self.group_size(group))
                )
                return self._charged_size(sizes.get(), visits + 1)
            case p.FilterCards() if self.is_told(node):
                return self.passing(node, visits)[1].digits_set().narrowed()
            case _:
                count = self.f.variable(0)
                self.each_card(node, visits, lambda card: count.add(1))
                return count.get()

    def _charged_size(self, size: Word, visits: int) -> Word:
        self.e.charge(size, visits)
        return size

    def listing(self, node: p.Cards, visits: int = 0) -> Listing:
        """The list as a record: a variable's own, or a fresh one."""
        match node:
            case p.ListVar(slot=slot):
                bound = self.bound[slot]
                assert isinstance(bound, Listing)
                self.e.charge(self.e.piles.list_size(bound), visits)
                return bound
            case p.ListMember():
                member = self.e.groups.member(node)
                assert isinstance(member, Listing)
                self.e.charge(self.e.piles.list_size(member), visits)
                return member
            case p.EitherCards():
                return self._either_cards(node, visits)
            case p.Sequence():
                return self._sequence(node, visits)
            case p.Run():
                return self._run(node, visits)
            case p.Combine(operator=p.SetOperator.INTERSECTION):
                return self._intersection(node, visits)
            case p.CombineGroups(operator=p.SetOperator.INTERSECTION):
                return self._intersection_of_groups(node, visits)
            case p.Combine() | p.CombineGroups() if node.operator is p.SetOperator.DISJUNCTION:
                return self._once(self._gathered(node, visits))
            case _:
                return self.copy_of(node, visits)

    def _either_cards(self, node: p.EitherCards, visits: int) -> Listing:
        record = self.e.piles.new_list()
        with self.f.either(self.e.values.test(node.condition)) as arms:
            for arm, side in zip(arms, (node.yes, node.no), strict=True):
                with arm:
                    self.each_card(side, 0, partial(self.e.piles.append, record))
        self.e.charge(self.e.piles.list_size(Listing(record)), visits + 1)
        return Listing(record)

    def copy_of(self, node: p.Cards, visits: int = 0) -> Listing:
        """A fresh list of the same cards."""
        return self.e.piles.filled(
            partial(self.each_card, node, visits), longest(self.layout, node)
        )

    def _sequence(self, node: p.Sequence, visits: int) -> Listing:
        """The topmost cards from the top downwards, or the bottom cards in order."""
        count, whole = self.e.values.value(node.count), self.copy_of(node.cards, visits + 1)
        size = self.e.piles.list_size(whole)
        self.e.fail_when(count.below(size + 1).negated(), "too-few-cards", node.span)
        record = self.e.piles.new_list()
        with self.f.count(0, count) as number:
            index = number if node.end is End.BOTTOM else size - number - 1
            self.e.piles.append(record, self.e.piles.list_card(whole, index))
        return Listing(record)

    def _intersection(self, node: p.Combine, visits: int) -> Listing:
        parts = [self.copy_of(part, visits + 1) for part in node.parts]
        record = self.e.piles.new_list()

        def keep(card: Word) -> None:
            in_all = self.f.truth(True)
            for part in parts[1:]:
                in_all = in_all & (self._occurrences(part, card) > 0)
            with self.f.when(in_all):
                self.e.piles.append(record, card)

        self.e.piles.each_of_list(parts[0], 0, keep)
        return Listing(record)

    def _occurrences(self, listing: Listing, card: Word) -> Word:
        count = self.f.variable(0)
        self.e.piles.each_of_list(
            listing, 0, lambda other: count.add(other.equals(card).narrowed())
        )
        return count.get()

    def _once(self, everything: Listing) -> Listing:
        """The cards that occur exactly once."""
        record = self.e.piles.new_list()

        def keep(card: Word) -> None:
            with self.f.when(self._occurrences(everything, card).equals(1)):
                self.e.piles.append(record, card)

        self.e.piles.each_of_list(everything, 0, keep)
        return Listing(record)

    def _intersection_of_groups(self, node: p.CombineGroups, visits: int) -> Listing:
        """Start with the first group; drop what a later one does not have."""
        record, is_first = self.e.piles.new_list(), self.f.variable(1)
        each = visits + 1

        def narrow(group: Group) -> None:
            with self.f.either(is_first.get().differs(0)) as (first, later):
                with first:
                    self.each_of_group(group, each, lambda card: self.e.piles.append(record, card))
                    is_first.set(0)
                with later:
                    self._retain(record, group, each)

        self.e.groups.each_group(node.groups, 1, narrow)
        return Listing(record)

    def _retain(self, record: Pointer, group: Group, visits: int) -> None:
        other = self.e.piles.new_list()
        self.each_of_group(group, visits, lambda card: self.e.piles.append(other, card))
        kept = self.f.variable(0)

        def keep(card: Word) -> None:
            with self.f.when(self._occurrences(Listing(other), card) > 0):
                self.e.piles.set_list_card(record, kept.get(), card)
                kept.add(1)

        self.e.piles.each_of_list(Listing(record), 0, keep)
        record.store(kept.get(), 2)

    def _run(self, node: p.Run, visits: int) -> Listing:
        """The longest end of the list whose scores are consecutive, sorted."""
        minimum = self.e.values.value(node.minimum)
        least = (minimum < 1).select(1, minimum)
        whole, slot = self.copy_of(node.cards, visits + 1), self.e.scores.point_slot(node.points)
        size = self.e.piles.list_size(whole)
        self.e.charge(run_price(size), self.e.scoring, run_price(self.layout.most_listed))
        record, length = self.e.piles.new_list(), self.f.variable(size)
        done = self.f.label()
        with self.f.forever() as leave:
            wanted = length.get()
            leave(wanted < least)
            record.store(0, 2)
            start = self.f.constant(0) if node.end is End.BOTTOM else size - wanted
            with self.f.count(start, start + wanted) as index:
                card = self.e.piles.list_card(whole, index)
                self.insert_by_score(record, card, self.e.scores.score(slot, card), slot)
            with self.f.when(self._is_consecutive(record, slot)):
                self.f.go(done)
            length.set(wanted - 1)
        record.store(0, 2)
        self.f.place(done)
        return Listing(record)

    def insert_by_score(self, record: Pointer, card: Word, score: Word, slot: PointSlot) -> None:
        """Keep a list sorted, equal scores in order of arrival."""
        listing = Listing(record)
        self.e.piles.append(record, card)
        place = self.f.variable(self.e.piles.list_size(listing) - 1)
        with self.f.forever() as leave:
            index = place.get()
            leave(index < 1)
            before = self.e.piles.list_card(listing, index - 1)
            leave(self.e.scores.score(slot, before) <= score)
            here, width = self.e.piles.list_cell(record, index), self.layout.card_width
            here.store(before, width)
            self.e.piles.cell(record, index, base.RECORD_HEADER - width).store(card, width)
            place.set(index - 1)

    def _is_consecutive(self, record: Pointer, slot: PointSlot) -> Word:
        listing = Listing(record)
        broken = self.f.variable(0)
        with self.f.count(1, self.e.piles.list_size(listing)) as index:
            low = self.e.scores.score(slot, self.e.piles.list_card(listing, index - 1))
            high = self.e.scores.score(slot, self.e.piles.list_card(listing, index))
            broken.set(broken.get() | high.differs(low + 1).narrowed())
        return broken.get().equals(0)
