"""What hangs on decisions, and who leads, over the course of a match.

The spread of a decision is in points between the best and the worst option. Which is best and which
is worst is said by other parts of the thinking than what they are worth (see `stake`), so that a
decision at which nothing hangs on anything has a spread of 0 on average; a single one may lie a
little above or below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kibitz.analysis.measures import statistics
from kibitz.analysis.records import Outlook, PlayedMatch, RecordedDecision
from kibitz.engine import Outcome
from kibitz.players import Mean, mean_of
from kibitz.recycle import Goal

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
    mean: statistics.Curve
    noise: tuple[float, ...]
    """At 101 moments: what a single decision may show where nothing hangs on it, 19 times of 20."""
    early: Mean
    """Over the first quarter of the match."""
    late: Mean
    """Over the last quarter."""
    change: Mean
    """From the first quarter of a match to the last."""
    early_ranks: Mean
    late_ranks: Mean
    """The quarters on the scale of ranks."""


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
    runs = [statistics.stretched([row.spread for row in rows]) for rows in by_match]
    squares = [statistics.stretched([row.error**2 for row in rows]) for rows in by_match]
    smooth = statistics.loess(
        statistics.portions(), np.mean(squares, axis=0), statistics.portions(), SPAN
    )
    noise = statistics.NINETY_FIVE * np.sqrt(np.clip(smooth, 0, None))
    ranks = [statistics.stretched([row.rank_spread for row in rows]) for rows in by_match]
    early, late = _quarters(runs)
    early_ranks, late_ranks = _quarters(ranks)
    return SpreadHistory(
        rows=tuple(row for rows in by_match for row in rows),
        runs=tuple(tuple(run.tolist()) for run in runs),
        mean=statistics.averaged(runs, SPAN),
        noise=tuple(noise.tolist()),
        early=mean_of(early),
        late=mean_of(late),
        change=mean_of([after - before for before, after in zip(early, late, strict=True)]),
        early_ranks=mean_of(early_ranks),
        late_ranks=mean_of(late_ranks),
    )


def _quarters(runs: Sequence[npt.NDArray[np.float64]]) -> tuple[list[float], list[float]]:
    """The mean of each match over its first quarter, and over its last."""
    quarter = len(runs[0]) // 4
    early = [float(run[:quarter].mean()) for run in runs]
    late = [float(run[-quarter:].mean()) for run in runs]
    return early, late


@dataclass(frozen=True, slots=True)
class Lead:
    """What one seat was expected to get. Matches, moves and players count from 1."""

    run: int
    move: int
    """Counts recorded decisions; the last one of a match is its true outcome."""
    recorder: int | None
    """Who expected it; None for the outcome."""
    player: int
    score: float
    """In the game's own points."""
    rank: float
    rank_estimate: float
    """The rank on the scale from 0, last, to 1, first."""


@dataclass(frozen=True, slots=True)
class LeadHistory:
    rows: tuple[Lead, ...]
    curves: tuple[statistics.Curve, ...]
    """By final place, the winner's first."""
    matches: int


def lead(rank: float, players: int) -> float:
    """A rank (1 is best, maybe a mean) on the scale from 0, last, to 1, first.

    Alone at the table everybody is first.
    """
    return 1.0 if players == 1 else (players - rank) / (players - 1)


def best_outlook(point: RecordedDecision, goal: Goal) -> Outlook:
    """Of the option with the best mean score for the chooser, the first among equals.

    Only for recorded points. Where the thinking has parts, what is best is said by others than
    what it is worth: otherwise everybody would think too well of their own prospects.
    """
    if point.stake is not None:
        return Outlook(point.stake.scores, point.stake.ranks)
    sign = 1 if goal is Goal.MAX else -1
    looked = [look for look in point.outlooks if look is not None]
    return max(looked, key=lambda look: sign * look.scores[point.seat])


def lead_rows(match: PlayedMatch, goal: Goal) -> list[Lead]:
    """One row for every seat at every recorded decision, and one for every seat at the end."""
    run, players = match.number + 1, len(match.scores)
    recorded = [point for point in match.points if point.is_recorded]
    moments: list[tuple[int | None, Outlook | Outcome]] = [
        *((point.seat + 1, best_outlook(point, goal)) for point in recorded),
        (None, Outcome(match.scores, goal)),
    ]
    return [
        Lead(run, move, recorder, player, score, rank, lead(rank, players))
        for move, (recorder, told) in enumerate(moments, start=1)
        for player, (score, rank) in enumerate(zip(told.scores, told.ranks, strict=True), start=1)
    ]


def lead_history(matches: Sequence[PlayedMatch], goal: Goal) -> LeadHistory | None:
    """None if nobody looked ahead anywhere."""
    watched = [match for match in matches if any(point.is_recorded for point in match.points)]
    if not watched:
        return None
    rows: list[Lead] = []
    grouped: dict[int, list[statistics.Numbers]] = {}
    for match in watched:
        of_match = lead_rows(match, goal)
        rows += of_match
        for place, seat in enumerate(Outcome(match.scores, goal).order):
            course = [row.rank_estimate for row in of_match if row.player == seat + 1]
            grouped.setdefault(place, []).append(statistics.stretched(course))
    curves = tuple(statistics.averaged(grouped[place], SPAN) for place in sorted(grouped))
    return LeadHistory(tuple(rows), curves, len(watched))


def own_leads(match: PlayedMatch, seat: int, goal: Goal) -> list[float]:
    """What the seat expected for itself, at its own recorded decisions."""
    return [
        lead(best_outlook(point, goal).ranks[seat], len(match.scores))
        for point in match.points
        if point.seat == seat and point.is_recorded
    ]
