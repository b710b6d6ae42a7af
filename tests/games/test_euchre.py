"""Euchre: bowers, who makes trump, who sits out, and what five tricks are worth."""

from __future__ import annotations

import pytest
from card_table import assert_ends_within, sit_down

HANDS = "J♠ A♠ K♠ Q♠ J♣", "9♣ 10♣ Q♣ K♣ A♣", "9♦ 10♦ Q♦ K♦ A♦", "9♥ 10♥ Q♥ K♥ J♥"
"""Of players 1 to 4, who deals; the bowers of spades are player 1's."""


def test_the_card_that_lies_open_is_offered_to_everybody_beginning_left_of_the_dealer() -> None:
    table = sit_down("euchre", *HANDS, "10♠")
    for _ in range(4):
        assert table.labels()[1] == "order it up"
        table.choose("pass")
    assert table.seats == [0, 1, 2, 3]
    assert not any("♠" in label for label in table.labels()), "the suit turned down is gone"


@pytest.mark.parametrize(("stick", "may_pass"), [("on", False), ("off", True)])
def test_the_dealer_may_have_to_make_trump(stick: str, may_pass: bool) -> None:
    table = sit_down("euchre", *HANDS, "10♠", stick=stick)
    for _ in range(7):
        table.choose("pass")
    assert table.seat == 3
    assert ("pass" in table.labels()) == may_pass


def test_the_left_bower_is_a_trump_and_beaten_by_the_right_one_only() -> None:
    table = sit_down(
        "euchre", "J♣ 9♣ 9♦ 10♦ Q♦", "A♠ 10♣ K♦ A♦ 9♥", "J♠ K♣ Q♣ A♣ 10♥", "Q♥ K♥ J♥ A♥ J♦", "9♠"
    )
    table.choose("order it up")
    table.choose("discard 9♠")
    table.choose("play J♣")
    assert table.labels() == ("play A♠",), "a trump was led, clubs were not"
    table.choose("play A♠")
    assert table.labels() == ("play J♠",)
    table.choose("play J♠")
    table.play(0)
    assert table.seat == 2


def test_who_has_only_the_left_bower_is_void_in_its_suit() -> None:
    table = sit_down(
        "euchre", "A♣ 9♣ 9♦ 10♦ Q♦", "J♣ Q♠ K♦ A♦ 9♥", "J♠ K♣ Q♣ 10♣ 10♥", "Q♥ K♥ J♥ A♥ J♦", "9♠"
    )
    table.choose("order it up")
    table.choose("discard 9♠")
    table.choose("play A♣")
    assert len(table.labels()) == 5


@pytest.mark.parametrize(
    ("call", "scores"), [("order it up", (2, 0, 2, 0)), ("order it up and go alone", (4, 0, 4, 0))]
)
def test_all_five_tricks_are_two_points_and_alone_four(call: str, scores: tuple[int, ...]) -> None:
    table = sit_down("euchre", *HANDS, "9♠", target=5)
    table.play(table.labels().index(call))
    table.choose("discard 9♥")
    for card in HANDS[0].split():
        table.choose(f"play {card}")
        table.finish(until=lambda: table.seat == 0 or "pass" in table.labels())
    assert table.outcome.scores == scores
    played = table.seats[2:]
    assert set(played) == ({0, 1, 3} if "alone" in call else {0, 1, 2, 3})


def test_makers_who_fail_are_euchred() -> None:
    table = sit_down("euchre", *HANDS, "9♠", target=5)
    table.choose("pass")
    table.choose("order it up and go alone")
    table.choose("discard 9♥")
    for card in HANDS[0].split():
        table.choose(f"play {card}")
        table.finish(until=lambda: table.seat == 0 or "pass" in table.labels())
    assert table.outcome.scores == (2, 0, 2, 0)


@pytest.mark.slow
def test_every_hand_has_a_point_for_somebody_so_there_are_not_many() -> None:
    assert_ends_within(19 * (4 + 4 + 1 + 20), "euchre")
