"""Cribbage: everything that is counted, against a count of our own."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from card_table import Table, assert_ends_within, sit_down

from kibitz.engine import Rng

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def order(card: str) -> int:
    return RANKS.index(card[:-1]) + 1


def value(card: str) -> int:
    return min(order(card), 10)


def is_run(cards: tuple[str, ...] | list[str]) -> bool:
    ranks = sorted(map(order, cards))
    return len(cards) >= 3 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def show(hand: list[str], starter: str, *, is_crib: bool = False) -> int:
    """A hand counted as people do."""
    cards = [*hand, starter]
    sets = [chosen for size in range(2, 6) for chosen in combinations(cards, size)]
    points = 2 * sum(sum(map(value, chosen)) == 15 for chosen in sets)
    points += 2 * sum(one[:-1] == other[:-1] for one, other in combinations(cards, 2))
    runs = [chosen for chosen in sets if is_run(chosen)]
    longest = max(map(len, runs), default=0)
    points += sum(len(run) for run in runs if len(run) == longest)
    suits = Counter(card[-1] for card in hand)
    if len(suits) == 1 and (starter[-1] in suits or not is_crib):
        points += 5 if starter[-1] in suits else 4
    return points + (f"J{starter[-1]}" in hand)


def peg(series: list[str]) -> int:
    """Points for the last card of the series, without the one for going last."""
    points = 2 * (sum(map(value, series)) in (15, 31))
    alike = 1
    while alike < len(series) and series[-1 - alike][:-1] == series[-1][:-1]:
        alike += 1
    points += alike * (alike - 1)
    return points + max((n for n in range(3, len(series) + 1) if is_run(series[-n:])), default=0)


def lay_away(table: Table, *cards: str) -> None:
    wanted = sorted(cards)
    labels = [sorted(label.removeprefix("lay away ").split()) for label in table.labels()]
    table.play(labels.index(wanted))


@pytest.mark.parametrize(
    ("hand", "starter", "points"),
    [
        ("5♠ 5♥ 5♦ J♣", "5♣", 29),
        ("5♠ 5♥ 5♦ J♣", "K♣", 21),
        ("3♠ 4♥ 5♦ 5♣", "6♣", 14),
        ("2♥ 6♥ 8♥ K♥", "4♠", 4),
        ("2♥ 6♥ 8♥ K♥", "4♥", 5),
        ("7♠ 8♥ 8♦ 9♣", "8♠", 21),
        ("2♠ 4♥ 6♦ 8♣", "K♠", 0),
    ],
)
def test_hands_that_players_know(hand: str, starter: str, points: int) -> None:
    assert show(hand.split(), starter) == points


def test_the_dealer_has_the_crib_and_a_jack_turned_up() -> None:
    table = sit_down("cribbage", "A♠ 2♠ 3♠ 4♠ 5♠ 6♠", "A♥ 2♥ 3♥ 4♥ 5♥ 6♥", "J♣")
    assert (table.seat, table.number("DEALER"), len(table.labels())) == (0, 2, 15)
    lay_away(table, "5♠", "6♠")
    lay_away(table, "A♥", "2♥")
    assert sorted(table.pile("iloc CRIB")) == sorted(["5♠", "6♠", "A♥", "2♥"])
    assert (table.seat, table.numbers("SCORE")) == (0, [0, 2])


def test_the_best_hand_is_twenty_nine() -> None:
    table = sit_down("cribbage", "5♠ 5♥ 5♦ J♣ A♠ 2♠", "7♠ 8♠ 9♠ 10♠ K♠ K♥", "5♣")
    lay_away(table, "A♠", "2♠")
    lay_away(table, "K♠", "K♥")
    while sum(len(table.pile("iloc HAND", seat)) for seat in (0, 1)) > 1:
        table.play(0)
    before, last = table.numbers("SCORE"), table.seat
    table.play(0)
    gained = [now - then for now, then in zip(table.numbers("SCORE"), before, strict=True)]
    gained[last] -= 1
    assert gained == [29, 3 + 12 + 6], "a run in play; fifteens, a run and a flush; the crib"


def test_nobody_goes_above_thirty_one_and_who_cannot_play_says_go() -> None:
    table = sit_down("cribbage", "10♠ J♠ A♠ 2♠ 6♠ 7♠", "10♥ K♥ Q♥ 8♥ 6♥ 7♥", "5♣")
    lay_away(table, "6♠", "7♠")
    lay_away(table, "6♥", "7♥")
    for card in ("10♠", "10♥", "J♠"):
        table.choose(f"play {card}")
    assert (table.seat, table.labels()) == (1, ("say go",)), "player 2 has nothing below 8"
    table.choose("say go")
    assert (table.seat, table.labels()) == (0, ("play A♠",))
    table.choose("play A♠")
    assert table.numbers("SCORE") == [2, 2], "a pair of tens, and 31"
    assert table.seat == 1


class Scorer:
    """Follows a match and says what the scores must be after every choice."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.scores = [0, 0]
        self.series: list[str] = []

    def play(self, choice: int) -> None:
        table, label = self.table, self.table.labels()[choice]
        dealer, seat = table.number("DEALER") - 1, table.seat
        hands = [table.pile("iloc HAND", player) for player in (0, 1)]
        shown = [table.pile("vloc PLAYED", player) for player in (0, 1)]
        crib, starter = table.pile("iloc CRIB"), table.pile("vloc STARTER")
        table.play(choice)
        self.count(label, dealer, seat, hands, shown, crib, starter)
        self.scores = [min(score, 121) for score in self.scores]

    def count(
        self,
        label: str,
        dealer: int,
        seat: int,
        hands: list[list[str]],
        shown: list[list[str]],
        crib: list[str],
        starter: list[str],
    ) -> None:
        table = self.table
        if label.startswith("lay"):
            turned = table.pile("vloc STARTER")
            self.scores[dealer] += 2 * (bool(turned) and turned[0][0] == "J")
            return
        if label == "say go":
            assert all(sum(map(value, [*self.series, card])) > 31 for card in hands[seat])
            return
        card = label.removeprefix("play ")
        self.series.append(card)
        self.scores[seat] += peg(self.series)
        hands[seat].remove(card)
        shown[seat].append(card)
        count = sum(map(value, self.series))
        if all(count + value(held) > 31 for held in hands[0] + hands[1]):
            self.scores[seat] += count < 31
            self.series = []
        if not hands[0] + hands[1]:
            order = [(1 - dealer, shown[1 - dealer]), (dealer, shown[dealer]), (dealer, crib)]
            for number, (player, cards) in enumerate(order):
                if max(self.scores) < 121:
                    self.scores[player] += show(cards, *starter, is_crib=number == 2)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_whole_matches_are_counted_as_by_hand(seed: int) -> None:
    table, chance = sit_down("cribbage"), Rng(seed, stream=1)
    table.rng = Rng(seed)
    table.step = table.engine.deal(table.rng)
    scorer = Scorer(table)
    while not table.is_over:
        scorer.play(chance.below(len(table.decision.options)))
        assert table.numbers("SCORE") == scorer.scores
    assert max(scorer.scores) == 121 > min(scorer.scores), "nobody pegs beyond the last hole"


@pytest.mark.slow
def test_a_match_is_over_sooner_or_later() -> None:
    """Every deal has the point for the last card, and at most ten choices and eight times go."""
    assert_ends_within(18 * 241, "cribbage")
    assert_ends_within(18 * 121, "cribbage", target=61)
