"""French tarot: what may be played and laid aside, and what it is worth, worked out once more."""

from __future__ import annotations

import pytest
from card_table import Table, assert_ends_within, sit_down

from kibitz.engine import Rng

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Knight", "Q", "K"]
TAROTS = [
    *("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII"),
    *("XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI"),
]
BIDS = ["pass", "bid petite", "bid garde", "bid garde sans", "bid garde contre"]


def held(table: Table, place: str, seat: int | None = None) -> list[str]:
    return [card.removesuffix(" of trumps") for card in table.pile(place, seat)]


def named(labels: tuple[str, ...], before: str, behind: str = "") -> list[str]:
    """The cards that the options speak of."""
    cards = (label.removeprefix(before).removesuffix(behind) for label in labels)
    return [card.removesuffix(" of trumps") for card in cards]


def suit(card: str) -> str:
    if card == "Fool":
        return "fool"
    return card[-1] if card[-1] in "♣♦♥♠" else "trumps"


def trump(card: str) -> int:
    return TAROTS.index(card) if suit(card) == "trumps" else -1


def halves(card: str) -> int:
    if card in ("I", "XXI", "Fool"):
        return 9
    return {"K": 9, "Q": 7, "Knight": 5, "J": 3}.get(card[:-1], 1) if suit(card) in "♣♦♥♠" else 1


def playable(hand: list[str], trick: list[str]) -> set[str]:
    lying = [card for card in trick if card != "Fool"]
    fool = {card for card in hand if card == "Fool"}
    if not lying:
        return set(hand)
    led, highest = suit(lying[0]), max(map(trump, lying))
    trumps = {card for card in hand if trump(card) >= 0}
    higher = {card for card in trumps if trump(card) > highest}
    following = {card for card in hand if suit(card) == led}
    if led != "trumps" and following:
        return following | fool
    return (higher or trumps or set(hand)) | fool


def winner(trick: list[str]) -> int:
    led = suit(next(card for card in trick if card != "Fool"))

    def height(card: str) -> int:
        if trump(card) >= 0:
            return 100 + trump(card)
        return RANKS.index(card[:-1]) if suit(card) == led else -1

    return max(range(len(trick)), key=lambda number: height(trick[number]))


def may_lay(hand: list[str]) -> set[str]:
    plain = {c for c in hand if suit(c) in "♣♦♥♠" and c[:-1] != "K"}
    return plain or {c for c in hand if trump(c) >= 0 and c not in ("I", "XXI")}


class Count:
    """A deal, counted by somebody with a pencil."""

    def __init__(self, players: int, taker: int, bid: int, mine: list[str]) -> None:
        self.players, self.taker, self.bid = players, taker, bid
        self.won, self.half, self.last = list(mine), 0, 0
        """What the taker has won, half points for the fool, and who had the I in the last trick."""

    def trick(self, leader: int, cards: list[str], is_last: bool) -> int:
        seat_of = {card: (leader + n) % self.players for n, card in enumerate(cards)}
        took = (leader + winner(cards)) % self.players
        for card, seat in seat_of.items():
            keeper = seat if card == "Fool" and not is_last else took
            if card == "Fool" and not is_last:
                self.half += (took == self.taker) - (seat == self.taker)
            if keeper == self.taker:
                self.won.append(card)
        if is_last and "I" in cards:
            self.last = 1 if took == self.taker else -1
        return took

    def scores(self, petit: bool) -> list[int]:
        bouts = sum(card in ("I", "XXI", "Fool") for card in self.won)
        over = sum(map(halves, self.won)) + self.half - 2 * [56, 51, 41, 36][bouts]
        worth = 25 + (abs(over) + 1) // 2
        worth = (worth if over >= 0 else -worth) + 10 * self.last * petit
        worth *= [0, 1, 2, 4, 6][self.bid]
        return [
            worth * (self.players - 1 if seat == self.taker else -1) for seat in range(self.players)
        ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "deals", "petit"), [(4, 20, "on"), (3, 6, "off"), (3, 6, "on")]
)
def test_deals_are_played_and_scored_as_worked_out(players: int, deals: int, petit: str) -> None:
    """More than 2,000 decisions in all."""
    chance = Rng(players)
    table = sit_down("french-tarot", players=players, deals=deals, petit=petit)
    table = Table(table.engine, Rng(3), table.words)
    totals = [0] * players
    for number in range(deals):
        first = number % players
        bid, taker = 0, -1
        for step in range(players):
            seat = (first + step) % players
            assert (table.seat, list(table.labels())) == (seat, ["pass", *BIDS[bid + 1 :]])
            choice = chance.below(len(table.labels())) if chance.below(3) else 0
            if choice:
                bid, taker = bid + choice, seat
            dog = held(table, "iloc DOG")
            table.play(choice)
            if bid == 4 and step < players - 1:
                continue
        if not bid:
            continue
        aside: list[str] = []
        while len(aside) < 6 and bid < 3:
            offered = named(table.labels(), "lay ", " aside")
            assert set(offered) == may_lay(held(table, "iloc HAND", taker))
            choice = chance.below(len(offered))
            aside.append(offered[choice])
            table.play(choice)
        count = Count(players, taker, bid, aside if bid < 3 else dog if bid == 3 else [])
        leader, tricks = first, len(table.pile("iloc HAND", 0))
        for left in range(tricks, 0, -1):
            cards: list[str] = []
            for _ in range(players):
                offered = named(table.labels(), "play ")
                assert set(offered) == playable(held(table, "iloc HAND", table.seat), cards)
                choice = chance.below(len(offered))
                cards.append(offered[choice])
                table.play(choice)
            leader = count.trick(leader, cards, left == 1)
        totals = [a + b for a, b in zip(totals, count.scores(petit == "on"), strict=True)]
        assert table.numbers("TOTAL") == totals
        assert sum(totals) == 0


def test_the_dog_is_shown_to_all_and_taken() -> None:
    table = sit_down("french-tarot")
    table.choose("bid garde")
    for _ in range(3):
        table.choose("pass")
    assert len(table.pile("iloc HAND", 0)) == 24
    known = [
        spot for spot in table.view(2).piles[table.place("iloc HAND", 0)] if spot.card is not None
    ]
    assert len(known) == 6


def test_if_all_pass_nothing_is_scored() -> None:
    table = sit_down("french-tarot", deals=1)
    for _ in range(4):
        table.choose("pass")
    assert table.is_over
    assert table.outcome.scores == (0, 0, 0, 0)


@pytest.mark.slow
def test_matches_come_to_an_end() -> None:
    assert_ends_within(4 * (4 + 6 + 72), "french-tarot")
