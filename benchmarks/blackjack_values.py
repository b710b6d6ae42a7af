"""Every hand of blackjack that can be dealt against every card of the dealer, counted card by card.

Four packs, pairs may be split once, the dealer stands on every 17 and takes a doubled bet with a
natural: the rules of the library's game for one player, in bets of ten chips. Whoever plays one
half of a pair does not count what the other half has drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import perm

import numpy as np
import numpy.typing as npt

VALUES = range(1, 11)
PACK = tuple(64 if value == 10 else 16 for value in VALUES)
"""Of an ace, which counts 1 here, to a ten: how many there are."""
NATURAL = 22
Cards = tuple[int, ...]
"""Values, ascending."""
Column = npt.NDArray[np.float64]

_FALLING = np.array([[perm(n, k) for k in range(18)] for n in range(209)], float)


def total(cards: Cards) -> int:
    count = sum(cards)
    return count + 10 if 1 in cards and count <= 11 else count


def ended(cards: Cards, beside: Cards = ()) -> int:
    """What a hand counts when nothing more is drawn; 0 above 21.

    `beside`: the other card of the pair that it was split from; then there is no natural.
    """
    if len(cards) == 2 and total(cards) == 21 and not beside:
        return NATURAL
    return total(cards) if total(cards) <= 21 else 0


@cache
def _draws(up: int) -> tuple[npt.NDArray[np.int64], Column, Column]:
    """How the dealer may go on: cards drawn by value, in how many orders, and to what end."""
    waiting: dict[Cards, int] = {(): 1}
    done: dict[Cards, int] = {}
    while waiting:
        longer: dict[Cards, int] = {}
        for drawn, orders in waiting.items():
            if total((up, *drawn)) >= 17:
                done[drawn] = orders
                continue
            for value in VALUES:
                more = tuple(sorted((*drawn, value)))
                longer[more] = longer.get(more, 0) + orders
        waiting = longer
    counts = np.array([[drawn.count(value) for drawn in done] for value in VALUES])
    ends = np.array([ended((up, *drawn)) for drawn in done], float)
    return counts, np.array(list(done.values()), float), ends


@cache
def _standing(cards: Cards, up: int, bet: int, beside: Cards = ()) -> float:
    mine = ended(cards, beside)
    if not mine:
        return -float(bet)
    left = _left((*cards, *beside, up))
    counts, orders, ends = _draws(up)
    each = _FALLING[np.array(left)[:, None], counts].prod(axis=0)
    chances = orders * each / _FALLING[sum(left), counts.sum(axis=0)]
    pays = 15.0 if mine == NATURAL else float(bet)
    return float(chances @ np.where(ends > mine, -bet, np.where(ends < mine, pays, 0.0)))


def _left(gone: Cards) -> list[int]:
    return [count - gone.count(v) for v, count in zip(VALUES, PACK, strict=True)]


@cache
def _going_on(cards: Cards, up: int, beside: Cards) -> float:
    if total(cards) >= 21:
        return _standing(cards, up, 10, beside)
    return max(_standing(cards, up, 10, beside), _hitting(cards, up, beside))


@cache
def _hitting(cards: Cards, up: int, beside: Cards = ()) -> float:
    return _drawing(cards, (up, *beside), lambda longer: _going_on(longer, up, beside))


def _doubling(cards: Cards, up: int, beside: Cards = ()) -> float:
    return _drawing(cards, (up, *beside), lambda longer: _standing(longer, up, 20, beside))


def _drawing(cards: Cards, gone: Cards, worth: Callable[[Cards], float]) -> float:
    left = _left((*cards, *gone))
    pairs = zip(VALUES, left, strict=True)
    sums = sum(n * worth(tuple(sorted((*cards, v)))) for v, n in pairs if n)
    return sums / sum(left)


def _splitting(value: int, up: int) -> float:
    """Both halves are worth the same; an ace gets one card and no other."""
    beside = (value,)

    def half(cards: Cards) -> float:
        if value == 1 or total(cards) == 21:
            return _standing(cards, up, 10, beside)
        return max(_going_on(cards, up, beside), _doubling(cards, up, beside))

    return 2 * _drawing((value,), (up, *beside), half)


def values(cards: Cards, up: int) -> dict[str, float]:
    """By option: what it is worth, in chips."""
    found = {
        "stand": _standing(cards, up, 10),
        "hit": _hitting(cards, up),
        "double": _doubling(cards, up),
    }
    if cards[0] == cards[1]:
        found["split"] = _splitting(cards[0], up)
    return found


def starting_hands() -> list[tuple[Cards, int]]:
    """Two cards that leave something to decide, by their values, and the dealer's card."""
    pairs = [(a, b) for a in VALUES for b in VALUES if a <= b]
    return [(pair, up) for pair in pairs if total(pair) < 21 for up in VALUES]
