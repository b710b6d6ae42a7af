"""Briscola: 120 points, a trump under the stock, and no duty to follow."""

from __future__ import annotations

import pytest
from card_table import sit_down
from tricks import by_trump, played, trump_of

from kibitz.engine import Rng
from kibitz.game import load

PACK = "A♣ 2♦ 4♥", "3♣ 5♦ K♥", "7♥", "6♠ 7♠"
"""Both hands, the trump card, and what is drawn first."""


def test_anything_may_be_played_on_anything() -> None:
    table = sit_down("briscola", *PACK)
    assert table.word("TRUMP") == "HEARTS"
    table.choose("play A♣")
    assert set(table.labels()) == {"play 3♣", "play 5♦", "play K♥"}


@pytest.mark.parametrize(("answer", "winner"), [("3♣", 0), ("5♦", 0), ("K♥", 1)])
def test_trumps_win_then_the_suit_that_was_led(answer: str, winner: int) -> None:
    table = sit_down("briscola", *PACK)
    table.choose("play A♣")
    table.choose(f"play {answer}")
    assert table.seat == winner
    assert sorted(table.pile("hloc TAKEN", winner)) == sorted(["A♣", answer])
    assert table.pile("iloc HAND", winner)[-1] == "6♠", "who took the trick draws first"
    assert table.pile("iloc HAND", 1 - winner)[-1] == "7♠"


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_trump_card_is_drawn_last(players: int) -> None:
    table, chance = sit_down("briscola", players=players), Rng(1)
    (trump,) = table.pile("vloc TRUMP")
    while table.pile("vloc TRUMP"):
        table.play(chance.below(len(table.labels())))
    assert table.pile("iloc STOCK") == []
    last = (table.seat - 1) % players
    assert table.pile("iloc HAND", last)[-1] == trump


@pytest.mark.slow
@pytest.mark.parametrize(("players", "cards"), [(2, 40), (3, 39), (4, 40)])
def test_there_are_120_points_and_partners_share_theirs(players: int, cards: int) -> None:
    played = load("briscola", players=players, games=1).playouts(1000)
    assert (played.decisions == cards).all()
    sides = 2 if players == 4 else 1
    assert (played.scores.sum(axis=1) == 120 * sides).all()
    if players == 4:
        assert (played.scores[:, :2] == played.scores[:, 2:]).all()


ORDER = ["2", "4", "5", "6", "7", "J", "Q", "K", "3", "A"]
VALUES = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_are_counted_as_by_hand(players: int) -> None:
    """Some 2,000 decisions in all: who takes what, and who has won."""
    table, chance = sit_down("briscola", players=players, games=5), Rng(players, stream=2)
    sides = 2 if players == 4 else players
    while not table.is_over:
        won = [table.team_number("GAMES", side) for side in range(sides)]
        anything = (lambda hand, _: hand, by_trump(trump_of(table), ORDER))
        hand = played(table, chance, *anything, number=(39 if players == 3 else 40) // players)
        points = [
            hand.worth(VALUES, *(seat for seat in range(players) if seat % sides == side))
            for side in range(sides)
        ]
        best = [side for side in range(sides) if points[side] == max(points)]
        if len(best) == 1:
            won[best[0]] += 1
        assert [table.team_number("GAMES", side) for side in range(sides)] == won
        assert [table.team_number("POINTS", side) for side in range(sides)] == points


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_first_wins_two_games_wins_the_match(players: int) -> None:
    table = sit_down("briscola", players=players)
    sides = 2 if players == 4 else players
    won = [0] * sides
    while not table.is_over:
        before = [table.team_number("GAMES", side) for side in range(sides)]
        table.play(0)
        if [table.team_number("GAMES", side) for side in range(sides)] != before:
            points = [table.team_number("POINTS", side) for side in range(sides)]
            assert points.count(max(points)) == 1
            won[points.index(max(points))] += 1
    assert table.outcome.scores == tuple(won[seat % sides] for seat in range(players))
    assert max(won) == 2
