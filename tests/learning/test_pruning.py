"""A net made small knows what it knew, and says how much that is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kibitz import load
from kibitz.engine.native import net_layout
from kibitz.learning import Course, train
from kibitz.learning.net import Net, used_rows
from kibitz.learning.pruning import often_true, pruned
from kibitz.learning.training import is_worse_than_chance

pytestmark = pytest.mark.slow
AGRAM = load("agram").program


@pytest.fixture(scope="module")
def net() -> Net:
    *_, last = train(AGRAM, Course(matches=60, threads=1, seed=3))
    return last.net


def test_what_is_seldom_true_goes_first_however_large_its_numbers_are(net: Net) -> None:
    often, weights = often_true(AGRAM, net), net.weights.copy()
    rows = weights[net_layout.ROWS :].reshape(-1, net_layout.WIDE)
    never = np.flatnonzero(often == 0)
    rows[never[:40]] = np.random.default_rng(1).normal(0, 5, (40, net_layout.WIDE))
    large = replace(net, weights=weights)
    small = pruned(AGRAM, large, len(large.to_bytes()) - 1)
    gone = set(used_rows(weights).tolist()) - set(used_rows(small.weights).tolist())
    assert gone
    assert all(often[row] in (0, 1) for row in gone), "what is always true stays in the sum"
    assert len(small.curve) == len(net.curve) + 1  # it was measured again


def test_a_net_that_is_small_enough_stays_as_it_is(net: Net) -> None:
    assert pruned(AGRAM, net, len(net.to_bytes())) is net


def test_who_takes_what_the_net_likes_least_is_worse_than_chance(net: Net) -> None:
    *_, last = train(AGRAM, Course(matches=2_000, threads=1, seed=3))
    assert not is_worse_than_chance(AGRAM, last.net)
    weights = last.net.weights.copy()
    weights[net_layout.LAST : net_layout.LAST_BIAS] *= -1
    assert is_worse_than_chance(AGRAM, replace(last.net, weights=weights))
