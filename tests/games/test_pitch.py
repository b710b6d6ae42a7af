"""Pitch: an auction, the pitched suit, four points a hand, and being set back."""

from __future__ import annotations

import pytest
from card_table import Stacked, Table, assert_ends_within, first_of, sit_down
from tricks import HIGH, by_trump, played, until_cards

from kibitz.engine import Rng

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


GAME = {"10": 10, "A": 4, "K": 3, "Q": 2, "J": 1}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_hands_are_counted_as_by_hand(seed: int) -> None:
    """Some 2,000 decisions in all: high, low, jack, game, and being set back."""
    table, chance = sit_down("pitch", target=21, hands=16), Rng(seed, stream=2)
    table.rng = Rng(seed)
    while not table.is_over:
        before, trumps = table.numbers("TOTAL"), list[str]()
        until_cards(table, chance)
        pitcher, bid = table.number("PITCHER") - 1, table.number("BID")

        def legal(hand: list[str], trick: list[str], made: list[str] = trumps) -> list[str]:
            if len(trick) == 1 and not made:
                made.append(trick[0][-1])
            trump = [card for card in hand if made and card[-1] == made[0]]
            following = [card for card in hand if trick and card[-1] == trick[0][-1]]
            return [*{*following, *trump}] if following else hand

        def winner(trick: list[str], made: list[str] = trumps) -> int:
            return by_trump(made[0])(trick)

        hand = played(table, chance, legal, winner)
        trump = trumps[0]
        dealt = {card: seat for seat in range(4) for card in hand.dealt[seat] if card[-1] == trump}
        order = sorted(dealt, key=lambda card: HIGH.index(card[:-1]))
        made = [0] * 4
        takers = {card: seat for seat in range(4) for card in hand.taken(seat)}
        made[takers[order[-1]]] += 1
        made[dealt[order[0]]] += 1
        if f"J{trump}" in takers:
            made[takers[f"J{trump}"]] += 1
        worth = [hand.worth(GAME, seat) for seat in range(4)]
        if worth.count(max(worth)) == 1:
            made[worth.index(max(worth))] += 1
        scored = list(made)
        scored[pitcher] = made[pitcher] if made[pitcher] >= bid else -bid
        if before[pitcher] + scored[pitcher] >= 21:
            scored = [points if seat == pitcher else 0 for seat, points in enumerate(scored)]
        after = table.numbers("TOTAL")
        assert [new - old for new, old in zip(after, before, strict=True)] == scored
