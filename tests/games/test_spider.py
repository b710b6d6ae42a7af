"""Spider: every move that is there, worked out once more, and how it is counted."""

from __future__ import annotations

import pytest
from card_table import Table, assert_ends_within, sit_down

from kibitz.engine import Rng

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def is_below(card: str, other: str) -> bool:
    return RANKS.index(card[:-1]) == RANKS.index(other[:-1]) - 1


def row(column: list[str]) -> list[str]:
    """The cards at its end that are moved together."""
    found = column[-1:]
    for card in reversed(column[:-1]):
        if card[-1] != found[0][-1] or not is_below(found[0], card):
            break
        found.insert(0, card)
    return found


def columns_of(table: Table) -> list[list[str]]:
    return [table.pile("vloc COLUMN", None, n) for n in range(1, 11)]


def moves(table: Table) -> list[str]:
    columns = columns_of(table)
    hidden = [len(table.pile("iloc COLUMN", None, n)) for n in range(1, 11)]
    empty = [n for n, column in enumerate(columns, 1) if not column]
    stock, found = table.pile("iloc STOCK"), []
    for number, column in enumerate(columns, 1):
        for card in row(column):
            found += [
                f"move {card} of column {number} to column {to}"
                for to, other in enumerate(columns, 1)
                if other and is_below(card, other[-1])
            ]
        for place, card in enumerate(row(column)):
            is_all = place == 0 and len(row(column)) == len(column) and not hidden[number - 1]
            if empty and not is_all:
                found.append(f"move {card} of column {number} to column {empty[0]}")
    if stock and (not empty or sum(map(len, columns)) < 10):
        found.append("deal a card onto every column")
    return [*found, "give up"] if not stock else found


@pytest.mark.slow
@pytest.mark.parametrize("suits", ["one", "two", "four"])
def test_exactly_the_moves_are_offered_that_are_there(suits: str) -> None:
    """Cards are dealt, and it is given up, only where the player has tried for long."""
    chance, seen = Rng(3), 0
    for seed in range(30):
        if seen > 250:
            break
        table = sit_down("spider", suits=suits)
        table = Table(table.engine, Rng(seed), table.words)
        made = 0
        while not table.is_over:
            labels = table.labels()
            assert sorted(labels) == sorted(moves(table))
            choice = chance.below(len(labels))
            if not labels[choice].startswith("move") and chance.below(12):
                choice = chance.below(len(labels))
            table.play(choice)
            made += 1
        whole = len(table.pile("vloc HOME")) // 13
        assert table.outcome.scores == (500 - made + 100 * whole,)
        seen += made
    assert seen > 250


def test_a_whole_suit_leaves_the_table() -> None:
    """The columns end in king to four; three, two and ace come up on the way."""
    spare = iter([rank for rank in ("K", "Q", "J", "10", "9", "8") for _ in range(7)])
    columns = []
    for number, end in enumerate(["K", "Q", "J", "10", "9", "8", "7", "6", "5", "4"]):
        last = {1: ["3"], 2: ["2"], 3: ["A"]}.get(number, [])
        under = [next(spare) for _ in range((5 if number < 4 else 4) - len(last))]
        columns.append(" ".join(f"{rank}♠" for rank in [*under, *last, end]))
    table = sit_down("spider", *columns, suits="one")
    for column in [*range(2, 11), 2, 3]:
        (card,) = table.pile("vloc COLUMN", None, column)
        table.choose(f"move {card} of column {column} to column 1")
        assert table.pile("vloc HOME") == []
    table.choose("move A♠ of column 4 to column 1")
    assert table.pile("vloc HOME") == [rank + "♠" for rank in RANKS]
    assert columns_of(table)[0] == ["K♠"]
    assert table.outcome.scores == (500 - 12 + 100,)


@pytest.mark.slow
def test_matches_at_random_come_to_an_end() -> None:
    assert_ends_within(1_300, "spider")
