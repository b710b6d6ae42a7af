"""Groups of cards that emitted code goes through without lists: places that have cards, parts,
subsets and runs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from kibitz.engine import limits
from kibitz.engine import program as p
from kibitz.engine.native.emission import base
from kibitz.engine.native.emission.base import Bound, Component, Listing, Pile, Selection
from kibitz.engine.native.emission.scores import PointSlot
from kibitz.engine.native.layout.lazy_collections import is_steady
from kibitz.engine.native.layout.set_plan import sized_guard
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.program.walk import nodes
from kibitz.recycle import LocationClass

if TYPE_CHECKING:
    from kibitz.engine.native.emission.function_emitter import FunctionEmitter


class IndexedEmitter(Component):
    occupied: Mapping[int, Word] = MappingProxyType({})
    """By the identity of a node: which of its places have cards, if that is known."""

    def each_indexed(self, node: p.Indexed, visits: int, body: base.ForGroup) -> None:
        first, indices = self.e.cards.family(node.location)
        self.e.charge(indices, visits + 1)
        families = node.location.families
        is_memory = families[0].location_class is LocationClass.MEMORY
        base = self.f.constant(first) if isinstance(first, int) else first
        if node.location.owner is not None:
            base = base + self.e.values.value(node.location.owner) * indices

        def look(number: Word) -> None:
            body(Pile(number, is_memory, families))

        if id(node) in self.occupied:
            with self.f.digits(self.occupied[id(node)]) as index:
                look(base + index)
        elif is_memory or self.layout.card_width > 1:
            with (
                self.f.count(base, base + indices, limits.INDICES) as number,
                self.f.when(self.e.piles.pile_size(Pile(number, is_memory)) > 0),
            ):
                look(number)
        else:
            self._each_occupied(base, base + indices, look)

    def _each_occupied(self, start: Word, end: Word, look: base.ForCard) -> None:
        """Locations in order, eight at a time."""
        first = self.f.variable(start)
        with self.f.forever(limits.INDICES // 8) as leave:
            number = first.get()
            leave(number >= end)
            here = self._eight(number)
            there = (end - number).widened() << 3
            theirs = (self.f.constant64(1) << there) - 1
            here = (end - number > 7).select(here, here & theirs)
            with self.f.digits(here) as digit:
                look(number + (digit >> 3))
            first.set(number + 8)

    def _eight(self, number: Word) -> Word:
        """The highest digit of each of eight bytes: whether there is a card in a location."""
        sizes = self.e.load(self.e.offset(self.layout.sizes, number, 1), 8, align=1)
        low = self.f.constant64(0x7F7F7F7F7F7F7F7F)
        return (((sizes & low) + low) | sizes) & (low ^ -1)

    def note_occupied(self, node: p.Statement) -> None:
        """Find out once which of the places that picks go over have cards, where nothing changes
        that meanwhile and sizes are bytes."""
        self.occupied = {
            id(part): self._occupied(part)
            for part in nodes(node)
            if isinstance(part, p.Indexed) and is_steady(part) and self.layout.card_width == 1
        }

    def _occupied(self, node: p.Indexed) -> Word:
        """A digit for every index: whether there is a card."""
        (family,) = node.location.families
        first = self.f.constant(family.first)
        if node.location.owner is not None:
            first = first + self.e.values.value(node.location.owner) * family.indices
        found = self.f.constant64(0)
        for index in range(0, family.indices, 8):
            eight = self._eight(first + index)
            gathered = ((eight >> 7) * 0x0102040810204080) >> 56
            found = found | (gathered << index)
        return found & ((1 << family.indices) - 1 if family.indices < 64 else -1)


class PartEmitter(Component):
    def is_sized(self, node: p.Each | p.Pick) -> bool:
        """Whether it does something only with parts of some sizes, of a pile that keeps a set."""
        return sized_guard(node) is not None and self.e.sets.tells(_source(node)[0])

    def sized_parts(self, node: p.Each | p.Pick) -> tuple[Word, Word]:
        """How many parts there are, and all cards of those that matter, as a set."""
        f, (location, attribute), guard = self.f, _source(node), sized_guard(node)
        assert guard is not None
        cards = self.e.sets.set_of(self.e.cards.location(location))
        alike, size = self.e.sets.sets_alike(attribute), f.buffer(4)
        left, count, matter = f.variable64(cards), f.variable(0), f.variable64(0)
        with f.forever(self.layout.cards) as leave:
            here = left.get()
            leave(here.equals(0))
            part = cards & f.look_up(alike, here.lowest_digit().narrowed(), 8)
            left.set(here ^ part)
            count.add(1)
            size.store(part.digits_set().narrowed(), 2)
            self.bound[node.slot] = Listing(size)  # the guard asks for nothing but its length
            kept = self.e.values.test(guard).select(part, f.constant64(0))
            matter.set(matter.get() | kept)
        return count.get(), matter.get()

    def each_sized_part(
        self, node: p.Each | p.Pick, cards: Word, visits: int, body: base.ForGroup
    ) -> None:
        """The parts that these cards are, in order of first occurrence; whatever the body does."""
        location, attribute = _source(node)
        pile = self.e.cards.location(location)
        self.e.charge(self.e.piles.pile_size(pile), visits + 1)
        with self.f.when(cards.differs(0)):
            those = self.e.piles.filled(partial(self.e.piles.each_in_set, pile, cards))
            self.e.groups.each_masked_part(those, attribute, body)

    def select_sized_part(self, node: p.Pick, index: Word) -> Bound:
        """The one with that index among those that matter, which must exist."""
        with self.e.uncounted():
            _, cards = self.sized_parts(node)
            each = partial(self.each_sized_part, node, cards, 0)
            return self.e.groups.selected(Selection(self.e, node.collection), index, each)


def _source(node: p.Each | p.Pick) -> tuple[p.Location, int]:
    """The pile of a partition, and the attribute that parts it."""
    partition = node.collection
    assert isinstance(partition, p.Partition)
    assert isinstance(partition.source, tuple)
    assert isinstance(partition.attribute, p.Const)
    (location,) = partition.source
    assert isinstance(location, p.Location)
    return location, partition.attribute.value


class SubsetEmitter(Component):
    def each_subset(self, node: p.Subsets, visits: int, body: base.ForGroup) -> None:
        """In the order of binary counting, the bottom card being the lowest digit."""
        if node.operator is None:
            self._each_subset(node, visits, body)
            return
        pile = self.e.cards.copy_of(node.cards, 1 if node.points is None else self.e.scoring)
        if node.points is not None:
            self._each_subset_worth(node, node.points, pile, visits, body)
        else:
            self._each_sized_subset(node, pile, visits, body)

    def _each_subset(self, node: p.Subsets, visits: int, body: base.ForGroup) -> None:
        """Every part of a mask, smallest first: what is not in the mask carries when counting."""
        pile = self._steady(node.cards)
        size = self.e.piles.list_size(pile)
        self.e.fail_when(size > 16, "too-many-elements", node.span)
        whole = (self.f.constant(1) << size) - 1
        self.e.charge(whole, visits + 1, limits.ELEMENTS)
        mask = whole.widened() if pile.mask is None else pile.mask
        subset = self.f.variable64(0)
        with self.f.forever() as leave:
            following = (subset.get() - mask) & mask
            leave(following.equals(0))
            subset.set(following)
            body(Listing(pile.record, following))

    def _steady(self, node: p.Cards) -> Listing:
        """The cards as a list that nobody changes: a variable's with a mask, or a fresh one."""
        if isinstance(node, p.ListVar):
            bound = self.bound[node.slot]
            if isinstance(bound, Listing) and bound.mask is not None:
                return self.e.cards.listing(node, 1)
        return self.e.cards.copy_of(node, 1)

    def _each_sized_subset(
        self, node: p.Subsets, pile: Listing, visits: int, body: base.ForGroup
    ) -> None:
        """The masks of every wanted size count upwards; always go on with the smallest."""
        assert node.operator is not None
        assert node.limit is not None
        size, limit = self.e.piles.list_size(pile), self.e.values.value(node.limit)
        self.e.fail_when(size > limits.SUBSET_CARDS, "too-many-elements", node.span)
        masks, end = self.f.buffer(8 * 64), self.f.constant64(1) << size.widened()
        with self.f.count(1, size + 1) as wanted:
            first = (self.f.constant64(1) << wanted.widened()) - 1
            first = wanted.compare(node.operator, limit).select(first, end)
            masks.at(wanted * 8).store(first, 8)
        made = self.f.variable(0)
        with self.f.forever() as leave:
            least = self._least_mask(masks, size, end)
            smallest = masks.at(least * 8).load(8)
            leave(least.equals(0) | (smallest >= end))
            made.add(1)
            self.e.fail_when(made.get() > limits.ELEMENTS, "too-many-elements", node.span)
            masks.at(least * 8).store(_following_mask(smallest), 8)
            self.e.charge(least + (visits + 1), 1)
            body(Listing(pile.record, smallest))

    def _least_mask(self, masks: Pointer, size: Word, end: Word) -> Word:
        """The size whose next mask is the smallest; 0 if there are no sizes."""
        best, found = self.f.variable64(end), self.f.variable(0)
        with self.f.count(1, size + 1) as wanted:
            mask = masks.at(wanted * 8).load(8)
            with self.f.when(mask < best.get()):
                best.set(mask)
                found.set(wanted)
        return found.get()

    def _each_subset_worth(
        self, node: p.Subsets, points: p.Slot, pile: Listing, visits: int, body: base.ForGroup
    ) -> None:
        """It is settled for the top card first whether it is in; where the open cards below it
        cannot make the sum right, they are not looked at."""
        assert node.operator is not None
        assert node.limit is not None
        size, limit = (
            self.e.piles.list_size(pile),
            self.e.values.value(node.limit).widened(signed=True),
        )
        self.e.fail_when(size > limits.SUBSET_CARDS, "too-many-elements", node.span)
        weights, lows, highs = self._weights(pile, size, self.e.scores.point_slot(points))
        made = self.f.variable(0)
        zero, one = self.f.constant64(0), self.f.constant64(1)
        taken, total, open_cards = (
            self.f.variable64(zero),
            self.f.variable64(zero),
            self.f.variable(0),
        )
        open_cards.set(size)
        with self.f.forever() as leave:
            self.e.charge(1, 1)
            here = open_cards.get()
            low, high = (total.get() + sums.at(here * 8).load(8) for sums in (lows, highs))
            may = _reaches(node.operator, low, high, limit)
            goes_on = may & here.differs(0)
            with self.f.when(may & here.equals(0) & taken.get().differs(0)):
                made.add(1)
                self.e.fail_when(made.get() > limits.ELEMENTS, "too-many-elements", node.span)
                subset = Listing(pile.record, taken.get())
                self.e.charge(self.e.piles.list_size(subset) + (visits + 1), 1)
                body(subset)
            with self.f.when(goes_on):
                open_cards.add(-1)
            with self.f.when(goes_on.negated()):
                with self.f.forever() as found:
                    digit = one << open_cards.get().widened()
                    found((taken.get() & digit).equals(0))
                    taken.set(taken.get() ^ digit)
                    total.set(total.get() - weights.at(open_cards.get() * 8).load(8))
                    open_cards.add(1)
                with self.f.when(open_cards.get() < size):
                    taken.set(taken.get() | (one << open_cards.get().widened()))
                    total.add(weights.at(open_cards.get() * 8).load(8))
            leave(goes_on.negated() & open_cards.get().equals(size))

    def _weights(
        self, pile: Listing, size: Word, slot: PointSlot
    ) -> tuple[Pointer, Pointer, Pointer]:
        """What each card is worth, and the least and the most that so many of them can be worth."""
        weights, lows, highs = (self.f.buffer(8 * 64) for _ in range(3))
        zero = self.f.constant64(0)
        lows.store(zero, 8)
        highs.store(zero, 8)
        with self.f.count(0, size) as index:
            weight = self.e.scores.score(slot, self.e.piles.list_card(pile, index)).widened(
                signed=True
            )
            weights.at(index * 8).store(weight, 8)
            loss = (weight < 0).select(weight, zero)
            lows.at(index * 8 + 8).store(lows.at(index * 8).load(8) + loss, 8)
            highs.at(index * 8 + 8).store(highs.at(index * 8).load(8) + (weight - loss), 8)
        return weights, lows, highs


def _reaches(operator: str, low: Word, high: Word, limit: Word) -> Word:
    """Whether a sum from `low` to `high` may compare so with the limit."""
    match operator:
        case "==":
            return (low <= limit) & (high >= limit)
        case "!=":
            return low.differs(limit) | high.differs(limit)
        case "<" | "<=":
            return low.compare(operator, limit)
        case _:
            return high.compare(operator, limit)


def _following_mask(mask: Word) -> Word:
    """The next larger number with as many digits set (Gosper's way)."""
    lowest = mask & (mask * -1)
    carried = mask + lowest
    changed = mask ^ carried
    return carried | ((changed >> 2).divided(lowest))


class RunEmitter:
    """Runs over a list of cards sorted by score."""

    def __init__(self, emitter: FunctionEmitter, cards: Listing, slot: PointSlot) -> None:
        self._e = emitter
        self._f = emitter.f
        self._cards = cards
        self._slot = slot
        self._cell, self._width = emitter.piles.cell, emitter.layout.card_width
        self._starts, self._counts, self._digits = (
            emitter.f.buffer(emitter.layout.list_bytes) for _ in range(3)
        )
        self._run = emitter.piles.new_list()

    def _number(self, row: Pointer, index: Word) -> Word:
        return self._cell(row, index).load(self._width)

    def _score(self, index: Word) -> Word:
        return self._e.scores.score(self._slot, self._e.piles.list_card(self._cards, index))

    def begins(self, start: Word, largest: bool) -> Word:
        """Whether a stretch may begin at this card: the first of its score, and of a maximal
        stretch if only the largest count."""
        result = self._f.variable(1)
        with self._f.when(start > 0):
            before, here = self._score(start - 1), self._score(start)
            broken = before.equals(here)
            if largest:
                broken = broken | before.equals(here - 1)
            result.set(broken.negated().narrowed())
        return result.get().differs(0)

    def each_from(self, start: Word, least: Word, largest: bool, body: base.ForGroup) -> None:
        """Every stretch of scores from the one at `start` on, shortest first."""
        size = self._e.piles.list_size(self._cards)
        length, index = self._f.variable(0), self._f.variable(start)
        with self._f.forever() as leave:
            here = index.get()
            leave(here >= size)
            score = self._score(here)
            with self._f.when(length.get() > 0):
                first = self._number(self._starts, length.get() - 1)
                broken = self._score(first).differs(score - 1)
                index.set(broken.select(size, here))
            leave(index.get() >= size)
            end = self._end_of_score(here, score, size)
            self._cell(self._starts, length.get()).store(here, self._width)
            self._cell(self._counts, length.get()).store(end - here, self._width)
            length.add(1)
            index.set(end)
            enough = length.get() >= least
            if largest:
                enough = enough & self._is_last(end, score, size)
            with self._f.when(enough):
                self._each_choice(length.get(), body)

    def _end_of_score(self, start: Word, score: Word, size: Word) -> Word:
        end = self._f.variable(start + 1)
        with self._f.forever() as leave:
            here = end.get()
            leave(here >= size)
            leave(self._score(here).differs(score))
            end.set(here + 1)
        return end.get()

    def _is_last(self, end: Word, score: Word, size: Word) -> Word:
        result = self._f.variable(1)
        with self._f.when(end < size):
            result.set(self._score(end).differs(score + 1).narrowed())
        return result.get().differs(0)

    def _each_choice(self, length: Word, body: base.ForGroup) -> None:
        """One card for each score, the last score changing fastest."""
        self._f.clear(self._digits, self._e.piles.bytes_of(length))
        place = self._f.variable(0)
        with self._f.forever() as leave:
            self._run.store(length, 2)
            with self._f.count(0, length) as index:
                start, digit = (self._number(row, index) for row in (self._starts, self._digits))
                card = self._e.piles.list_card(self._cards, start + digit)
                self._e.piles.set_list_card(self._run, index, card)
            body(Listing(self._run))
            place.set(length - 1)
            with self._f.forever() as settle:
                here = place.get()
                settle(here < 0)
                digit = self._number(self._digits, here) + 1
                self._cell(self._digits, here).store(digit, self._width)
                settle(digit < self._number(self._counts, here))
                self._cell(self._digits, here).store(0, self._width)
                place.set(here - 1)
            leave(place.get() < 0)
