"""Belote: who takes, the duty to trump, belote and rebelote, and takers who are inside."""

from __future__ import annotations

import pytest
from card_table import Table, assert_ends_within, loaded, sit_down
from jass import assert_plays_by, filled

from kibitz.engine import Rng

TRUMPS = "7♥ 8♥ Q♥ K♥ 10♥ A♥ 9♥ J♥"


def taken_by_player_1(*hands: str, **options: int | str) -> Table:
    """Everybody has these eight cards in the end; the sixth of player 1 lies open, and is taken."""
    cards = [hand.split() for hand in filled(*hands)]
    first, *others = cards
    pack = [card for hand in cards for card in hand[:5]]
    rest = [first[5], *first[6:], *(card for hand in others for card in hand[5:])]
    table = sit_down("belote", *pack, *rest, **options)
    table.choose("take the open card")
    return table


def scores(table: Table) -> tuple[int, int]:
    """After the hand."""
    table.finish(until=lambda: "pass" in table.labels())
    return table.team_number("SCORE", 0), table.team_number("SCORE", 1)


def test_the_open_card_is_offered_and_then_another_suit() -> None:
    table = sit_down("belote")
    for number in range(8):
        assert table.labels()[-1] == "pass"
        assert len(table.labels()) == (2 if number < 4 else 4)
        table.choose("pass")
    assert table.seats == [0, 1, 2, 3] * 2
    assert table.seat == 1, "all have passed, and the next player deals"


def test_the_taker_has_the_open_card_and_everybody_eight() -> None:
    table = taken_by_player_1("7♥ 8♥ Q♥ K♥ 10♥ A♥ 9♥ J♥", "", "", "")
    assert table.pile("iloc HAND", 0)[5] == "A♥"
    assert table.word("TRUMP") == "HEARTS"
    assert [len(table.pile("iloc HAND", seat)) for seat in range(4)] == [8] * 4


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 4])
def test_exactly_the_cards_are_offered_that_may_be_played(seed: int) -> None:
    table = sit_down("belote", target=1000)
    table.rng = Rng(seed)
    assert_plays_by("belote", table, seed)


def test_belote_is_scored_with_its_second_card() -> None:
    table = taken_by_player_1(TRUMPS, "", "", "")
    for card, belote in (("K♥", 0), ("A♥", 0), ("Q♥", 20), ("J♥", 20)):
        table.finish(until=lambda: table.seat == 0)
        table.choose(f"play {card}")
        assert table.team_number("BELOTE", 0) == belote


def test_all_tricks_are_252_points_and_belote_20() -> None:
    assert scores(taken_by_player_1(TRUMPS, "", "", "")) == (272, 0)


PARTNER = "8♦ 9♦ J♦ 9♣ J♣ 9♠ J♠ Q♠"


@pytest.mark.parametrize(
    ("taker", "opponent", "belote", "rest"),
    [
        ("7♥ 8♥ 7♣ 8♣ 7♦ 9♥ 7♠ 8♠", "J♥ A♥ 10♥ K♥ Q♥ A♣ A♦ A♠", 0, (182, 272)),
        ("K♥ Q♥ 7♣ 8♣ 7♦ 7♥ 7♠ 8♠", "J♥ A♥ 10♥ 9♥ 8♥ A♣ A♦ A♠", 20, (162, 252)),
    ],
)
def test_takers_who_have_less_are_inside_and_keep_a_belote_only(
    taker: str, opponent: str, belote: int, rest: tuple[int, int]
) -> None:
    takers, others = scores(taken_by_player_1(taker, opponent, PARTNER, ""))
    assert takers == belote
    assert others in rest


@pytest.mark.slow
@pytest.mark.parametrize("tie", ["waits", "lost"])
def test_points_are_never_lost(tie: str) -> None:
    """162 a hand, with 20 for a belote and 90 for all tricks; what waits is not there yet."""
    played = loaded("belote", tie=tie, target=101).playouts(2000, most_decisions=41)
    sums = played.scores[:, 0] + played.scores[:, 1]
    assert set(sums[~played.capped].tolist()) <= {162, 182, 252, 272}


@pytest.mark.slow
def test_matches_are_short() -> None:
    """At least 162 points a hand, now and then a hand that nobody takes."""
    assert_ends_within(10 * (8 + 32), "belote")
