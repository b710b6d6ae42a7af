"""Advice without doubt: where what is left of a match is small, all of it is gone through."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.advisor.advice import Method, Worth
from kibitz.advisor.judging import Appraisal
from kibitz.advisor.question import Question
from kibitz.advisor.simulating import appraiser_for, spread
from kibitz.engine import MatchError
from kibitz.solver import Aim, PrivateCards, TooBig, Value, option_values

STEPS = 120_000
"""What is gone through at most: whoever asks for a hint does not wait longer in vain."""
WORLDS = 256
"""What an exact answer counts as where numbers of worlds are asked for: reasons look at so many."""


def exactly(question: Question) -> Iterator[Appraisal] | None:
    """What every option comes to if all play on as well as they can; None where that cannot be
    gone through, or where a rule fails on the way."""
    options, aim = len(question.decision.options), question.aim
    try:
        found = option_values(
            question.game.interpreter, question.view, options, aim=aim, budget=STEPS
        )
    except (TooBig, PrivateCards, MatchError):
        return None
    appraiser, _ = appraiser_for(question)
    worths = tuple(map(_worth, found))
    unheeded = WORLDS if question.view.forgotten else 0
    spread_of_scores = spread(question, appraiser)
    return iter([Appraisal(Method.EXACT, worths, spread=spread_of_scores, unheeded=unheeded)])


def _worth(value: Value) -> Worth:
    sure = dict.fromkeys(Aim, 0.0)
    return Worth(value.scores, value.ranks, value.wins, value.quantiles, WORLDS, sure, sure)
