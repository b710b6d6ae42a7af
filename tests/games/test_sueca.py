"""Sueca: 120 points, high sevens, and games for 61, for 91 and for everything."""

from __future__ import annotations

import pytest
from card_table import assert_ends_within, played_at_random, sit_down
from tricks import by_trump, follow, played, sides, trump_of

from kibitz.engine import Rng

SUITS = tuple(" ".join(rank + suit for rank in "23456QJK7A") for suit in "♣♦♥♠")
"""Player 4 deals and has all the spades, which are trump."""
MIXED = (
    "K♣ Q♣ 2♦ 3♦ 4♦ 5♦ 6♦ Q♦ J♦ K♦",
    "7♣ J♣ 7♦ A♦ 2♥ 3♥ 4♥ 5♥ 6♥ Q♥",
    "A♣ 2♣ 3♣ J♥ K♥ 7♥ A♥ 2♠ 3♠ 4♠",
    "4♣ 5♣ 6♣ 5♠ 6♠ Q♠ J♠ K♠ 7♠ A♠",
)


def test_the_dealers_last_card_is_trump_and_everybody_has_seen_it() -> None:
    table = sit_down("sueca", *SUITS)
    assert (table.seat, table.number("DEALER"), table.word("TRUMP")) == (0, 4, "SPADES")
    known = [card.card for card in table.view(0).piles[table.place("iloc HAND", 3)]]
    assert [card is not None for card in known] == [False] * 9 + [True]


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("K♣ 7♣ 2♣ 4♣", 1),
        ("Q♣ J♣ 3♣ 4♣", 1),
        ("K♣ 7♣ A♣ 4♣", 2),
        ("2♦ 7♦ A♥ 4♣", 1),
        ("2♦ A♦ A♥ 5♠", 3),
    ],
)
def test_the_seven_is_next_to_the_ace_and_the_jack_above_the_queen(cards: str, winner: int) -> None:
    table = sit_down("sueca", *MIXED)
    for card in cards.split():
        table.choose(f"play {card}")
    assert table.seat == winner


def test_who_has_the_suit_follows_it_and_who_has_not_plays_anything() -> None:
    table = sit_down("sueca", *MIXED)
    table.choose("play 2♦")
    assert set(table.labels()) == {"play 7♦", "play A♦"}
    table.choose("play 7♦")
    assert len(table.labels()) == 10


def test_all_tricks_are_four_games() -> None:
    table = sit_down("sueca", *SUITS)
    table.finish()
    assert table.outcome.scores == (0, 4, 0, 4)
    assert len(table.seats) == 40


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25))
def test_sixty_one_points_are_a_game_and_ninety_one_are_two(seed: int) -> None:
    table = played_at_random("sueca", seed, target=1)
    points = [table.team_number("POINTS", team) for team in (0, 1)]
    assert sum(points) == 120
    games = [0 if have <= 60 else 1 if have <= 90 else 2 for have in points]
    assert list(table.outcome.scores) == games * 2


@pytest.mark.slow
def test_matches_are_short() -> None:
    """Seven hands that are not tied, and now and then a tie."""
    assert_ends_within(40 * 12, "sueca")
    assert_ends_within(40 * 26, "sueca", target=10, tie="next", clean="points")


ORDER = ["2", "3", "4", "5", "6", "Q", "J", "K", "7", "A"]
VALUES = {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_hands_are_counted_as_by_hand(seed: int) -> None:
    """Some 2,000 decisions in all."""
    table, chance = sit_down("sueca", target=10, tie="next"), Rng(seed, stream=2)
    table.rng = Rng(seed)
    waiting = 0
    while not table.is_over:
        games = sides(table, "GAMES")
        hand = played(table, chance, follow, by_trump(trump_of(table), ORDER))
        points = [hand.worth(VALUES, side, side + 2) for side in (0, 1)]
        assert sum(points) == 120
        for side in (0, 1):
            won = 4 if hand.count(side, side + 2) == 10 else 2 if points[side] > 90 else 1
            games[side] += won + waiting if points[side] > 60 else 0
        waiting = waiting + 1 if points == [60, 60] else 0
        assert sides(table, "GAMES") == games
