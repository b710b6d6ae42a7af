"""Counting over many matches: lengths, branching, scores, wins."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt

from kibitz.engine.interpreter import Playout


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """How one seat did. `seat` counts from 1; a shared first place is shared among the winners."""

    seat: int
    mean_score: float
    stderr: float | None
    """Of the mean score; None for a single match."""
    win_share: float


@dataclass
class Tally:
    """Sums over the matches seen so far."""

    seats: int
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
    wins: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.score_sums = [0] * self.seats
        self.score_squares = [0] * self.seats
        self.wins = [0.0] * self.seats

    def add(self, playout: Playout) -> None:
        length = len(playout.decisions)
        self.shortest = length if self.games == 0 else min(self.shortest, length)
        self.longest = max(self.longest, length)
        self.games += 1
        self.capped += playout.capped
        self.decisions += length
        for _, options in playout.decisions:
            self.options += options
            self.most_options = max(self.most_options, options)
            self.forced += options == 1
        winners = playout.outcome.ranks.count(1)
        for seat, (score, rank) in enumerate(
            zip(playout.outcome.scores, playout.outcome.ranks, strict=True)
        ):
            self.score_sums[seat] += score
            self.score_squares[seat] += score * score
            self.wins[seat] += 1 / winners if rank == 1 else 0.0

    @property
    def mean_length(self) -> float:
        return self.decisions / self.games

    @property
    def mean_options(self) -> float | None:
        return self.options / self.decisions if self.decisions else None

    @property
    def forced_share(self) -> float | None:
        return self.forced / self.decisions if self.decisions else None

    def seat_figures(self) -> list[SeatFigures]:
        return [
            SeatFigures(
                seat=seat + 1,
                mean_score=self.score_sums[seat] / self.games,
                stderr=self._stderr(seat),
                win_share=self.wins[seat] / self.games,
            )
            for seat in range(self.seats)
        ]

    def _stderr(self, seat: int) -> float | None:
        if self.games < 2:
            return None
        total, squares = self.score_sums[seat], self.score_squares[seat]
        # In integers up to here, so that nothing cancels.
        spread = (self.games * squares - total * total) / (self.games * (self.games - 1))
        return sqrt(spread / self.games)
