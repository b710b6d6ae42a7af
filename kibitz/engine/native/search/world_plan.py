"""How worlds are dealt, in numbers that emitted code reads.

A plan is made once from a view: the pools of cards the seat cannot tell apart, how those that
share spots are mixed, and every pile that holds some of them. Worlds are dealt from it with the
draws of `resample`.
"""

from __future__ import annotations

from itertools import accumulate, chain

import numpy as np

from kibitz.engine.native.runtime.playouts import Numbers
from kibitz.engine.resample import spots
from kibitz.engine.unknown_groups import shares
from kibitz.engine.view import Unknown, View

FROM_POOL = 1000
"""In a pile of a plan: a number from here on is a place in the pools, a smaller one a card."""
HEAD = 5
"""Numbers that a plan begins with."""


def plan_worlds(view: View) -> Numbers:
    """[pools, cards, mixtures, piles, where the piles begin], the end of every pool, the pools'
    cards, the mixtures, the piles.

    A pile is its location, its size, and what lies in it from the bottom up.
    """
    pools = [pool for unknown in view.unknown for pool in unknown.pools]
    cards = [card for pool in pools for card in pool]
    mixtures: list[list[int]] = []
    start = 0
    for unknown in view.unknown:
        if len(unknown.pools) > 1:
            mixtures.append(_mixture(unknown, start))
        start += sum(map(len, unknown.pools))
    places = {spot: number for number, spot in enumerate(spots(view))}
    piles: list[int] = []
    open_piles = sorted({location for location, _ in places})
    for location in open_piles:
        lying = view.piles[location]
        piles += [location, len(lying)]
        for index, spot in enumerate(lying):
            known = -1 if spot.card is None else spot.card
            piles.append(known if known >= 0 else FROM_POOL + places[location, index])
    ends = accumulate(map(len, pools))
    listed = [*ends, *cards, *chain(*mixtures)]
    head = [len(pools), len(cards), len(mixtures), len(open_piles), HEAD + len(listed)]
    return np.array([*head, *listed, *piles], np.int32)


def _mixture(unknown: Unknown, start: int) -> list[int]:
    """[start, cards, groups, tables], the end of every group and of every table's share; then by
    table, for each card of the groups, which one of the pools' cards it is."""
    sizes = list(map(len, unknown.pools))
    ends = list(accumulate(map(len, unknown.groups)))
    orders: list[int] = []
    for table in unknown.tables:
        taken = [0, *accumulate(sizes[:-1])]
        for row in table:
            for pool, count in enumerate(row):
                orders += range(taken[pool], taken[pool] + count)
                taken[pool] += count
    head = [start, sum(sizes), len(ends), len(unknown.tables)]
    return [*head, *ends, *accumulate(shares(unknown.tables)), *orders]
