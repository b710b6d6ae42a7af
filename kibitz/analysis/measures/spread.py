"""Decision spread: how much hangs on a decision, in points between the best and the worst option.

Which is best and which is worst is said by other parts of the thinking than what they are worth
(see `stake`), so that a decision at which nothing hangs on anything has a spread of 0 on average;
a single one may lie a little above or below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kibitz.analysis.measures.statistics import (
    NINETY_FIVE,
    Curve,
    Numbers,
    averaged,
    loess,
    portions,
    stretched,
)
from kibitz.analysis.records import PlayedMatch
from kibitz.players import Mean, mean_of

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
    error: float
    """Its standard error."""
    rank_spread: float
    """The same on the scale of ranks, from 0 (last) to 1 (first)."""


@dataclass(frozen=True, slots=True)
class SpreadHistory:
    """The spreads of a sample, and their course over the match, in points."""

    rows: tuple[Spread, ...]
    runs: tuple[tuple[float, ...], ...]
    """By match, at 101 moments."""
    mean: Curve
    noise: tuple[float, ...]
    """At 101 moments: what a single decision may show where nothing hangs on it, 19 times of 20."""
    early: Mean
    """Over the first quarter of the match."""
    late: Mean
    """Over the last quarter."""
    change: Mean
    """From the first quarter of a match to the last."""


def spread_rows(match: PlayedMatch) -> list[Spread]:
    """A row for every decision whose options were valued in parts."""
    players = len(match.scores)
    made = [0] * players
    rows = []
    for point in match.points:
        if point.is_recorded:
            made[point.seat] += 1
        if point.stake is not None:
            gap, ranks = point.stake.gap, point.stake.rank_gap.value / max(1, players - 1)
            who = (match.number + 1, made[point.seat], point.seat + 1)
            rows.append(Spread(*who, gap.value, gap.error, ranks))
    return rows


def spread_history(matches: Sequence[PlayedMatch]) -> SpreadHistory | None:
    """None if nobody looked ahead anywhere, or only players whose thinking has no parts."""
    by_match = [rows for match in matches if (rows := spread_rows(match))]
    if not by_match:
        return None
    runs = [stretched([row.spread for row in rows]) for rows in by_match]
    squares = [stretched([row.error**2 for row in rows]) for rows in by_match]
    quarter = len(runs[0]) // 4
    early = [float(run[:quarter].mean()) for run in runs]
    late = [float(run[-quarter:].mean()) for run in runs]
    return SpreadHistory(
        rows=tuple(row for rows in by_match for row in rows),
        runs=tuple(tuple(run.tolist()) for run in runs),
        mean=averaged(runs, SPAN),
        noise=tuple(_noise(squares).tolist()),
        early=mean_of(early),
        late=mean_of(late),
        change=mean_of([after - before for before, after in zip(early, late, strict=True)]),
    )


def _noise(squares: Sequence[Numbers]) -> Numbers:
    smooth = loess(portions(), np.mean(squares, axis=0), portions(), SPAN)
    return NINETY_FIVE * np.sqrt(np.clip(smooth, 0, None))
