"""Games with jack and nine of trumps on top: who wins a trick and what may be played, once more."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from card_table import Table

from kibitz.engine import Rng

PLAIN = ["7", "8", "9", "J", "Q", "K", "10", "A"]
TRUMPS = ["7", "8", "Q", "K", "10", "A", "9", "J"]
"""From low to high."""
SYMBOLS = {"CLUBS": "♣", "DIAMONDS": "♦", "HEARTS": "♥", "SPADES": "♠"}
PACK = tuple(rank + suit for suit in "♣♦♥♠" for rank in PLAIN)


def winner(trick: Sequence[str], trump: str) -> int:
    """The number of the card that wins, from 0."""

    def height(card: str) -> tuple[int, int]:
        rank, suit = card[:-1], card[-1]
        if suit == trump:
            return 2, TRUMPS.index(rank)
        return int(suit == trick[0][-1]), PLAIN.index(rank)

    return max(range(len(trick)), key=lambda number: height(trick[number]))


def playable(hand: Sequence[str], trick: Sequence[str], trump: str, style: str) -> set[str]:
    if not trick:
        return set(hand)
    trumps = [card for card in hand if card[-1] == trump]
    others = [card for card in hand if card[-1] != trump]
    lying = [TRUMPS.index(card[:-1]) for card in trick if card[-1] == trump]
    higher = [card for card in trumps if TRUMPS.index(card[:-1]) > max(lying, default=-1)]
    if trick[0][-1] == trump:
        return set(higher or trumps or hand)
    if following := [card for card in hand if card[-1] == trick[0][-1]]:
        return set(following)
    is_partners = winner(trick, trump) == len(trick) - 2
    if style == "amsterdam":
        return set(others + higher if is_partners else higher or others) or set(trumps)
    if style == "belote" and is_partners:
        return set(hand)
    return set(higher or trumps or hand)


def filled(*hands: str) -> tuple[str, ...]:
    """Eight cards each: these, and the others in turn, those of the first card's suit first."""
    wanted = [hand.split() for hand in hands]
    rest = [card for card in PACK if not any(card in hand for hand in wanted)]
    rest.sort(key=lambda card: card[-1] != wanted[0][0][-1])
    dealt = iter(rest)
    return tuple(" ".join([*hand, *islice(dealt, 8 - len(hand))]) for hand in wanted)


def assert_plays_by(style: str, table: Table, seed: int) -> None:
    """In a whole match at random, exactly the cards are offered that may be played."""
    chance, seen = Rng(seed), 0
    while not table.is_over:
        labels = table.labels()
        if labels[0].startswith("play ") and labels[0][-1] in "♣♦♥♠":
            seats = [(table.seat + step) % 4 for step in (1, 2, 3)]
            trick = [card for seat in seats for card in table.pile("vloc TRICK", seat)]
            hand = table.pile("iloc HAND", table.seat)
            trump = SYMBOLS[table.word("TRUMP")]
            expected = playable(hand, trick, trump, style)
            assert {label.removeprefix("play ") for label in labels} == expected
            seen += len(expected) < len(hand)
        table.play(chance.below(len(labels)))
    assert seen > 50
