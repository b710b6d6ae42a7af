"""The generator is the published one, and its draws are fair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import sqrt

import pytest

from kibitz.engine import Rng

WORD = 2**64


def split_mix(seed: int) -> Iterator[int]:
    """SplitMix64, written down from its definition."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) % WORD
        mixed = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 % WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % WORD
        yield mixed ^ mixed >> 31


def with_words(words: tuple[int, int, int, int]) -> Rng:
    rng = Rng(0)
    rng._a, rng._b, rng._c, rng._d = words  # the published vectors start from a state, not a seed
    return rng


def test_the_test_s_own_split_mix_gives_the_published_numbers() -> None:
    assert list(islice(split_mix(0), 3)) == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]
    assert list(islice(split_mix(1234567), 3)) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_xoshiro_gives_the_published_numbers() -> None:
    rng = with_words((1, 2, 3, 4))
    assert [rng.next() for _ in range(10)] == [
        11520,
        0,
        1509978240,
        1215971899390074240,
        1216172134540287360,
        607988272756665600,
        16172922978634559625,
        8476171486693032832,
        10595114339597558777,
        2904607092377533576,
    ]


@pytest.mark.parametrize("seed", [0, 1, 2**63, WORD - 1])
def test_a_seed_is_spread_over_the_state_by_split_mix(seed: int) -> None:
    start = next(split_mix(seed))
    assert Rng(seed).words == tuple(islice(split_mix(start), 4))


def test_streams_of_one_seed_differ_and_the_first_is_the_seed_s_own() -> None:
    assert Rng(5).words == Rng(5, stream=0).words
    assert len({Rng(5, stream).words for stream in range(1000)}) == 1000


def test_a_copy_goes_its_own_way() -> None:
    rng = Rng(3)
    twin = rng.copy()
    drawn = [rng.next() for _ in range(5)]
    assert [twin.next() for _ in range(5)] == drawn


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 52, 255, 2**31 + 1, 3 * 2**30, 2**32 - 1, 2**32])
def test_a_bounded_draw_multiplies_and_rejects(bound: int) -> None:
    rng = Rng(11)
    twin = rng.copy()
    for _ in range(200):
        product = (twin.next() >> 32) * bound
        while product % 2**32 < 2**32 % bound:
            product = (twin.next() >> 32) * bound
        assert rng.below(bound) == product >> 32
    assert rng.words == twin.words


def test_a_die_is_fair() -> None:
    rng, throws = Rng(6), 60_000
    faces = Counter(rng.below(6) for _ in range(throws))
    spread = sqrt(throws * 1 / 6 * 5 / 6)
    assert set(faces) == set(range(6))
    assert all(abs(count - throws / 6) < 4 * spread for count in faces.values())


def test_a_shuffle_settles_the_top_card_first_with_one_draw_for_each_card_but_the_last() -> None:
    rng = Rng(8)
    twin = rng.copy()
    cards, expected = list(range(10)), list(range(10))
    rng.shuffle(cards)
    for last in range(9, 0, -1):
        other = twin.below(last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    assert cards == expected
    assert rng.words == twin.words


def test_every_order_of_four_cards_is_as_likely_as_another() -> None:
    rng, shuffles = Rng(24), 24_000
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(shuffles):
        cards = [0, 1, 2, 3]
        rng.shuffle(cards)
        orders[tuple(cards)] += 1
    spread = sqrt(shuffles * 1 / 24 * 23 / 24)
    assert len(orders) == 24
    assert all(abs(count - shuffles / 24) < 4 * spread for count in orders.values())
