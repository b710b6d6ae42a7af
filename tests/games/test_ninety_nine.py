"""Ninety-Nine: what cards add, and who must give up."""

from __future__ import annotations

import pytest
from card_table import sit_down

from kibitz.game import load


def play(pack: str, *cards: str) -> tuple[int, int]:
    """The count, and whose turn it is, after these cards."""
    table = sit_down("ninety-nine", pack)
    for card in cards:
        table.choose(f"play {card}")
    return table.number("COUNT"), table.seat


@pytest.mark.parametrize(
    ("card", "count", "seat"),
    [
        ("7♣", 7, 1),
        ("A♣", 1, 1),
        ("A♣ for eleven", 11, 1),
        ("4♣", 0, 3),
        ("9♣", 0, 1),
        ("10♣", -10, 1),
        ("J♣", 10, 1),
        ("Q♣", 10, 1),
        ("K♣", 99, 1),
    ],
)
def test_cards(card: str, count: int, seat: int) -> None:
    assert play(card.split(maxsplit=1)[0], card) == (count, seat)


def test_a_card_is_drawn_for_the_one_that_was_played() -> None:
    table = sit_down("ninety-nine")
    table.play(0)
    assert [len(table.cards("iloc HAND", seat)) for seat in range(4)] == [3] * 4
    assert len(table.cards("vloc PILE")) == 1


def test_at_99_only_a_few_cards_go_and_who_has_none_loses_a_life() -> None:
    table = sit_down("ninety-nine", "K♣ 2♣ 3♣", "10♥ 9♥ 5♥", "2♠ 3♠ 5♠")
    table.choose("play K♣")
    assert set(table.labels()) == {"play 10♥", "play 9♥"}
    table.choose("play 9♥")
    assert table.labels() == ("give up the round",)
    table.choose("give up")
    assert table.numbers("LIVES") == [3, 3, 2, 3]
    assert (table.number("COUNT"), table.seat) == (0, 3)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "lives"), [(2, 3), (4, 3), (6, 5)])
def test_a_round_has_no_more_plays_than_cards(players: int, lives: int) -> None:
    played = load("ninety-nine", players=players, lives=lives).playouts(2_000)
    assert played.decisions.max() <= 53 * players * lives
    best = played.scores.max(axis=1, keepdims=True)
    assert ((played.scores == best).sum(axis=1) == 1).all(), "one player is left"
