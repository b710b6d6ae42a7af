"""Skitgubbe: duels, the last card, and every play of the second half against the rules."""

from __future__ import annotations

import re

import pytest
from card_table import RANKS, Table, assert_ends_within, loaded, sit_down

from kibitz.engine import Rng

CARD = re.compile(r"(?:10|[2-9AJQK])[♥♦♣♠]")
HANDS = "5♣ 9♦ K♥", "7♣ 9♠ 2♦", "3♣ 4♣ 6♣"


def height(card: str) -> int:
    return RANKS.index(card[:-1])


def test_the_higher_card_takes_both_and_its_player_fights_the_next_neighbour() -> None:
    table = sit_down("skitgubbe", *HANDS, "8♠ J♠")
    table.choose("play 5♣")
    assert len(table.pile("iloc HAND", 0)) == 3
    table.choose("play 7♣")
    assert set(table.pile("hloc WON", 1)) == {"5♣", "7♣"}
    table.choose("play 2♦")
    assert table.seat == 2
    assert table.seats == [0, 1, 1]


def test_between_equals_both_play_again_for_everything() -> None:
    table = sit_down("skitgubbe", *HANDS)
    for label in ("play 9♦", "play 9♠", "play K♥", "play 7♣"):
        table.choose(label)
    assert set(table.pile("hloc WON", 0)) == {"9♦", "9♠", "K♥", "7♣"}
    assert table.seats == [0, 1, 0, 1]
    assert table.seat == 0


@pytest.mark.parametrize("chance", ["on", "off"])
def test_the_top_of_the_stock_may_be_played_unseen(chance: str) -> None:
    table = sit_down("skitgubbe", *HANDS, "A♠", chance=chance)
    assert ("chance a card from the stock" in table.labels()) == (chance == "on")
    if chance == "on":
        table.choose("chance")
        assert table.pile("vloc DUEL", 0) == ["A♠"]
        assert set(table.pile("iloc HAND", 0)) == set(HANDS[0].split())


def test_who_draws_last_turns_up_trump_and_leads_the_second_half() -> None:
    table = sit_down("skitgubbe", *HANDS)
    (last,) = table.pile("iloc LAST")
    table.finish(until=lambda: table.word("TRUMP") != "")
    trumper = table.number("TRUMPER") - 1
    assert table.pile("vloc TRUMP", trumper) == [last]
    table.finish(until=lambda: table.number("FINISHED") == 1)
    assert table.seat == trumper
    assert last in table.pile("iloc HAND", trumper)
    assert sum(len(table.pile("iloc HAND", seat)) for seat in range(3)) == 52


def allowed(table: Table) -> set[frozenset[str]]:
    """Every play that beats the latest one, or that may be led."""
    hand = table.pile("iloc HAND", table.seat)
    count = table.number("COUNT")
    latest = table.pile("vloc PLAYED", None, count) if count else []
    trump = {"CLUBS": "♣", "DIAMONDS": "♦", "HEARTS": "♥", "SPADES": "♠"}[table.word("TRUMP")]
    plays = set()
    for low in hand:
        row = [low]
        while row[-1][:-1] != "A" and RANKS[height(row[-1]) + 1] + low[-1] in hand:
            row.append(RANKS[height(row[-1]) + 1] + low[-1])
        for size in range(1, len(row) + 1):
            is_higher = (
                bool(latest)
                and low[-1] == latest[0][-1]
                and height(row[size - 1]) > max(map(height, latest))
            )
            is_trump = bool(latest) and low[-1] == trump != latest[0][-1]
            if not latest or (size == len(latest) and (is_higher or is_trump)):
                plays.add(frozenset(row[:size]))
    return plays


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 5])
def test_the_second_half_offers_every_play_of_the_rules_and_no_other(players: int) -> None:
    table, chance = sit_down("skitgubbe", players=players), Rng(7)
    completed = taken = 0
    while not table.is_over:
        if table.number("FINISHED"):
            labels, seat, count = table.labels(), table.seat, table.number("COUNT")
            takes = ["take the latest play"] if count else []
            offered = [frozenset(CARD.findall(text)) for text in labels if text not in takes]
            assert set(offered) == allowed(table)
            assert len(offered) == len(labels) - len(takes)
            held = len(table.pile("iloc HAND", seat))
            latest = table.pile("vloc PLAYED", None, count) if count else []
            option = chance.below(len(labels))
            discard, full = len(table.pile("vloc DISCARD")), table.number("FULL")
            table.play(option)
            if labels[option] in takes:
                assert len(table.pile("iloc HAND", seat)) == held + len(latest)
                taken += 1
            elif count + 1 == full:
                assert len(table.pile("vloc DISCARD")) > discard
                assert table.is_over or not table.pile("iloc HAND", seat) or table.seat == seat
                completed += 1
        else:
            table.play(chance.below(len(table.decision.options)))
    assert taken > 5 < completed
    left = [len(table.pile("iloc HAND", seat)) > 0 for seat in range(players)]
    assert table.outcome.scores == tuple(map(int, left))


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"players": 5}, {"chance": "off", "sequences": "off"}])
def test_there_is_one_loser_and_nobody_is_it_more_often(options: dict[str, int | str]) -> None:
    players = int(options.get("players", 3))
    assert_ends_within(104 + 200 * players, "skitgubbe", **options)
    played = loaded("skitgubbe", **options).playouts(10_000, most_decisions=2_000)
    assert (played.scores.sum(axis=1) == 1).mean() > 0.8
    shares = played.scores.mean(axis=0)
    assert abs(shares - shares.mean()).max() < 0.03
