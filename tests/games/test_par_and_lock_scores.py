"""Par golf and lock golf: what cancels, and what is left to count."""

from __future__ import annotations

from itertools import permutations

import pytest
from card_table import Stacked, Table, dealt, engine_for, first_of

pytestmark = pytest.mark.slow


COURSES: dict[int, dict[str, int | str]] = {
    3: {"par_one": 3, "par_two": 4},
    4: {},
    5: {"par_one": 5, "par_four": 4},
}
"""Courses whose first hole has that par."""
CARDS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"]


def as_dealt(name: str, hand: list[str], **options: int | str) -> int:
    """What the hand costs when both players only turn up what they were dealt."""
    engine = engine_for(name, players=2, **options)
    other = [card for card in CARDS if card not in hand][: len(hand)]
    table = Table(engine, Stacked(engine, dealt(hand, other)))
    table.run(
        lambda _, labels: first_of(labels, "turn over", "pass"),
        until=lambda: table.number("HOLE") == 2,
    )
    return table.number("SCORE", 0)


def par(hand: str, **options: int | str) -> int:
    cards = hand.split()
    return as_dealt("par-golf", cards, **COURSES[len(cards)], **options)


def lock(hand: str, **options: int | str) -> int:
    return as_dealt("lock-golf", hand.split(), **options)


@pytest.mark.parametrize(
    ("hand", "strokes"),
    [
        ("9 9 4", 4),
        ("K Q 5", 5),
        ("7 7 7", 7),
        ("K 7 7 7", 0),
        ("K K Q 9", 0),
        ("K K Q 9 8", 8),
        ("5 5 5 5", 0),
        ("Q Q K J 4", 4),
        ("K A Q J", 12),
        ("J Q 10 9 8", 50),
        ("K K K", 0),
        ("K K K 5", 0),
        ("K K K K A", 0),
    ],
)
def test_pairs_cancel_and_each_king_cancels_the_dearest_card_left(hand: str, strokes: int) -> None:
    assert par(hand) == strokes


@pytest.mark.parametrize(
    ("hand", "strokes"),
    [("7 7 7", 21), ("K 7 7 7", 14), ("7 7 4", 4), ("5 5 5 5", 0), ("7 7 7 4 4", 21)],
)
def test_three_alike_may_be_made_to_count(hand: str, strokes: int) -> None:
    assert par(hand, triple_rule="no_cancel") == strokes


@pytest.mark.parametrize(
    ("hand", "strokes"), [("K K Q 9", 21), ("K Q 9", 9), ("K K K Q 9", 9), ("K K K", 0)]
)
def test_two_kings_may_be_made_to_lose_their_power(hand: str, strokes: int) -> None:
    assert par(hand, king_pair_keeps_power="off") == strokes


@pytest.mark.parametrize(
    ("hand", "strokes"),
    [("A 4 J J", 5), ("K 8 8 8", 8), ("J Q 10 9", 39), ("5 5 5 5", 0), ("K Q Q A", 1)],
)
def test_pairs_cancel_wherever_they_lie(hand: str, strokes: int) -> None:
    assert lock(hand) == strokes


@pytest.mark.parametrize(
    ("hand", "strokes"),
    [("Jok Jok 8 Q", 18), ("Jok K K 3", -2), ("Jok 3 3 3", -2), ("Jok K K K", -5)],
)
def test_a_joker_takes_five_off_unless_it_meets_another(hand: str, strokes: int) -> None:
    assert lock(hand, jokers="on") == strokes


def test_of_three_jokers_one_counts_and_four_are_nothing() -> None:
    assert lock("Jok Jok Jok 4", jokers="on", decks=2) == -1
    assert lock("Jok Jok Jok Jok", jokers="on", decks=2) == 0


@pytest.mark.parametrize("hand", ["K 7 7 7", "Q Q K J 4"])
def test_the_order_of_a_row_does_not_matter(hand: str) -> None:
    assert {par(" ".join(order)) for order in permutations(hand.split())} == {par(hand)}


def test_the_order_of_a_square_does_not_matter() -> None:
    hands = permutations(["Jok", "3", "3", "3"])
    assert {lock(" ".join(order), jokers="on") for order in hands} == {-2}


def test_values_belong_to_the_game() -> None:
    assert (par("2 J Q"), lock("2 J Q K")) == (2 + 11 + 12, 2 + 10 + 10)
