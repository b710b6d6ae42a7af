"""Ratings from duels over the same deals."""

from __future__ import annotations

import pytest

from kibitz.engine import Outcome
from kibitz.players.ladder import ahead, pairings, ratings
from kibitz.players.tournament import PlayedDeal, TournamentMatch
from kibitz.recycle.syntax import Goal


def match(players: str, *scores: int, goal: Goal = Goal.MAX) -> TournamentMatch:
    return TournamentMatch(tuple(players), Outcome(scores, goal), 1, False)


def duel(lower: str, upper: str, won: int, deals: int = 100) -> list[PlayedDeal]:
    """The upper one wins so many of the deals."""
    return [
        PlayedDeal(n, (match(lower + upper, *((0, 1) if n < won else (1, 0))),))
        for n in range(deals)
    ]


def test_everybody_meets_the_two_above_and_below() -> None:
    assert pairings("abcd") == [("a", "b"), ("a", "c"), ("b", "c"), ("b", "d"), ("c", "d")]


def test_every_seat_of_one_is_compared_with_every_seat_of_the_other() -> None:
    deal = PlayedDeal(0, (match("abab", 1, 2, 3, 3), match("baba", 5, 0, 5, 9)))
    won = [1, 1, 0, 0.5, 1, 0, 1, 0]  # b's seats against a's: 2>1, 3>1, 2<3, 3=3; 5>0, 5<9 twice
    assert ahead(deal, "b", "a") == sum(won) / 8
    assert ahead(deal, "a", "b") == 1 - sum(won) / 8


@pytest.mark.parametrize(("goal", "share"), [(Goal.MAX, 1.0), (Goal.MIN, 0.0)])
def test_who_plays_alone_is_compared_over_the_same_deal(goal: Goal, share: float) -> None:
    deal = PlayedDeal(0, (match("a", 3, goal=goal), match("b", 4, goal=goal)))
    assert ahead(deal, "b", "a") == share


def test_a_hundred_points_are_sixty_four_of_a_hundred() -> None:
    duels = {("a", "b"): duel("a", "b", 640, 1000)}
    first, second = ratings("ab", duels, Goal.MAX)
    assert (first.rating, first.low, first.high, first.gain) == (0, 0, 0, None)
    assert second.rating == pytest.approx(100, abs=1)
    assert second.low < 90
    assert second.high > 110
    assert second.high - second.low == pytest.approx(45, rel=0.15)
    assert second.gain is not None
    assert second.gain.value == pytest.approx(0.28)


def test_ratings_explain_all_duels_at_once_and_nobody_is_beyond_measure() -> None:
    duels = {
        ("a", "b"): duel("a", "b", 64),
        ("b", "c"): duel("b", "c", 64),
        ("a", "c"): duel("a", "c", 76),
        ("b", "d"): duel("b", "d", 100),
        ("c", "d"): duel("c", "d", 100),
    }
    found = {one.player: one for one in ratings("abcd", duels, Goal.MAX)}
    assert found["b"].rating == pytest.approx(100, abs=5)
    assert found["c"].rating == pytest.approx(200, abs=5)
    assert 700 < found["d"].rating < 2000
    assert all(one.low <= one.rating <= one.high for one in found.values())
