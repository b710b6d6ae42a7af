"""Worlds dealt in emitted code, and the plan that says how.

A plan is made once from a view: the pools of cards the seat cannot tell apart, and every pile
that holds some of them. Dealing a world shuffles each pool and lays the piles out anew.
"""

from __future__ import annotations

import numpy as np

from kibitz.engine.native.acting import StatementEmitter
from kibitz.engine.native.base import RECORD_ROOM, Unit
from kibitz.engine.native.llvm import Pointer, Signature, Word
from kibitz.engine.native.playouts import Numbers
from kibitz.engine.view import View

DEAL_WORLD = Signature("deal_world", "ppp")

FROM_POOL = 1000
"""In a pile of a plan: a number from here on is a place in the pools, a smaller one a card."""


def plan_worlds(view: View) -> Numbers:
    """[pools, cards, piles], the end of every pool, the pools' cards, the piles.

    A pile is its location, its size, and what lies in it from the bottom up.
    """
    cards = [card for pool in view.pools for card in pool.cards]
    ends = np.cumsum([len(pool.cards) for pool in view.pools], dtype=np.int64).tolist()
    places = {spot: n for n, spot in enumerate(s for pool in view.pools for s in pool.spots)}
    piles: list[int] = []
    open_piles = sorted({location for location, _ in places})
    for location in open_piles:
        spots = view.piles[location]
        piles += [location, len(spots)]
        for index, spot in enumerate(spots):
            known = -1 if spot.card is None else spot.card
            piles.append(known if known >= 0 else FROM_POOL + places[location, index])
    head = [len(view.pools), len(cards), len(open_piles)]
    return np.array(head + ends + cards + piles, np.int32)


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
