"""Tressette: threes on top, no trumps, eleven points a hand, and what may be declared."""

from __future__ import annotations

import pytest
from card_table import Table, assert_ends_within, sit_down
from tricks import by_trump, follow, played, sides

from kibitz.engine import Rng

SUITS = tuple(" ".join(rank + suit for rank in "4567JQKA23") for suit in "♣♦♥♠")
MIXED = (
    "K♣ 2♣ 4♦ 5♦ 6♦ 7♦ J♦ Q♦ K♦ A♦",
    "A♣ 3♣ 4♣ 5♣ 6♣ 7♣ 3♥ 3♦ 3♠ 4♥",
    "J♣ Q♣ 5♥ 6♥ 7♥ J♥ Q♥ K♥ A♥ 2♥",
    "2♦ 4♠ 5♠ 6♠ 7♠ J♠ Q♠ K♠ A♠ 2♠",
)


def seated(*hands: str, **options: int | str) -> Table:
    return sit_down("tressette", *hands, declaring="off", **options)


@pytest.mark.parametrize(
    ("cards", "winner"), [("2♣ 3♣ J♣ 4♠", 1), ("K♣ A♣ Q♣ 2♠", 1), ("2♣ A♣ Q♣ 2♦", 0)]
)
def test_three_two_ace_are_high_and_there_are_no_trumps(cards: str, winner: int) -> None:
    table = seated(*MIXED)
    for card in cards.split():
        table.choose(f"play {card}")
    assert table.seat == winner


def test_who_has_the_suit_follows_it_and_who_has_not_plays_anything() -> None:
    table = seated(*MIXED)
    table.choose("play 4♦")
    assert table.labels() == ("play 3♦",)
    table.choose("play 3♦")
    assert len(table.labels()) == 10


def test_a_side_that_takes_everything_has_eleven_points() -> None:
    table = seated(*SUITS, target=11)
    table.finish()
    assert table.outcome.scores == (11, 0, 11, 0)
    assert len(table.seats) == 40


def test_threes_and_a_napoletana_are_declared_once_and_seen_by_all() -> None:
    hand = "3♣ 2♣ A♣ 3♥ 3♦ 4♦ 5♦ 6♦ 7♦ J♦"
    rest = [card for suit in SUITS for card in suit.split() if card not in hand.split()]
    table = sit_down("tressette", hand, *rest)
    assert len(table.labels()) == 2
    table.choose("declare")
    assert [table.team_number("SCORE", team) for team in (0, 1)] == [6, 0]
    known = [card.card for card in table.view(1).piles[table.place("iloc HAND", 0)]]
    assert len([card for card in known if card is not None]) == 5
    assert len(table.labels()) == 10, "then the first card is led"


@pytest.mark.slow
def test_all_four_of_a_rank_are_four_points_and_who_has_nothing_says_so() -> None:
    hand = "A♣ A♦ A♥ A♠ 4♣ 4♦ 4♥ 4♠ 5♣ 5♦"
    rest = [card for suit in SUITS for card in suit.split() if card not in hand.split()]
    table = sit_down("tressette", hand, *rest)
    table.choose("declare A")
    assert table.team_number("SCORE", 0) == 4
    table.play(0)
    table.finish(until=lambda: table.number("TRICKS") == 1)
    assert table.seats == [0, 0, 1, 1, 2, 2, 3, 3], "everybody is asked, whatever they have"


@pytest.mark.slow
def test_matches_are_short() -> None:
    """Every hand has eleven points or more, so only ties make more than four of them."""
    assert_ends_within(6 * 44, "tressette")
    assert_ends_within(12 * 44, "tressette", target=51)


ORDER = ["4", "5", "6", "7", "J", "Q", "K", "A", "2", "3"]
THIRDS = {"A": 3, "2": 1, "3": 1, "K": 1, "Q": 1, "J": 1}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_hands_are_counted_as_by_hand(seed: int) -> None:
    """Some 2,000 decisions in all: thirds, and the last trick."""
    table, chance = sit_down("tressette", declaring="off", target=51), Rng(seed, stream=2)
    table.rng = Rng(seed)
    while not table.is_over:
        before = sides(table, "SCORE")
        hand = played(table, chance, follow, by_trump("", ORDER))
        points = [hand.worth(THIRDS, side, side + 2) // 3 for side in (0, 1)]
        points[hand.takers[-1] % 2] += 1
        assert sum(points) == 11
        after = sides(table, "SCORE")
        assert [new - old for new, old in zip(after, before, strict=True)] == points
