"""Blackjack: hands that are settled as the page says, and what standing is worth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest
from card_table import Table, sit_down, walk

from kibitz.game import load

VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


@pytest.mark.parametrize(
    ("pack", "choices", "chips"),
    [
        ("A♠ K♠ 9♣ 8♣", "", 15),
        ("A♠ K♠ A♥ Q♥", "", 0),
        ("10♠ 6♠ 9♣ K♦", "take", -10),
        ("6♠ 5♠ 6♣ 10♦ 10♣ 9♣", "double", 20),
        ("10♠ 7♠ 10♣ 7♣", "stand", 0),
        ("10♠ 8♠ 10♣ 9♣", "stand", -10),
        ("10♠ 8♠ A♣ 6♣ 2♣", "stand", 10),
        ("7♠ 7♥ A♣ 7♦ K♣", "take", -10),
        ("A♠ 5♠ 10♣ 5♥ 7♣", "take", 10),
    ],
)
def test_hands(pack: str, choices: str, chips: int) -> None:
    table = sit_down("blackjack", pack, players=1)
    for choice in choices.split():
        table.choose(choice)
    assert table.number("HAND") == 2
    assert table.numbers("CHIPS") == [chips]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "pack", "choices", "chips"),
    [
        ({"natural": "twelve"}, "A♠ K♠ 9♣ 8♣", "", 12),
        ({"soft": "hit"}, "10♠ 8♠ A♣ 6♣ 2♣", "stand", -10),
    ],
)
def test_stingy_houses(options: dict[str, int | str], pack: str, choices: str, chips: int) -> None:
    table = sit_down("blackjack", pack, players=1, **options)
    for choice in choices.split():
        table.choose(choice)
    assert table.numbers("CHIPS") == [chips]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("doubling", "pack", "allowed"),
    [
        ("nine", "4♠ 5♠", True),
        ("nine", "10♠ 2♠", False),
        ("nine", "A♠ 9♠", False),
        ("off", "6♠ 5♠", False),
    ],
)
def test_who_may_double(doubling: str, pack: str, allowed: bool) -> None:
    assert (
        "double and take a card"
        in sit_down("blackjack", pack, players=1, doubling=doubling).labels()
    ) == allowed


@cache
def dealer(hard: int, ace: bool, cards: int) -> tuple[tuple[int, float], ...]:
    """(total, chance) of what the dealer ends with: 0 is too much, 22 a natural.

    Counted with packs without end, as by hand.
    """
    total = hard + 10 if ace and hard <= 11 else hard
    if total >= 17:
        return ((0 if total > 21 else 22 if (total, cards) == (21, 2) else total, 1.0),)
    ends: dict[int, float] = {}
    for value in VALUES:
        for end, chance in dealer(hard + value, ace or value == 1, cards + 1):
            ends[end] = ends.get(end, 0.0) + chance / len(VALUES)
    return tuple(ends.items())


def two_cards() -> Iterator[int]:
    for one in VALUES:
        for other in VALUES:
            yield one + other + (10 if 1 in (one, other) else 0)


@pytest.mark.slow
def test_standing_on_anything_costs_what_it_must() -> None:
    """Four packs differ a little from packs without end: within half a chip in a hundred."""
    expected = 0.0
    for total in two_cards():
        for end, chance in dealer(0, False, 0):
            mine = 22 if total == 21 else total
            won = 15 if mine == 22 else 10
            expected += chance * (won if mine > end else -10 if mine < end else 0) / 169
    batch = load("blackjack", players=1, hands=20).batch(20_000)
    while not batch.is_over.all():
        batch.step(np.zeros_like(batch.counts))
    assert batch.scores().mean() / 20 == pytest.approx(expected, abs=0.05)


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 5])
def test_a_game_ends(players: int) -> None:
    played = load("blackjack", players=players, decks=1).playouts(5_000)
    assert played.decisions.max() <= 10 * players * 11


@pytest.mark.parametrize(
    ("pack", "choices", "chips"),
    [
        ("8♠ 8♥ 6♣ 10♠ 3♥ 10♥ 10♦ 10♣", "split stand stand", 20),
        ("8♠ 8♥ 6♣ 3♠ 9♥ K♦ 10♣ 10♥", "split double stand", 30),
        ("A♠ A♥ 9♣ K♠ 5♥ 10♦", "split", 0),
        ("10♠ K♥ 9♣ A♠ 6♥ 8♦ 10♦", "split take", 0),
    ],
    ids=["two hands", "one of them doubled", "aces get one card", "no natural"],
)
def test_split_hands(pack: str, choices: str, chips: int) -> None:
    table = sit_down("blackjack", pack, players=1)
    for choice in choices.split():
        table.choose(choice)
    assert table.number("HAND") == 2
    assert table.numbers("CHIPS") == [chips]


def test_only_two_cards_that_count_the_same_are_split_and_only_once() -> None:
    assert "split" not in sit_down("blackjack", "8♠ 9♥", players=1).labels()
    assert "split" not in sit_down("blackjack", "8♠ 8♥", players=1, splitting="off").labels()
    table = sit_down("blackjack", "8♠ 8♥ 6♣ 8♣ 8♦", players=1)
    table.choose("split")
    assert "split" not in table.labels()
    assert (table.pile("vloc HAND", 0), table.pile("vloc SECOND", 0)) == (
        ["8♠", "8♣"],
        ["8♥", "8♦"],
    )


def test_bets_are_chosen_before_the_cards_are_seen() -> None:
    table = sit_down("blackjack", "A♠ K♠ 9♣ 8♣", players=1, stakes="chosen")
    assert table.labels() == ("bet 10", "bet 20", "bet 50", "bet 100")
    assert table.pile("vloc HAND", 0) == []
    table.choose("bet 50")
    assert table.numbers("CHIPS") == [75]


def counted(cards: list[str]) -> tuple[int, bool]:
    """What cards count, and whether an ace counts eleven."""
    ranks = [card[:-1] for card in cards]
    low = sum(1 if r == "A" else 10 if r in ("J", "Q", "K") else int(r) for r in ranks)
    return (low + 10, True) if "A" in ranks and low <= 11 else (low, False)


@pytest.mark.slow
@pytest.mark.parametrize("doubling", ["any", "nine"])
def test_what_may_be_done_and_the_total_that_is_shown_are_as_the_rules_say(doubling: str) -> None:
    def look(table: Table) -> None:
        seat = table.seat
        at, split = table.view(0).number("AT", seat=seat), table.view(0).number("SPLIT", seat=seat)
        hand = table.pile("vloc SECOND" if at else "vloc HAND", seat)
        total, soft = counted(hand)
        assert total < 21
        assert table.numbers("TOTAL")[seat] == counted(table.pile("vloc HAND", seat))[0]
        may = ["stand", "take a card"]
        if len(hand) == 2 and (doubling == "any" or (9 <= total <= 11 and not soft)):
            may.append("double and take a card")
        if len(hand) == 2 and not split and counted(hand[:1]) == counted(hand[1:]):
            may.append("split")
        assert list(table.labels()) == may

    walk(1_000, "blackjack", look, doubling=doubling)
