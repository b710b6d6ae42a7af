"""Deals are fair: what is known about hands of thirteen cards, in the game and reckoned."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb, prod, sqrt

import pytest

from kibitz.engine.places import kind_texts
from kibitz.game import load

pytestmark = pytest.mark.slow

DEALS = 4_000
PATTERNS = {
    (4, 4, 3, 2): 0.215512,
    (5, 3, 3, 2): 0.155168,
    (5, 4, 3, 1): 0.129307,
    (5, 4, 2, 2): 0.105797,
    (4, 3, 3, 3): 0.105361,
    (6, 3, 2, 2): 0.056425,
    (4, 4, 4, 1): 0.029932,
    (7, 2, 2, 2): 0.005129,
}
"""How often a hand of thirteen has suits so long, as bridge players know it (the Official
Encyclopedia of Bridge has them all)."""
ACES = {0: 0.303818, 1: 0.438848, 2: 0.213493, 3: 0.041200, 4: 0.002641}
"""How often it has so many aces."""


def hands() -> list[list[str]]:
    """One hand of every deal of whist, for the four of a deal depend on each other."""
    game = load("whist")
    batch = game.batch(DEALS, seed=7)
    texts, dealt = kind_texts(game.program), []
    for number in range(DEALS):
        state = batch.state(number)
        first = next(pile for pile in state.cards if len(pile) == 13)
        dealt.append([texts[state.kinds[card]] for card in first])
    return dealt


def test_the_known_chances_are_right() -> None:
    for pattern, known in PATTERNS.items():
        ways = len(set(permutations(pattern))) * prod(comb(13, length) for length in pattern)
        assert ways / comb(52, 13) == pytest.approx(known, abs=1e-6)
    for aces, known in ACES.items():
        ways = comb(4, aces) * comb(48, 13 - aces)
        assert ways / comb(52, 13) == pytest.approx(known, abs=1e-6)


def test_hands_of_whist_are_as_likely_as_they_should_be() -> None:
    dealt = hands()
    lengths = Counter(
        tuple(sorted(Counter(card[-1] for card in hand).values(), reverse=True)) for hand in dealt
    )
    aces = Counter(sum(card.startswith("A") for card in hand) for hand in dealt)
    found = [(lengths[pattern], often) for pattern, often in PATTERNS.items()]
    found += [(aces[number], often) for number, often in ACES.items()]
    for counted, often in found:
        spread = sqrt(DEALS * often * (1 - often))
        assert abs(counted - DEALS * often) <= 4.5 * spread + 1, (counted, often)
