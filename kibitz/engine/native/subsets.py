"""Subsets in emitted code: masks counted through, one digit for a card."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.engine import limits
from kibitz.engine.native.base import RECORD_HEADER, Group, Listing
from kibitz.engine.native.cards import CardEmitter
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.program import Subsets


class SubsetEmitter(CardEmitter):
    def each_subset(self, node: Subsets, visits: int, body: Callable[[Group], None]) -> None:
        """In the order of binary counting, the bottom card being the lowest digit."""
        pile = self.copy_of(node.cards, 1)
        size = self.list_size(pile)
        if node.operator is not None and node.limit is not None:
            self._each_sized_subset(node, pile, visits, body)
            return
        self.fail_when(size > 16, "too-many-elements", node.span)
        end = self.f.constant(1) << size
        self.charge(end - 1, visits + 1, limits.ELEMENTS)
        subset = self.new_list()
        with self.f.count(1, end) as mask:
            self.subset_of(pile, mask.widened(), subset)
            body(Listing(subset))

    def subset_of(self, pile: Listing, mask: Word, subset: Pointer) -> None:
        """Fill the list with the cards whose digit is set in the mask (64 bits)."""
        count = self.f.variable(0)
        with self.f.count(0, self.list_size(pile)) as index:
            taken = ((mask >> index.widened()) & 1).narrowed()
            subset.at(count.get() + RECORD_HEADER).store(self.list_card(pile, index), 1)
            count.add(taken)
        subset.store(count.get(), 2)

    def _each_sized_subset(
        self, node: Subsets, pile: Listing, visits: int, body: Callable[[Group], None]
    ) -> None:
        """The masks of every wanted size count upwards; always go on with the smallest."""
        assert node.operator is not None
        assert node.limit is not None
        size, limit = self.list_size(pile), self.value(node.limit)
        self.fail_when(size > limits.SUBSET_CARDS, "too-many-elements", node.span)
        masks, end = self.f.buffer(8 * 64), self.f.constant64(1) << size.widened()
        with self.f.count(1, size + 1) as wanted:
            first = (self.f.constant64(1) << wanted.widened()) - 1
            first = wanted.compare(node.operator, limit).select(first, end)
            masks.at(wanted * 8).store(first, 8)
        subset, made = self.new_list(), self.f.variable(0)
        with self.f.forever() as leave:
            least = self._least_mask(masks, size, end)
            smallest = masks.at(least * 8).load(8)
            leave(least.equals(0) | (smallest >= end))
            made.add(1)
            self.fail_when(made.get() > limits.ELEMENTS, "too-many-elements", node.span)
            masks.at(least * 8).store(_following_mask(smallest), 8)
            self.subset_of(pile, smallest, subset)
            self.charge(least + (visits + 1), 1)
            body(Listing(subset))

    def _least_mask(self, masks: Pointer, size: Word, end: Word) -> Word:
        """The size whose next mask is the smallest; 0 if there are no sizes."""
        best, found = self.f.variable64(end), self.f.variable(0)
        with self.f.count(1, size + 1) as wanted:
            mask = masks.at(wanted * 8).load(8)
            with self.f.when(mask < best.get()):
                best.set(mask)
                found.set(wanted)
        return found.get()


def _following_mask(mask: Word) -> Word:
    """The next larger number with as many digits set (Gosper's way)."""
    lowest = mask & (mask * -1)
    carried = mask + lowest
    changed = mask ^ carried
    return carried | ((changed >> 2).divided(lowest))
