"""Scopa: what a card takes, sweeps, and the points of a hand."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from card_table import Table, assert_ends_within, sit_down, walk

from kibitz.engine import Rng

PRIME = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "J": 10, "Q": 10, "K": 10}
CARD = re.compile(r"(?:10|[2-7AJQK])[♥♦♣♠]")


def sides(table: Table, name: str) -> list[int]:
    """What is in that storage of every side: of every player, or of two partnerships."""
    return [table.team_number(name, team) for team in range(len(table.engine.program.teams))]


def test_a_card_takes_its_equal_before_a_sum_and_must_take() -> None:
    table = sit_down("scopa", "2♣ 3♣ 5♥ K♠", "5♦ 7♣ A♠")
    assert table.labels()[0] == "take 5♥ with 5♦"
    assert sorted(CARD.findall(table.labels()[1])) == ["2♣", "5♥", "7♣"]
    assert table.labels()[2:] == ("leave A♠ on the table",)


def test_who_takes_all_that_lies_there_sweeps() -> None:
    table = sit_down("scopa", "2♣ 3♣ A♣ A♦", "7♥ 6♥ K♠")
    label = next(label for label in table.labels() if len(CARD.findall(label)) == 5)
    table.choose(label)
    assert sides(table, "SWEEPS") == [1, 0]
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
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_hand_is_counted_as_by_hand(players: int) -> None:
    table, chance = sit_down("scopa", players=players, target=21), Rng(2)
    hands = 0
    while not table.is_over:
        choice = chance.below(len(table.decision.options))
        held = sum(len(table.cards("iloc HAND", seat)) for seat in range(players))
        if held > 1 or table.cards("iloc STOCK"):
            table.play(choice)
            continue
        piles, sweeps = last_card(table, choice), sides(table, "SWEEPS")
        assert sum(map(len, piles)) == 40
        if players == 4:
            piles = [piles[0] + piles[2], piles[1] + piles[3]]
        table.play(choice)
        counted = points(piles)
        assert sides(table, "SCORE") == [s + p for s, p in zip(sweeps, counted, strict=True)]
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
    hand.finish(until=lambda: any(sides(hand, "TOTAL")))
    first, second = sides(hand, "TOTAL")
    table = sit_down("scopa")
    table.lead_with("TOTAL", 11 + lead - first, 11 - second, teams=True)
    table.finish(until=lambda: sum(sides(table, "TOTAL")) == 22 + lead)
    assert sides(table, "TOTAL") == [11 + lead, 11]
    assert table.is_over is is_over


def legal(hand: list[str], lying: list[str]) -> set[tuple[str, frozenset[str]]]:
    """What every card may do, by the rules alone: what it takes, or nothing if it stays there."""
    moves = set()
    for card in hand:
        equal = [other for other in lying if other[:-1] == card[:-1]]
        sums = [
            frozenset(chosen)
            for size in range(2, len(lying) + 1)
            for chosen in combinations(lying, size)
            if sum(map(worth, chosen)) == worth(card)
        ]
        taken = [frozenset({other}) for other in equal] or sums or [frozenset()]
        moves |= {(card, cards) for cards in taken}
    return moves


def worth(card: str) -> int:
    return "A234567JQK".index(card[:-1]) + 1


@pytest.mark.slow
@pytest.mark.parametrize("cards", ["three", "nine", "ten"])
def test_whatever_the_rules_allow_is_offered_once(cards: str) -> None:
    def look(table: Table) -> None:
        offered = []
        for label in table.labels():
            found = CARD.findall(label)
            offered.append((found[-1], frozenset(found[:-1])))
        hand, lying = table.pile("iloc HAND", table.seat), table.pile("vloc TABLE")
        assert len(offered) == len(set(offered))
        assert set(offered) == legal(hand, lying)

    walk(700, "scopa", look, players=4, cards=cards)


def test_partners_count_together_what_they_have_taken() -> None:
    """Player 1 takes the settebello, player 3 sweeps: their side has both points."""
    pack = "2♣ 3♣ 7♥ K♠", "7♦ 4♥ A♠ K♥ 4♣ A♥ 5♦ 4♦ 6♠ Q♥ 4♠ 6♥"
    table = sit_down("scopa", *pack, players=4)
    table.choose("take 7♥ with 7♦")
    table.choose("take K♠ with K♥")
    table.choose("take")
    assert sides(table, "SWEEPS") == [1, 0]
    table.finish(until=lambda: any(sides(table, "TOTAL")))
    assert table.outcome.scores[0] == table.outcome.scores[2]


@pytest.mark.parametrize(("cards", "held", "lying"), [("nine", 9, 4), ("ten", 10, 0)])
def test_scopone_deals_all_cards_at_once(cards: str, held: int, lying: int) -> None:
    table = sit_down("scopa", players=4, cards=cards)
    assert [len(table.pile("iloc HAND", seat)) for seat in range(4)] == [held] * 4
    assert len(table.pile("vloc TABLE")) == lying
