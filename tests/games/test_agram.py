"""Agram: thirty-five cards, six tricks, and the last one is everything."""

from __future__ import annotations

import pytest
from card_table import sit_down
from tricks import by_trump, follow, played

from kibitz.engine import Rng
from kibitz.game import load

HANDS = "A♣ 10♣ 9♣ 8♣ 7♣ 3♦", "6♣ 4♦ 5♦ 6♦ 7♦ 8♦", "5♣ 4♥ 5♥ 6♥ 7♥ 8♥", "4♣ 4♠ 5♠ 6♠ 7♠ 8♠"


def test_the_ace_of_spades_stays_out() -> None:
    table = sit_down("agram", *HANDS)
    rest = table.pile("iloc STOCK")
    assert len(rest) + 24 == 35
    assert "A♠" not in rest
    assert {"A♦", "A♥"} <= set(rest)


def test_whoever_can_must_follow_suit() -> None:
    table = sit_down("agram", *HANDS)
    table.choose("play A♣")
    assert table.labels() == ("play 6♣",)


def test_five_tricks_are_worth_nothing_against_the_last() -> None:
    table = sit_down("agram", *HANDS, rounds=1)
    leads = iter(["A♣", "10♣", "9♣", "8♣", "7♣", "3♦"])
    while not table.is_over:
        if table.seat == 0:
            table.choose(f"play {next(leads)}")
        else:
            keep = {1: "8♦", 2: "8♥", 3: "8♠"}[table.seat]
            labels = table.labels()
            table.play(next((n for n, text in enumerate(labels) if keep not in text), 0))
    assert table.seats[::4] == [0] * 6, "player 1 took every trick but the last"
    assert table.outcome.scores == (0, 1, 0, 0)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "cards"), [(2, 6), (4, 5), (5, 6)])
def test_everybody_plays_every_card_and_one_wins(players: int, cards: int) -> None:
    played = load("agram", players=players, cards=cards, rounds=1).playouts(1000)
    assert (played.decisions == players * cards).all()
    assert (played.scores.sum(axis=1) == 1).all()


def test_of_several_rounds_the_most_win_and_the_next_player_leads() -> None:
    table = sit_down("agram", rounds=3)
    leaders = []
    while not table.is_over:
        if not any(table.pile("vloc TRICK", seat) for seat in range(4)):
            leaders.append(
                (table.number("ROUND"), len(table.pile("iloc HAND", table.seat)), table.seat)
            )
        table.play(0)
    assert [seat for _, cards, seat in leaders if cards == 6] == [0, 1, 2]
    assert sum(table.outcome.scores) == 3


ORDER = ["3", "4", "5", "6", "7", "8", "9", "10", "A"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_rounds_are_won_as_by_hand(seed: int) -> None:
    """Some 2,000 decisions in all: what may be played, and who has the last trick."""
    table, chance = sit_down("agram", rounds=20), Rng(seed, stream=2)
    table.rng = Rng(seed)
    while not table.is_over:
        won = table.numbers("WON")
        hand = played(table, chance, follow, by_trump("", ORDER))
        won[hand.takers[-1]] += 1
        assert table.numbers("WON") == won
