"""Pinochle for two: melds, the dix, twins in a trick, and the duty to follow in the second half."""

from __future__ import annotations

import pytest
from card_table import Table, assert_ends_within, played_at_random, sit_down

from kibitz.engine import Rng

RICH = "A♠ A♥ A♦ A♣ K♥ Q♥ 10♥ J♥ Q♠ J♦ 9♥ 10♠"
POOR = "9♣ 9♣ J♣ J♣ 10♣ Q♣ K♣ 9♦ 9♦ 10♦ Q♦ K♦"
ORDER = ["9", "J", "Q", "K", "10", "A"]
SYMBOLS = {"CLUBS": "♣", "DIAMONDS": "♦", "HEARTS": "♥", "SPADES": "♠"}


def after_a_trick(first: str = RICH, *stock: str) -> Table:
    """Player 1 has taken the ten of spades; the queen of hearts is the trump card."""
    table = sit_down("pinochle", first, POOR, "Q♥", *stock)
    table.choose("play 10♠")
    table.choose("play 9♣")
    assert table.seat == 0
    return table


def test_while_there_is_a_stock_anything_is_played_and_twins_are_offered_once() -> None:
    table = sit_down("pinochle", RICH, POOR, "Q♥")
    table.choose("play A♣")
    assert len(table.labels()) == len(set(table.labels())) == len(set(POOR.split()))


def test_of_two_cards_that_are_alike_the_first_one_wins() -> None:
    for answer, winner in (("K♣", 0), ("10♣", 1)):
        table = sit_down("pinochle", POOR, "10♣ K♣ 9♠ 9♠ J♠ J♠ Q♠ Q♠ K♠ K♠ 10♠ 10♠", "Q♥")
        table.choose("play K♣")
        table.choose(f"play {answer}")
        assert table.seat == winner


@pytest.mark.parametrize(
    ("meld", "points"),
    [
        ("meld a run", 150),
        ("meld the marriage in hearts", 40),
        ("meld one ace of each suit", 100),
        ("meld a pinochle", 40),
        ("exchange the dix", 10),
        ("meld nothing", 0),
    ],
)
def test_what_melds_are_worth(meld: str, points: int) -> None:
    table = after_a_trick()
    assert len(table.labels()) == 6
    table.choose(meld)
    assert table.numbers("MELDS") == [points, 0]
    is_over = meld != "exchange the dix"
    assert table.labels()[0].startswith("play") == is_over, "one meld, but the dix is none"


def test_a_marriage_may_become_a_run_and_not_the_other_way_round() -> None:
    table = after_a_trick(RICH, "10♠", "9♠")
    table.choose("meld the marriage in hearts")
    table.choose("play 10♠")
    table.choose("play J♣")
    assert "meld the marriage in hearts" not in table.labels()
    table.choose("meld a run")
    assert table.number("MELDS", 0) == 190

    table = after_a_trick(RICH, "10♠", "9♠")
    table.choose("exchange the dix")
    assert table.pile("iloc HAND", 0)[-1] == "Q♥"
    table.choose("meld a run")
    table.choose("play 10♠")
    table.choose("play J♣")
    assert "meld the marriage in hearts" not in table.labels(), "the king is in the run"


def test_a_card_may_be_used_again_in_another_class() -> None:
    table = after_a_trick(RICH.replace("A♠ A♥ A♦ A♣", "Q♣ Q♦ K♠ K♠"), "10♠", "9♠")
    table.choose("meld one queen of each suit")
    assert table.number("MELDS", 0) == 60
    table.choose("play 10♠")
    table.choose("play J♣")
    assert {"meld the marriage in spades", "meld a pinochle"} <= set(table.labels())
    assert "meld one queen of each suit" not in table.labels()


def test_the_dealer_scores_a_nine_that_is_turned_up() -> None:
    table = sit_down("pinochle", RICH, POOR, "9♥")
    assert table.numbers("MELDS") == [0, 10]


@pytest.mark.slow
@pytest.mark.parametrize("count", ["classic", "simple"])
def test_there_are_250_points_in_the_tricks_of_a_hand(count: str) -> None:
    table = played_at_random("pinochle", 3, count=count, target=250)
    assert sum(table.numbers("TRICKS")) == 250


@pytest.mark.slow
def test_when_the_stock_is_gone_suit_is_followed() -> None:
    table, chance, restricted = sit_down("pinochle"), Rng(2), 0
    while not table.is_over:
        labels = table.labels()
        led = table.pile("vloc TRICK", 1 - table.seat)
        if led and not table.pile("vloc TRUMP"):
            hand = table.pile("iloc HAND", table.seat)
            expected = followed(hand, led[0], SYMBOLS[table.word("TRUMP")])
            assert set(labels) == {f"play {card}" for card in expected}
            restricted += len(expected) < len(set(hand))
        table.play(chance.below(len(labels)))
    assert restricted > 20


def followed(hand: list[str], led: str, trump: str) -> set[str]:
    """What may be played on that card."""
    suit = [card for card in hand if card[-1] == led[-1]]
    if led[-1] == trump:
        height = ORDER.index(led[:-1])
        suit = [card for card in suit if ORDER.index(card[:-1]) > height] or suit
    return set(suit or [card for card in hand if card[-1] == trump] or hand)


@pytest.mark.slow
def test_every_hand_has_250_points_so_there_are_at_most_seven_and_one_after_a_tie() -> None:
    assert_ends_within(8 * (48 + 12 + 2), "pinochle")


@pytest.mark.slow
def test_players_who_have_as_much_at_the_end_play_another_hand() -> None:
    table, chance = sit_down("pinochle", target=250), Rng(1)
    while len(table.seats) < 40:
        table.play(chance.below(len(table.labels())))
    dealer = table.number("DEALER")
    played = table.step
    while not table.is_over and table.number("DEALER") == dealer:
        table.play(0)
    first, second = table.numbers("TOTAL")
    table.step = played
    table.lead_with("TOTAL", 500, 500 + first - second)
    while not table.is_over and table.number("DEALER") == dealer:
        table.play(0)
    assert table.numbers("TOTAL") == [500 + first, 500 + first]
    assert not table.is_over
