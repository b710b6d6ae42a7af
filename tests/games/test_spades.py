"""Spades: bids of partners, nil, bags, and trumps that must be broken."""

from __future__ import annotations

import pytest
from card_table import CLUBS, DIAMONDS, HEARTS, SPADES, Table, assert_ends_within, sit_down

from kibitz.engine import Rng


def all_spades_for_player_1(*bids: str, **options: int | str) -> Table:
    """Player 1 takes every trick."""
    table = sit_down("spades", SPADES, CLUBS, DIAMONDS, HEARTS, **options)
    for bid in bids:
        table.choose(f"bid {bid}")
    table.finish(until=lambda: table.number("HAND") > 1)
    return table


def test_everybody_bids_once_beginning_left_of_the_dealer() -> None:
    table = sit_down("spades")
    assert table.labels() == ("bid nil", *(f"bid {tricks}" for tricks in range(1, 14)))
    for _ in range(4):
        table.play(3)
    assert table.seats == [0, 1, 2, 3]
    assert table.labels()[0].startswith("play")


@pytest.mark.slow
def test_without_nil_everybody_bids_a_trick() -> None:
    assert sit_down("spades", nil="off").labels()[0] == "bid 1"


def test_a_contract_kept_is_ten_a_trick_and_every_nil_a_hundred() -> None:
    table = all_spades_for_player_1("13", "nil", "nil", "nil", target=200)
    assert table.is_over
    assert table.outcome.scores == (230, 200, 230, 200)


def test_tricks_too_many_are_a_point_and_a_bag_each() -> None:
    table = all_spades_for_player_1("4", "1", "1", "1")
    assert table.outcome.scores == (58, -20, 58, -20)
    assert table.team_number("BAGS", 0) == 8


@pytest.mark.slow
@pytest.mark.parametrize(("bags", "score"), [("on", -197), ("off", -97)])
def test_a_nil_that_fails_costs_a_hundred_and_helps_nobody(bags: str, score: int) -> None:
    table = all_spades_for_player_1("nil", "1", "1", "1", bags=bags)
    assert table.outcome.scores == (score, -20, score, -20)


@pytest.mark.slow
def test_a_side_that_falls_too_low_has_lost() -> None:
    table = all_spades_for_player_1("4", "10", "1", "10")
    assert table.is_over
    assert table.outcome.scores == (58, -200, 58, -200)


@pytest.mark.slow
@pytest.mark.parametrize(("breaking", "refused"), [("on", True), ("off", False)])
def test_spades_are_led_when_they_are_broken(breaking: str, refused: bool) -> None:
    choices = Rng(1)
    table = sit_down("spades", breaking=breaking, target=500)
    was_refused = False
    while not table.is_over:
        hand = table.pile("iloc HAND", table.seat)
        labels = table.labels()
        if table.word("LED") == "NONE" and labels[0].startswith("play"):
            missing = {f"play {card}" for card in hand} - set(labels)
            was_refused |= bool(missing)
            assert all(label.endswith("♠") for label in missing)
            assert not (missing and table.number("BROKEN"))
        table.play(choices.below(len(labels)))
    assert was_refused == refused


@pytest.mark.slow
def test_sides_that_have_as_much_at_the_end_play_another_hand() -> None:
    table = all_spades_for_player_1("13", "nil", "nil", "nil", target=200, losing=200)
    assert table.is_over
    tied = sit_down("spades", SPADES, CLUBS, DIAMONDS, HEARTS, target=200)
    tied.lead_with("SCORE", 0, 30, teams=True)
    for bid in ("13", "nil", "nil", "nil"):
        tied.choose(f"bid {bid}")
    tied.finish(until=lambda: tied.number("HAND") > 1)
    assert [tied.team_number("SCORE", team) for team in (0, 1)] == [230, 230]
    assert not tied.is_over
    assert tied.labels()[0] == "bid nil"


@pytest.mark.slow
def test_a_match_at_random_is_soon_lost() -> None:
    assert_ends_within(20 * (4 + 52), "spades")
