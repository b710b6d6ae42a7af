"""Goofspiel: bids of everybody at once, and prizes for the highest."""

from __future__ import annotations

import pytest
from card_table import Table, sit_down, walk

from kibitz.engine import Rng
from kibitz.game import load


def test_bids_are_secret_until_all_are_made() -> None:
    table = sit_down("goofspiel", "7♦")
    table.choose("bid K♠")
    assert table.seat == 1
    hidden = table.view(1).piles[table.place("iloc BID", 0)]
    assert [spot.card for spot in hidden] == [None]
    table.choose("bid 2♥")
    assert table.numbers("POINTS") == [7, 0]
    assert table.pile("vloc PLAYED", 0) == ["K♠"]


@pytest.mark.parametrize(
    ("ties", "points"), [("carried", [0, 12]), pytest.param("lost", [0, 5], marks=pytest.mark.slow)]
)
def test_a_prize_for_which_bids_were_equal_waits_or_is_lost(ties: str, points: list[int]) -> None:
    table = sit_down("goofspiel", "7♦ 5♦", ties=ties)
    for bid in ("3♠", "3♥", "A♠", "2♥"):
        table.choose(f"bid {bid}")
    assert table.numbers("POINTS") == points


@pytest.mark.slow
@pytest.mark.parametrize(("prizes", "first"), [("upwards", "A♦"), ("downwards", "K♦")])
def test_prizes_may_come_in_order(prizes: str, first: str) -> None:
    assert sit_down("goofspiel", prizes=prizes).pile("vloc PRIZE") == [first]


@pytest.mark.slow
def test_who_bids_what_the_prize_is_worth_beats_who_bids_at_random() -> None:
    """Known for long: matching the prize wins against chance (S. M. Ross, 1971)."""
    won = 0
    for seed in range(40):
        match, chance = load("goofspiel").match(seed), Rng(seed, stream=1)
        while not match.is_over:
            seat, options = match.decision.seat, match.decision.options
            prize = match.view(0).pile("PRIZE")[-1]
            assert prize is not None
            keys = [option.key for option in options]
            match.play(keys.index(f"bid:C={prize[:-1]}♠") if seat == 0 else chance.below(len(keys)))
        won += match.outcome.ranks[0] == 1
    assert won > 30


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_thirteen_prizes_are_91_points_and_thirteen_bids_each(players: int) -> None:
    played = load("goofspiel", players=players).playouts(1000)
    assert (played.decisions == 13 * players).all()
    assert played.scores.sum(axis=1).max() <= 91


RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "ties"), [(2, "carried"), (3, "lost")])
def test_bids_and_prizes_are_as_by_hand(players: int, ties: str) -> None:
    """Some 2,000 bids: any card of the hand may be bid, and prizes go to the highest bid alone."""
    prizes: list[str] = []

    def worth(card: str) -> int:
        return RANKS.index(card[:-1]) + 1

    def look(table: Table) -> None:
        hand, lying = table.pile("iloc HAND", table.seat), table.pile("vloc PRIZE")
        assert sorted(table.labels()) == sorted(f"bid {card}" for card in hand)
        if len(hand) == 13:
            prizes.clear()
        if lying[-1] not in prizes:
            prizes.append(lying[-1])

    def over(table: Table) -> None:
        points, at_stake = [0] * players, 0
        played = [table.pile("vloc PLAYED", seat) for seat in range(players)]
        for number, prize in enumerate(prizes):
            at_stake += worth(prize)
            bids = [worth(cards[number]) for cards in played]
            if bids.count(max(bids)) == 1:
                points[bids.index(max(bids))] += at_stake
            if bids.count(max(bids)) == 1 or ties == "lost":
                at_stake = 0
        assert len(prizes) == 13
        assert list(table.outcome.scores) == points

    walk(2_000, "goofspiel", look, over, players=players, ties=ties)
