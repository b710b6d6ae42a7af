"""Euchre: bowers, who makes trump, who sits out, and what five tricks are worth."""

from __future__ import annotations

import pytest
from card_table import Table, assert_ends_within, sit_down
from tricks import HIGH, sides, trump_of, until_cards

from kibitz.engine import Rng

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


PARTNER_SUIT = {"♣": "♠", "♠": "♣", "♥": "♦", "♦": "♥"}


def suit_of(card: str, trump: str) -> str:
    return trump if card == f"J{PARTNER_SUIT[trump]}" else card[-1]


def height(card: str, led: str, trump: str) -> int:
    """Within a trick; what neither follows nor trumps is nothing."""
    bowers = [f"J{PARTNER_SUIT[trump]}", f"J{trump}"]
    if card in bowers:
        return 200 + bowers.index(card)
    if card[-1] == trump:
        return 100 + HIGH.index(card[:-1])
    return HIGH.index(card[:-1]) if card[-1] == led else -1


def trick_at_random(table: Table, chance: Rng, trump: str, players: list[int]) -> int:
    """Who takes it; what is offered is compared."""
    trick: dict[int, str] = {}
    for _ in players:
        labels, hand = table.labels(), table.pile("iloc HAND", table.seat)
        led = suit_of(next(iter(trick.values())), trump) if trick else ""
        expected = [card for card in hand if suit_of(card, trump) == led] or hand
        assert set(labels) == {f"play {card}" for card in expected}
        choice = chance.below(len(labels))
        trick[table.seat] = labels[choice].removeprefix("play ")
        table.play(choice)
    assert set(trick) == set(players)
    led = suit_of(next(iter(trick.values())), trump)
    return max(trick, key=lambda seat: height(trick[seat], led, trump))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_hands_are_counted_as_by_hand(seed: int) -> None:
    """Some 2,000 decisions in all: bowers, who sits out, and what five tricks are worth."""
    table, chance = sit_down("euchre"), Rng(seed, stream=2)
    table.rng = Rng(seed)
    while not table.is_over:
        until_cards(table, chance)
        trump, maker = trump_of(table), table.number("MAKER") - 1
        out = [seat for seat in range(4) if table.number("OUT", seat)]
        assert out in ([], [(maker + 2) % 4])
        before, takers = sides(table, "SCORE"), []
        for number in range(5):
            takers.append(
                trick_at_random(table, chance, trump, [s for s in range(4) if s not in out])
            )
            assert number == 4 or table.seat == takers[-1]
        made = sum(taker % 2 == maker % 2 for taker in takers)
        worth = {5: 4 if out else 2, 4: 1, 3: 1}.get(made, 0)
        expected = [0, 0]
        expected[maker % 2], expected[1 - maker % 2] = worth, 0 if worth else 2
        after = sides(table, "SCORE")
        assert [new - old for new, old in zip(after, before, strict=True)] == expected


@pytest.mark.slow
def test_every_hand_has_a_point_for_somebody_so_there_are_not_many() -> None:
    assert_ends_within(19 * (4 + 4 + 1 + 20), "euchre")
