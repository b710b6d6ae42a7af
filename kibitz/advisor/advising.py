"""Whoever can answer a question is asked, and the answer put into words: the door of the room.

An answer comes as a stream that gets better; `advise` waits for as much of it as the budget allows.
Every number that is said is a number of the advice, rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from time import monotonic

from kibitz.advisor.advice import Advice, Confidence, Grade, Method, OptionAdvice, Question, Worth
from kibitz.advisor.judging import Appraisal, advice_of
from kibitz.advisor.later import in_the_match
from kibitz.advisor.reasons import explained
from kibitz.advisor.simulating import appraiser_for, simulations, spread, watched
from kibitz.engine import MatchError, Rng
from kibitz.solver import Aim, PrivateCards, TooBig, Value, drawn, mixed_play, option_values
from kibitz.words import decimal, percent

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


_NAMED = 3
"""More options than this that are as good as the best one are counted."""
_SHOWN = 20
"""More options than this are counted, too, the worst ones."""
_ERRORS = 2.0
"""What is told of an error: so many standard errors."""
_HEAD = ("", "", "how often", "score", "behind", "win", "rank", "5 to 95 %")
_OF_MIXED = "how often"
_OF_RIVALS = ("win", "rank")


def nudge(advice: Advice) -> str:
    """What to do, in one line."""
    if len(advice.options) == 1:
        return f"there is only one thing to do: {advice.best.label}"
    if advice.method is Method.HEURISTIC:
        return "nothing can be foretold here"
    if advice.method is Method.MIXED:
        return _mix(advice)
    if advice.is_early:
        return f"too little time to tell; perhaps {advice.best.label}"
    match advice.confidence:
        case Confidence.CLEAR:
            return f"{advice.best.label}, clearly"
        case Confidence.LIKELY:
            return f"{advice.best.label}, most likely"
        case Confidence.TOSS_UP:
            return _toss_up(advice)


def _mix(advice: Advice) -> str:
    """`bet 33 %, check 67 % of the time; this time check`."""
    taken = [option for option in advice.options if option.share]
    if len(taken) == 1:
        return f"{advice.best.label}, always"
    often = sorted(taken, key=lambda option: -(option.share or 0))
    told = ", ".join(f"{option.label} {percent(option.share or 0)}" for option in often)
    return f"{told} of the time; this time {advice.best.label}"


def _toss_up(advice: Advice) -> str:
    close = [advice.option(index).label for index in advice.close]
    if len(close) == len(advice.options):
        return f"it makes little difference; perhaps {close[0]}"
    if len(close) > _NAMED:
        return f"{close[0]}, or one of {len(close) - 1} others that are about as good"
    return f"{' or '.join(close)}: one is about as good as the other"


def numbers(advice: Advice) -> list[str]:
    """Every option with what it comes to, the reasons, and where the numbers come from."""
    rows = [head(advice), *(cells(advice, option) for option in advice.options[:_SHOWN])]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    table = ["  ".join(_aligned(row, widths)).rstrip() for row in rows]
    more = len(advice.options) - _SHOWN
    if more > 0:
        table.append(f"… and {more} more that are no better")
    reasons = [f"why: {reason.text}" for reason in advice.reasons]
    return [origin(advice), "", *table, "", nudge(advice), *reasons]


def _aligned(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    texts = [cell.ljust(width) for cell, width in zip(row[:2], widths[:2], strict=True)]
    figures = [cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]
    return texts + figures


def head(advice: Advice) -> tuple[str, ...]:
    """What is told of every option: no win and no rank where nobody is a rival."""
    left_out = () if advice.has_rivals else _OF_RIVALS
    if advice.method is not Method.MIXED:
        left_out = (*left_out, _OF_MIXED)
    return tuple(word for word in _HEAD if word not in left_out)


def cells(advice: Advice, option: OptionAdvice) -> tuple[str, ...]:
    """What is told of one option, as the head says."""
    low, _, high = option.worth.quantiles
    is_known = advice.method is not Method.HEURISTIC
    figures = (
        *(() if option.share is None else (percent(option.share),)),
        decimal(option.score),
        _behind(advice, option),
        *((percent(option.win), decimal(option.rank)) if advice.has_rivals else ()),
        f"{low:.0f} to {high:.0f}".replace("-", "−") if is_known else "",
    )
    return option.label, option.grade.value, *(figures if is_known else ("",) * len(figures))


def _behind(advice: Advice, option: OptionAdvice) -> str:
    """What it is behind the best one in what is wanted, and within what that is known."""
    if option is advice.best:
        return ""
    if advice.is_early:
        return "?"
    error = _ERRORS * option.worth.gap_errors[advice.aim]
    match advice.aim:
        case Aim.WIN:
            return f"{percent(-option.win_delta)} ± {percent(error)}"
        case Aim.SCORE | Aim.PLACE:
            error = _ERRORS * option.worth.gap_errors[Aim.SCORE]
            return f"{decimal(abs(option.score_delta))} ± {decimal(error)}"


def origin(advice: Advice) -> str:
    """Where the numbers come from."""
    match advice.method:
        case Method.EXACT if any(advice.best.worth.errors.values()):
            return "counted out to the end of the round: every deal that can be"
        case Method.EXACT:
            return "counted out: every deal that can be"
        case Method.MIXED:
            return "worked out: whoever plays so cannot be beaten, whatever the other does"
        case Method.HEURISTIC:
            return "no deal that can be offers these options: nothing could be tried"
        case Method.SIMULATED:
            tried = f"tried in {advice.worlds} deals that can be{_unheeded(advice)}"
            return f"kibitz {advice.guide}; {tried}"


def _unheeded(advice: Advice) -> str:
    """What has to be known of the deals where choices told more than could be made use of."""
    if not advice.unheeded:
        return ""
    which = "which do" if advice.unheeded == advice.worlds else f"{advice.unheeded} of which do"
    return f", {which} not heed what the others chose"


def doubt(advice: Advice, option: int, threshold: Grade = Grade.MISTAKE) -> str:
    """What is wrong with the option, if it is that bad; else nothing."""
    grades, chosen = list(Grade), advice.option(option)
    if grades.index(chosen.grade) < grades.index(threshold):
        return ""
    article = "an" if chosen.grade is Grade.INACCURACY else "a"
    match advice.aim:
        case Aim.WIN:
            lost = f"it wins {percent(chosen.win)} instead of {percent(advice.best.win)}"
        case Aim.SCORE | Aim.PLACE:
            lost = f"it scores {decimal(chosen.score)} instead of {decimal(advice.best.score)}"
    return f"that looks like {article} {chosen.grade.value}: {lost} with {advice.best.label}"
