"""Blackjack: hands that are settled as the page says, and what standing is worth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest
from card_table import sit_down

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
        "double" in sit_down("blackjack", pack, players=1, doubling=doubling).labels()
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
