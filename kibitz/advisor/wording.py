"""Advice in words. Every number that is said is a number of the advice, rounded."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.advisor.advice import Advice, Confidence, Grade, Method, OptionAdvice
from kibitz.solver import Aim
from kibitz.words import decimal, percent

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
