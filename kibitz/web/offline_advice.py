"""Advice in a page: every option in the same worlds, which the module deals and plays to the end.

What is best, how sure that is, and the words are those of a server; there are no reasons, and
nothing is counted out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf, sqrt
from statistics import fmean, stdev
from time import monotonic
from typing import Any

from kibitz.advisor.advice import Method, Question, Worth
from kibitz.advisor.judging import Appraisal, advice_of, order
from kibitz.engine.native.search.module_search import ModuleSearcher, ModuleTrials
from kibitz.recycle import BadArgument, Goal
from kibitz.solver import Aim
from kibitz.web.advice_words import advice_now
from kibitz.web.live_match import LiveMatch
from kibitz.web.messages import AdviceNow
from kibitz.web.refusal import Reason, Refused

SECONDS = 0.7
FIRST_WORLDS, MOST_WORLDS = 16, 1_024
_MEASURES = (Aim.SCORE, Aim.PLACE, Aim.WIN)
_QUANTILES = (0.05, 0.5, 0.95)

Comings = Sequence[tuple[float, ...]]
"""What came of an option in a world: by measure, of every seat."""


def advised(
    live: LiveMatch,
    searcher: ModuleSearcher,
    told: Mapping[str, Any],
    aim: str,
    clock: Callable[[], float] = monotonic,
) -> AdviceNow:
    """What whoever is to choose should do. Raises Refused for an aim that there is not."""
    decision = live.match.decision
    try:
        view = live.match.view(decision.seat)
        question = Question.of(live.game, view, decision, aim or None)
    except BadArgument:
        raise Refused(Reason.NOT_UNDERSTOOD) from None
    options, goal = len(decision.options), question.program.goal
    trials = ModuleTrials(searcher, view, options, question.seed)
    worlds: list[list[Comings]] = []
    tried, until = 0, clock() + SECONDS
    while tried < MOST_WORLDS and (not tried or clock() < until):
        more = range(tried, 2 * tried or FIRST_WORLDS)
        found = trials.tried(more)
        worlds += [[_comings(scores, goal) for scores in world] for world in found]
        tried = more.stop
    advice = advice_of(question, _appraisal(question, worlds, options, told))
    at = live.kept.number, live.version
    return advice_now(advice, live.story.named, at, is_last=True, with_numbers=True)


def _comings(scores: Sequence[int], goal: Goal) -> Comings:
    better = [-score if goal is Goal.MAX else score for score in scores]
    ahead = [sum(other < own for other in better) for own in better]
    level = [better.count(own) for own in better]
    ranks = [less + (same + 1) / 2 for less, same in zip(ahead, level, strict=True)]
    wins = [0.0 if less else 1 / same for less, same in zip(ahead, level, strict=True)]
    return tuple(map(float, scores)), tuple(ranks), tuple(wins)


def _appraisal(
    question: Question, worlds: Sequence[Sequence[Comings]], options: int, told: Mapping[str, Any]
) -> Appraisal:
    if not worlds:
        return Appraisal(Method.HEURISTIC, (_unknown(question.view.players),) * options)
    seat = question.view.seat
    by_option = [[world[option] for world in worlds] for option in range(options)]
    worths = [_worth(own, own, seat) for own in by_option]
    best = order(question, worths, question.aim)[0]
    worths = [_worth(own, by_option[best], seat) for own in by_option]
    unheeded = len(worlds) if question.view.is_forgetful else 0
    found = len(worlds) * options, told["guide"], told["spread"], unheeded
    return Appraisal(Method.SIMULATED, tuple(worths), *found)


def _worth(own: Sequence[Comings], best: Sequence[Comings], seat: int) -> Worth:
    """What came of an option, beside the best one in the same worlds."""
    means = [
        tuple(fmean(world[measure][one] for world in own) for one in range(len(own[0][0])))
        for measure in range(len(_MEASURES))
    ]
    mine = [[world[measure][seat] for world in own] for measure in range(len(_MEASURES))]
    other = [[world[measure][seat] for world in best] for measure in range(len(_MEASURES))]
    both = [zip(*one, strict=True) for one in zip(mine, other, strict=True)]
    apart = [[here - there for here, there in pairs] for pairs in both]
    scores = sorted(mine[0])
    low, middle, high = (scores[int(part * (len(scores) - 1))] for part in _QUANTILES)
    return Worth(
        scores=means[0],
        ranks=means[1],
        wins=means[2],
        quantiles=(low, middle, high),
        worlds=len(own),
        errors=dict(zip(_MEASURES, map(_error, mine), strict=True)),
        gap_errors=dict(zip(_MEASURES, map(_error, apart), strict=True)),
    )


def _error(values: Sequence[float]) -> float:
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else inf


def _unknown(players: int) -> Worth:
    """Where no world offers what the decision does: everybody may win."""
    nothing = dict.fromkeys(Aim, inf)
    ranks, wins = ((1 + players) / 2,) * players, (1 / players,) * players
    return Worth((0.0,) * players, ranks, wins, (-inf, 0.0, inf), 0, nothing, nothing)
