"""Leduc poker: two rounds, a shared card, pairs; and its value."""

from __future__ import annotations

import pytest
from card_table import Table, assert_ends_within, sit_down

DEAL = "K♥", "Q♥", "Q♠"
"""Player 1, player 2, the shared card."""


def play(choices: str, deal: tuple[str, ...] = DEAL, **options: int) -> Table:
    table = sit_down("leduc-poker", *deal, **options)
    for choice in choices.split():
        table.choose(choice)
    return table


def test_a_round_has_a_bet_and_one_raise() -> None:
    assert play("").labels() == ("check", "bet")
    assert play("bet").labels() == ("call", "raise", "fold")
    assert play("bet raise").labels() == ("call", "fold")


@pytest.mark.parametrize(
    ("choices", "scores"),
    [
        ("check check check check", (-1, 1)),
        ("bet fold", (1, -1)),
        ("check bet raise fold", (3, -3)),
        ("bet call bet fold", (3, -3)),
        ("bet raise call check bet raise call", (-13, 13)),
    ],
)
def test_bets_are_two_chips_then_four_and_a_pair_wins(
    choices: str, scores: tuple[int, int]
) -> None:
    table = play(choices)
    assert table.is_over
    assert table.outcome.scores == scores


def test_the_higher_card_wins_without_a_pair_and_equal_cards_share() -> None:
    assert play("check check check check", ("K♥", "Q♥", "J♠")).outcome.scores == (1, -1)
    assert play("bet call bet call", ("K♥", "K♠", "J♠")).outcome.scores == (0, 0)


def test_player_1_begins_both_rounds_and_nobody_sees_the_shared_card_before() -> None:
    table = play("bet call")
    assert (table.seat, table.pile("vloc SHARED")) == (0, ["Q♠"])
    assert play("bet").pile("vloc SHARED") == []


def test_in_a_game_of_two_deals_the_other_player_begins_the_second() -> None:
    table = play("bet fold", deals=2)
    assert (table.is_over, table.seat, table.pile("vloc SHARED")) == (False, 1, [])
    for choice in ("bet", "call"):
        table.choose(choice)
    assert (table.seat, len(table.pile("vloc SHARED"))) == (1, 1)
    for choice in ("bet", "fold"):
        table.choose(choice)
    assert table.outcome.scores == (1 - 3, 3 - 1)


@pytest.mark.slow
@pytest.mark.parametrize("bets", [1, 2, 4])
def test_a_deal_is_short(bets: int) -> None:
    assert_ends_within(2 * (bets + 2), "leduc-poker", bets=bets)
