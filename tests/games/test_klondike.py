"""Klondike: every move that is there, worked out once more, and how it is counted."""

from __future__ import annotations

import pytest
from card_table import Table, assert_ends_within, sit_down

from kibitz.engine import Rng

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def height(card: str) -> int:
    return RANKS.index(card[:-1]) + 1


def goes_on(card: str, other: str) -> bool:
    return (card[-1] in "♥♦") != (other[-1] in "♥♦") and height(card) == height(other) - 1


def moves(table: Table, draw: int = 3, passes: int = 10) -> list[str]:
    """What may be done, from the cards that lie there."""
    columns = [table.pile("vloc COLUMN", None, n) for n in range(1, 8)]
    hidden = [len(table.pile("iloc COLUMN", None, n)) for n in range(1, 8)]
    homes = [table.pile("vloc HOME", None, n) for n in range(1, 5)]
    waste, stock = table.pile("vloc WASTE"), table.pile("iloc STOCK")
    sizes = {suit: len(home) for suit, home in zip("♣♦♥♠", homes, strict=True)}
    ends = [column[-1] for column in columns if column]
    is_free = any(not column and not down for column, down in zip(columns, hidden, strict=True))
    found = [
        f"bring {card} home" for card in ends + waste[-1:] if height(card) == sizes[card[-1]] + 1
    ]
    for column, down in zip(columns, hidden, strict=True):
        others = [end for end in ends if end not in column]
        found += [
            f"move {card} onto {end}" for card in column for end in others if goes_on(card, end)
        ]
        if is_free and down and column[0][:-1] == "K":
            found.append(f"move {column[0]} to the empty column")
    for card in waste[-1:]:
        found += [f"move {card} onto {end}" for end in ends if goes_on(card, end)]
        found += [f"move {card} to the empty column"] if is_free and card[:-1] == "K" else []
    for home in homes:
        for card in home[-1:]:
            found += [f"take {card} back onto {end}" for end in ends if goes_on(card, end)]
    if stock:
        return [*found, "turn up from the stock"]
    if waste and table.number("PASS") < passes:
        return [*found, "turn the waste over"]
    return [*found, "give up"]


@pytest.mark.slow
@pytest.mark.parametrize(("draw", "passes"), [(3, 10), (1, 2)])
def test_exactly_the_moves_are_offered_that_are_there(draw: int, passes: int) -> None:
    chance, seen = Rng(draw), 0
    for seed in range(1, 41):
        table = sit_down("klondike", draw=draw, passes=passes)
        table = Table(table.engine, Rng(seed), table.words)
        while not table.is_over and seen < 50 * seed:
            labels = table.labels()
            assert sorted(labels) == sorted(moves(table, draw, passes))
            homeward = [n for n, label in enumerate(labels) if label.startswith("bring")]
            table.play(homeward[0] if homeward else chance.below(len(labels)))
            seen += 1
        home = sum(len(table.pile("vloc HOME", None, n)) for n in range(1, 5))
        assert table.outcome.scores == (home,)
    assert seen == 2_000


def test_three_cards_are_turned_up_and_the_last_is_free() -> None:
    table = sit_down("klondike")
    table.choose("turn up")
    assert len(table.pile("vloc WASTE")) == 3
    assert len(table.pile("iloc STOCK")) == 21


def test_a_card_is_turned_up_when_it_is_uncovered() -> None:
    """The first card of the second column is dealt face down, under the seven of hearts."""
    table = sit_down("klondike", "8♠ 2♣ 7♥")
    table.choose("move 7♥ onto 8♠")
    assert table.pile("vloc COLUMN", None, 1) == ["8♠", "7♥"]
    assert table.pile("vloc COLUMN", None, 2) == ["2♣"]


def test_cards_are_moved_together_in_their_order() -> None:
    table = sit_down("klondike", "8♠ 2♣ 7♥ 3♣ 4♣ 9♦")
    table.choose("move 7♥ onto 8♠")
    table.choose("move 8♠ onto 9♦")
    assert table.pile("vloc COLUMN", None, 3) == ["9♦", "8♠", "7♥"]
    assert table.pile("vloc COLUMN", None, 1) == []


@pytest.mark.parametrize(
    ("scoring", "scores"), [("cards", (1,)), ("standard", (10,)), ("vegas", (-47,))]
)
def test_an_ace_at_home_counts(scoring: str, scores: tuple[int]) -> None:
    table = sit_down("klondike", "A♠", scoring=scoring)
    table.choose("bring A♠ home")
    assert table.outcome.scores == scores


@pytest.mark.slow
def test_a_deal_can_be_won() -> None:
    """Whoever brings home what it can, and else moves by chance, wins some of many deals."""
    chance = Rng(2)
    for seed in range(60):
        table = sit_down("klondike", draw=1)
        table = Table(table.engine, Rng(seed), table.words)
        while not table.is_over and len(table.seats) < 1_000:
            labels = table.labels()
            good = [n for n, label in enumerate(labels) if label.startswith("bring")]
            table.play(good[0] if good else chance.below(len(labels)))
        if table.outcome.scores == (52,):
            return
    raise AssertionError("no deal was won")


@pytest.mark.slow
def test_matches_at_random_come_to_an_end() -> None:
    assert_ends_within(3_000, "klondike")
