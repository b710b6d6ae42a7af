"""The numbers as CSV, with the columns of CardStock's files, so that they can be compared."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from kibitz.analysis.matches import Sample
from kibitz.analysis.measures.lead import LeadHistory
from kibitz.analysis.measures.spread import SpreadHistory
from kibitz.engine import Outcome
from kibitz.recycle import Goal

Cell = str | int | float | None

CHOICE = ("game", "numPlayers", "ai", "run", "move", "player", "choices", "choice", "time")
RESULTS = ("game", "numPlayers", "ai", "run", "player", "score", "rank", "time")
SPREAD = ("game", "numPlayers", "ai", "run", "pmove", "player", "spread")
LEAD = (
    *("game", "numPlayers", "ai", "run", "move"),
    *("recorder", "player", "score", "rank", "rankestimate"),
)


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([f"{cell:.6g}" if isinstance(cell, float) else cell for cell in row])
    return file.getvalue()


class Tables:
    """The CSV files of one sample; `letter` stands for the thinking player."""

    def __init__(self, game: str, letter: str, sample: Sample, goal: Goal) -> None:
        self._game = game
        self._players = len(sample.random[0].scores)
        self._sample = sample
        self._goal = goal
        self._random = "R" * self._players
        self._thinking = letter * self._players
        self._mixed = letter + "R" * (self._players - 1)

    def _experiment(self, ai: str) -> tuple[str, int, str]:
        return self._game, self._players, ai

    def choice(self) -> str:
        """Of matches at random only how many options there were is known, not which was taken."""
        samples = ((self._random, self._sample.random), (self._thinking, self._sample.thinking))
        rows = (
            (
                *self._experiment(ai),
                *(match.number + 1, move, point.seat + 1, point.options),
                *(None if point.chosen is None else point.chosen + 1, None),
            )
            for ai, matches in samples
            for match in matches
            for move, point in enumerate(match.points, start=1)
        )
        return csv_text(CHOICE, rows)

    def results(self) -> str:
        samples = {
            self._random: self._sample.random,
            self._mixed: self._sample.mixed,
            self._thinking: self._sample.thinking,
        }
        rows = (
            (*self._experiment(ai), match.number + 1, seat + 1, score, rank, None)
            for ai, matches in samples.items()
            for match in matches
            for seat, (score, rank) in enumerate(
                zip(match.scores, Outcome(match.scores, self._goal).ranks, strict=True)
            )
        )
        return csv_text(RESULTS, rows)

    def spread(self, history: SpreadHistory) -> str:
        rows = (
            (*self._experiment(self._thinking), row.run, row.pmove, row.player, row.spread)
            for row in history.rows
        )
        return csv_text(SPREAD, rows)

    def lead(self, history: LeadHistory) -> str:
        rows = (
            (
                *self._experiment(self._thinking),
                *(row.run, row.move, row.recorder, row.player),
                *(row.score, row.rank, row.rank_estimate),
            )
            for row in history.rows
        )
        return csv_text(LEAD, rows)
