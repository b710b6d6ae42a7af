"""Collections that emitted code keeps: written into the arena, a count, then the elements.

Locations and numbers are four bytes each; card lists are records with their length and their room.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.engine import limits
from kibitz.engine.native.emission import base
from kibitz.engine.native.emission.base import Bound, Component, Kept, Listing, Pile
from kibitz.engine.native.layout import context
from kibitz.engine.native.llvm.words import Pointer, Word


class ArenaEmitter(Component):
    def _arena(self) -> Pointer:
        return self.e.context_pointer(context.ARENA)

    def _arena_end(self) -> Word:
        return self.e.context_word(context.ARENA_USED)

    def _reserve(self, size: Word | int) -> Pointer:
        used = self._arena_end()
        end = used + size
        self.e.fail_when(end > self.unit.room.arena - 4, context.ARENA_FULL, None)
        self.e.set_context(context.ARENA_USED, end)
        return self._arena().at(used)

    @contextmanager
    def arena_room(self) -> Iterator[None]:
        """What is kept inside is given up at the end."""
        before = self._arena_end()
        yield
        self.e.set_context(context.ARENA_USED, before)

    def write_groups(self, each: base.Loop, is_live: bool, is_memory: bool) -> Kept:
        """The groups that a loop gives, which itself needs no room beyond what it has."""

        def write(group: Bound) -> None:
            assert isinstance(group, Pile | Listing)
            if isinstance(group, Pile):
                self._reserve(4).store(group.number, 4)
                return
            size = self.e.piles.list_size(group)
            room = (self.e.piles.bytes_of(size) + 3) & -4
            record = self._reserve(room + base.RECORD_HEADER)
            record.store(size, 2)
            record.at(2).store(room, 2)
            data = self.e.piles.written_out(group).record.at(base.RECORD_HEADER)
            self.f.slide(record.at(base.RECORD_HEADER), data, self.e.piles.bytes_of(size))

        return Kept(self._counted(each, write), is_live, is_memory)

    def write_values(self, each: base.Loop) -> Kept:
        def write(value: Bound) -> None:
            assert isinstance(value, Word)
            self._reserve(4).store(value, 4)

        return Kept(self._counted(each, write), True, False)

    def _counted(self, each: base.Loop, write: base.ForElement) -> Pointer:
        """Where the count stands, and behind it what was written."""
        start, count = self._arena_end(), self.f.variable(0)
        self._reserve(4)

        def write_and_count(element: Bound) -> None:
            count.add(1)
            write(element)

        each(write_and_count)
        address = self._arena().at(start)
        address.store(count.get(), 4)
        return address

    def kept_by(self, slot: int) -> Kept:
        """The collection that a variable holds."""
        kept = self.bound[slot]
        assert isinstance(kept, Kept)
        return kept

    def each_kept(self, kept: Kept, visits: int, body: base.ForGroup) -> None:
        count = kept.address.load(4)
        self.e.charge(count, visits, limits.ELEMENTS)
        if kept.is_live:
            with self.f.count(0, count) as index:
                number = kept.address.at(index * 4 + 4).load(4)
                body(Pile(number, kept.is_memory))
            return
        record = self.f.pointer_variable(kept.address.at(4))
        with self.f.count(0, count):
            here = record.get()
            room = here.at(2).load(2)
            body(Listing(here))
            record.set(here.at(room + base.RECORD_HEADER))

    def each_kept_value(self, kept: Kept, visits: int, body: base.ForCard) -> None:
        count = kept.address.load(4)
        self.e.charge(count, visits, limits.ELEMENTS)
        with self.f.count(0, count) as index:
            body(kept.address.at(index * 4 + 4).load(4))
