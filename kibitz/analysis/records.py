"""Matches as the measures read them: who decided, among how many options, expecting what."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from kibitz.analysis.stakes import DIGITS, Gap, Stake
from kibitz.players import Estimate


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
        points = [
            [
                *(point.seat, point.options, point.chosen),
                *([_row(look) for look in point.outlooks], _stake_row(point.stake)),
            ]
            for point in self.points
        ]
        fields = {
            "number": self.number,
            "scores": self.scores,
            "capped": self.capped,
            "points": points,
        }
        return json.dumps(fields, separators=(",", ":"))

    @staticmethod
    def from_json(text: str) -> PlayedMatch:
        """The match that `to_json` wrote."""
        data = json.loads(text)
        return PlayedMatch(
            number=data["number"],
            points=tuple(
                RecordedDecision(seat, options, chosen, tuple(map(_outlook, rows)), _stake(stake))
                for seat, options, chosen, rows, stake in data["points"]
            ),
            scores=tuple(data["scores"]),
            capped=data["capped"],
        )


def _row(outlook: Outlook | None) -> list[tuple[float, ...]] | None:
    return None if outlook is None else [outlook.scores, outlook.ranks]


def _outlook(row: list[list[float]] | None) -> Outlook | None:
    return None if row is None else Outlook(tuple(row[0]), tuple(row[1]))


def _stake_row(stake: Stake | None) -> list[Any] | None:
    if stake is None:
        return None
    gaps = ((gap.value, gap.error) for gap in (stake.gap, stake.rank_gap))
    return [stake.scores, stake.ranks, *gaps]


def _stake(row: list[Any] | None) -> Stake | None:
    if row is None:
        return None
    scores, ranks, gap, rank_gap = row
    return Stake(tuple(scores), tuple(ranks), Gap(*gap), Gap(*rank_gap))
