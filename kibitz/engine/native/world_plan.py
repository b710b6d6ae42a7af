"""How worlds are dealt, in numbers that emitted code reads.

A plan is made once from a view: the pools of cards the seat cannot tell apart, and every pile
that holds some of them.
"""

from __future__ import annotations

import numpy as np

from kibitz.engine.native.playouts import Numbers
from kibitz.engine.view import View

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
