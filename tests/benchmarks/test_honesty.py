"""Advice is held to its word: what it foretells comes true, as exactly as it says."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from click.testing import CliRunner

from benchmarks.__main__ import main
from benchmarks.advice import questions
from benchmarks.calibration import at_quantile, foretold, reliability
from benchmarks.honesty import covered, unsound
from kibitz import load
from kibitz.advisor import advise

SURE = 2.0
"""So many times the margin of 95 % leaves less than one in ten thousand to chance."""


@pytest.mark.slow
def test_what_is_foretold_at_golf_six_comes_true() -> None:
    found = list(foretold(load("golf-six"), range(60), 200))
    assert len(found) > 50
    _, _, difference = reliability(found)
    assert difference.margin is not None
    assert abs(difference.value) < SURE * difference.margin < 0.3
    for place, share in enumerate((0.05, 0.5, 0.95)):
        below, up_to = at_quantile(found, place)
        assert below.margin is not None
        assert up_to.margin is not None
        assert below.value - SURE * below.margin <= share
        assert up_to.value + SURE * up_to.margin >= share


@pytest.mark.slow
def test_longer_answers_lie_within_the_errors_that_are_told() -> None:
    inside: list[bool] = []
    for question in questions(load("golf-six"), 8):
        short = advise(replace(question, seed=1), simulations=200)
        inside += covered(short, advise(replace(question, seed=3), simulations=2000))
    assert len(inside) > 40
    assert sum(inside) / len(inside) > 0.88


def test_an_advice_that_does_not_add_up_is_found_out() -> None:
    advice = load("golf-six").match(1).advice(simulations=10)
    assert not unsound(advice)
    best, *others = advice.options
    worth = replace(best.worth, wins=(2.0, *best.worth.wins[1:]))
    greedy = replace(advice, options=(replace(best, worth=worth), *others))
    assert unsound(greedy).startswith("the shares of the win come to ")
    assert unsound(replace(advice, options=advice.options[1:])).startswith("an option is missing")


@pytest.mark.slow
def test_honesty_is_measured_game_by_game() -> None:
    arguments = ["honesty", "kuhn-poker", "agram", "--positions", "2", "--simulations", "50"]
    said = CliRunner().invoke(main, arguments).output
    assert re.search(r"^kuhn-poker +2 +0 +[012] +\d+\.\d%", said, re.M)
    assert re.search(r"^all +4 +0 ", said, re.M)


@pytest.mark.slow
def test_calibration_is_told_by_buckets_and_quantiles() -> None:
    arguments = ["calibration", "agram", "--matches", "6", "--simulations", "50"]
    said = CliRunner().invoke(main, arguments).output
    assert re.search(r"^ +\d+ +\d+\.\d % +\d+\.\d % .* too few to tell$", said, re.M)
    assert re.search(r"^5% quantile: .* % lie below it, .* % at it or below$", said, re.M)
