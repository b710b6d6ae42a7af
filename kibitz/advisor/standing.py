"""What a score is worth when a deal is over, in a match whose deals are linked.

The next deal knows nothing of this one but the numbers that it has left behind. So options are
played to the end of this deal in many worlds, and to the end of the match in few: those tell how
scores, ranks and wins at the end follow from how the seats stand after a deal, along a straight
line, which is the same for all options. The luck of later deals is then no longer in the way.

Where options differ in the end by more than chance allows and the line does not say so, numbers
beside the score matter; then what the options are off the line is added.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]

_SURE = 3.1
"""Of a normal deviate: one in a thousand is more."""
_MEASURES = 3
"""Scores, ranks, wins."""
_RIDGE = 1e-6


@dataclass(slots=True)
class DealTrial:
    """What came of one option: after the deal in the first worlds, at the end in fewer of them."""

    seats: int
    after: Reals = field(init=False)
    """(world, seat): scores after the deal, nan in worlds that cannot be told of."""
    is_over: npt.NDArray[np.bool_] = field(init=False)
    """By world: whether that was the end of the match."""
    ends: Reals = field(init=False)
    """(world, measure, seat): at the end of the match."""

    def __post_init__(self) -> None:
        self.after = np.zeros((0, self.seats))
        self.is_over = np.zeros(0, bool)
        self.ends = np.zeros((0, _MEASURES, self.seats))

    def is_same(self, other: DealTrial) -> bool:
        """Whether all came to the same, in the worlds in which both were tried."""
        common, wholes = (
            min(len(mine), len(theirs))
            for mine, theirs in ((self.after, other.after), (self.ends, other.ends))
        )
        return np.array_equal(
            self.after[:common], other.after[:common], equal_nan=True
        ) and np.array_equal(self.ends[:wholes], other.ends[:wholes], equal_nan=True)

    def whole(self) -> tuple[Reals, Reals, npt.NDArray[np.intp]]:
        """Scores after the deal and the end of the match where it went on, and in which worlds."""
        count = len(self.ends)
        fits = ~np.isnan(self.after[:count]).any(axis=1) & ~np.isnan(self.ends).any(axis=(1, 2))
        worlds = np.flatnonzero(fits & ~self.is_over[:count])
        return self.after[worlds], self.ends[worlds], worlds


@dataclass(frozen=True, slots=True)
class Line:
    """How the end of a match follows from the scores after a deal."""

    centre: Reals
    weights: Reals
    """(measure, seat, number): of `_facts`."""
    doubt: Reals
    """(measure, number, number): how far the weights of the asking seat may be off."""
    off: Reals
    """(option, measure, seat): what is added where the line does not say enough."""
    off_errors: Reals
    """(option, measure): standard errors of that for the asking seat."""
    level_errors: Reals
    """By measure: how exactly the level of the line is known for the asking seat."""

    def rows(self, option: int, trial: DealTrial, ended: Reals) -> Reals:
        """(world, measure, seat) of every world; `ended`: the same if it were the end."""
        found: Reals = np.einsum("wsn,msn->wms", _facts(trial.after - self.centre), self.weights)
        found += self.off[option]
        found[:, 1:] = _possible(found[:, 1:])
        found[trial.is_over] = ended[trial.is_over]
        return found

    def error(self, measure: int, one: Reals, other: Reals, seat: int) -> float:
        """How far off what one has more than the other may be, as the line is not known better;
        both (world, seat), scores after the deal."""
        gap = np.nanmean(_facts(one)[:, seat], axis=0) - np.nanmean(_facts(other)[:, seat], axis=0)
        square = float(gap @ self.doubt[measure] @ gap)
        return float(max(0.0, square) ** 0.5)


def line(trials: Sequence[DealTrial], seat: int) -> Line | None:
    """Through all matches that were played to their end; None where too few were."""
    wholes = [trial.whole() for trial in trials]
    after, ends = (np.concatenate([whole[n] for whole in wholes]) for n in (0, 1))
    worlds = np.concatenate([whole[2] for whole in wholes])
    numbers = 1 + after.shape[1] if after.size else 0
    if len(set(worlds.tolist())) < 8 or len(after) < 4 * numbers:
        return None
    centre = np.array(after.mean(axis=0), np.float64)
    facts = _facts(after - centre)
    seats = range(after.shape[1])
    weights = np.zeros((_MEASURES, len(seats), facts.shape[2]))
    for one in seats:
        weights[:, one] = _fitted(facts[:, one], ends[:, :, one])
    errors = ends - np.einsum("wsn,msn->wms", facts, weights)
    off, off_errors = _off(errors, [len(whole[0]) for whole in wholes], seat)
    doubt = np.stack([_doubt(facts[:, seat], errors[:, m, seat], worlds) for m in range(_MEASURES)])
    return Line(centre, weights, doubt, off, off_errors, np.sqrt(doubt[:, 0, 0]))


def _facts(scores: Reals) -> Reals:
    """(world, seat, number): one, what the seat has, what the others have in the mean."""
    count = scores.shape[1]
    others = (scores.sum(axis=1, keepdims=True) - scores) / max(1, count - 1)
    return np.stack([np.ones_like(scores), scores, others], axis=2)


def _fitted(facts: Reals, ends: Reals) -> Reals:
    """(measure, number): scores follow what the seat has and what the others have; ranks and wins
    what it has more than they."""
    weights = np.zeros((_MEASURES, facts.shape[1]))
    weights[0] = _solved(facts, ends[:, 0])
    lead = np.stack([facts[:, 0], facts[:, 1] - facts[:, 2]], axis=1)
    for measure in range(1, _MEASURES):
        level, slope = _solved(lead, ends[:, measure])
        weights[measure] = level, slope, -slope
    return weights


def _solved(facts: Reals, ends: Reals) -> Reals:
    found: Reals = np.array(np.linalg.solve(_square(facts), facts.T @ ends), np.float64)
    return found


def _square(facts: Reals) -> Reals:
    """With a little more, so that it can be turned round where scores never differ."""
    square: Reals = facts.T @ facts
    more: Reals = square + _RIDGE * (1 + np.trace(square)) * np.eye(len(square))
    return more


def _doubt(facts: Reals, errors: Reals, worlds: npt.NDArray[np.intp]) -> Reals:
    """How far weights may be off; matches of a world have luck in common."""
    turned = np.array(np.linalg.inv(_square(facts)), np.float64)
    by_world = np.zeros((int(worlds.max()) + 1, facts.shape[1]))
    np.add.at(by_world, worlds, facts * errors[:, None])
    found: Reals = turned @ (by_world.T @ by_world) @ turned
    return found


def _off(errors: Reals, counts: Sequence[int], seat: int) -> tuple[Reals, Reals]:
    """By option: how far it is off the line, and the standard error of that, where that is more
    than chance allows; else nothing."""
    ends = np.cumsum(counts)
    parts = [errors[end - count : end] for end, count in zip(ends, counts, strict=True)]
    off = np.zeros((len(counts), *errors.shape[1:]))
    off_errors = np.zeros((len(counts), _MEASURES))
    told = [n for n, part in enumerate(parts) if len(part) >= 8]
    for measure in range(_MEASURES):
        means = np.array([parts[n][:, measure, seat].mean() for n in told])
        spreads = [float(parts[n][:, measure, seat].std(ddof=1)) for n in told]
        squares = np.array(
            [spread**2 / len(parts[n]) for n, spread in zip(told, spreads, strict=True)]
        )
        if len(told) < 2 or not (squares > 0).all():
            continue
        middle = float((means / squares).sum() / (1 / squares).sum())
        if _is_chance(float(((means - middle) ** 2 / squares).sum()), len(told) - 1):
            continue
        more = max(0.0, float(means.var(ddof=1) - squares.mean()))
        for n, square in zip(told, squares, strict=True):
            believed = more / (more + square)
            off[n, measure] = believed * (parts[n][:, measure].mean(axis=0))
            off_errors[n, measure] = (believed * square) ** 0.5
    return off, off_errors


def _is_chance(squares: float, free: int) -> bool:
    """Whether so many squares of normal deviates come to no more (Wilson and Hilferty)."""
    part = 2 / (9 * free)
    most: float = 1 - part + _SURE * part**0.5
    return bool((squares / free) ** (1 / 3) < most)


def _possible(found: Reals) -> Reals:
    """Ranks and wins as they can be: a line knows no end. (world, measure, seat)"""
    count = found.shape[2]
    ranks, wins = found[:, 0].clip(1, count), found[:, 1].clip(0, 1)
    won = wins.sum(axis=1, keepdims=True)
    wins = np.where(won > 0, wins / np.maximum(won, 1e-9), 1 / count)
    off = ranks - ranks.mean(axis=1, keepdims=True)
    most = np.abs(off).max(axis=1, keepdims=True)
    off *= np.minimum(1, (count - 1) / 2 / np.maximum(most, 1e-9))  # so that they still add up
    return np.stack([(1 + count) / 2 + off, wins], axis=1)
