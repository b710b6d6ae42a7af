"""Doppelkopf: sides, tricks and what a deal is worth, worked out once more."""

from __future__ import annotations

import pytest
from card_table import Table, assert_ends_within, sit_down

from kibitz.engine import Rng

WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
TRUMPS = ["9♦", "K♦", "10♦", "A♦", "J♦", "J♥", "J♠", "J♣", "Q♦", "Q♥", "Q♠", "Q♣", "10♥"]
PLAIN = ["9", "K", "10", "A"]


def kind(card: str, tens: bool) -> str:
    if card == "10♥" and not tens:
        return "♥"
    return "trump" if card in TRUMPS else card[-1]


def winner(trick: list[str], tens: bool) -> int:
    """The number of the card that wins; the first of those that are alike."""

    def height(card: str) -> tuple[int, int]:
        if kind(card, tens) == "trump":
            return 2, TRUMPS.index(card)
        return int(kind(card, tens) == kind(trick[0], tens)), PLAIN.index(card[:-1])

    heights = [height(card) for card in trick]
    return heights.index(max(heights))


class Deal:
    """What happens in a deal, written down by a careful kibitzer."""

    def __init__(self, hands: list[list[str]], leader: int, tens: bool) -> None:
        self.hands, self.leader, self.tens = hands, leader, tens
        self.said: list[str] = []
        self.tricks: list[tuple[int, list[str]]] = []
        """Who led, and the cards."""

    def takers(self) -> list[int]:
        return [(leader + winner(cards, self.tens)) % 4 for leader, cards in self.tricks]

    def re(self) -> set[int]:
        side = {seat for seat in range(4) if "Q♣" in self.hands[seat]}
        if "announce a marriage" in self.said:
            alone = next(iter(side))
            others = [taker for taker in self.takers()[:3] if taker != alone]
            side |= set(others[:1])
        return side

    def scores(self, extras: bool) -> list[int]:
        re, takers = self.re(), self.takers()
        points = [0] * 4
        for taker, (_, cards) in zip(takers, self.tricks, strict=True):
            points[taker] += sum(WORTH[card[:-1]] for card in cards)
        ours = sum(points[seat] for seat in re)
        is_won, is_solo = ours >= 121, len(re) == 1
        left = 240 - ours if is_won else ours
        losers = set(range(4)) - re if is_won else re
        value = 1 + (not is_won and not is_solo)
        value += 2 * ("say re" in self.said) + 2 * ("say kontra" in self.said)
        value += (left < 90) + (left < 60) + (left < 30) + (not losers & set(takers))
        if extras and not is_solo:
            value += (1 if is_won else -1) * (self.extra(re) - self.extra(set(range(4)) - re))
        return [
            (value if (seat in re) == is_won else -value) * (3 if is_solo and seat in re else 1)
            for seat in range(4)
        ]

    def extra(self, side: set[int]) -> int:
        found = 0
        for number, (taker, (leader, cards)) in enumerate(
            zip(self.takers(), self.tricks, strict=True)
        ):
            if taker in side:
                found += sum(WORTH[card[:-1]] for card in cards) >= 40
                foxes = [(leader + n) % 4 for n, card in enumerate(cards) if card == "A♦"]
                found += sum(seat not in side for seat in foxes)
                is_last = number == len(self.tricks) - 1
                found += is_last and cards[winner(cards, self.tens)] == "J♣"
        return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("nines", "tens", "extras", "deals"),
    [("on", "on", "on", 24), ("off", "on", "on", 10), ("on", "off", "off", 10)],
)
def test_deals_are_played_and_scored_as_worked_out(
    nines: str, tens: str, extras: str, deals: int
) -> None:
    """More than 2,000 decisions in all."""
    chance, solos, marriages = Rng(4), 0, 0
    table = sit_down("doppelkopf", nines=nines, tens=tens, extras=extras, deals=deals)
    table = Table(table.engine, Rng(6), table.words)
    totals = [0] * 4
    for number in range(deals):
        hands = [table.pile("iloc HAND", seat) for seat in range(4)]
        deal = Deal(hands, number % 4, tens == "on")
        for step in range(4):
            seat = (number + step) % 4
            labels = table.labels()
            old = hands[seat].count("Q♣")
            is_free = "announce a marriage" not in deal.said
            expected = ["announce a marriage"] * (old == 2)
            expected += [("say re" if old else "say kontra")] * is_free + ["say nothing"]
            assert (table.seat, list(labels)) == (seat, expected)
            choice = chance.below(len(labels))
            deal.said.append(labels[choice])
            table.play(choice)
        leader = number % 4
        for _ in range(12 if nines == "on" else 10):
            cards: list[str] = []
            for _ in range(4):
                hand = table.pile("iloc HAND", table.seat)
                led = kind(cards[0], tens == "on") if cards else ""
                follows = [card for card in hand if kind(card, tens == "on") == led] or hand
                labels = table.labels()
                offered = [label.removeprefix("play ").removesuffix(" (2)") for label in labels]
                assert sorted(offered) == sorted(follows)
                choice = chance.below(len(labels))
                cards.append(offered[choice])
                table.play(choice)
            deal.tricks.append((leader, cards))
            leader = deal.takers()[-1]
        totals = [a + b for a, b in zip(totals, deal.scores(extras == "on"), strict=True)]
        assert table.numbers("TOTAL") == totals
        solos += len(deal.re()) == 1
        marriages += "announce a marriage" in deal.said
    assert sum(totals) == 0


def test_nobody_is_told_who_is_of_the_old_ones() -> None:
    table = sit_down("doppelkopf")
    assert table.numbers("RE") == [0, 0, 0, 0]
    for _ in range(4):
        table.choose("say nothing")
    assert table.numbers("RE") == [0, 0, 0, 0]


def married(first: str) -> Table:
    """Player 1 has both queens of clubs and announces it."""
    table = sit_down("doppelkopf", f"Q♣ Q♣ {first}")
    table.choose("announce a marriage")
    for _ in range(3):
        assert table.labels() == ("say nothing",)
        table.choose("say nothing")
    return table


def test_who_takes_a_trick_from_the_married_player_is_the_partner() -> None:
    table = married("9♠ 9♣")
    table.choose("play 9♠")
    for _ in range(3):
        table.play(0)
    (partner,) = (seat for seat in (1, 2, 3) if table.numbers("RE")[seat])
    assert partner == table.seat


def test_of_two_cards_alike_the_first_takes_the_trick() -> None:
    table = sit_down(
        "doppelkopf", "10♥ " + "9♣ " * 2 + "K♣ " * 2 + "9♠ " * 2 + "K♠ " * 2 + "9♥ 9♥ K♥", "10♥"
    )
    for _ in range(4):
        table.choose("say nothing")
    table.choose("play 10♥")
    table.choose("play 10♥")
    table.play(0)
    table.play(0)
    assert table.seat == 0


@pytest.mark.slow
def test_matches_come_to_an_end() -> None:
    assert_ends_within(4 * 52, "doppelkopf")
