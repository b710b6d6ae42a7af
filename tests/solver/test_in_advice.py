"""Advice is exact wherever the solver can answer, and takes its numbers from it."""

from __future__ import annotations

import pytest
from test_golden import ONE_HIDDEN, golf_turn

from kibitz import Game, load
from kibitz.advisor import Advice, Aim, Question, advise
from kibitz.advisor.advice import Confidence, Method
from kibitz.engine import Decision, View


def asked(game: Game, view: View, aim: Aim) -> Advice:
    decision = game.interpreter.at(game.interpreter.imagine(view)).status
    assert isinstance(decision, Decision)
    return advise(Question.of(game, view, decision, aim))


@pytest.mark.slow
def test_to_call_at_kuhn_poker_is_worth_what_the_two_hands_make_it_worth() -> None:
    """With a queen against a bet, which the other makes with every king and some jacks."""
    game = load("kuhn-poker")
    for seed in range(6):
        match = game.match(seed).play("bet")
        (card,) = match.view(1).pile("HAND", 1)
        advice = advise(Question.of(game, match.view(1), match.decision, Aim.SCORE))
        worths = {option.label: option.score for option in advice.options}
        rank = "JQK".index(str(card)[0])
        assert advice.method is Method.MIXED
        call = (-2.0, -1.0, 2.0)[rank]
        assert worths["fold"] == pytest.approx(-1, abs=0.01)
        assert worths["call"] == pytest.approx(call, abs=0.01)
        assert all(sum(option.worth.wins) == pytest.approx(1) for option in advice.options)


@pytest.mark.slow
def test_the_last_turn_of_golf_is_known() -> None:
    game, view = golf_turn(*ONE_HIDDEN)
    advice = asked(game, view, Aim.SCORE)
    assert advice.method is Method.EXACT
    assert advice.confidence is Confidence.CLEAR
    assert advice.best.key == "1"
    assert advice.best.score == pytest.approx(2649 / 170, abs=1e-9)
    low, middle, high = advice.best.worth.quantiles
    assert low <= middle <= high
    assert all(error == 0 for option in advice.options for error in option.worth.errors.values())


@pytest.mark.slow
def test_a_hole_that_has_just_begun_is_simulated() -> None:
    game = load("golf", PLAYERS=2, HOLES=1)
    match = game.match(1)
    advice = advise(Question.of(game, match.view(0), match.decision), seconds=0.2)
    assert advice.method is Method.SIMULATED
