"""Whoever can answer a question is asked: the door of the room.

An answer comes as a stream that gets better; `advise` waits for as much of it as the budget allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from time import monotonic

from kibitz.advisor.advice import Advice
from kibitz.advisor.exact import exactly
from kibitz.advisor.judging import Appraisal, advice_of
from kibitz.advisor.question import Question
from kibitz.advisor.reasons import explained
from kibitz.advisor.simulating import appraiser_for, simulations

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
