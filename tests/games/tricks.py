"""Tricks once more: a hand played at random beside independent code that says what may be played
and who takes what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from card_table import Table

from kibitz.engine import Rng

HIGH = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
"""From low to high."""
SUITS = {"CLUBS": "♣", "DIAMONDS": "♦", "HEARTS": "♥", "SPADES": "♠"}
Legal = Callable[[list[str], list[str]], Iterable[str]]
"""What may be played, of a hand and the cards of the trick so far."""
Winner = Callable[[list[str]], int]
"""Which card of a trick takes it, from 0."""


@dataclass
class Tricks:
    """Those of one hand."""

    dealt: list[list[str]]
    """Everybody's cards before the first trick."""
    takers: list[int] = field(default_factory=list)
    leaders: list[int] = field(default_factory=list)
    cards: list[list[str]] = field(default_factory=list)

    def count(self, *seats: int) -> int:
        return sum(taker in seats for taker in self.takers)

    def taken(self, *seats: int) -> list[str]:
        tricks = zip(self.takers, self.cards, strict=True)
        return [card for taker, cards in tricks if taker in seats for card in cards]

    def worth(self, points: dict[str, int], *seats: int) -> int:
        """What the cards of the seats are worth, by rank."""
        return sum(points.get(card[:-1], 0) for card in self.taken(*seats))


def follow(hand: list[str], trick: list[str]) -> Iterable[str]:
    """Follow suit if you can."""
    following = [card for card in hand if trick and card[-1] == trick[0][-1]]
    return following or hand


def by_trump(trump: str, order: Sequence[str] = HIGH) -> Winner:
    """The highest trump, else the highest card of the suit that was led."""

    def winner(trick: list[str]) -> int:
        def height(number: int) -> tuple[bool, bool, int]:
            card = trick[number]
            return card[-1] == trump, card[-1] == trick[0][-1], order.index(card[:-1])

        return max(range(len(trick)), key=height)

    return winner


def trump_of(table: Table) -> str:
    return SUITS.get(table.word("TRUMP"), "")


def played(
    table: Table, chance: Rng, legal: Legal, winner: Winner, *, number: int | None = None
) -> Tricks:
    """All tricks of a hand: what is legal is offered, and who takes one leads to the next."""
    seats = table.engine.program.players
    hands = [table.pile("iloc HAND", seat) for seat in range(seats)]
    found = Tricks(hands)
    for trick_number in range(number or len(hands[0])):
        leader, trick = table.seat, list[str]()
        for step in range(seats):
            labels, hand = table.labels(), table.pile("iloc HAND", table.seat)
            assert table.seat == (leader + step) % seats
            assert set(labels) == {f"play {card}" for card in legal(hand, trick)}
            choice = chance.below(len(labels))
            trick.append(labels[choice].removeprefix("play "))
            table.play(choice)
        taker = (leader + winner(trick)) % seats
        found.leaders.append(leader)
        found.takers.append(taker)
        found.cards.append(trick)
        assert table.is_over or trick_number + 1 == (number or len(hands[0])) or table.seat == taker
    return found


def is_playing(table: Table) -> bool:
    """Whether a card is asked for."""
    return table.labels()[0].startswith("play ") and table.labels()[0][-1] in "♣♦♥♠"


def until_cards(table: Table, chance: Rng) -> None:
    """Everything before the first trick, at random."""
    while not table.is_over and not is_playing(table):
        table.play(chance.below(len(table.labels())))


def sides(table: Table, name: str) -> list[int]:
    """What both sides have in that storage."""
    return [table.team_number(name, side) for side in (0, 1)]


def was_played(table: Table, suit: str) -> bool:
    """Whether a card of the suit lies in a trick that was taken."""
    seats = range(table.engine.program.players)
    return any(card[-1] == suit for seat in seats for card in table.pile("hloc TAKEN", seat))
