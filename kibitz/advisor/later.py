"""A round that was counted out, as a part of its match: what the later rounds bring is added to it.

For the score that is a number. Who wants to win or a place is told by a curve: how often every
score of this round is enough, beside what the others come to where whoever knows the game plays on.
What an option does to the others in this round is known exactly, too, and moves them on the curve.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, isclose, sqrt

import numpy as np

from kibitz.advisor.advice import Question, Worth
from kibitz.advisor.simulating import OptionTrial, Reals, measured
from kibitz.recycle import Goal
from kibitz.solver import Aim, Value

_SMOOTH, _NARROW = 0.5, 0.5
"""How far worlds lend each other what they tell: this part of how far results lie apart, with few
worlds; and in points at least."""
_MEASURES = (Aim.SCORE, Aim.PLACE, Aim.WIN)


def in_the_match(question: Question, found: Sequence[Value], worlds: int) -> tuple[Worth, ...]:
    """What options come to whose round is known exactly, the later ones played in so many worlds;
    nothing where no world can be told of."""
    hand, later = OptionTrial(question).rounds(worlds)
    if len(later) < 2 or not all(_is_told(value, question.view.seat) for value in found):
        return ()
    seat, totals = question.view.seat, hand + later
    usual = np.array(found[0].scores)
    rows = [_by_world(question, value, usual, totals, later) for value in found]
    sign = -1 if question.program.goal is Goal.MIN else 1
    wanted, more = _MEASURES.index(question.aim), (sign, -1, 1)
    best = max(rows, key=lambda row: more[wanted] * float(row[:, wanted, seat].mean()))
    return tuple(
        _worth(value, row, best, later[:, seat], seat)
        for value, row in zip(found, rows, strict=True)
    )


def _is_told(value: Value, seat: int) -> bool:
    """Whether all scores of the seat are among those that are told one by one."""
    mean = sum(score * likely for score, likely in value.own)
    return isclose(mean, value.scores[seat], abs_tol=1e-6)


def _by_world(question: Question, value: Value, usual: Reals, totals: Reals, later: Reals) -> Reals:
    """(world, measure, seat): the mean over what the seat may score in this round.

    Others score as behind the first option, which is `usual`, and more by what is known of the
    difference.
    """
    rows = measured(totals, question.program.goal)
    rows[:, 0] = np.array(value.scores) + later
    if question.view.players > 1:
        _place(question, value, totals + (np.array(value.scores) - usual), later, rows)
    return rows


def _place(question: Question, value: Value, moved: Reals, later: Reals, rows: Reals) -> None:
    """Ranks and wins. The curve of the seat is smooth, so that a better score is never worse on
    it."""
    seat = question.view.seat
    sign = 1 if question.program.goal is Goal.MIN else -1
    rivals = np.delete(sign * moved, seat, axis=1)
    mine = sign * later[:, seat]
    width = max(_NARROW, _SMOOTH * float((rivals.min(axis=1) - mine).std()) * len(mine) ** -0.2)
    rank, win = np.ones(len(mine)), np.zeros(len(mine))
    for score, likely in value.own:
        ahead = (rivals - (mine + sign * score)[:, None]) / width
        rank += likely * _below(-ahead).sum(axis=1)
        win += likely * _below(ahead.min(axis=1))
    others = np.arange(question.view.players) != seat
    rows[:, 1, others] -= ((rank - rows[:, 1, seat]) / max(1, others.sum()))[:, None]
    won = rows[:, 2, others].sum(axis=1)
    even = np.full((len(mine), int(others.sum())), 1 / max(1, int(others.sum())))
    shares = np.where(won[:, None] > 0, rows[:, 2, others] / np.maximum(won, 1e-12)[:, None], even)
    rows[:, 2, others] = shares * (1 - win)[:, None]
    rows[:, 1, seat], rows[:, 2, seat] = rank, win


def _below(deviations: Reals) -> Reals:
    """How likely a normal deviate is less."""
    found: Reals = 0.5 * (1 + np.vectorize(erf)(deviations / sqrt(2)))
    return found


def _worth(value: Value, rows: Reals, best: Reals, later: Reals, seat: int) -> Worth:
    means, count = rows.mean(axis=0), len(rows)
    errors = rows[:, :, seat].std(axis=0, ddof=1) / count**0.5
    gaps = (rows - best)[:, :, seat].std(axis=0, ddof=1) / count**0.5
    gaps[0] = 0.0
    scores, shares = (np.array(column) for column in zip(*value.own, strict=True))
    totals = np.add.outer(scores, later).ravel()
    order, weights = np.argsort(totals), np.repeat(shares / count, count)
    passed = np.cumsum(weights[order])
    places = np.searchsorted(passed, (0.05, 0.5, 0.95)).clip(max=len(totals) - 1)
    low, middle, high = totals[order][places].tolist()
    return Worth(
        scores=tuple(means[0].tolist()),
        ranks=tuple(means[1].tolist()),
        wins=tuple(means[2].tolist()),
        quantiles=(low, middle, high),
        worlds=count,
        errors=dict(zip(_MEASURES, errors.tolist(), strict=True)),
        gap_errors=dict(zip(_MEASURES, gaps.tolist(), strict=True)),
    )
