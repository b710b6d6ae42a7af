"""Numbers made into advice: which option is best, what is as good, how bad the others are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from kibitz.advisor.advice import (
    FEWEST_WORLDS,
    Advice,
    Confidence,
    Grade,
    Method,
    OptionAdvice,
    Question,
    Worth,
)
from kibitz.players import student
from kibitz.recycle import Goal
from kibitz.solver import Aim

TWO_ERRORS = 2.0
"""A difference of fewer standard errors may be none."""
_DOUBT = 0.05
"""How often, at most, all options that look worse together hide a better one."""
_MANY = 1_000_000
"""Worlds after which an error is known as exactly as can be; after few, it may be larger."""
_CLEAR = 2.0
"""So many times the difference that may be none is a clear one."""
_SCORE_STEPS = (0.0075, 0.06, 0.15, 0.37)
"""What a good option, an inaccuracy, a mistake and a blunder lose at least, in units of how far
scores of the game lie apart: at golf, where that is 6.7 strokes, 0.05, 0.4, 1 and 2.5 strokes."""
_SHARE_STEPS = (0.02, 0.05, 0.1, 0.2)
"""The same of the win, or of the way from the last place to the first."""
_GRADES = (Grade.GOOD, Grade.GOOD, Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)
"""By how many of these steps are lost: what is known to be worse is never best."""


@dataclass(frozen=True, slots=True)
class Appraisal:
    """What a method found out about every option, in the order of the decision."""

    method: Method
    worths: tuple[Worth, ...]
    simulations: int = 0
    guide: str = ""
    """What whoever played on knows, in people's words; empty if nobody did."""
    spread: float = 0.0
    """How far scores of the game lie apart; 0 where nobody knows."""
    unheeded: int = 0
    """Worlds that do not heed what was chosen before, as none was found that does."""
    shares: tuple[float, ...] = ()
    """How often each is to be taken, where options are mixed."""
    drawn: int | None = None
    """Which of those that are mixed it is this time."""


def value(worth: Worth, seat: int, aim: Aim, goal: Goal) -> float:
    """What the option is worth to who wants that; more is better."""
    match aim:
        case Aim.WIN:
            return worth.wins[seat]
        case Aim.PLACE:
            return -worth.ranks[seat]
        case Aim.SCORE:
            return worth.scores[seat] if goal is Goal.MAX else -worth.scores[seat]


def aims_of(aim: Aim) -> tuple[Aim, ...]:
    """What is wanted, and what is rather had more of, too, where that is the same."""
    return (aim, *(other for other in (Aim.WIN, Aim.PLACE, Aim.SCORE) if other is not aim))


def order(question: Question, worths: Sequence[Worth], aim: Aim) -> list[int]:
    """The options from best to worst; among equals, the first comes first."""
    seat, goal = question.view.seat, question.program.goal
    values = [tuple(value(worth, seat, one, goal) for one in aims_of(aim)) for worth in worths]
    return sorted(range(len(worths)), key=lambda index: values[index], reverse=True)


def advice_of(question: Question, found: Appraisal) -> Advice:
    """The advice that follows from the numbers, without reasons."""
    ranking = order(question, found.worths, question.aim)
    if found.drawn is not None:  # it is worth the same as the others that are mixed
        ranking.remove(found.drawn)
        ranking.insert(0, found.drawn)
    best = ranking[0]
    close = tuple(
        n for n in ranking if _is_close(question, found, best, n, patience(len(found.worths)))
    )
    return Advice(
        game=question.game.name,
        seat=question.view.seat,
        aim=question.aim,
        method=found.method,
        guide=found.guide,
        seed=question.seed,
        worlds=found.worths[best].worlds,
        simulations=found.simulations,
        unheeded=found.unheeded,
        options=tuple(_option(question, found, best, n, n in close) for n in ranking),
        close=close,
        confidence=_confidence(question, found, ranking),
        goal=question.program.goal,
        has_rivals=question.program.has_rivals,
        unseen=question.unseen,
    )


def patience(options: int) -> float:
    """How many standard errors one of so many options must be behind the best one, so that all of
    them together seldom hide a better one."""
    return max(TWO_ERRORS, NormalDist().inv_cdf(1 - _DOUBT / 2 / max(1, options - 1)))


def gap(question: Question, found: Appraisal, best: int, option: int) -> float:
    """How much less the option is worth than the best one."""
    seat, goal, aim = question.view.seat, question.program.goal, question.aim
    ours, theirs = (value(found.worths[n], seat, aim, goal) for n in (best, option))
    return ours - theirs


def _is_close(question: Question, found: Appraisal, best: int, option: int, errors: float) -> bool:
    worth = found.worths[option]
    few = student(worth.worlds - 1) / student(_MANY) if worth.worlds > 1 else 1.0
    error = few * worth.gap_errors[question.aim]
    behind = gap(question, found, best, option)
    return option == best or behind <= 1e-9 or behind < errors * error


def _confidence(question: Question, found: Appraisal, ranking: Sequence[int]) -> Confidence:
    best, others = ranking[0], ranking[1:]
    enough = patience(len(found.worths))
    if any(_is_close(question, found, best, other, enough) for other in others):
        return Confidence.TOSS_UP
    if any(_is_close(question, found, best, other, _CLEAR * enough) for other in others):
        return Confidence.LIKELY
    return Confidence.CLEAR


def _option(
    question: Question, found: Appraisal, best: int, index: int, is_close: bool
) -> OptionAdvice:
    seat, worth, first = question.view.seat, found.worths[index], found.worths[best]
    goal = question.program.goal
    lost = [value(first, seat, a, goal) - value(worth, seat, a, goal) for a in Aim]
    losses = dict(zip(Aim, lost, strict=True))
    return OptionAdvice(
        index=index,
        key=question.decision.options[index].key,
        label=question.labels[index],
        grade=_close_grade(found.method, question.aim, worth, first, losses)
        if is_close
        else _grade(question, losses, found.spread),
        score=worth.scores[seat],
        rank=worth.ranks[seat],
        win=worth.wins[seat],
        score_delta=worth.scores[seat] - first.scores[seat],
        rank_delta=worth.ranks[seat] - first.ranks[seat],
        win_delta=worth.wins[seat] - first.wins[seat],
        worth=worth,
        share=found.shares[index] if found.shares else None,
    )


def _close_grade(
    method: Method, aim: Aim, worth: Worth, best: Worth, losses: dict[Aim, float]
) -> Grade:
    """The best one is best, and so is what is worth exactly the same: what is wanted of it, where
    that is known, or all that came of it in every world."""
    aims = list(Aim) if method is Method.SIMULATED else [aim]
    is_same = all(
        abs(losses[one]) < 1e-9 and abs(worth.gap_errors[one] - best.gap_errors[one]) < 1e-9
        for one in aims
    )
    is_sure = is_same and worth.worlds >= FEWEST_WORLDS
    return Grade.BEST if worth is best or is_sure else Grade.CLOSE


def _grade(question: Question, losses: dict[Aim, float], spread: float) -> Grade:
    """By what is lost of what the seat wants; who wants a place counts the score, too, and the
    worse of the two is said."""
    by_score = _step(losses[Aim.SCORE] / spread, _SCORE_STEPS) if spread else 0
    match question.aim:
        case Aim.WIN:
            steps = _step(losses[Aim.WIN], _SHARE_STEPS)
        case Aim.SCORE:
            steps = by_score
        case Aim.PLACE:
            way = max(1, question.view.players - 1)
            steps = max(by_score, _step(losses[Aim.PLACE] / way, _SHARE_STEPS))
    return _GRADES[steps]


def _step(loss: float, steps: Sequence[float]) -> int:
    return sum(loss >= step for step in steps)
