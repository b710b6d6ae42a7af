"""A net's word and what a search found, weighed against each other."""

from __future__ import annotations

import numpy as np

from kibitz.players.weighing import Numbers, weighed

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
