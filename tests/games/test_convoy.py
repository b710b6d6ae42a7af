"""Convoy: what may be loaded, what is shown, and when it is over."""

from __future__ import annotations

import pytest
from card_table import Table, assert_ends_within, sit_down

from kibitz.engine import Rng

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9"]
PACK = ("2♣ 5♣ 9♦ A♥", "3♣ 4♣ 6♣ 7♠", "8♠ 9♠ 2♦ 3♦", "A♣")


def held(table: Table, seat: int) -> list[str]:
    return table.pile("iloc HAND", seat) + table.pile("vloc HAND", seat)


def test_a_card_is_loaded_only_onto_a_lower_one() -> None:
    table = sit_down("convoy", *PACK)
    table.choose("load 5♣")
    loads = {label for label in table.labels() if label.startswith("load")}
    assert loads == {"load 6♣", "load 7♠"}


def test_who_loads_draws_and_who_signals_does_not() -> None:
    table = sit_down("convoy", *PACK)
    table.choose("show 2♣ to all")
    assert sorted(held(table, 0)) == sorted(PACK[0].split())
    assert table.number("SIGNALS") == 5
    table.choose("load 3♣")
    assert "A♣" in table.pile("iloc HAND", 1)


def test_a_signal_is_seen_by_all_and_a_hand_by_nobody() -> None:
    table = sit_down("convoy", *PACK)
    place = table.place("iloc HAND", 0)
    table.choose("show 9♦ to all")
    assert all(spot.card is None for spot in table.view(1).piles[place])
    assert table.pile("vloc HAND", 0) == ["9♦"]


def test_the_third_storm_is_the_last() -> None:
    table = sit_down("convoy", *PACK)
    table.choose("load 2♣")
    for _ in range(3):
        table.choose("throw")
    assert table.is_over
    assert table.outcome.scores == (1, 1, 1)


@pytest.mark.slow
def test_exactly_the_moves_are_offered_that_are_there() -> None:
    chance, seen = Rng(2), 0
    for seed in range(80):
        table = sit_down("convoy", storms=6, players=4)
        table = Table(table.engine, Rng(seed), table.words)
        while not table.is_over:
            hand = held(table, table.seat)
            tops = {s: table.pile("vloc SHIP", None, n)[-1:] for n, s in enumerate("♣♦♥♠", 1)}
            fits = [
                card
                for card in hand
                if not (top := tops[card[-1]]) or RANKS.index(card[0]) > RANKS.index(top[0][0])
            ]
            expected = [f"load {card}" for card in fits]
            expected += [
                f"show {card} to all"
                for card in table.pile("iloc HAND", table.seat)
                if table.number("SIGNALS")
            ]
            expected += [f"throw {card} overboard" for card in hand]
            labels = table.labels()
            assert list(labels) == expected
            table.play(chance.below(len(labels) if chance.below(4) == 0 else len(fits) or 1))
            seen += 1
        ships = sum(len(table.pile("vloc SHIP", None, n)) for n in range(1, 5))
        assert table.outcome.scores == (ships,) * 4
    assert seen > 1_000


@pytest.mark.slow
def test_matches_at_random_come_to_an_end() -> None:
    assert_ends_within(36 + 12, "convoy", signals=12)
