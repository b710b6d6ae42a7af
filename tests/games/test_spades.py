"""Spades: bids of partners, nil, bags, and trumps that must be broken."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from card_table import CLUBS, DIAMONDS, HEARTS, SPADES, Table, assert_ends_within, sit_down
from tricks import by_trump, follow, is_playing, played, sides, was_played

from kibitz.engine import Rng


def all_spades_for_player_1(*bids: str, **options: int | str) -> Table:
    """Player 1 takes every trick."""
    table = sit_down("spades", SPADES, CLUBS, DIAMONDS, HEARTS, **options)
    for bid in bids:
        table.choose(f"bid {bid}")
    table.finish(until=lambda: table.number("DEALER") != 4)
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
    tied.finish(until=lambda: tied.number("DEALER") != 4)
    assert [tied.team_number("SCORE", team) for team in (0, 1)] == [230, 230]
    assert not tied.is_over
    assert tied.labels()[0] == "bid nil"


@pytest.mark.slow
def test_a_match_at_random_is_soon_lost() -> None:
    assert_ends_within(20 * (4 + 52), "spades")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_hands_are_counted_as_by_hand(seed: int) -> None:
    """Some 2,000 decisions in all: what may be led, bids, nils and bags."""
    table, chance = sit_down("spades", losing=500), Rng(seed, stream=2)
    table.rng = Rng(seed)
    bags = [0, 0]
    while not table.is_over:
        before = sides(table, "SCORE")
        while not is_playing(table):  # low bids, so that some come true
            table.play(chance.below(min(4, len(table.labels()))))
        nil, bid = table.numbers("NIL"), table.numbers("BID")

        def legal(hand: list[str], trick: list[str]) -> Iterable[str]:
            plain = [card for card in hand if card[-1] != "♠"]
            if trick:
                return follow(hand, trick)
            return hand if was_played(table, "♠") else plain or hand

        hand = played(table, chance, legal, by_trump("♠"))
        scored = [0, 0]
        for side in (0, 1):
            partners = side, side + 2
            wanted = sum(bid[seat] for seat in partners)
            made = sum(hand.count(seat) for seat in partners if not nil[seat])
            over = max(0, made - wanted)
            scored[side] = 10 * wanted if made >= wanted else -10 * wanted
            for seat in partners:
                if nil[seat]:
                    scored[side] += -100 if hand.count(seat) else 100
                    over += hand.count(seat)
            bags[side] += over
            scored[side] += over - 100 * (bags[side] // 10)
            bags[side] %= 10
        after = sides(table, "SCORE")
        assert [new - old for new, old in zip(after, before, strict=True)] == scored
