"""What two cards laid away at cribbage are worth: the hand that is kept, and the crib, over
starters and cards that the other may lay away, each as likely as another."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt

Cards = npt.NDArray[np.int64]
"""(hand, card): 4 * rank + suit, ranks from 0."""
_SUBSETS = [np.array(cards) for n in range(2, 6) for cards in combinations(range(5), n)]

_STRIDE = 7
"""Of all cribs so many are one: the same for everything that may be laid away."""


def scores(hands: Cards, *, is_crib: bool) -> npt.NDArray[np.int64]:
    """Of five cards each, the starter last."""
    ranks, suits = hands // 4, hands % 4
    pips = np.minimum(ranks + 1, 10)
    found = sum(2 * (pips[:, one].sum(axis=1) == 15) for one in _SUBSETS)
    counts = np.stack([(ranks == rank).sum(axis=1) for rank in range(13)], axis=1)
    total: Cards = np.asarray(found) + (counts * (counts - 1)).sum(axis=1) + _runs(counts)
    flush = (suits[:, :4] == suits[:, :1]).all(axis=1)
    whole = flush & (suits[:, 4] == suits[:, 0])
    total += 5 * whole if is_crib else 4 * flush + whole
    nob = (ranks[:, :4] == 10) & (suits[:, :4] == suits[:, 4:])
    total += nob.any(axis=1)
    return total


def _runs(counts: Cards) -> Cards:
    total = np.zeros(len(counts), np.int64)
    for length in (5, 4, 3):
        for low in range(13 - length + 1):
            ways = counts[:, low : low + length].prod(axis=1)
            before = counts[:, low - 1] if low else 0
            after = counts[:, low + length] if low + length < 13 else 0
            total += length * ways * (before == 0) * (after == 0)
    return total


def laid_away(hand: list[int], *, is_dealer: bool) -> dict[frozenset[int], float]:
    """By the two cards: points of the hand, more or less those of the crib."""
    left = np.array([card for card in range(52) if card not in hand])
    pairs = combinations(left, 2)
    thirds = np.array([(a, b, c) for a, b in pairs for c in left if c not in (a, b)])[::_STRIDE]
    values = {}
    for away in combinations(hand, 2):
        kept = [card for card in hand if card not in away]
        own = np.array([[*kept, starter] for starter in left])
        crib = np.concatenate([np.tile(away, (len(thirds), 1)), thirds], axis=1)
        points = float(scores(crib, is_crib=True).mean())
        worth = float(scores(own, is_crib=False).mean())
        values[frozenset(away)] = worth + (points if is_dealer else -points)
    return values
