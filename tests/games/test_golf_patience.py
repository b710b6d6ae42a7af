"""Golf Patience: what goes on the pile, when a hole is over, and how it is counted."""

from __future__ import annotations

import pytest
from card_table import assert_ends_within, sit_down

from kibitz.engine import Rng

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
COLUMNS = [
    f"{rank}♣ {rank}♦ {rank}♥ {rank}♠ {other}"
    for rank, other in zip(
        ["3", "4", "5", "7", "8", "9", "10"],
        ["A♣", "2♣", "6♣", "J♣", "Q♣", "K♣", "6♦"],
        strict=True,
    )
]
"""The last cards are an ace, a two, two sixes, a jack, a queen and a king."""


@pytest.mark.parametrize(
    ("pile", "kings", "free"),
    [
        ("A♦", "nothing", {"2♣"}),
        ("2♦", "nothing", {"A♣"}),
        ("K♦", "nothing", set()),
        ("K♦", "queens", {"Q♣"}),
        ("K♦", "corner", {"Q♣", "A♣"}),
        ("A♦", "corner", {"2♣", "K♣"}),
        ("Q♦", "nothing", {"J♣", "K♣"}),
    ],
)
def test_a_card_goes_on_its_neighbour_in_rank(pile: str, kings: str, free: set[str]) -> None:
    table = sit_down("golf-patience", *COLUMNS, pile, kings=kings)
    assert table.pile("vloc WASTE") == [pile]
    assert set(table.labels()) == {
        *(f"play {card}" for card in free),
        "turn up a card from the stock",
    }


def test_only_the_last_card_of_a_column_is_free_and_the_next_one_after_it() -> None:
    table = sit_down("golf-patience", *COLUMNS, "A♦")
    table.choose("play 2♣")
    assert set(table.labels()) == {"play A♣", "turn up a card from the stock"}
    table.choose("play A♣")
    assert table.pile("vloc COLUMN", None, 1) == ["3♣", "3♦", "3♥", "3♠"]
    assert table.pile("vloc WASTE") == ["A♦", "2♣", "A♣"]


def test_columns_that_are_clear_save_what_is_left_of_the_stock() -> None:
    """Seven runs of five, one after the other."""
    order = [RANKS[n % 13] + "♣♦♥♠"[n // 13] for n in range(36)]
    columns = [" ".join(reversed(order[1 + 5 * n : 6 + 5 * n])) for n in range(7)]
    table = sit_down("golf-patience", *columns, order[0], kings="corner")
    for card in order[1:]:
        table.choose(f"play {card}")
    assert table.is_over
    assert table.outcome.scores == (-16,)


@pytest.mark.slow
def test_a_hole_ends_when_nothing_fits_any_more_and_not_before() -> None:
    table, chance = sit_down("golf-patience", holes=9), Rng(4)
    stuck = 0
    while not table.is_over:
        hole, total = table.number("HOLE"), table.numbers("TOTAL")[0]
        columns = [table.pile("vloc COLUMN", None, number) for number in range(1, 8)]
        labels, stock = table.labels(), len(table.pile("iloc STOCK"))
        label = labels[choice := chance.below(len(labels))]
        table.play(choice)
        if not table.is_over and table.number("HOLE") == hole:
            continue
        played = label.removeprefix("play ")
        left = [[card for card in column if card != played] for column in columns]
        assert table.numbers("TOTAL")[0] == total + sum(map(len, left))
        assert stock == (0 if played in label.split()[1:] else 1)
        if stock == 0:
            height = RANKS.index(played[:-1])
            ends = [RANKS.index(column[-1][:-1]) for column in left if column]
            assert height == 12 or all(abs(end - height) != 1 for end in ends)
            stuck += 1
    assert table.number("HOLE") == 9
    assert stuck > 0


@pytest.mark.slow
def test_a_hole_has_as_many_moves_as_there_are_cards_at_most() -> None:
    assert_ends_within(51, "golf-patience")
