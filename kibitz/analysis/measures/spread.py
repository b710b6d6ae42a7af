"""Decision spread: how much hangs on a decision, in points between the best and the worst option.

At a decision the chooser has, for every option, the mean final score of every seat. Its spread is
the largest of its own minus the smallest; with one option it is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.analysis.measures.curves import Curve, Numbers, averaged, stretched
from kibitz.analysis.measures.lead import lead
from kibitz.analysis.records import PlayedMatch, Point

SPAN = 0.1


@dataclass(frozen=True, slots=True)
class Spread:
    """The spread of one recorded decision. Matches, moves and players count from 1."""

    run: int
    pmove: int
    """Which of the player's own recorded decisions it is."""
    player: int
    spread: float
    """In points."""
    rank_spread: float
    """The same on the scale of ranks, from 0 (last) to 1 (first)."""


@dataclass(frozen=True, slots=True)
class SpreadHistory:
    """The spreads of a sample, and their course over the match."""

    rows: tuple[Spread, ...]
    runs: tuple[tuple[float, ...], ...]
    """Raw, by match, at 101 moments."""
    of_match: tuple[tuple[float, ...], ...]
    """Each match divided by its own highest spread."""
    of_game: tuple[tuple[float, ...], ...]
    """Every match divided by the highest spread of all."""
    mean: Curve
    """Of `of_game`."""
    mean_of_match: Curve
    highest: float
    """In points: what 1 stands for in `of_game`."""


def spread(point: Point) -> float:
    """How many points lie between the best and the worst option, for the chooser."""
    scores = [look.scores[point.seat] for look in point.outlooks if look is not None]
    return max(scores) - min(scores)


def rank_spread(point: Point, players: int) -> float:
    """How far apart best and worst option are on the scale from last (0) to first (1)."""
    leads = [lead(look.ranks[point.seat], players) for look in point.outlooks if look is not None]
    return max(leads) - min(leads)


def spread_rows(match: PlayedMatch, players: int) -> list[Spread]:
    made = [0] * players
    rows = []
    for point in match.points:
        if point.is_recorded:
            made[point.seat] += 1
            row = (spread(point), rank_spread(point, players))
            rows.append(Spread(match.number + 1, made[point.seat], point.seat + 1, *row))
    return rows


def spread_history(matches: Sequence[PlayedMatch], players: int) -> SpreadHistory | None:
    """None if nobody looked ahead anywhere."""
    by_match = [rows for match in matches if (rows := spread_rows(match, players))]
    if not by_match:
        return None
    runs = [stretched([row.spread for row in rows]) for rows in by_match]
    peaks = [max(row.spread for row in rows) for rows in by_match]
    highest = max(peaks)
    of_game = [_divided(run, highest) for run in runs]
    of_match = [_divided(run, peak) for run, peak in zip(runs, peaks, strict=True)]
    return SpreadHistory(
        rows=tuple(row for rows in by_match for row in rows),
        runs=_rows(runs),
        of_match=_rows(of_match),
        of_game=_rows(of_game),
        mean=averaged(of_game, SPAN),
        mean_of_match=averaged(of_match, SPAN),
        highest=highest,
    )


def _divided(values: Numbers, divisor: float) -> Numbers:
    """Where nothing ever hung on anything, the spread is 0 of 0, and shown as 0."""
    return values / divisor if divisor > 0 else values


def _rows(curves: Sequence[Numbers]) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(values.tolist()) for values in curves)
