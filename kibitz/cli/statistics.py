"""Counting over many matches: lengths, branching, scores, wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from kibitz.engine.outcome import first_places
from kibitz.recycle.syntax import Goal

if TYPE_CHECKING:
    from kibitz.engine.native.runtime.playouts import Playouts
    from kibitz.engine.playing import Playout

Numbers = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True)
class Sample:
    """Matches to be counted, in whole numbers, so that their order makes no difference."""

    scores: Numbers
    """(match, seat)."""
    lengths: Numbers
    """By match: how many decisions it had."""
    options: Numbers
    """By match: among how many options in all its decisions together."""
    most_options: Numbers
    """By match: among how many at most."""
    forced: Numbers
    """By match: how many decisions left no choice."""
    capped: int
    """Matches that were stopped."""
    moves: Mapping[str, Numbers]
    """By name and match: how often such a move was made."""

    @property
    def games(self) -> int:
        return len(self.lengths)


def of_playout(playout: Playout) -> Sample:
    """The sample of a single match."""
    options = [options for _, options in playout.decisions]
    return Sample(
        scores=np.array([playout.outcome.scores], np.int64),
        lengths=np.array([len(options)], np.int64),
        options=np.array([sum(options)], np.int64),
        most_options=np.array([max(options, default=0)], np.int64),
        forced=np.array([options.count(1)], np.int64),
        capped=int(playout.capped),
        moves={name: np.array([often]) for name, often in Counter(playout.moves).items()},
    )


def of_playouts(playouts: Playouts) -> Sample:
    """The sample of matches with a tally."""
    tally = playouts.tally
    assert tally is not None
    return Sample(
        scores=playouts.scores.astype(np.int64),
        lengths=playouts.decisions.astype(np.int64),
        options=tally.options,
        most_options=tally.most_options,
        forced=tally.forced,
        capped=int(playouts.capped.sum()),
        moves=tally.moves,
    )


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """How one seat did. `seat` counts from 1; a shared first place is shared among the winners."""

    seat: int
    mean_score: float
    stderr: float | None
    """Of the mean score; None for a single match."""
    win_share: float | None
    """None where nobody is a rival."""


@dataclass(frozen=True, slots=True)
class MoveFigures:
    """How often a move with a name was made."""

    name: str
    match_share: float
    """Of all matches, those in which somebody made it."""
    times_per_match: float


@dataclass
class Tally:
    """Sums over the matches seen so far."""

    seats: int
    goal: Goal
    games: int = 0
    capped: int = 0
    decisions: int = 0
    shortest: int = 0
    longest: int = 0
    options: int = 0
    most_options: int = 0
    forced: int = 0
    score_sums: list[int] = field(default_factory=list)
    score_squares: list[int] = field(default_factory=list)
    firsts: list[list[int]] = field(default_factory=list)
    """By seat, then by how many shared the first place (less one): how often."""
    moves: Counter[str] = field(default_factory=Counter)
    """By name: how often such a move was made."""
    matches_with: Counter[str] = field(default_factory=Counter)
    """By name: in how many matches."""

    def __post_init__(self) -> None:
        self.score_sums = [0] * self.seats
        self.score_squares = [0] * self.seats
        self.firsts = [[0] * self.seats for _ in range(self.seats)]

    def add(self, sample: Sample) -> None:
        shortest = int(sample.lengths.min())
        self.shortest = shortest if self.games == 0 else min(self.shortest, shortest)
        self.longest = max(self.longest, int(sample.lengths.max()))
        self.games += sample.games
        self.capped += sample.capped
        self.decisions += int(sample.lengths.sum())
        self.options += int(sample.options.sum())
        self.most_options = max(self.most_options, int(sample.most_options.max()))
        self.forced += int(sample.forced.sum())
        self._add_scores(sample.scores)
        for name, often in sample.moves.items():
            self.moves[name] += int(often.sum())
            self.matches_with[name] += int((often > 0).sum())

    def _add_scores(self, scores: Numbers) -> None:
        is_first = first_places(scores, self.goal)
        winners = is_first.sum(axis=1)
        exact = _squarable(scores)
        for seat in range(self.seats):
            self.score_sums[seat] += int(scores[:, seat].sum())
            self.score_squares[seat] += int((exact[:, seat] ** 2).sum())
            shared = np.bincount(winners[is_first[:, seat]] - 1, minlength=self.seats)
            for sharing, often in enumerate(shared.tolist()):
                self.firsts[seat][sharing] += often

    @property
    def mean_length(self) -> float:
        return self.decisions / self.games

    @property
    def mean_options(self) -> float | None:
        return self.options / self.decisions if self.decisions else None

    @property
    def forced_share(self) -> float | None:
        return self.forced / self.decisions if self.decisions else None

    def seat_figures(self, *, has_rivals: bool = True) -> list[SeatFigures]:
        return [
            SeatFigures(
                seat=seat + 1,
                mean_score=self.score_sums[seat] / self.games,
                stderr=self._stderr(seat),
                win_share=self._wins(seat) / self.games if has_rivals else None,
            )
            for seat in range(self.seats)
        ]

    def move_figures(self, names: Sequence[str]) -> list[MoveFigures]:
        return [
            MoveFigures(
                name=name,
                match_share=self.matches_with[name] / self.games,
                times_per_match=self.moves[name] / self.games,
            )
            for name in names
        ]

    def _wins(self, seat: int) -> float:
        return sum(often / shared for shared, often in enumerate(self.firsts[seat], start=1))

    def _stderr(self, seat: int) -> float | None:
        if self.games < 2:
            return None
        total, squares = self.score_sums[seat], self.score_squares[seat]
        # In integers up to here, so that nothing cancels.
        spread = (self.games * squares - total * total) / (self.games * (self.games - 1))
        return sqrt(spread / self.games)


def _squarable(scores: Numbers) -> npt.NDArray[Any]:
    """The scores, so that the sum of their squares is exact: as Python's numbers if need be."""
    largest = int(np.abs(scores).max(initial=0))
    return scores if largest**2 * len(scores) < 2**63 else scores.astype(object)
