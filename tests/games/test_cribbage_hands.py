"""Cribbage: what hands count, over all of them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod, sqrt

import numpy as np
import pytest
from small_games import program_of

from kibitz.engine.native import NativeEngine
from kibitz.games import find

pytestmark = pytest.mark.slow

HANDS = 12_994_800
"""Four cards of 52, and a starter."""
_BY_POINTS = (
    *(1_009_008, 99_792, 2_813_796, 505_008, 2_855_676, 697_508, 1_800_268, 751_324, 1_137_236),
    *(361_224, 388_740, 51_680, 317_340, 19_656, 90_100, 9_168, 58_248, 11_196, 2_708),
    *(0, 8_068, 2_496, 444, 356, 3_680, 0, 0, 0, 76, 4),
)
COUNTS = {points: hands for points, hands in enumerate(_BY_POINTS) if hands}
"""How many hands count so much, as Steven S. Lumetta has counted them (Amusing Cribbage Facts)."""
DEALS = 200_000
FIRST_DEAL = ("(end (WON))", "(end (== (game sto DEALER) 2))")
NO_PLAY = """
  (do (
   (all player 'P
    (repeat all (move (top ('P iloc HAND)) (top ('P vloc PLAYED)))))))
"""


def by_rank(cards: tuple[int, ...]) -> int:
    """Fifteens, pairs and runs of five ranks, 1 to 13."""
    sets = [chosen for size in range(2, 6) for chosen in combinations(cards, size)]
    points = 2 * sum(sum(min(rank, 10) for rank in chosen) == 15 for chosen in sets)
    points += 2 * sum(one == other for one, other in combinations(cards, 2))
    runs = [len(c) for c in sets if len(c) > 2 and list(c) == list(range(c[0], c[0] + len(c)))]
    return points + sum(run for run in runs if run == max(runs))


@cache
def mean_hand(*, is_crib: bool) -> Fraction:
    """Of four cards and a starter, exactly: the ranks, flushes, and his nobs."""
    ranks = Fraction(0)
    for cards in combinations_with_replacement(range(1, 14), 5):
        ways = prod(comb(4, count) for count in Counter(cards).values())
        ranks += ways * by_rank(cards)
    four, five = Fraction(4 * comb(13, 4), comb(52, 4)), Fraction(9, 48)
    flush = four * five * 5 + (0 if is_crib else four * (1 - five) * 4)
    nobs = 4 * Fraction(4, 52) * Fraction(12, 51)  # one of four, a jack, and a starter of its suit
    return ranks / comb(52, 5) + flush + nobs


def test_the_counts_are_those_of_all_hands_and_have_their_mean() -> None:
    assert sum(COUNTS.values()) == HANDS == comb(52, 4) * 48
    mean = Fraction(sum(points * hands for points, hands in COUNTS.items()), HANDS)
    assert mean == mean_hand(is_crib=False)
    assert float(mean) == pytest.approx(4.76915, abs=1e-5)


def test_hands_of_the_game_count_what_all_hands_do() -> None:
    """One deal each, laid away at random and shown without play: the program's own count."""
    text = find("cribbage").source.text.replace(*FIRST_DEAL, 1)
    before, after = text.index("  ;; The play:"), text.index("  ;; The show:")
    program = program_of(text[:before] + NO_PLAY + text[after:])
    scores = NativeEngine(program).playouts(1, DEALS).scores
    counted = np.bincount(scores[:, 0], minlength=30)
    assert {points for points in range(30) if counted[points]} <= set(COUNTS)
    for points, hands in COUNTS.items():
        expected = DEALS * hands / HANDS
        assert abs(counted[points] - expected) <= 5 * sqrt(expected) + 1, points
    heels = Fraction(2, 13)
    dealer = float(heels + mean_hand(is_crib=False) + mean_hand(is_crib=True))
    error = float(scores[:, 1].std()) / sqrt(DEALS)
    assert float(scores[:, 1].mean()) == pytest.approx(dealer, abs=4 * error)
