"""Parts of a watched pile in emitted code, where only parts of some sizes matter.

The sizes are told by the set of the pile. Cards are looked at one by one, and lists written, only
where some part has such a size; seldom enough.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kibitz.engine.native.emission.base import Bound, Component, Group, Listing
from kibitz.engine.native.emission.selection import Selection
from kibitz.engine.native.emission.set_plan import sized_guard
from kibitz.engine.native.llvm.words import Word
from kibitz.engine.program import Const, Each, Location, Partition, Pick
from kibitz.engine.program.work import COMPARING


class PartEmitter(Component):
    def is_sized(self, node: Each | Pick) -> bool:
        """Whether it does something only with parts of some sizes, of a pile that keeps a set."""
        return sized_guard(node) is not None and self.e.sets.tells(_source(node)[0])

    def sized_parts(self, node: Each | Pick) -> tuple[Word, Word]:
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
        self, node: Each | Pick, cards: Word, visits: int, body: Callable[[Group], None]
    ) -> None:
        """The parts that these cards are, in order of first occurrence; whatever the body does."""
        location, attribute = _source(node)
        pile = self.e.cards.location(location)
        self.e.charge(self.e.piles.pile_size(pile), visits + COMPARING)
        with self.f.when(cards.differs(0)):
            those = self.e.piles.filled(partial(self.e.piles.each_in_set, pile, cards))
            self.e.groups.each_masked_part(those, attribute, body)

    def select_sized_part(self, node: Pick, index: Word) -> Bound:
        """The one with that index among those that matter, which must exist."""
        with self.e.uncounted():
            _, cards = self.sized_parts(node)
            each = partial(self.each_sized_part, node, cards, 0)
            return self.e.groups.selected(Selection(self.e, node.collection), index, each)


def _source(node: Each | Pick) -> tuple[Location, int]:
    """The pile of a partition, and the attribute that parts it."""
    partition = node.collection
    assert isinstance(partition, Partition)
    assert isinstance(partition.source, tuple)
    assert isinstance(partition.attribute, Const)
    (location,) = partition.source
    assert isinstance(location, Location)
    return location, partition.attribute.value
