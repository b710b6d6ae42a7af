"""Small games of two, played so that nobody can win against it: what theory says comes out."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from kibitz import load
from kibitz.advisor import Question, advise, nudge
from kibitz.engine import Decision, View
from kibitz.game import Game
from kibitz.solver import Aim, Policy, TooBig, best_response, mixed_play
from kibitz.solver.mixed_tree import MixedTree
from kibitz.solver.mixing import mixing

KUHN = load("kuhn-poker")


def follower(game: Game) -> Policy:
    """Does what advice says, as often as it says it."""

    def policy(view: View, decision: Decision) -> Sequence[Fraction]:
        advice = advise(Question.of(game, view, decision), simulations=1)
        options = range(len(decision.options))
        shares = [Fraction(advice.option(option).share or 0) for option in options]
        if len(shares) == 1:
            return [Fraction(1)]
        return [share / sum(shares) for share in shares]

    return policy


def exploitability(game: Game) -> float:
    policy = follower(game)
    best = [best_response(game.program, n, policy, budget=10**6).scores[n] for n in (0, 1)]
    return float(sum(best) / 2)


def test_nobody_wins_against_who_follows_the_advice_at_kuhn_poker() -> None:
    assert exploitability(KUHN) <= 0.005


@pytest.mark.slow
def test_nor_at_leduc_poker() -> None:
    assert exploitability(load("leduc-poker")) <= 0.03


def test_the_page_of_kuhn_poker_is_confirmed() -> None:
    """Player 1 bets a jack at most every third time, and a king three times as often; player 2 bets
    a jack and calls with a queen every third time."""
    opening, answering = {}, {}
    for seed in range(20):
        match = KUHN.match(seed)
        opening[match.view(0).pile("HAND", 0)[0]] = match.advice().option(1).share
        match.play("bet a chip")
        answering[match.view(1).pile("HAND", 1)[0]] = match.advice().option(0).share
    jack, queen, king = (opening[f"{rank}♠"] for rank in "JQK")
    assert jack is not None
    assert jack <= 0.34
    assert queen == 0
    assert king == pytest.approx(3 * jack, abs=0.02)
    assert (answering["J♠"], answering["K♠"]) == (0, 1)
    assert answering["Q♠"] == pytest.approx(1 / 3, abs=0.02)


def test_what_is_mixed_is_best_and_what_loses_is_graded_by_that() -> None:
    match = next(m for m in map(KUHN.match, range(20)) if "Q♠" in m.view(0).pile("HAND", 0))
    advice = match.advice()
    assert nudge(advice) == "check, always"
    bet = advice.option(1)
    assert bet.grade in ("inaccuracy", "mistake")
    assert bet.score_delta == pytest.approx(-1 / 6, abs=0.01), "−1/2 instead of −1/3"
    king = next(m for m in map(KUHN.match, range(20)) if "K♠" in m.view(0).pile("HAND", 0))
    assert [option.grade for option in king.advice().options] == ["best", "best"]
    assert "of the time; this time" in nudge(king.advice())


def test_a_deal_of_many_is_played_as_a_deal_alone() -> None:
    """Whoever speaks first, and whatever was won before."""
    match, asked = load("kuhn-poker", DEALS=6).match(5), 0
    while not match.is_over:
        if len(match.decision.options) > 1:
            assert match.advice().method == "mixed"
            asked += 1
        match.play(0)
    assert asked >= 12


def test_other_games_are_left_alone() -> None:
    assert mixed_play(load("golf-six").program, Aim.PLACE) is None
    assert mixed_play(load("goofspiel").program, Aim.PLACE) is None
    with pytest.raises(TooBig, match="more than 50 steps"):
        mixing(KUHN.program, Aim.SCORE, 50)
    with pytest.raises(TooBig, match="two play against each other"):
        MixedTree(load("golf-six").program, Aim.PLACE, 50)
