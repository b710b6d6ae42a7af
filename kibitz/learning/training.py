"""Training by self-play: a net plays against itself, learns from it, and plays again.

Every thread has a student of its own. They all begin a round with the same weights, play and learn
for themselves, and the mean of what they have become begins the next round. So the same seed and
the same number of threads give the same net after the same number of matches.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic

import numpy as np
import numpy.typing as npt

from kibitz.engine import MatchError, Program, cancellation
from kibitz.engine.native import Lesson, Student, Weights, become_mean, learner, net_layout
from kibitz.learning.net import Net, TrainingPoint, as_kept, rules_of, wanted
from kibitz.learning.table import table_of
from kibitz.recycle import Goal

MOST_DECISIONS = 2_000
"""A match that goes on longer is stopped and scored as it stands."""
_ROUND_DECISIONS = 20_000
"""So many are made in a round, by each thread."""
_POINT_DECISIONS = 60_000
"""So many are made to see how strong a net is."""
_EXPLORE = (0.3, 0.01)
"""How often any option is tried, in the beginning and in the end."""
_RATE = (0.002, 0.00004)
_MIXED_EXPLORE, _MIXED_KEEP = (0.2, 0.01), 0.9
_MIXED_SLIP = (0.8, 0.25)
"""By how much options are liked more or less by chance where one wins what others lose: whoever
always does the same at poker is found out, and learns to beat only who always does the same."""
_POINTS = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75)
"""When a net is measured, as a share of the whole course; and at the end."""
_FIRST_LOOKS = 400
_FEWEST_LOOKS, _MOST_LOOKS, _LOOK_DECISIONS = 12, 200, 4_000
"""Matches, and the decisions of all of them, that tell whether a net is worse than chance."""
_BEYOND_DOUBT = 2.5
"""Standard errors."""
_SPREAD = 2.0
"""Scores are told in this many standard deviations."""
_DEALS, _UNIFORM = 991, 77
"""Seeds apart from those that are learnt from."""


@dataclass(frozen=True, slots=True)
class Course:
    """How a net is to be trained: so many minutes, or so many matches if that is said."""

    minutes: float = 2.0
    matches: int | None = None
    seed: int = 1
    threads: int | None = None
    """All cores, unless said."""
    by_score: bool = False
    """For score instead of place; who has no rivals always plays for score."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a training is, after a round."""

    share: float
    """Of the whole course."""
    seconds_left: float
    net: Net
    is_point: bool
    """The net was measured, and its curve has a new point."""


def train(program: Program, course: Course, start: Net | None = None) -> Iterator[Progress]:
    """Trains a net, and tells how far it is after every round; the last net is the result.

    It goes on from `start`, which was trained for the same rules: what that has behind it counts
    as a part of the course. Raises MatchError if matches fail.
    """
    school = _School(program, course, start)
    begun, before = monotonic(), school.net.seconds
    measured = _due(school.share)
    while school.share < 1:
        school.round()
        school.net = replace(school.net, seconds=before + monotonic() - begun)
        is_point = _due(school.share) > measured
        if is_point:
            measured = _due(school.share)
            school.measure()
        spent, share = school.net.seconds - before, school.share
        left = spent / max(share - school.first_share, 1e-9) * (1 - share)
        yield Progress(min(share, 1.0), max(left, 0.0), school.net, is_point)


def is_worse_than_chance(program: Program, net: Net) -> bool:
    """Whether a few matches put that beyond doubt: against players who take any option or, where
    nobody is a rival, beside them."""
    sign = 1 if program.goal is Goal.MAX else -1
    code, players, uniform = learner(program), program.players, [None] * program.players
    try:
        gains, made = list[float](), 0
        for number in range(_MOST_LOOKS):
            if made > _LOOK_DECISIONS and number >= _FEWEST_LOOKS:
                break
            seat, deal = number % players, range(number, number + 1)
            ours: list[Weights | None] = [net.weights] * players
            if program.has_rivals:
                ours = [net.weights if one == seat else None for one in range(players)]
            played = code.contest(ours, net.wants, _DEALS, deal, most_decisions=MOST_DECISIONS)
            scores, decisions = played[0, :-1].astype(np.float64), int(played[0, -1])
            if program.has_rivals:
                gain = scores[seat] - np.delete(scores, seat).mean()
            else:
                beside = code.contest(uniform, net.wants, _DEALS, deal)[0, :-1]
                gain, decisions = (scores - beside).mean(), 2 * decisions
            gains.append(sign * float(gain))
            made += decisions
    except MatchError:
        return False
    error = float(np.std(gains, ddof=1)) / len(gains) ** 0.5
    return bool(np.mean(gains) + _BEYOND_DOUBT * error < 0)


def measured(program: Program, course: Course, net: Net) -> Net:
    """The net with a new point at the end of its curve: how strong it is now."""
    school = _School(program, course, net)
    school.measure()
    return replace(school.net, way=net.way)


def _due(share: float) -> int:
    return sum(share >= point for point in (*_POINTS, 1.0))


class _School:
    """The students of one training, and the net they have come to."""

    def __init__(self, program: Program, course: Course, start: Net | None) -> None:
        self._program = program
        self._course = course
        self._learner = learner(program)
        self._threads = course.threads or os.cpu_count() or 1
        self._rows = self._learner.plan.rows
        self._by_score = course.by_score or not program.has_rivals
        self._sign = 1 if program.goal is Goal.MAX else -1
        uniform = self._scores([None] * program.players, _UNIFORM, range(_FIRST_LOOKS))
        self._length = max(1.0, float(uniform[:, -1].mean()))
        self.net = self._new(uniform) if start is None else replace(start, way=None)
        self._last_measured: Weights = self.net.weights
        self._students = [Student(self._rows, self.net.weights) for _ in range(self._threads)]
        self.first_share = self.share

    def _new(self, uniform: npt.NDArray[np.float64]) -> Net:
        scores = uniform[:, :-1] * self._sign
        return Net(
            weights=_first_weights(self._rows, self._course.seed),
            rules=rules_of(self._program, self._learner.plan),
            table=table_of(self._program),
            by_score=self._by_score,
            is_mixed=self._by_score and self._program.has_rivals and _is_shared_out(scores),
            seed=self._course.seed,
            threads=self._threads,
            matches=0,
            seconds=0.0,
            mean=float(scores.mean()),
            scale=float(scores.std() * _SPREAD) or 1.0,
        )

    @property
    def share(self) -> float:
        """Of the course that is behind the net."""
        if self._course.matches is not None:
            return self.net.matches / max(1, self._course.matches)
        return self.net.seconds / max(1e-9, 60 * self._course.minutes)

    def round(self) -> None:
        """Every student plays and learns; then all become their mean."""
        each = max(4, min(500, int(_ROUND_DECISIONS / self._length)))
        if self._course.matches is not None:
            left = self._course.matches - self.net.matches
            each = max(1, min(each, left // self._threads))
        share = min(self.share, 1.0)
        lesson = Lesson(
            seed=self._course.seed,
            first=self.net.matches,
            matches=each,
            wants=self.net.wants,
            explore=_between(_EXPLORE, share),
            rate=_between(_RATE, share),
            mean=self.net.mean,
            scale=self.net.scale,
            most_decisions=MOST_DECISIONS,
        )
        if self.net.is_mixed:
            lesson = replace(
                lesson,
                explore=_between(_MIXED_EXPLORE, share),
                slip=_between(_MIXED_SLIP, share),
                keep=_MIXED_KEEP,
            )
        lessons = [replace(lesson, first=lesson.first + n * each) for n in range(self._threads)]
        cancellation.together(
            [
                partial(self._learner.teach, student, own)
                for student, own in zip(self._students, lessons, strict=True)
            ]
        )
        if self._threads > 1:
            become_mean(self._students)
        matches = self.net.matches + each * self._threads
        weights = self._students[0].weights.copy()
        self.net = replace(self.net, weights=weights, matches=matches)

    # ------------------------------------------------------------------ how strong it is

    def measure(self) -> None:
        """Adds a point to the curve; the net is then as a file would keep it."""
        self.net = replace(self.net, weights=as_kept(self.net.weights))
        gain, margin = self._gain(None)
        progress, progress_margin = self._gain(self._last_measured)
        self._last_measured = self.net.weights
        point = TrainingPoint(
            round(self.net.seconds, 3),
            self.net.matches,
            *(round(value, 4) for value in (gain, margin, progress, progress_margin)),
        )
        self.net = replace(self.net, curve=(*self.net.curve, point))

    def _gain(self, others: Weights | None) -> tuple[float, float]:
        """The net's score less that of the others, over the same deals from every seat; where
        nobody is a rival, of the net in all seats less that of the others in all of them."""
        players = self._program.players
        deals = range(max(20, min(200, int(_POINT_DECISIONS / self._length / players))))
        if self._program.has_rivals:
            gains = [self._lead(seat, others, deals) for seat in range(players)]
            by_deal = np.mean(gains, axis=0) * self._sign
        else:
            sides = [[one] * players for one in (self.net.weights, others)]
            ours, theirs = (self._scores(side, _DEALS, deals)[:, :-1] for side in sides)
            by_deal = (ours - theirs).mean(axis=1) * self._sign
        error = float(by_deal.std(ddof=1) / np.sqrt(len(by_deal)))
        return float(by_deal.mean()), 1.96 * error

    def _lead(self, seat: int, others: Weights | None, deals: range) -> npt.NDArray[np.float64]:
        """By deal: what the net has in that seat less the mean of the others."""
        line_up = [self.net.weights if n == seat else others for n in range(self._program.players)]
        scores = self._scores(line_up, _DEALS, deals)[:, :-1]
        lead: npt.NDArray[np.float64] = scores[:, seat] - np.delete(scores, seat, axis=1).mean(
            axis=1
        )
        return lead

    def _scores(
        self, line_up: list[Weights | None], seed: int, deals: range
    ) -> npt.NDArray[np.float64]:
        wants = wanted(self._by_score)
        played = self._learner.contest(
            line_up, wants, seed, deals, most_decisions=MOST_DECISIONS, threads=self._threads
        )
        return played.astype(np.float64)


def _between(ends: tuple[float, float], share: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * share


def _is_shared_out(scores: npt.NDArray[np.float64]) -> bool:
    """Whether a match comes to the same for all seats together: what one wins, others lose."""
    return float(np.ptp(scores.sum(axis=1))) == 0


def _first_weights(rows: int, seed: int) -> Weights:
    """The upper layers by chance, every row empty: a net that knows nothing."""
    chance = np.random.default_rng(seed & (2**64 - 1))
    weights = np.zeros(net_layout.net_size(rows), np.float32)
    wide, narrow = net_layout.WIDE, net_layout.NARROW
    weights[net_layout.BIAS : net_layout.SECOND] = 0.1
    weights[net_layout.SECOND : net_layout.SECOND_BIAS] = chance.normal(
        0, (2 / wide) ** 0.5, wide * narrow
    )
    last = chance.normal(0, 0.3 * (2 / narrow) ** 0.5, net_layout.OUTPUTS * narrow)
    weights[net_layout.LAST : net_layout.LAST_BIAS] = last
    weights[net_layout.LAST_BIAS + net_layout.PLACE] = 0.5
    return weights
