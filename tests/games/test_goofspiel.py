"""Goofspiel: bids of everybody at once, and prizes for the highest."""

from __future__ import annotations

import pytest
from card_table import sit_down

from kibitz.engine import Rng
from kibitz.game import load


def test_bids_are_secret_until_all_are_made() -> None:
    table = sit_down("goofspiel", "7♦")
    table.choose("bid K♠")
    assert table.seat == 1
    hidden = table.view(1).piles[table.place("iloc BID", 0)]
    assert [spot.card for spot in hidden] == [None]
    table.choose("bid 2♥")
    assert table.numbers("POINTS") == [7, 0]
    assert table.pile("vloc PLAYED", 0) == ["K♠"]


@pytest.mark.parametrize(
    ("ties", "points"), [("carried", [0, 12]), pytest.param("lost", [0, 5], marks=pytest.mark.slow)]
)
def test_a_prize_for_which_bids_were_equal_waits_or_is_lost(ties: str, points: list[int]) -> None:
    table = sit_down("goofspiel", "7♦ 5♦", ties=ties)
    for bid in ("3♠", "3♥", "A♠", "2♥"):
        table.choose(f"bid {bid}")
    assert table.numbers("POINTS") == points


@pytest.mark.slow
@pytest.mark.parametrize(("prizes", "first"), [("upwards", "A♦"), ("downwards", "K♦")])
def test_prizes_may_come_in_order(prizes: str, first: str) -> None:
    assert sit_down("goofspiel", prizes=prizes).pile("vloc PRIZE") == [first]


@pytest.mark.slow
def test_who_bids_what_the_prize_is_worth_beats_who_bids_at_random() -> None:
    """Known for long: matching the prize wins against chance (S. M. Ross, 1971)."""
    won = 0
    for seed in range(40):
        match, chance = load("goofspiel").match(seed), Rng(seed, stream=1)
        while not match.is_over:
            seat, options = match.decision.seat, match.decision.options
            prize = match.view(0).pile("PRIZE")[-1]
            assert prize is not None
            keys = [option.key for option in options]
            match.play(keys.index(f"bid:C={prize[:-1]}♠") if seat == 0 else chance.below(len(keys)))
        won += match.outcome.ranks[0] == 1
    assert won > 30


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_thirteen_prizes_are_91_points_and_thirteen_bids_each(players: int) -> None:
    played = load("goofspiel", players=players).playouts(1000)
    assert (played.decisions == 13 * players).all()
    assert played.scores.sum(axis=1).max() <= 91
