"""Locations of one family that have cards, in emitted code: eight are looked at at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from kibitz.engine import limits
from kibitz.engine.native.emission.base import Component, Group, Pile
from kibitz.engine.native.emission.lazy_collections import is_steady
from kibitz.engine.native.llvm.words import Word
from kibitz.engine.program import Indexed, Statement
from kibitz.engine.program.walk import nodes
from kibitz.recycle import LocationClass


class IndexedEmitter(Component):
    occupied: Mapping[int, Word] = MappingProxyType({})
    """By the identity of a node: which of its places have cards, if that is known."""

    def each_indexed(self, node: Indexed, visits: int, body: Callable[[Group], None]) -> None:
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
        elif is_memory:
            with (
                self.f.count(base, base + indices, limits.INDICES) as number,
                self.f.when(self.e.piles.pile_size(Pile(number, True)) > 0),
            ):
                look(number)
        else:
            self._each_occupied(base, base + indices, look)

    def _each_occupied(self, start: Word, end: Word, look: Callable[[Word], None]) -> None:
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

    def note_occupied(self, node: Statement) -> None:
        """Find out once which of the places that picks go over have cards, where nothing changes
        that meanwhile."""
        self.occupied = {
            id(part): self._occupied(part)
            for part in nodes(node)
            if isinstance(part, Indexed) and is_steady(part)
        }

    def _occupied(self, node: Indexed) -> Word:
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
