"""Five hundred: bids, bowers, the joker and misère, worked out once more."""

from __future__ import annotations

import pytest
from card_table import Table, assert_ends_within, sit_down

from kibitz.engine import Rng

RANKS = ["4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
STRAINS = ["spades", "clubs", "diamonds", "hearts", "no trump"]
SYMBOLS = dict(zip(STRAINS, "♠♣♦♥-", strict=True))
OTHER = {"♠": "♣", "♣": "♠", "♦": "♥", "♥": "♦", "-": "-"}


def kind(card: str, trump: str) -> str:
    if card == "Joker" or card == f"J{OTHER[trump]}":
        return trump
    return card[-1]


def height(card: str, led: str, trump: str) -> int:
    if card == "Joker":
        return 1000
    if kind(card, trump) == trump:
        order = {f"J{trump}": 300, f"J{OTHER[trump]}": 200}
        return order.get(card, 100 + RANKS.index(card[:-1]))
    return RANKS.index(card[:-1]) if card[-1] == led else -1


def bids(worth: int, misere: bool) -> list[str]:
    found = [
        f"bid {level} {strain}"
        for level in range(6, 11)
        for number, strain in enumerate(STRAINS)
        if 40 + 20 * number + 100 * (level - 6) > worth
    ]
    found += ["bid misère"] if misere and 140 <= worth < 250 else []
    return ["pass", *found, *(["bid open misère"] if misere and worth < 500 else [])]


def value(bid: str) -> int:
    if "misère" in bid:
        return 500 if "open" in bid else 250
    _, level, strain = bid.split(maxsplit=2)
    return 40 + 20 * STRAINS.index(strain) + 100 * (int(level) - 6)


class Hand:
    """One hand, played at random and looked at closely."""

    def __init__(self, table: Table, first: int, chance: Rng, misere: bool) -> None:
        self.table, self.chance = table, chance
        self.bid, self.bidder = "", -1
        self.tricks = [0, 0]
        self.auction(first, misere)
        if self.bid:
            self.trump = "-" if "misère" in self.bid else SYMBOLS[self.bid.split(maxsplit=2)[2]]
            self.take_kitty()
            self.play()

    def auction(self, first: int, misere: bool) -> None:
        passed, seat = set[int](), first
        while len(passed) < (3 if self.bid else 4):
            if seat not in passed:
                expected = bids(value(self.bid) if self.bid else 0, misere)
                labels = self.table.labels()
                assert (self.table.seat, sorted(labels)) == (seat, sorted(expected))
                few = self.chance.below(min(6, len(labels)))
                choice = len(labels) - 1 if self.chance.below(10) == 0 else few
                choice = 0 if self.chance.below(3) else choice
                if choice == 0:
                    passed.add(seat)
                else:
                    self.bid, self.bidder = labels[choice], seat
                self.table.play(choice)
            seat = (seat + 1) % 4

    def take_kitty(self) -> None:
        for left in (13, 12, 11):
            hand = self.table.pile("iloc HAND", self.bidder)
            assert len(hand) == left
            assert set(self.table.labels()) == {f"lay away {card}" for card in hand}
            self.table.play(self.chance.below(left))

    def play(self) -> None:
        out = (self.bidder + 2) % 4 if "misère" in self.bid else -1
        leader = self.bidder
        for _ in range(10):
            trick: dict[int, str] = {}
            led = ""
            for step in range(4):
                seat = (leader + step) % 4
                if seat == out:
                    continue
                hand = self.table.pile("iloc HAND", seat)
                labels = self.table.labels()
                assert (self.table.seat, sorted(labels)) == (seat, sorted(self.cards(hand, led)))
                choice = self.chance.below(len(labels))
                words = labels[choice].split()
                trick[seat] = words[1]
                if not led:
                    led = SYMBOLS[words[3]] if len(words) == 4 else kind(words[1], self.trump)
                self.table.play(choice)
            heights = {seat: height(card, led, self.trump) for seat, card in trick.items()}
            leader = max(heights, key=heights.__getitem__)
            self.tricks[leader % 2] += 1

    def cards(self, hand: list[str], led: str) -> list[str]:
        if led:
            follows = [card for card in hand if kind(card, self.trump) == led]
            return [f"play {card}" for card in follows or hand]
        if self.trump != "-":
            return [f"play {card}" for card in hand]
        named = [f"play Joker as {strain}" for strain in STRAINS[:4] if "Joker" in hand]
        return [f"play {card}" for card in hand if card != "Joker"] + named

    def add_to(self, totals: list[int]) -> list[int]:
        if not self.bid:
            return totals
        side, worth = self.bidder % 2, value(self.bid)
        ours, theirs = self.tricks[side], self.tricks[1 - side]
        found = list(totals)
        if "misère" in self.bid:
            found[side] += worth if ours == 0 else -worth
            return found
        is_kept = ours >= int(self.bid.split()[1])
        found[side] += (max(worth, 250) if ours == 10 else worth) if is_kept else -worth
        found[1 - side] = max(totals[1 - side], min(490, totals[1 - side] + 10 * theirs))
        return found


@pytest.mark.slow
@pytest.mark.parametrize("misere", ["on", "off"])
def test_hands_are_bid_played_and_scored_as_worked_out(misere: str) -> None:
    """More than 2,000 decisions in all."""
    chance, seen, kinds = Rng(7), 0, set[str]()
    for seed in range(12):
        table = sit_down("five-hundred", misere=misere)
        table = Table(table.engine, Rng(seed), table.words)
        totals, number = [0, 0], 0
        while not table.is_over:
            hand = Hand(table, number % 4, chance, misere == "on")
            totals, number = hand.add_to(totals), number + 1
            assert [table.team_number("SCORE", team) for team in (0, 1)] == totals
            kinds.add("misère" if "misère" in hand.bid else hand.bid[-4:])
        seen += len(table.seats)
    assert seen > 1_000
    assert ("misère" in kinds) == (misere == "on")


def test_the_left_bower_is_a_trump() -> None:
    table = sit_down(
        "five-hundred", "A♥ K♥ Q♥ 10♥ 9♥ 8♥ 7♥ 6♥ 5♥ 4♥", "J♦ A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠"
    )
    table.choose("bid 10 hearts")
    for _ in range(3):
        table.choose("pass")
    for card in table.pile("iloc HAND", 0)[-3:]:
        table.choose(f"lay away {card}")
    table.choose("play A♥")
    assert table.labels() == ("play J♦",)


@pytest.mark.slow
def test_matches_come_to_an_end() -> None:
    assert_ends_within(40 * 160, "five-hundred", hands=40)
