"""Whoever can answer a question is asked: the door of the room.

An answer comes as a stream that gets better; `advise` waits for as much of it as the budget allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from time import monotonic

from kibitz.advisor.advice import Advice, Method, Question, Worth
from kibitz.advisor.judging import Appraisal, advice_of
from kibitz.advisor.later import in_the_match
from kibitz.advisor.reasons import explained
from kibitz.advisor.simulating import appraiser_for, simulations, spread, watched
from kibitz.engine import MatchError, Rng
from kibitz.solver import Aim, PrivateCards, TooBig, Value, drawn, mixed_play, option_values

STEPS, HINT_STEPS = 600_000, 120_000
"""What is gone through at most: whoever asks for a hint does not wait longer in vain."""
LATER, HINT_LATER = 128, 32
"""Worlds in which later rounds are played, where this one is counted out."""
_STREAMS = (1 << 30) - 1
WORLDS = 256
"""What an exact answer counts as where numbers of worlds are asked for: reasons look at so many."""


def exactly(question: Question, steps: int) -> Iterator[Appraisal] | None:
    """What every option comes to if all play on as well as they can: advice without doubt.

    Of several rounds that only add up, this one is gone through, all playing for its score. None
    where what is left is not small enough for so many steps, or where a rule fails.
    """
    options, until = len(question.decision.options), watched(question)
    aim = question.aim if until is None else Aim.SCORE
    try:
        found = option_values(
            question.game.interpreter, question.view, options, aim=aim, budget=steps, until=until
        )
    except (TooBig, PrivateCards, MatchError):
        return None
    if until is None:
        worths = tuple(map(_worth, found))
    else:
        worths = in_the_match(question, found, LATER if steps > HINT_STEPS else HINT_LATER)
    if not worths:
        return None
    appraiser, _ = appraiser_for(question)
    unheeded = WORLDS if question.view.is_forgetful else 0
    spread_of_scores = spread(question, appraiser)
    return iter([Appraisal(Method.EXACT, worths, spread=spread_of_scores, unheeded=unheeded)])


def mixed(question: Question, steps: int) -> Iterator[Appraisal] | None:
    """How often to take each option of a small game of two, so that nobody can win against it.

    None where it is no such game.
    """
    aim, view, options = question.aim, question.view, len(question.decision.options)
    play = mixed_play(question.program, aim)
    found = play and play.options_at(question.game.interpreter, aim, view, options)
    if not found:
        return None
    appraiser, _ = appraiser_for(question)
    shares = tuple(one.share for one in found)
    return iter(
        [
            Appraisal(
                Method.MIXED,
                tuple(_worth(one.value) for one in found),
                spread=spread(question, appraiser),
                shares=shares,
                drawn=drawn(shares, Rng(question.seed, stream=view.course & _STREAMS)),
            )
        ]
    )


def _worth(value: Value) -> Worth:
    sure = dict.fromkeys(Aim, 0.0)
    return Worth(value.scores, value.ranks, value.wins, value.quantiles, WORLDS, sure, sure)


Answering = Callable[[Question, int], Iterator[Appraisal] | None]
"""Somebody who appraises the options of a question, better and better; None for one that is not
for them, or that takes more steps to go through."""

ANSWERING: tuple[Answering, ...] = (mixed, exactly, lambda question, _: simulations(question))
"""Who is asked, one after the other, until one answers."""


HINT_SECONDS = 0.09
"""For whoever waits at a table."""
SECONDS = 0.8
_THINKING = 0.75
"""Of the time; the rest is for the reasons."""


def refinements(question: Question, steps: int = STEPS) -> Iterator[Advice]:
    """Advice that gets better, until it is clear: the first comes at once.

    Raises MatchError if a rule fails in a world that was tried.
    """
    answers = (answer(question, steps) for answer in ANSWERING)
    appraisals = next(found for found in answers if found is not None)
    return (advice_of(question, found) for found in appraisals)


def advise(
    question: Question,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    clock: Callable[[], float] = monotonic,
) -> Advice:
    """The first advice after so many simulations, or the best that can be had in the time.

    Raises MatchError.
    """
    *_, last = improving(question, simulations=simulations, seconds=seconds, clock=clock)
    return last


def improving(
    question: Question,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    clock: Callable[[], float] = monotonic,
) -> Iterator[Advice]:
    """Every advice on the way to what `advise` gives; the last one alone has its reasons.

    `clock`: whose seconds count; with those of the processor an answer is the one that a machine
    gives which has nothing else to do. Raises MatchError.
    """
    if simulations is None and seconds is None:
        seconds = SECONDS
    is_short = seconds is not None and seconds < SECONDS / 2
    answers = refinements(question, HINT_STEPS if is_short else STEPS)
    appraiser_for(question)  # What has to be compiled first is not counted.
    before = clock()
    end = inf if seconds is None else before + _THINKING * seconds
    for advice in answers:
        now = clock()
        # The next answer takes as long as all before it, or longer.
        is_late = 2 * now - before > end
        if is_late or (simulations is not None and advice.simulations >= simulations):
            break
        yield advice
        before = now
    yield explained(question, advice)
