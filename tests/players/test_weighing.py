"""A net's word and what a search found, weighed against each other."""

from __future__ import annotations

import numpy as np

from kibitz.players.searching import Numbers, weighed, weighed_in_tree

SAID = np.array([0.5, 0.6, 0.4])
"""The net likes the second option."""


def batches(*rewards: tuple[float, float, float]) -> Numbers:
    """Ten visits of every option in every batch."""
    return np.array([[[10.0, 10 * reward] for reward in batch] for batch in rewards])


def test_what_a_search_finds_every_time_is_believed_against_the_net() -> None:
    worth = weighed(batches((0.9, 0.5, 0.4), (0.9, 0.5, 0.4), (0.9, 0.5, 0.4)), SAID)
    assert np.allclose(worth, [0.3, -0.1, -0.2])


def test_what_it_finds_now_this_way_now_that_is_not() -> None:
    found = batches((1.0, 0.4, 0.3), (0.2, 0.7, 0.5), (0.8, 0.5, 0.4))
    assert found[:, 0, 1].sum() > found[:, 1, 1].sum(), "on the whole it likes the first"
    assert weighed(found, SAID).argmax() == 1


def test_the_clearer_it_is_the_more_is_believed() -> None:
    gains = [
        weighed(batches((0.9 + x, 0.5, 0.4), (0.9, 0.5, 0.4), (0.9 - x, 0.5, 0.4)), SAID)[0]
        for x in (0.0, 0.1, 0.2, 0.4, 0.8)
    ]
    assert gains == sorted(gains, reverse=True)
    assert gains[-1] < gains[0]


def test_where_nothing_was_found_the_net_is_believed() -> None:
    one, nothing = batches((0.9, 0.5, 0.4)), np.zeros((1, 3, 2))
    for found in (one, np.concatenate([one, nothing]), nothing):
        assert np.allclose(weighed(found, SAID), SAID - SAID.mean())


def visited(*options: tuple[int, float, float]) -> Numbers:
    """Of every option: visits, the mean of its rewards, and how far they lie apart."""
    return np.array([(n, n * mean, n * (mean**2 + apart**2)) for n, mean, apart in options])


def test_what_a_tree_finds_often_is_believed_against_the_net() -> None:
    found = visited((4_000, 0.9, 0.1), (1_000, 0.5, 0.1), (1_000, 0.4, 0.1))
    worth = weighed_in_tree(found, SAID)
    assert worth.argmax() == 0
    assert np.allclose(worth - worth[0], [0, -0.4, -0.5], atol=0.01)


def test_what_comes_of_luck_in_a_tree_is_not() -> None:
    found = visited((12, 0.62, 1.5), (10, 0.55, 1.5), (8, 0.42, 1.5))
    assert weighed_in_tree(found, SAID).argmax() == 1


def test_an_option_that_a_tree_hardly_came_to_is_as_good_as_the_net_says() -> None:
    lucky = visited((900, 0.5, 0.2), (900, 0.62, 0.2), (1, 0.9, 0.0))
    assert weighed_in_tree(lucky, SAID).argmax() == 1
    never = visited((900, 0.5, 0.2), (900, 0.62, 0.2), (0, 0.0, 0.0))
    worth = weighed_in_tree(never, SAID)
    assert worth.argmax() == 1
    assert worth[0] - worth[2] < 0.12, "the third is worth 0.1 less than the first, as the net says"


def test_who_would_surely_lose_swaps_however_much_the_net_likes_to_pass() -> None:
    """The last seat at Cuckoo with an ace: nearly all visits went to the swap."""
    found = visited((39_983, 0.375, 0.9), (17, -0.453, 0.7))
    for liked in (0.1, 0.4, 0.9):
        assert weighed_in_tree(found, np.array([0.0, liked])).argmax() == 0
    agreed = visited((30_000, 0.375, 0.9), (9_000, 0.275, 0.9), (17, -0.453, 0.7))
    assert weighed_in_tree(agreed, np.array([0.0, -0.1, 0.6])).argmax() == 0


def test_nothing_is_chosen_that_its_own_search_found_clearly_worse() -> None:
    chance = np.random.default_rng(5)
    for _ in range(2_000):
        options = int(chance.integers(2, 9))
        visits = np.floor(10 ** chance.uniform(0, 4, options))
        means, said = chance.normal(0, 0.5, options), chance.normal(0, 0.5, options)
        found = visited(*zip(visits, means, np.full(options, 0.8), strict=True))
        chosen, first = int(weighed_in_tree(found, said).argmax()), int(visits.argmax())
        error = 0.8 * (1 / visits[chosen] + 1 / visits[first]) ** 0.5
        assert means[chosen] >= means[first] - 2.01 * error


def test_a_tree_that_had_no_time_leaves_it_to_the_net() -> None:
    assert weighed_in_tree(np.zeros((3, 3)), SAID).argmax() == 1
