"""Whoever can answer a question is asked: the door of the room.

An answer comes as a stream that gets better; `advise` waits for as much of it as the budget allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from time import monotonic

from kibitz.advisor.advice import Advice, Method, Worth
from kibitz.advisor.judging import Appraisal, advice_of
from kibitz.advisor.question import Question
from kibitz.advisor.reasons import explained
from kibitz.advisor.simulating import appraiser_for, simulations, spread
from kibitz.engine import MatchError
from kibitz.solver import Aim, PrivateCards, TooBig, Value, option_values

STEPS = 120_000
"""What is gone through at most: whoever asks for a hint does not wait longer in vain."""
WORLDS = 256
"""What an exact answer counts as where numbers of worlds are asked for: reasons look at so many."""


def exactly(question: Question) -> Iterator[Appraisal] | None:
    """What every option comes to if all play on as well as they can: advice without doubt.

    None where what is left is not small enough to be gone through, or where a rule fails.
    """
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


Answering = Callable[[Question], Iterator[Appraisal] | None]
"""Somebody who appraises the options of a question, better and better; None for one that is not
for them."""

ANSWERING: tuple[Answering, ...] = (exactly, simulations)
"""Who is asked, one after the other, until one answers."""


HINT_SECONDS = 0.09
"""For whoever waits at a table."""
SECONDS = 0.8
_THINKING = 0.75
"""Of the time; the rest is for the reasons."""


def refinements(question: Question) -> Iterator[Advice]:
    """Advice that gets better, until it is clear: the first comes at once.

    Raises MatchError if a rule fails in a world that was tried.
    """
    answers = (answer(question) for answer in ANSWERING)
    appraisals = next(found for found in answers if found is not None)
    return (advice_of(question, found) for found in appraisals)


def advise(
    question: Question, *, simulations: int | None = None, seconds: float | None = None
) -> Advice:
    """The first advice after so many simulations, or the best that can be had in the time.

    Raises MatchError.
    """
    *_, last = improving(question, simulations=simulations, seconds=seconds)
    return last


def improving(
    question: Question, *, simulations: int | None = None, seconds: float | None = None
) -> Iterator[Advice]:
    """Every advice on the way to what `advise` gives; the last one alone has its reasons.

    Raises MatchError.
    """
    if simulations is None and seconds is None:
        seconds = SECONDS
    answers = refinements(question)
    appraiser_for(question)  # What has to be compiled first is not counted.
    before = monotonic()
    end = inf if seconds is None else before + _THINKING * seconds
    for advice in answers:
        now = monotonic()
        # The next answer takes as long as all before it, or longer.
        is_late = 2 * now - before > end
        if is_late or (simulations is not None and advice.simulations >= simulations):
            break
        yield advice
        before = now
    yield explained(question, advice)
