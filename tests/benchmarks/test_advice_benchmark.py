"""`python -m benchmarks advice` and `review` measure, and say which targets are met."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from benchmarks.__main__ import main
from benchmarks.advice import questions
from kibitz import load


@pytest.mark.slow
def test_advice_is_measured_game_by_game_and_beside_its_targets() -> None:
    said = CliRunner().invoke(main, ["advice", "golf-six", "--positions", "2"]).output
    assert re.search(r"^golf-six +\d+ +\d+ +\d\.\d\d +[012]/2$", said, re.M)
    assert re.search(r"^all +\d+", said, re.M)
    assert re.search(r"kept ≥ 95% (met|MISSED)$", said, re.M)


def test_positions_are_decisions_with_a_choice() -> None:
    found = list(questions(load("kuhn-poker"), 3))
    assert len(found) == 3
    assert all(len(question.decision.options) > 1 for question in found)


@pytest.mark.slow
def test_a_review_is_measured_beside_its_target() -> None:
    said = CliRunner().invoke(main, ["review", "golf-six", "--decisions", "3"]).output
    assert re.search(r"^golf-six +3 +\d+\.\d  (met|MISSED)$", said, re.M)
