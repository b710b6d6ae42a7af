"""Lead history: where every seat is expected to end, seen by whoever decides, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.analysis.measures.statistics import Curve, Numbers, averaged, stretched
from kibitz.analysis.records import Outlook, PlayedMatch, RecordedDecision
from kibitz.engine import Outcome
from kibitz.recycle import Goal

SPAN = 0.1


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
    curves: tuple[Curve, ...]
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
    rows = []
    for move, point in enumerate(recorded, start=1):
        best = best_outlook(point, goal)
        for seat, (score, rank) in enumerate(zip(best.scores, best.ranks, strict=True)):
            estimate = lead(rank, players)
            rows.append(Lead(run, move, point.seat + 1, seat + 1, score, rank, estimate))
    end = Outcome(match.scores, goal)
    for seat, (score, rank) in enumerate(zip(end.scores, end.ranks, strict=True)):
        estimate = lead(rank, players)
        rows.append(Lead(run, len(recorded) + 1, None, seat + 1, score, rank, estimate))
    return rows


def lead_history(matches: Sequence[PlayedMatch], goal: Goal) -> LeadHistory | None:
    """None if nobody looked ahead anywhere."""
    watched = [match for match in matches if any(point.is_recorded for point in match.points)]
    if not watched:
        return None
    rows: list[Lead] = []
    grouped: dict[int, list[Numbers]] = {}
    for match in watched:
        of_match = lead_rows(match, goal)
        rows += of_match
        for place, seat in enumerate(Outcome(match.scores, goal).order):
            course = [row.rank_estimate for row in of_match if row.player == seat + 1]
            grouped.setdefault(place, []).append(stretched(course))
    curves = tuple(averaged(grouped[place], SPAN) for place in sorted(grouped))
    return LeadHistory(tuple(rows), curves, len(watched))


def own_leads(match: PlayedMatch, seat: int, goal: Goal) -> list[float]:
    """What the seat expected for itself, at its own recorded decisions."""
    return [
        lead(best_outlook(point, goal).ranks[seat], len(match.scores))
        for point in match.points
        if point.seat == seat and point.is_recorded
    ]
