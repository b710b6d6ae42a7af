"""Stores in a simulation: what is known of queues, and a store that is gone for a while."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="the extra `web` is not installed")

from benchmarks.scale import PATIENCE, WriteCost, fewest, simulated

COST = WriteCost(page=0.002, choice=0.0001)


def test_a_store_with_little_to_do_keeps_nobody_waiting_longer_than_two_pages() -> None:
    found = simulated(COST, rate=COST.most / 100, stores=1)
    assert COST.page <= found.median <= 2 * (COST.page + 3 * COST.choice)


def test_beyond_what_it_carries_waits_grow_without_end() -> None:
    short, long = (simulated(COST, 1.5 * COST.most, 1, seconds=one) for one in (10, 20))
    assert long.longest > 1.8 * short.longest


def test_ten_times_as_much_needs_more_than_ten_stores_for_the_hot_tables() -> None:
    stores = fewest(COST, 10 * COST.most)
    assert 10 < stores < 20
    assert simulated(COST, 10 * COST.most, stores).slow <= PATIENCE


def test_a_store_that_is_gone_makes_its_own_tables_wait_and_no_others() -> None:
    calm, hurt = (simulated(COST, 5 * COST.most, 10, outage=gone) for gone in (None, (10.0, 5.0)))
    assert hurt.longest > 5.0
    assert hurt.median == pytest.approx(calm.median, rel=0.2)
