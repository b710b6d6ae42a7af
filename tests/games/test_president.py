"""President: what may be played, who is asked, titles, and what the last give to the first."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

import pytest
from card_table import Table, assert_ends_within, played_at_random, sit_down, walk

HEIGHTS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]


def height(card: str) -> int:
    return HEIGHTS.index(card[:-1])


def moves(hand: list[str], table: list[str], width: int) -> set[frozenset[str]]:
    """What may be played, by the rules of the game alone."""
    alike = defaultdict(list)
    for card in hand:
        alike[card[:-1]].append(card)
    sets = [s for cards in alike.values() for n in range(1, 5) for s in combinations(cards, n)]
    return {
        frozenset(chosen)
        for chosen in sets
        if not table or (len(chosen) == width and height(chosen[0]) > height(table[-1]))
    }


def offered(table: Table) -> set[frozenset[str]]:
    labels = [label for label in table.labels() if label.startswith("play ")]
    plays = [frozenset(label.removeprefix("play ").split()) for label in labels]
    assert len(plays) == len(set(plays))
    return set(plays)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 5, 7])
def test_whatever_the_rules_allow_is_offered_once_and_only_to_who_has_cards(players: int) -> None:
    def look(table: Table) -> None:
        hand, lying = table.pile("iloc HAND", table.seat), table.pile("vloc TABLE")
        assert hand, "who is out is not asked"
        assert offered(table) == moves(hand, lying, table.number("WIDTH"))
        assert ("pass" in table.labels()) == bool(lying)

    walk(700, "president", look, players=players)


def test_who_is_out_is_passed_over_and_the_next_with_cards_leads() -> None:
    """Player 1 goes out with the last two; nobody beats them, and player 2 leads."""
    table = sit_down("president", players=3)
    while table.pile("iloc HAND", 0):
        table.play(0 if table.seat == 0 else len(table.labels()) - 1)
    asked = []
    while table.pile("vloc TABLE"):
        asked.append(table.seat)
        table.play(len(table.labels()) - 1)
    assert 0 not in asked
    assert table.seat == 1


@pytest.mark.parametrize("seed", range(1, 6))
def test_the_first_is_president_and_the_last_is_scum(seed: int) -> None:
    table = played_at_random("president", seed)
    places = table.numbers("PLACE")
    assert sorted(places) == [1, 2, 3, 4, 5]
    assert table.outcome.scores == tuple({1: 2, 2: 1}.get(place, 0) for place in places)
    assert table.numbers("PRESIDENT").index(1) == places.index(1)
    assert table.numbers("SCUM").index(1) == places.index(5)
    assert table.pile("iloc HAND", places.index(5)), "the last one's cards are not played out"


def second_deal(**options: int | str) -> tuple[Table, list[int]]:
    """The first decision of the second deal, and the seats by their places in the first."""
    table = sit_down("president", deals=2, **options)
    table.finish(until=lambda: table.number("DEAL") == 2)
    places = table.numbers("PLACE")
    return table, [places.index(n) for n in range(1, len(places) + 1)]


def test_the_scum_gives_the_president_two_cards_and_the_vice_scum_the_vice_president_one() -> None:
    table, seats = second_deal(exchange="two")
    president, vice, _, high_scum, scum = seats
    hands = [len(table.pile("iloc HAND", seat)) for seat in range(5)]
    assert sum(hands) == 52
    assert table.seat == president
    assert all(label.startswith("give back ") for label in table.labels())
    got, left = table.pile("iloc HAND", president)[-2:], table.pile("iloc HAND", scum)
    assert min(map(height, got)) >= max(map(height, left)), "the two best cards"
    returned = table.labels()[0].removeprefix("give back ").split()
    table.play(0)
    assert set(returned) <= set(table.pile("iloc HAND", scum))
    assert table.seat == vice
    best = table.pile("iloc HAND", vice)[-1]
    assert height(best) >= max(map(height, table.pile("iloc HAND", high_scum)))
    table.choose(f"give back {best}")
    assert best in table.pile("iloc HAND", high_scum)
    assert table.seat == president, "the president leads"
    assert "pass" not in table.labels()


def test_in_some_houses_one_card_is_given() -> None:
    table, seats = second_deal(exchange="one", players=3)
    assert table.seat == seats[0]
    table.play(0)
    assert table.seat == seats[0]
    assert not table.labels()[0].startswith("give back")


def test_without_an_exchange_the_president_leads_at_once() -> None:
    table = sit_down("president", deals=2)
    table.finish(until=lambda: table.number("DEAL") == 2)
    assert table.numbers("PRESIDENT")[table.seat] == 1
    assert table.labels()[0].startswith("play ")


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 7])
def test_points_add_up_over_deals(players: int) -> None:
    assert_ends_within(1_500, "president", players=players, deals=4, exchange="one")
    table = played_at_random("president", 1, players=players, deals=4, exchange="one")
    assert sum(table.outcome.scores) == 4 * 3
