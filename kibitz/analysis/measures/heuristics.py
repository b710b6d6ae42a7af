"""Single numbers for the character of a game.

Two families: those of CardStock's scorer, and those of its notebooks. Both rest on three samples:
all seats random, all seats thinking, and a thinker in seat 1 among random players.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from statistics import fmean

import numpy as np

from kibitz.analysis.measures.lead import own_leads
from kibitz.analysis.measures.statistics import pooled, scaled
from kibitz.analysis.records import PlayedMatch
from kibitz.engine import Outcome
from kibitz.players import Mean, mean_of
from kibitz.recycle import Goal

SCORER_THRESHOLD = 0.5
DECIDED = 0.8


@dataclass(frozen=True, slots=True)
class ExpectationCourse:
    """A match between thinkers, reduced to what seats expected for themselves."""

    leads: tuple[tuple[float, ...], ...]
    """By seat: its expectations at its own decisions, 0 last to 1 first."""
    winner: int

    @property
    def of_winner(self) -> tuple[float, ...]:
        return self.leads[self.winner]


def course(match: PlayedMatch, goal: Goal) -> ExpectationCourse:
    seats = range(len(match.scores))
    leads = tuple(tuple(own_leads(match, seat, goal)) for seat in seats)
    return ExpectationCourse(leads, Outcome(match.scores, goal).order[0])


def fairness(share: Mean, players: int) -> Mean | None:
    """1 if the first seat wins as often as it should, less if more or less often."""
    if players == 1:
        return None
    fair = 1 / players
    if share.value <= fair:
        return scaled(share, 1 / fair)
    return scaled(share, -1 / (1 - fair), 1 / (1 - fair))


def pooled_drama(courses: Sequence[ExpectationCourse]) -> Mean | None:
    """Over all decisions of winners who were behind: how far. None if no winner ever was."""
    return pooled(
        [
            [sqrt(SCORER_THRESHOLD - lead) for lead in one.of_winner if lead < SCORER_THRESHOLD]
            for one in courses
        ]
    )


def decisiveness(courses: Sequence[ExpectationCourse]) -> Mean | None:
    return _over_matches([1 - _undecided(one.of_winner) for one in courses if one.of_winner])


def _over_matches(values: Sequence[float]) -> Mean | None:
    return mean_of(values) if values else None


def _undecided(leads: Sequence[float]) -> float:
    """(L − m) / L, where m is the first decision at which the winner was all but sure."""
    length = len(leads)
    first = next((n for n, lead in enumerate(leads) if lead > DECIDED), length - 1)
    return (length - first) / length


def coolness(courses: Sequence[ExpectationCourse]) -> Mean | None:
    return pooled(
        [
            [float(after >= before) for leads in one.leads for before, after in pairwise(leads)]
            for one in courses
        ]
    )


def convergence(matches: Sequence[PlayedMatch]) -> Mean:
    return mean_of([0.5 - _slope([p.options for p in match.points]) / 2 for match in matches])


def _slope(options: Sequence[int]) -> float:
    """Least squares, options against move number; 0 where there are fewer than two."""
    if len(options) < 2:
        return 0.0
    moves = np.arange(1, len(options) + 1, dtype=float)
    deviation = moves - moves.mean()
    return float((deviation * np.asarray(options, dtype=float)).sum() / (deviation**2).sum())


def threshold(players: int) -> float:
    """Below it a seat is not on its way to win: half-way between first and second place."""
    return 0.5 if players < 2 else (1 + (players - 2) / (players - 1)) / 2


def drama(courses: Sequence[ExpectationCourse], players: int) -> Mean | None:
    limit = threshold(players)
    by_match = []
    for one in courses:
        below = [sqrt(limit - lead) for lead in one.of_winner if lead < limit]
        if one.of_winner:
            by_match.append(fmean(below) if below else 0.0)
    return _over_matches(by_match)


def security(courses: Sequence[ExpectationCourse], players: int) -> Mean | None:
    limit = threshold(players)
    return _over_matches(
        [1 - fmean(lead < limit for lead in one.of_winner) for one in courses if one.of_winner]
    )


def order(share_of_thinker: Mean, players: int) -> Mean | None:
    """None where there is nobody to win against."""
    if players == 1:
        return None
    even = 1 / players
    return scaled(share_of_thinker, 1 / (1 - even), -even / (1 - even))
