"""Matches as the measures read them: who decided, among how many options, expecting what."""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.players import Estimate, Parts
from kibitz.recycle import Goal


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the chooser expected of one option; options it never tried have no outlook."""

    scores: tuple[float, ...]
    """Mean final score of every seat, in the game's own points."""
    ranks: tuple[float, ...]
    """Mean final rank of every seat, 1 is best."""

    @staticmethod
    def of(estimate: Estimate) -> Outlook | None:
        if estimate.visits == 0:
            return None
        return Outlook(
            tuple(round(score, DIGITS) for score in estimate.scores),
            tuple(round(rank, DIGITS) for rank in estimate.ranks),
        )


@dataclass(frozen=True, slots=True)
class RecordedDecision:
    """One decision point: the seat that chose, among how many options."""

    seat: int
    options: int
    chosen: int | None = None
    """None where it was not written down."""
    outlooks: tuple[Outlook | None, ...] = ()
    """By option; none at all for a player that does not look ahead."""
    stake: Stake | None = None
    """None also for a player whose thinking has no parts to be held against each other."""
    line: int | None = None
    """Of the program: where the choice is written. Known of random matches that are followed."""

    @property
    def is_recorded(self) -> bool:
        """Somebody looked ahead here, so that there is something to measure."""
        return any(outlook is not None for outlook in self.outlooks)


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A finished match; `number` counts from 0 within its sample."""

    number: int
    points: tuple[RecordedDecision, ...]
    scores: tuple[int, ...]
    capped: bool
    """Stopped before its end and scored as it stood."""

    def is_cut(self, most_decisions: int) -> bool:
        """Whether the time was up before it came to its end or the limit of decisions."""
        return self.capped and len(self.points) < most_decisions

    def to_json(self) -> str:
        return json.dumps(astuple(self), separators=(",", ":"))

    @staticmethod
    def from_json(text: str) -> PlayedMatch:
        """The match that `to_json` wrote."""
        number, points, scores, capped = json.loads(text)
        return PlayedMatch(number, tuple(map(_decision, points)), tuple(scores), capped)


def _decision(row: list[Any]) -> RecordedDecision:
    seat, options, chosen, looks, held, line = row
    outlooks = tuple(None if look is None else Outlook(*map(tuple, look)) for look in looks)
    stake = None
    if held is not None:
        scores, ranks, gap, rank_gap = held
        stake = Stake(tuple(scores), tuple(ranks), Gap(*gap), Gap(*rank_gap))
    return RecordedDecision(seat, options, chosen, outlooks, stake, line)


DIGITS = 6
"""Estimates are kept to so many digits after the point, in memory as on disk."""

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Gap:
    """Between the best and the worst option, for the chooser."""

    value: float
    error: float
    """Standard error, over the parts."""


@dataclass(frozen=True, slots=True)
class Stake:
    """What a decision is about."""

    scores: tuple[float, ...]
    """Expected final scores of every seat if the chooser takes what it thinks best."""
    ranks: tuple[float, ...]
    """The same for ranks, 1 is best."""
    gap: Gap
    """In points."""
    rank_gap: Gap
    """In ranks."""


def stake(parts: Parts, seat: int, goal: Goal) -> Stake | None:
    """What hangs on a decision of `seat`, without the luck of looking at many options.

    The best of several noisy means is too good, the worst too bad, so that their difference is
    above 0 even where all options are alike. Therefore every part of a player's thinking (a world,
    in which all options were tried) values the options that the other parts think best and worst.
    On average that is never more than what really hangs on the decision, and 0 where nothing does;
    it is less where options are so close that the parts cannot tell which is best. None if fewer
    than two parts tried what the others favour.
    """
    seats = parts.shape[2] // 2
    sign = 1 if goal is Goal.MAX else -1
    best, gaps = held_out(sign * parts[:, :, seat])
    _, rank_gaps = held_out(-parts[:, :, seats + seat])
    if best is None or len(gaps) < 2 or len(rank_gaps) < 2:
        return None
    means = np.nanmean(parts[np.arange(len(parts)), best], axis=0).round(DIGITS).tolist()
    return Stake(tuple(means[:seats]), tuple(means[seats:]), _gap(gaps), _gap(rank_gaps))


def held_out(worth: Numbers) -> tuple[npt.NDArray[np.int64] | None, Numbers]:
    """By part: the option that the others think best, and what it is worth more than the worst.

    `worth` is (part, option), nan where never tried. A part that did not try what the others
    favour says nothing about the difference.
    """
    tried = ~np.isnan(worth)
    known = np.where(tried, worth, 0.0)
    counts = tried.sum(axis=0) - tried
    if len(worth) < 2 or not counts.any(axis=1).all():
        return None, np.zeros(0)
    of_others = (known.sum(axis=0) - known) / np.maximum(1, counts)
    best = np.where(counts > 0, of_others, -np.inf).argmax(axis=1)
    worst = np.where(counts > 0, of_others, np.inf).argmin(axis=1)
    rows = np.arange(len(worth))
    gaps = worth[rows, best] - worth[rows, worst]
    return best, gaps[~np.isnan(gaps)]


def _gap(gaps: Numbers) -> Gap:
    error = float(gaps.std(ddof=1)) / sqrt(len(gaps))
    return Gap(round(float(gaps.mean()), DIGITS), round(error, DIGITS))
