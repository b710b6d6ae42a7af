"""Golf: what cards cost, and how a hole is settled, with every house rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement, permutations

import pytest
from card_table import Stacked, Table, dealt, engine_for, first_of, grid

pytestmark = pytest.mark.slow


STROKES = {"2": -2, "A": 1, **{str(n): n for n in range(3, 11)}}
STANDARD: Mapping[str, int | str] = {}
FILLER = grid("Q Q Q / 3 3 3")


def hole(
    *grids: list[str], finisher: int = 0, options: Mapping[str, int | str] = STANDARD
) -> Table:
    """A hole of these grids, in which the finisher turns up all cards and nobody swaps any."""
    engine = engine_for(
        "golf", players=len(grids), holes=1, flip_as_action="on", decks=3, **options
    )
    table = Table(engine, Stacked(engine, dealt(*grids)))

    def policy(seat: int, labels: tuple[str, ...]) -> int:
        if seat == finisher:
            return first_of(labels, "turn over", "flip")
        return first_of(labels, "discard", "draw", "flip")

    table.run(policy)
    assert table.number("FINISHER") == finisher + 1
    return table


def base(text: str, **options: int | str) -> int:
    return hole(grid(text), FILLER, options=options).number("BASE", 0)


def worth(strokes: int) -> list[str]:
    """A grid that costs so much: three cards, each above a king."""
    for cards in combinations_with_replacement(STROKES, 3):
        if sum(STROKES[card] for card in cards) == strokes:
            return [*cards, "K", "K", "K"]
    raise AssertionError(f"no three cards cost {strokes}")


def settled(text: str, rules: str, finisher: str = "a") -> str:
    """Base scores like `a21 b9` after settlement by the rules that are named."""
    names, bases = zip(*((word[0], int(word[1:])) for word in text.split()), strict=True)
    options: dict[str, int | str] = dict.fromkeys(rules.split(), "on")
    table = hole(*map(worth, bases), finisher=names.index(finisher), options=options)
    assert table.numbers("BASE") == list(bases)
    assert list(table.outcome.scores) == table.numbers("SCORE") == table.numbers("TOTAL")
    return " ".join(f"{n}{s}" for n, s in zip(names, table.numbers("SCORE"), strict=True))


@pytest.mark.parametrize(
    ("cards", "strokes"),
    [
        ("K 5 7 / K 3 9", 24),
        ("A 5 K / A 5 K", 0),
        ("2 5 5 / 2 5 5", 0),
        ("2 K K / A K K", -1),
        ("10 J Q / 9 10 J", 59),
        ("7 7 3 / 4 9 2", 28),
        ("2 2 2 / 2 3 A", 0),
    ],
)
def test_a_grid_costs_its_cards_less_the_paired_columns(cards: str, strokes: int) -> None:
    assert base(cards) == strokes


@pytest.mark.parametrize(
    ("cards", "options", "strokes"),
    [
        ("K A A / 3 A A", {"super_kings": "on"}, 1),
        ("K K 5 / K 4 5", {"super_kings": "on"}, 2),
        ("10 K K / A K K", {"ten_penny": "on"}, 2),
        ("Jok K K / A K K", {"jokers": "lucky_swing"}, -4),
        ("Jok 5 5 / Jok 6 5", {"jokers": "standard"}, 11),
        ("Jok 5 5 / Jok 6 5", {"jokers": "eagle_eye"}, 7),
        ("Jok Jok 5 / 6 3 5", {"jokers": "standard"}, 5),
        ("Jok Jok 5 / 6 3 5", {"jokers": "eagle_eye"}, 13),
        ("2 9 4 / 2 9 3", {"negative_pairs_keep_value": "on"}, 3),
        ("Jok 5 5 / Jok 6 5", {"jokers": "standard", "negative_pairs_keep_value": "on"}, 7),
        ("Jok 5 5 / Jok 6 5", {"jokers": "eagle_eye", "negative_pairs_keep_value": "on"}, 7),
        ("K 5 5 / K 6 5", {"super_kings": "on", "negative_pairs_keep_value": "on"}, 7),
        ("J♥ J♣ 3 / J♠ 4 3", {"one_eyed_jacks": "on"}, 14),
        ("J♥ J♠ 3 / 4 5 3", {"one_eyed_jacks": "on"}, 9),
        ("J J 3 / J J 4", {"wolfpack": "on"}, 2),
        ("J J 3 / J J 4", {"wolfpack": "on", "wolfpack_bonus": 20}, -13),
        ("J J 3 / J J 4", {"wolfpack": "on", "wolfpack_bonus": 20, "four_of_a_kind": "on"}, -33),
        ("J J 3 / J 5 J", {"wolfpack": "on"}, 28),
        ("J J J / J J J", {"wolfpack": "on", "wolfpack_bonus": 20, "four_of_a_kind": "on"}, -40),
        ("7 7 3 / 7 7 4", {"four_of_a_kind": "on"}, -13),
        ("7 7 3 / 7 7 4", {"wolfpack": "on"}, 7),
        ("7 7 3 / 4 5 7", {"four_of_a_kind": "on"}, 33),
        ("Jok Jok 3 / Jok Jok 4", {"jokers": "eagle_eye", "four_of_a_kind": "on"}, -21),
        ("7 7 3 / 4 9 2", {"lucky_sevens": "on"}, 14),
        ("Q K 3 / 9 5 4", {"queens_wild": "on"}, 12),
        ("2 Q Q / Q Q 9", {"queens_wild": "on", "negative_pairs_keep_value": "on"}, 0),
        ("J J 3 / Q Q 4", {"queens_wild": "on", "wolfpack": "on", "four_of_a_kind": "on"}, 7),
        ("7 7 7 / 7 3 4", {"four_alike_zero": "on"}, 7),
        ("7 7 7 / 3 4 5", {"four_alike_zero": "on"}, 33),
        ("5 5 5 / 5 5 9", {"four_alike_zero": "on"}, 9),
        ("2 2 2 / 2 9 9", {"four_alike_zero": "on"}, 18),
        ("2 2 9 / 2 2 3", {"four_alike_zero": "on", "negative_pairs_keep_value": "on"}, 12),
        ("2 9 4 / 2 9 3", {"four_alike_zero": "on", "negative_pairs_keep_value": "on"}, 3),
        ("Jok Jok 5 / Jok Jok 6", {"jokers": "eagle_eye", "four_alike_zero": "on"}, 11),
        ("Jok 5 5 / Jok 6 5", {"jokers": "eagle_eye", "four_alike_zero": "on"}, 7),
        ("Q Q Q / Q 5 6", {"queens_wild": "on", "four_alike_zero": "on"}, 0),
    ],
)
def test_house_rules_change_what_cards_cost(
    cards: str, options: dict[str, int | str], strokes: int
) -> None:
    assert base(cards, **options) == strokes


@pytest.mark.parametrize("cards", ["K 5 7 / K 3 9", "2 2 2 / 2 3 A", "J♥ J♣ 3 / J♠ J♦ 3"])
def test_neither_the_order_of_columns_nor_top_and_bottom_matter(cards: str) -> None:
    options: dict[str, int | str] = {
        "negative_pairs_keep_value": "on",
        "one_eyed_jacks": "on",
        "wolfpack": "on",
    }
    cells = grid(cards)
    columns = [(cells[n], cells[n + 3]) for n in range(3)]
    expected = base(cards, **options)
    for order in permutations(columns):
        tops, bottoms = zip(*order, strict=True)
        assert base(" ".join([*tops, *bottoms]), **options) == expected
        assert base(" ".join([*bottoms, *tops]), **options) == expected


@pytest.mark.parametrize(
    ("bases", "rules", "result"),
    [
        ("a21 b9", "blackjack", "a0 b9"),
        ("a21 b9", "blackjack knock_penalty", "a0 b9"),
        ("a9 b7", "knock_penalty knock_bonus", "a14 b7"),
        ("a7 b7", "knock_penalty", "a7 b7"),
        ("a8 b3", "knock_bonus underdog_bonus tied_shame", "a5 b5"),
        ("a8 b5 c12", "underdog_bonus", "a8 b2 c12"),
        ("a3 b3 c5", "underdog_bonus tied_shame", "a5 b5 c5"),
        ("a26 b12", "blackjack knock_bonus", "a21 b12"),
        (
            "a12 b9 c21",
            "blackjack knock_penalty knock_bonus underdog_bonus tied_shame",
            "a17 b9 c-3",
        ),
        ("a2 b7 c7", "knock_bonus underdog_bonus tied_shame", "a-6 b12 c12"),
        ("a9 b7", "", "a9 b7"),
    ],
)
def test_a_hole_is_settled_in_the_order_of_the_rules(bases: str, rules: str, result: str) -> None:
    assert settled(bases, rules) == result


@pytest.mark.parametrize(
    ("bases", "rules", "result"),
    [
        ("a6 b6 c4", "tied_shame", "a11 b11 c4"),
        ("a6 b6 c11", "tied_shame", "a11 b11 c11"),
        ("a3 b3 c5", "underdog_bonus tied_shame", "a5 b5 c5"),
    ],
)
def test_a_tie_is_punished_once(bases: str, rules: str, result: str) -> None:
    assert settled(bases, rules, finisher="c") == result


def test_each_step_of_a_settlement_can_be_read_off_the_table() -> None:
    rules: dict[str, int | str] = dict.fromkeys(
        ["blackjack", "knock_penalty", "knock_bonus", "underdog_bonus", "tied_shame"], "on"
    )
    table = hole(*map(worth, (12, 9, 21)), options=rules)
    steps = ["BASE", "JACKED", "PENALTY", "BONUS", "UNDERDOG", "SHAME"]
    assert [[table.number(step, seat) for step in steps] for seat in range(3)] == [
        [12, 0, 10, -5, 0, 0],
        [9, 0, 0, 0, 0, 0],
        [21, -21, 0, 0, -3, 0],
    ]


def test_everybody_with_the_lowest_score_has_won_the_hole() -> None:
    assert hole(*map(worth, (7, 7, 9))).numbers("WON") == [1, 1, 0]


def test_a_hole_is_won_by_the_settled_score() -> None:
    assert hole(*map(worth, (21, 9)), options={"blackjack": "on"}).numbers("WON") == [1, 0]


def test_equal_totals_share_the_win() -> None:
    assert hole(*map(worth, (7, 7, 9))).outcome.ranks == (1, 1, 3)


# ---------------------------------------------------------------------------- countback


def course(*holes: Sequence[int], **options: int | str) -> Table:
    """A match whose holes cost so much by player; everybody turns up what they were dealt."""
    players = len(holes[0])
    engine = engine_for(
        "golf", players=players, holes=len(holes), flip_as_action="on", decks=3, **options
    )
    deals = [dealt(*map(worth, scores)) for scores in holes]
    rng = Stacked(engine, deals.pop(0))
    table = Table(engine, rng)

    def policy(_: int, labels: tuple[str, ...]) -> int:
        if not rng.wanted and deals:
            rng.wanted = deals.pop(0)
        return first_of(labels, "turn over", "flip")

    table.run(policy)
    assert table.numbers("TOTAL") == [sum(scores) for scores in zip(*holes, strict=True)]
    return table


def placed(*holes: Sequence[int]) -> tuple[int, ...]:
    """The places by countback, reckoned from the scores of the holes."""

    def standing(player: int) -> tuple[int, ...]:
        scores = [hole[player] for hole in holes]
        won = sum(hole[player] == min(hole) for hole in holes)
        return (sum(scores), -won, *reversed(scores))

    standings = [standing(player) for player in range(len(holes[0]))]
    return tuple(1 + sum(other < own for other in standings) for own in standings)


@pytest.mark.parametrize(
    ("holes", "ranks"),
    [
        (((5, 7, 9), (7, 5, 3)), (2, 3, 1)),  # holes won, then the last hole
        (((5, 5, 9), (7, 7, 3)), (2, 2, 1)),  # two who are equal in everything share a place
        (((7, 7, 9), (5, 5, 6)), (1, 1, 3)),
        (((3, 5, 9), (9, 5, 3), (4, 6, 4)), (2, 3, 1)),  # the hole before the last
        (((4, 6, 3), (6, 3, 4), (3, 4, 6)), (1, 2, 3)),
        (((5, 4, 6), (5, 6, 6), (5, 5, 6)), (1, 2, 3)),
        (((8, 6, 5, 7), (3, 6, 8, 4), (7, 6, 5, 7)), (2, 3, 1, 4)),
    ],
)
def test_countback_breaks_ties_by_holes_won_and_then_from_the_last_hole(
    holes: tuple[tuple[int, ...], ...], ranks: tuple[int, ...]
) -> None:
    table = course(*holes, tie_break="countback")
    assert placed(*holes) == table.outcome.ranks == ranks
