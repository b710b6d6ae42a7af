"""Pitch: an auction, the pitched suit, four points a hand, and being set back."""

from __future__ import annotations

import pytest
from card_table import Stacked, Table, assert_ends_within, first_of, sit_down

HANDS = "A♠ J♠ 2♠ 10♥ 3♦ 4♦", "K♠ 10♦ 9♥ 8♥ 7♥ 6♥", "3♠ Q♣ 9♣ 8♣ 7♣ 6♣", "A♥ 2♥ 3♥ 4♥ 5♥ 5♦"


def pitch(table: Table, bid: int, *cards: str) -> None:
    """Player 1 bids and leads these; everybody else passes and plays their first card."""
    table.run(lambda _, labels: first_of(labels, "pass"), until=lambda: table.seat == 0)
    table.choose(f"bid {bid}")
    table.run(
        lambda _, labels: first_of(labels, "pass"), until=lambda: "pass" not in table.labels()
    )
    for card in cards:
        table.finish(until=lambda: table.seat == 0)
        table.choose(f"play {card}")
    table.finish(until=lambda: "pass" in table.labels())


def one_hand(bid: int, *cards: str, **options: int | str) -> Table:
    table = sit_down("pitch", *HANDS, hands=1, **options)
    pitch(table, bid, *cards)
    assert table.is_over
    return table


def test_a_bid_is_higher_than_those_before_it() -> None:
    table = sit_down("pitch", *HANDS)
    assert table.labels() == ("pass", "bid 2", "bid 3", "bid 4")
    table.choose("bid 3")
    assert table.labels() == ("pass", "bid 4")
    table.choose("pass")
    table.choose("pass")
    assert table.labels() == ("pass", "bid 4")
    table.choose("pass")
    assert table.seat == 0, "who bid most pitches"


@pytest.mark.parametrize(
    ("options", "offered"),
    [
        ({}, ("bid 2", "bid 3", "bid 4")),
        ({"dealer": "thrownin"}, ("pass", "bid 2", "bid 3", "bid 4")),
    ],
)
def test_the_dealer_bids_if_nobody_else_does(
    options: dict[str, str], offered: tuple[str, ...]
) -> None:
    table = sit_down("pitch", *HANDS, **options)
    for _ in range(3):
        table.choose("pass")
    assert table.labels() == offered


@pytest.mark.slow
def test_the_dealer_may_take_a_bid_for_as_much() -> None:
    table = sit_down("pitch", *HANDS, steal="on")
    for label in ("bid 3", "pass", "pass"):
        table.choose(label)
    assert table.labels() == ("pass", "bid 3", "bid 4")
    table.choose("bid 3")
    assert table.seat == 3


def test_the_first_card_makes_trump_and_trumping_is_always_allowed() -> None:
    table = sit_down("pitch", *HANDS)
    for label in ("bid 2", "pass", "pass", "pass", "play A♠"):
        table.choose(label)
    assert table.word("TRUMP") == "SPADES"
    assert table.labels() == ("play K♠",), "a trump that was led is followed"
    for label in ("play K♠", "play 3♠", "play 2♥", "play 10♥"):
        table.choose(label)
    assert "play 10♦" not in table.labels(), "hearts are followed"
    table.choose("play 9♥")
    table.choose("play Q♣")
    assert len(table.labels()) == 4


def test_high_low_jack_and_game() -> None:
    table = one_hand(4, "A♠", "J♠", "2♠", "10♥")
    assert [table.number(name, 0) for name in ("HIGH", "LOW", "JACK", "GAME")] == [1, 1, 1, 1]
    assert table.numbers("TOTAL") == [4, 0, 0, 0]


def test_low_belongs_to_who_was_dealt_it_unless_it_must_be_taken() -> None:
    assert one_hand(4, "2♠", "A♠").numbers("TOTAL") == [4, 0, 0, 0]
    table = one_hand(4, "2♠", "A♠", low="taken")
    assert table.numbers("LOW") == [0, 1, 0, 0], "the king took it"
    assert table.numbers("SETBACK") == [-7, 0, 0, 0], "who makes less than they bid is set back"
    assert table.numbers("TOTAL") == [-4, 1, 0, 0]


@pytest.mark.slow
@pytest.mark.parametrize(("target", "others"), [(5, 0), (9, 1)])
def test_the_pitcher_counts_first_and_the_others_not_if_that_wins(target: int, others: int) -> None:
    table = sit_down("pitch", *HANDS, hands=2, target=target, low="taken")
    assert isinstance(table.rng, Stacked)
    table.rng.wanted = " ".join(HANDS).split()
    pitch(table, 4, "A♠", "J♠", "2♠", "10♥")
    assert table.numbers("TOTAL") == [4, 0, 0, 0]
    pitch(table, 2, "2♠", "A♠", "J♠")
    assert table.is_over
    assert table.numbers("LOW") == [0, 1, 0, 0]
    assert table.number("TOTAL", 1) == others


@pytest.mark.slow
def test_a_match_has_at_most_so_many_hands() -> None:
    assert_ends_within(16 * (4 + 24), "pitch")
    assert_ends_within(40 * (7 + 42), "pitch", players=7, hands=40, target=21, dealer="thrownin")


def test_the_deal_passes_to_the_left_whoever_pitches() -> None:
    table = sit_down("pitch", *HANDS, target=21, hands=4)
    dealers = []
    for pitcher in (2, 0, 0, 3):
        dealers.append(table.number("DEALER"))
        for _ in range(4):
            table.play(len(table.labels()) - 1 if table.seat == pitcher else 0)
        assert table.seat == pitcher
        table.finish(until=lambda: "pass" in table.labels())
    assert dealers == [4, 1, 2, 3]
