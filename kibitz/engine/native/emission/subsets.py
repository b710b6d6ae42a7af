"""Subsets in emitted code: masks counted through, one digit for a card."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.engine import limits
from kibitz.engine.native.emission.base import Component, Group, Listing
from kibitz.engine.native.emission.scores import PointSlot
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.program import Cards, ListVar, Slot, Subsets


class SubsetEmitter(Component):
    def each_subset(self, node: Subsets, visits: int, body: Callable[[Group], None]) -> None:
        """In the order of binary counting, the bottom card being the lowest digit."""
        if node.operator is None:
            self._each_subset(node, visits, body)
            return
        pile = self.e.cards.copy_of(node.cards, 1 if node.points is None else self.e.scoring)
        if node.points is not None:
            self._each_subset_worth(node, node.points, pile, visits, body)
        else:
            self._each_sized_subset(node, pile, visits, body)

    def _each_subset(self, node: Subsets, visits: int, body: Callable[[Group], None]) -> None:
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

    def _steady(self, node: Cards) -> Listing:
        """The cards as a list that nobody changes: a variable's with a mask, or a fresh one."""
        if isinstance(node, ListVar):
            bound = self.bound[node.slot]
            if isinstance(bound, Listing) and bound.mask is not None:
                return self.e.cards.listing(node, 1)
        return self.e.cards.copy_of(node, 1)

    def _each_sized_subset(
        self, node: Subsets, pile: Listing, visits: int, body: Callable[[Group], None]
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
        self, node: Subsets, points: Slot, pile: Listing, visits: int, body: Callable[[Group], None]
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
