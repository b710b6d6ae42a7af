"""Schieber: what may be played, who takes a trick, melds and points, worked out once more."""

from __future__ import annotations

from itertools import groupby

import pytest
from card_table import Table, assert_ends_within, sit_down

from kibitz.engine import Rng

RANKS = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
TRUMPS = ["6", "7", "8", "10", "Q", "K", "A", "9", "J"]
SYMBOLS = {"CLUBS": "♣", "DIAMONDS": "♦", "HEARTS": "♥", "SPADES": "♠"}


def height(card: str, led: str, mode: str) -> tuple[int, int]:
    rank, suit = card[:-1], card[-1]
    if suit == SYMBOLS.get(mode):
        return 2, TRUMPS.index(rank)
    way = -1 if mode == "UPWARDS" else 1
    return int(suit == led), way * RANKS.index(rank)


def points(card: str, mode: str) -> int:
    rank, suit = card[:-1], card[-1]
    if suit == SYMBOLS.get(mode) and rank in ("J", "9"):
        return {"J": 20, "9": 14}[rank]
    worth = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
    if mode in ("UPWARDS", "DOWNWARDS"):
        worth["8"] = 8
    if mode == "UPWARDS":
        worth |= {"6": 11, "A": 0}
    return worth.get(rank, 0)


def playable(hand: list[str], trick: list[str], mode: str) -> set[str]:
    if not trick:
        return set(hand)
    led, trump = trick[0][-1], SYMBOLS.get(mode, "-")
    following = {card for card in hand if card[-1] == led}
    if led == trump:
        return set(hand) if following <= {f"J{trump}"} else following
    highest = max(height(card, led, mode) for card in trick)
    higher = {c for c in hand if c[-1] == trump and height(c, led, mode) > highest}
    plain = following or {card for card in hand if card[-1] != trump}
    return plain | higher or set(hand)


def melds(hand: list[str]) -> list[list[str]]:
    four = [r for r in RANKS[3:] if sum(card[:-1] == r for card in hand) == 4]
    found = [[card for card in hand if card[:-1] == r] for r in four]
    for suit in "♣♦♥♠":
        ranks = [RANKS.index(c[:-1]) for c in hand if c[-1] == suit and c[:-1] not in four]
        rows = groupby(enumerate(sorted(ranks)), key=lambda pair: pair[1] - pair[0])
        for _, row in rows:
            cards = [RANKS[rank] + suit for _, rank in row]
            if len(cards) >= 3:
                found.append(cards)
    return found


def worth(meld: list[str]) -> int:
    if meld[0][:-1] == meld[1][:-1]:
        return {"J": 200, "9": 150}.get(meld[0][:-1], 100)
    return {3: 20, 4: 50}.get(len(meld), 100)


def melded(hands: list[list[str]], forehand: int, mode: str) -> list[int]:
    """What both sides score with melds."""

    def rank(meld: list[str], seat: int) -> tuple[int, int, int, bool, int]:
        heights = [RANKS.index(card[:-1]) for card in meld]
        high = -min(heights) if mode == "UPWARDS" else max(heights)
        is_trump = len({c[-1] for c in meld}) == 1 and meld[0][-1] == SYMBOLS.get(mode)
        return worth(meld), len(meld), high, is_trump, -((seat - forehand) % 4)

    ranked = [(rank(meld, seat), seat) for seat in range(4) for meld in melds(hands[seat])]
    scores = [0, 0]
    if ranked:
        side = max(ranked)[1] % 2
        scores[side] = sum(worth(m) for seat in (side, side + 2) for m in melds(hands[seat]))
    return scores


@pytest.mark.slow
@pytest.mark.parametrize(("count", "seed"), [("single", 8), ("single", 9), ("multiple", 8)])
def test_hands_are_played_and_scored_as_worked_out(count: str, seed: int) -> None:
    """More than 2,000 decisions in all, every way to name trumps."""
    chance, seen, scored = Rng(5), 0, 0
    table = sit_down("schieber", target=2500, count=count)
    table = Table(table.engine, Rng(seed), table.words)
    while not table.is_over:
        before = [table.team_number("SCORE", team) for team in (0, 1)]
        forehand = table.seat
        hands = [table.pile("iloc HAND", seat) for seat in range(4)]
        if chance.below(3) == 0:
            table.choose("push")
            assert table.seat == (forehand + 2) % 4
        table.play(chance.below(6))
        mode, leader, tricks = table.word("TRUMP"), forehand, [0, 0]
        totals = melded(hands, forehand, mode)
        scored += any(totals)
        for seat in range(4):
            royal = {f"K{SYMBOLS.get(mode)}", f"Q{SYMBOLS.get(mode)}"}
            totals[seat % 2] += 20 * (royal <= set(hands[seat]))
        for number in range(9):
            trick: list[str] = []
            for _ in range(4):
                labels = table.labels()
                hand = table.pile("iloc HAND", table.seat)
                assert {label.removeprefix("play ") for label in labels} == playable(
                    hand, trick, mode
                )
                choice = chance.below(len(labels))
                trick.append(labels[choice].removeprefix("play "))
                table.play(choice)
                seen += 1
            best = max(range(4), key=lambda n: height(trick[n], trick[0][-1], mode))
            leader = (leader + best) % 4
            tricks[leader % 2] += 1
            totals[leader % 2] += sum(points(card, mode) for card in trick) + 5 * (number == 8)
        times = 1
        if count == "multiple":
            times = {"DIAMONDS": 1, "HEARTS": 1, "CLUBS": 2, "SPADES": 2}.get(mode, 3)
        for team in (0, 1):
            total = totals[team] + 100 * (tricks[team] == 9)
            assert table.team_number("SCORE", team) - before[team] == times * total
    assert seen > 400
    assert scored > 3


def test_the_partner_must_name_what_was_pushed() -> None:
    table = sit_down("schieber")
    table.choose("push")
    assert table.seat == 2
    assert not any(label.startswith("push") for label in table.labels())
    table.choose("name hearts trumps")
    assert table.seat == 0


def test_a_hand_without_melds_is_157_points() -> None:
    table = sit_down("schieber", melds="off", target=200)
    table.choose("play without trumps, the six high")
    while sum(table.team_number("SCORE", team) for team in (0, 1)) == 0:
        table.play(0)
    total = sum(table.team_number("SCORE", team) for team in (0, 1))
    assert total in (157, 257)


def test_the_jack_of_trumps_need_not_be_played() -> None:
    table = sit_down("schieber", "A♥ K♥ Q♥ 6♣ 7♣ 8♣ 6♦ 7♦ 8♦", "J♥ A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠")
    table.choose("name hearts trumps")
    table.choose("play A♥")
    assert len(table.labels()) == 9


@pytest.mark.slow
def test_matches_at_random_come_to_an_end() -> None:
    assert_ends_within(38 * 40, "schieber")
