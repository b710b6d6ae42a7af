"""Kuhn poker: its whole tree, and the value that Kuhn found (1950)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations

import pytest
from card_table import Table, sit_down

Strategy = Mapping[str, Fraction]
"""By card and what has happened: how often the stakes go up."""


def play(deal: tuple[str, ...], choices: str) -> Table:
    table = sit_down("kuhn-poker", *deal)
    for choice in choices.split():
        table.choose(choice)
    return table


@pytest.mark.parametrize(
    ("choices", "chips"),
    [
        ("check check", 1),
        ("check bet fold", 1),
        ("check bet call", 2),
        ("bet fold", 1),
        ("bet call", 2),
    ],
)
def test_the_five_ways_a_deal_can_go(choices: str, chips: int) -> None:
    for deal in permutations(("J♠", "Q♠", "K♠")):
        table = play(deal, choices)
        assert table.is_over
        better = "JQK".index(deal[0][0]) > "JQK".index(deal[1][0])
        if "fold" in choices:
            better = choices == "bet fold"
        assert table.outcome.scores == ((chips, -chips) if better else (-chips, chips))


def equilibrium(bluff: Fraction) -> Strategy:
    """Player 1 bluffs so often with a jack; the others follow from it."""
    third, none, always = Fraction(1, 3), Fraction(0), Fraction(1)
    return {
        "J": bluff, "Q": none, "K": 3 * bluff,
        "J check bet": none, "Q check bet": bluff + third, "K check bet": always,
        "J check": third, "Q check": none, "K check": always,
        "J bet": none, "Q bet": third, "K bet": always,
    }  # fmt: skip


def value(deal: tuple[str, ...], strategy: Strategy, choices: str = "") -> Fraction:
    """Chips that player 1 can expect."""
    table = play(deal, choices)
    if table.is_over:
        return Fraction(table.outcome.scores[0])
    labels = [label.split()[0] for label in table.labels()]
    up = strategy[f"{deal[table.seat][0]} {choices}".strip()]
    raising = {"bet", "call"}
    return sum(
        (
            chance * value(deal, strategy, f"{choices} {label}".strip())
            for label in labels
            if (chance := up if label in raising else 1 - up)
        ),
        start=Fraction(0),
    )


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 6), Fraction(1, 3)])
def test_player_1_loses_one_chip_in_eighteen_deals(bluff: Fraction) -> None:
    deals = list(permutations(("J♠", "Q♠", "K♠")))
    strategy = equilibrium(bluff)
    assert sum(value(deal, strategy) for deal in deals) / len(deals) == Fraction(-1, 18)


def test_in_a_game_of_two_deals_the_other_player_speaks_first_in_the_second() -> None:
    table = sit_down("kuhn-poker", "K♠", "J♠", deals=2)
    for choice in ("bet", "call"):
        table.choose(choice)
    assert (table.is_over, table.seat, table.numbers("PAID")) == (False, 1, [1, 1])
    for choice in ("bet", "fold"):
        table.choose(choice)
    assert table.is_over
    assert table.outcome.scores == (1, -1), "two chips won with the king, one folded"
