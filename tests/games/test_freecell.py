"""FreeCell: every move that is there, worked out once more."""

from __future__ import annotations

import pytest
from card_table import Table, assert_ends_within, sit_down

from kibitz.engine import Rng

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def height(card: str) -> int:
    return RANKS.index(card[:-1]) + 1


class Cards:
    """What lies on the table, and what may be done with it."""

    def __init__(self, table: Table, cells: int, build: str, empty: str) -> None:
        self.columns = [table.pile("vloc COLUMN", None, n) for n in range(1, 9)]
        self.cells = [table.pile("vloc CELL", None, n) for n in range(1, cells + 1)]
        self.homes = {s: len(table.pile("vloc HOME", None, n)) for n, s in enumerate("♣♦♥♠", 1)}
        self.build, self.empty = build, empty

    def goes_on(self, card: str, other: str) -> bool:
        is_red, other_red = card[-1] in "♥♦", other[-1] in "♥♦"
        is_fit = card[-1] == other[-1] if self.build == "suit" else is_red != other_red
        return is_fit and height(card) == height(other) - 1

    def row(self, column: list[str]) -> list[str]:
        """The cards at the end of the column that can be moved together, if there is room."""
        found = column[-1:]
        for card in reversed(column[:-1]):
            if not self.goes_on(found[0], card):
                break
            found.insert(0, card)
        return found

    def moves(self) -> list[str]:
        free = sum(not cell for cell in self.cells)
        empty = sum(not column for column in self.columns)
        held = [cell[0] for cell in self.cells if cell]
        ends = [column[-1] for column in self.columns if column]
        found = [f"bring {c} home" for c in held + ends if height(c) == self.homes[c[-1]] + 1]
        starts: list[tuple[str, list[str] | None, int]] = [(card, None, 1) for card in held]
        starts += [
            (card, column, number)
            for column in self.columns
            for number, card in enumerate(reversed(self.row(column)), 1)
        ]
        for card, column, number in starts:
            if number <= (free + 1) * 2**empty or column is None:
                found += [f"move {card} onto {end}" for end in ends if self.goes_on(card, end)]
            is_fit = self.empty == "any" or card[:-1] == "K"
            is_room = number <= (free + 1) * 2 ** (empty - 1) and number < len(column or "22")
            if empty and is_fit and (column is None or is_room):
                found.append(f"move {card} to the empty column")
        found += [f"put {end} into a cell" for end in ends if free]
        return found or ["give up"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cells", "build", "empty"),
    [(4, "alternate", "any"), (3, "suit", "kings"), (6, "alternate", "any")],
)
def test_exactly_the_moves_are_offered_that_are_there(cells: int, build: str, empty: str) -> None:
    """The cards are dealt so that some deals get far: those of one colour lie nearly in order."""
    chance, seen, rows = Rng(cells), 0, 0
    easy = [" ".join(RANKS[12 - n] + "♠♥♠♥"[(n + m) % 2 + 0] for n in range(7)) for m in (0, 1)]
    for seed in range(150):
        if seen > 800:
            break
        pack = easy if seed % 2 else []
        table = sit_down("freecell", *pack, cells=cells, build=build, empty=empty)
        if not pack:
            table = Table(table.engine, Rng(seed), table.words)
        while not table.is_over:
            labels = table.labels()
            cards = Cards(table, cells, build, empty)
            assert sorted(labels) == sorted(cards.moves())
            rows += any(len(cards.row(column)) > 2 for column in cards.columns)
            homeward = [n for n, label in enumerate(labels) if label.startswith("bring")]
            table.play(homeward[0] if homeward else chance.below(len(labels)))
            seen += 1
        assert table.outcome.scores == (sum(Cards(table, cells, build, empty).homes.values()),)
    assert seen > 700
    assert rows > 20


def test_everything_is_in_sight() -> None:
    table = sit_down("freecell")
    sizes = [len(table.pile("vloc COLUMN", None, n)) for n in range(1, 9)]
    assert sizes == [7, 7, 7, 7, 6, 6, 6, 6]
    assert table.pile("iloc STOCK") == []


def test_a_cell_holds_one_card() -> None:
    table = sit_down("freecell", cells=1)
    table.choose("put")
    assert not any(label.startswith("put") for label in table.labels())


def test_several_cards_are_moved_in_their_order_if_there_is_room() -> None:
    """Three in a row need two free cells."""
    pack = "2♣ 2♦ 2♥ 2♠ 9♦ 8♠ 7♥ 3♣ 3♦ 3♥ 3♠ 4♣ 4♦ 10♣"
    table = sit_down("freecell", pack)
    table.choose("move 9♦ onto 10♣")
    assert table.pile("vloc COLUMN", None, 2)[-4:] == ["10♣", "9♦", "8♠", "7♥"]
    table = sit_down("freecell", pack, cells=1)
    assert "move 9♦ onto 10♣" not in table.labels()


def test_a_deal_that_is_in_order_is_won() -> None:
    """Each column falls from its first card to its last, so everything goes home at once."""
    order = [rank + suit for rank in reversed(RANKS) for suit in "♣♦♥♠"]
    columns: list[list[str]] = [[] for _ in range(8)]
    for number, card in enumerate(order):
        columns[number % 8].append(card)
    table = sit_down("freecell", *(" ".join(column) for column in columns))
    for _ in range(52):
        table.choose("bring")
    assert table.is_over
    assert table.outcome.scores == (52,)


@pytest.mark.slow
def test_matches_at_random_come_to_an_end() -> None:
    assert_ends_within(5_300, "freecell")
