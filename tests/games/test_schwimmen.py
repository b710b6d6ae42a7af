"""Schwimmen: what cards count, when a round ends, and what it costs."""

from __future__ import annotations

import pytest
from card_table import Stacked, Table, assert_ends_within, loaded, sit_down

from kibitz.engine import Rng

DEALER, SECOND, THIRD = "7♣ 8♦ 9♥", "A♥ K♥ 9♠", "Q♣ Q♦ 7♠"
TABLE = "Q♠ 10♥ J♦"


def dealt(*hands: str, table: str = TABLE, **options: int | str) -> Table:
    """Three players, after the dealer has kept the cards."""
    seats = sit_down("schwimmen", *hands, table, **{"players": 3, **options})
    seats.choose("keep")
    return seats


def counted(hand: list[str]) -> int:
    """Twice what three cards count."""
    worth = {"A": 22, "K": 20, "Q": 20, "J": 20}
    ranks = {card[:-1] for card in hand}
    suits: dict[str, int] = {}
    for card in hand:
        suits[card[-1]] = suits.get(card[-1], 0) + (worth.get(card[:-1]) or 2 * int(card[:-1]))
    return 61 if len(ranks) == 1 else max(suits.values())


def test_the_dealer_may_lay_the_cards_open_and_take_three_unseen() -> None:
    table = sit_down("schwimmen", DEALER, SECOND, THIRD, TABLE, players=3)
    assert (table.seat, table.pile("vloc TABLE")) == (0, [])
    table.choose("lay your cards open")
    assert sorted(table.pile("vloc TABLE")) == sorted(DEALER.split())
    assert sorted(table.pile("iloc HAND", 0)) == sorted(TABLE.split())
    assert table.seat == 1


def test_one_card_is_exchanged_or_all_or_none() -> None:
    table = dealt(DEALER, SECOND, THIRD)
    assert len(table.labels()) == 9 + 3
    table.choose("exchange K♥ for Q♠")
    assert set(table.pile("iloc HAND", 1)) == {"A♥", "Q♠", "9♠"}
    table.choose("exchange all")
    assert set(table.pile("iloc HAND", 2)) == {"K♥", "10♥", "J♦"}
    assert set(table.pile("vloc TABLE")) == set(THIRD.split())


def test_when_all_have_passed_three_new_cards_are_laid_out() -> None:
    table = dealt(DEALER, SECOND, THIRD)
    for _ in range(3):
        assert set(table.pile("vloc TABLE")) == set(TABLE.split())
        table.choose("pass")
    assert set(table.pile("vloc ASIDE")) == set(TABLE.split())
    assert len(table.pile("vloc TABLE")) == 3


def test_after_a_knock_everybody_else_has_one_more_turn_and_the_lowest_loses_a_life() -> None:
    table = dealt(DEALER, SECOND, THIRD)
    for label in ("knock", "pass", "pass"):
        assert table.numbers("LIVES") == [3, 3, 3]
        table.choose(label)
    assert table.seats == [0, 1, 2, 0]
    assert table.numbers("POINTS") == [18, 42, 20]
    assert table.numbers("LIVES") == [2, 3, 3]
    assert table.number("DEALER") == 2


def test_thirty_one_ends_the_round_at_once() -> None:
    table = dealt(DEALER, SECOND, THIRD)
    table.choose("exchange 9♠ for 10♥")
    assert table.numbers("POINTS")[1] == 62
    assert table.numbers("LIVES") == [2, 3, 3]


def test_three_of_a_rank_count_thirty_and_a_half() -> None:
    table = dealt(DEALER, SECOND, THIRD)
    for label in ("knock", "exchange 7♠ for Q♠", "pass"):
        table.choose(label)
    assert table.numbers("POINTS")[2] == 61


@pytest.mark.parametrize(("fire", "lives"), [("on", [2, 3, 2]), ("off", [2, 3, 3])])
def test_after_three_aces_everybody_else_loses_a_life(fire: str, lives: list[int]) -> None:
    table = dealt(DEALER, "A♥ A♠ 9♠", THIRD, table="A♣ 10♥ J♦", fire=fire)
    table.choose("exchange 9♠ for A♣")
    if fire == "off":
        for label in ("knock", "pass", "pass"):
            table.choose(label)
    assert table.numbers("LIVES") == lives


@pytest.mark.parametrize("swim", ["on", "off"])
def test_who_has_lost_the_last_life_swims_once(swim: str) -> None:
    table = dealt(DEALER, SECOND, THIRD, lives=1, swim=swim)
    assert isinstance(table.rng, Stacked)
    table.rng.wanted = f"{DEALER} {SECOND} {THIRD} {TABLE}".split()
    for label in ("knock", "pass", "pass"):
        table.choose(label)
    assert (table.numbers("LIVES"), table.is_over) == ([0, 1, 1], False)
    assert table.numbers("OUT") == ([0, 0, 0] if swim == "on" else [1, 0, 0])
    if swim == "on":
        for label in ("keep", "knock", "pass", "pass"):
            table.choose(label)
        assert table.numbers("OUT") == [1, 0, 0]


@pytest.mark.slow
def test_every_round_is_counted_as_by_hand() -> None:
    table, chance, rounds = sit_down("schwimmen", players=5, fire="off"), Rng(3), 0
    while not table.is_over:
        hands = [table.pile("iloc HAND", seat) for seat in range(5)]
        dealer, knocker = table.number("DEALER"), table.number("KNOCKER")
        if knocker:
            table.choose("pass")
        else:
            table.play(chance.below(len(table.decision.options)))
        if knocker and (table.is_over or table.number("DEALER") != dealer):
            points = table.numbers("POINTS")
            for hand, point in zip(hands, points, strict=True):
                assert not hand or counted(hand) == point
            rounds += 1
    assert rounds >= 3
    assert sum(out == 0 for out in table.numbers("OUT")) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4, 9])
def test_matches_end_and_no_seat_is_better(players: int) -> None:
    assert_ends_within(1_500, "schwimmen", players=players)
    played = loaded("schwimmen", players=players).playouts(20_000, most_decisions=2_000)
    means = played.scores.mean(axis=0)
    assert abs(means / means.mean() - 1).max() < 0.02


def test_a_knock_interrupts_the_passes() -> None:
    table = dealt(DEALER, SECOND, THIRD)
    for label in ("pass", "pass", "knock", "pass"):
        table.choose(label)
    assert set(table.pile("vloc TABLE")) == set(TABLE.split()), "one has passed since the knock"
    table.choose("pass")
    assert table.number("DEALER") == 2
