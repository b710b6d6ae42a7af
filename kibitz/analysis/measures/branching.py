"""Branching factor: how many options there are at each decision point of random matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kibitz.analysis.measures.curves import loess
from kibitz.analysis.records import PlayedMatch

SPAN = 0.2
"""The smooth curve looks at so much of the match around a decision."""
CURVE_POINTS = 120


@dataclass(frozen=True, slots=True)
class Branch:
    """A decision point. Matches, moves and players count from 1."""

    run: int
    move: int
    """Decision points of all players are counted together."""
    player: int
    choices: int


@dataclass(frozen=True, slots=True)
class Branching:
    rows: tuple[Branch, ...]
    curve: tuple[tuple[float, float], ...]
    """(move, options), smoothed over all decision points."""
    players: int
    matches: int
    mean: float
    most: int
    forced: float
    """The share of decision points with a single option."""


def branching(matches: Sequence[PlayedMatch], players: int) -> Branching:
    """Of matches with at least one decision point among them."""
    rows = tuple(
        Branch(match.number + 1, move, point.seat + 1, point.options)
        for match in matches
        for move, point in enumerate(match.points, start=1)
    )
    options = [row.choices for row in rows]
    return Branching(
        rows=rows,
        curve=_smooth(rows),
        players=players,
        matches=len(matches),
        mean=sum(options) / len(options),
        most=max(options),
        forced=options.count(1) / len(options),
    )


def _smooth(rows: Sequence[Branch]) -> tuple[tuple[float, float], ...]:
    moves = np.array([row.move for row in rows], dtype=float)
    options = np.array([row.choices for row in rows], dtype=float)
    at = np.linspace(1, moves.max(), min(CURVE_POINTS, int(moves.max())))
    smooth = np.clip(loess(moves, options, at, SPAN), 1, None)
    return tuple(zip(at.tolist(), smooth.tolist(), strict=True))
