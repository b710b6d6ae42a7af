"""Scarto: the discard, the fool, the order of a tarot pack, and 78 points a hand."""

from __future__ import annotations

import pytest
from card_table import Table, loaded, sit_down

from kibitz.engine import Rng

LOW = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
COURT = ["J", "Knight", "Q", "K"]
SUITS = "♣♠♥♦"
UNITS = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"]
TRUMPS = [*UNITS, *(f"X{unit}" for unit in UNITS), "XXI"]
TRADITIONAL: dict[str, str] = {}
MODERN = {"highest": "world", "order": "plain"}


def suit_of(card: str) -> str:
    return card[-1] if card[-1] in SUITS else "trump"


def height(card: str, led: str, options: dict[str, str]) -> int:
    """Within a trick; the fool and what does not follow are nothing."""
    if card in TRUMPS:
        is_angel = card == "XX" and options != MODERN
        return 200 if is_angel else 100 + TRUMPS.index(card)
    if card == "Fool" or card[-1] != led:
        return -1
    low = LOW[::-1] if led in "♥♦" and options != MODERN else LOW
    return [*low, *COURT].index(card[:-1])


def playable(hand: list[str], led: str | None) -> set[str]:
    if led is None:
        return set(hand)
    without_fool = [card for card in hand if card != "Fool"]
    following = [card for card in without_fool if suit_of(card) == led]
    trumps = [card for card in without_fool if card in TRUMPS]
    return set(following or trumps or hand) | ({"Fool"} & set(hand))


def play_trick(table: Table, chance: Rng, taken: list[list[str]], options: dict[str, str]) -> None:
    """A trick at random, with what was offered and who took it compared."""
    trick: dict[int, str] = {}
    led = None
    for _ in range(3):
        labels, seat = table.labels(), table.seat
        expected = playable(table.pile("iloc HAND", seat), led)
        assert set(labels) == {f"play {card}" for card in expected}
        choice = chance.below(len(labels))
        trick[seat] = labels[choice].removeprefix("play ")
        led = led or (None if trick[seat] == "Fool" else suit_of(trick[seat]))
        table.play(choice)
    assert led is not None
    taker = max(trick, key=lambda seat: height(trick[seat], str(led), options))
    for seat, card in trick.items():
        taken[seat if card == "Fool" else taker].append(card)
    if sum(map(len, taken)) < 78:
        assert table.seat == taker


def discard(table: Table, chance: Rng, options: dict[str, str]) -> str:
    labels = table.labels()
    kept = {"Fool", "I", "XXI" if options == MODERN else "XX", "K♣", "K♠", "K♥", "K♦"}
    hand = set(table.pile("iloc HAND", table.seat))
    assert set(labels) == {f"discard {card}" for card in hand - kept}
    choice = chance.below(len(labels))
    table.play(choice)
    return labels[choice].removeprefix("discard ")


def points(cards: list[str], options: dict[str, str]) -> int:
    angel = "XXI" if options == MODERN else "XX"
    honours = {"K": 4, "Q": 3, "Knight": 2, "J": 1, angel: 4, "I": 4, "Fool": 3}
    return -(-len(cards) // 3) + sum(honours.get(card.rstrip(SUITS), 0) for card in cards)


@pytest.mark.slow
@pytest.mark.parametrize("options", [TRADITIONAL, MODERN])
@pytest.mark.parametrize("seed", range(2))
def test_tricks_and_points_are_as_counted_by_hand(seed: int, options: dict[str, str]) -> None:
    table, chance = sit_down("scarto", **options), Rng(seed)
    for deal in range(3):
        taken: list[list[str]] = [[], [], []]
        before, dealer = table.numbers("TOTAL"), table.number("DEALER") - 1
        assert table.seat == dealer == (deal + 2) % 3
        taken[dealer] = [discard(table, chance, options) for _ in range(3)]
        assert table.seat == (dealer + 1) % 3
        for _ in range(25):
            play_trick(table, chance, taken, options)
        have = [points(cards, options) for cards in taken]
        assert sum(have) == 78
        assert table.numbers("TOTAL") == [
            old + new - 26 for old, new in zip(before, have, strict=True)
        ]
    assert table.is_over
    assert len(table.seats) == 3 * (3 + 75)


@pytest.mark.slow
def test_what_one_wins_the_others_lose() -> None:
    played = loaded("scarto", rounds=2).playouts(1000)
    assert (played.scores.sum(axis=1) == 0).all()
    assert (played.decisions == 6 * 78).all()


def test_the_fool_may_be_played_on_anything_and_comes_back() -> None:
    hearts = [rank + "♥" for rank in [*LOW, *COURT]]
    first = [*hearts[:13], *(rank + "♣" for rank in LOW), "J♣", "Q♣"]
    second = ["Fool", "K♥", *(rank + "♠" for rank in [*LOW, *COURT]), *TRUMPS[:9]]
    table = sit_down("scarto", *first, *second)
    for _ in range(3):
        table.play(0)
    table.choose("play A♥")
    assert set(table.labels()) == {"play Fool", "play K♥"}
    table.choose("play Fool")
    table.play(0)
    assert table.pile("hloc TAKEN", 1) == ["Fool"]
