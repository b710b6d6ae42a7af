"""Worlds dealt in emitted code: every pool of a plan is shuffled, its piles are laid out anew."""

from __future__ import annotations

from kibitz.engine.native.acting import StatementEmitter
from kibitz.engine.native.base import RECORD_ROOM, Unit
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.native.signatures import DEAL_WORLD
from kibitz.engine.native.world_plan import FROM_POOL


class WorldDealer(StatementEmitter):
    """`deal_world(state, context, plan)`."""

    exported = True

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, DEAL_WORLD)
        self._plan = self.f.address(2)
        self._cards = self.f.buffer(RECORD_ROOM)

    def emit(self) -> None:
        f = self.f
        pools, cards, piles = (self._plan.at(4 * n).load(4) for n in range(3))
        ends = self._plan.at(12)
        listed = ends.at(pools * 4)
        with f.count(0, cards) as index:
            self._cards.at(index).store(listed.at(index * 4).load(4), 1)
        start = f.variable(0)
        with f.count(0, pools) as pool:
            end = ends.at(pool * 4).load(4)
            self.shuffle_bytes(self._cards.at(start.get()), end - start.get())
            start.set(end)
        cursor = f.pointer_variable(listed.at(cards * 4))
        with f.count(0, piles):
            here = cursor.get()
            size = here.at(4).load(4)
            self._lay_out(here.load(4), size, here.at(8))
            cursor.set(here.at(size * 4 + 8))
        f.give(0)
        f.close()

    def _lay_out(self, location: Word, size: Word, entries: Pointer) -> None:
        node = self.node(location)
        last = self.f.variable(node)
        with self.f.count(0, size) as index:
            entry = entries.at(index * 4).load(4)
            card = self.f.variable(entry)
            with self.f.when(entry >= FROM_POOL):
                card.set(self._cards.at(entry - FROM_POOL).load(1))
            self.link(last.get(), card.get())
            self.set_place(card.get(), location)
            last.set(card.get())
        self.link(last.get(), node)
