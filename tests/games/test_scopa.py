"""Scopa: what a card takes, sweeps, and the points of a hand."""

from __future__ import annotations

import re

import pytest
from card_table import Table, assert_ends_within, sit_down

from kibitz.engine import Rng

PRIME = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "J": 10, "Q": 10, "K": 10}
CARD = re.compile(r"(?:10|[2-7AJQK])[♥♦♣♠]")


def test_a_card_takes_its_equal_before_a_sum_and_must_take() -> None:
    table = sit_down("scopa", "2♣ 3♣ 5♥ K♠", "5♦ 7♣ A♠")
    assert table.labels()[0] == "take 5♥ with 5♦"
    assert sorted(CARD.findall(table.labels()[1])) == ["2♣", "5♥", "7♣"]
    assert table.labels()[2:] == ("leave A♠ on the table",)


def test_who_takes_all_that_lies_there_sweeps() -> None:
    table = sit_down("scopa", "2♣ 3♣ A♣ A♦", "7♥ 6♥ K♠")
    label = next(label for label in table.labels() if len(CARD.findall(label)) == 5)
    table.choose(label)
    assert table.numbers("SWEEPS") == [1, 0]
    assert table.pile("vloc TABLE") == []
    assert len(table.pile("hloc TAKEN", 0)) == 5


def points(piles: list[list[str]]) -> list[int]:
    """The points of a hand but for sweeps, counted from the rules."""
    counts = [[len(pile) for pile in piles], [sum("♦" in c for c in pile) for pile in piles], []]
    for pile in piles:
        best = [max((PRIME[c[:-1]] for c in pile if c[-1] == s), default=0) for s in "♥♦♣♠"]
        counts[2].append(sum(best) if all(best) else 0)
    score = [int("7♦" in pile) for pile in piles]
    for count in counts:
        leaders = [seat for seat, number in enumerate(count) if number == max(count)]
        if len(leaders) == 1:
            score[leaders[0]] += 1
    return score


def last_card(table: Table, choice: int) -> list[list[str]]:
    """What everybody has taken when the last card of a hand is played."""
    seats = range(table.engine.program.players)
    piles = [table.pile("hloc TAKEN", seat) for seat in seats]
    label = table.labels()[choice]
    cards, left = CARD.findall(label), table.pile("vloc TABLE")
    if label.startswith("take"):
        piles[table.seat] += [*cards, *(card for card in left if card not in cards)]
    else:
        piles[table.number("LAST") - 1] += [*left, *cards]
    return piles


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_a_hand_is_counted_as_by_hand(players: int) -> None:
    table, chance = sit_down("scopa", players=players, target=21), Rng(2)
    hands = 0
    while not table.is_over:
        choice = chance.below(len(table.decision.options))
        held = sum(len(table.cards("iloc HAND", seat)) for seat in range(players))
        if held > 1 or table.cards("iloc STOCK"):
            table.play(choice)
            continue
        piles, sweeps = last_card(table, choice), table.numbers("SWEEPS")
        assert sum(map(len, piles)) == 40
        table.play(choice)
        counted = points(piles)
        assert table.numbers("SCORE") == [s + p for s, p in zip(sweeps, counted, strict=True)]
        hands += 1
    assert hands >= 3


@pytest.mark.slow
@pytest.mark.parametrize(("players", "hands"), [(2, 21), (3, 31)])
def test_matches_at_random_end_soon_though_ties_are_played_on(players: int, hands: int) -> None:
    assert_ends_within(36 * hands, "scopa", players=players)


def test_the_card_that_takes_is_played_face_up() -> None:
    table = sit_down("scopa", "2♣ 3♣ 5♥ K♠", "5♦ 7♣ A♠")
    table.choose("take 5♥ with 5♦")
    assert table.view(1).pile("TAKEN", 0) == ["5♥", "5♦"]
    assert table.view(1).pile("HAND", 0) == [None, None]


@pytest.mark.parametrize(("lead", "is_over"), [(0, False), (1, True)])
def test_another_hand_is_played_if_two_are_equal_at_the_target(lead: int, is_over: bool) -> None:
    hand = sit_down("scopa")
    hand.finish(until=lambda: any(hand.numbers("TOTAL")))
    first, second = hand.numbers("TOTAL")
    table = sit_down("scopa")
    table.lead_with("TOTAL", 11 + lead - first, 11 - second)
    table.finish(until=lambda: sum(table.numbers("TOTAL")) == 22 + lead)
    assert table.numbers("TOTAL") == [11 + lead, 11]
    assert table.is_over is is_over
