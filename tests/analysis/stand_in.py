"""A player that looks ahead a little, so that tests need no search."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

import numpy as np

from kibitz.engine import Decision, Program, Rng, View
from kibitz.engine.native import native_engine
from kibitz.players import Choice, Estimate, Player
from kibitz.recycle.syntax import Goal


@dataclass(frozen=True)
class LooksAhead:
    """Tries every option a few times in dealt worlds and takes the best mean score."""

    program: Program
    playouts: int = 4

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        engine = native_engine(self.program)
        estimates, parts = [], []
        for option in range(len(decision.options)):
            world = engine.interpreter.resample(view, rng)
            after = engine.interpreter.apply(engine.interpreter.at(world), option, rng).state
            played = engine.playouts(
                rng.next() >> 8, self.playouts, start=after, most_decisions=500, threads=1
            )
            results = played.scores.tolist()
            estimates.append(self._estimate(results, view.seat))
            parts.append([self._means([result]) for result in results])
        worth = [estimate.reward for estimate in estimates]
        by_part = np.array(parts).swapaxes(0, 1)
        return Choice(worth.index(max(worth)), tuple(estimates), by_part)

    def _estimate(self, results: list[list[int]], seat: int) -> Estimate:
        sign = 1 if self.program.goal is Goal.MAX else -1
        means = self._means(results)
        scores, ranks = means[: self.program.players], means[self.program.players :]
        return Estimate(len(results), sign * scores[seat], 0.0, scores, ranks)

    def _means(self, results: list[list[int]]) -> tuple[float, ...]:
        """Scores, then ranks, by seat."""
        sign = 1 if self.program.goal is Goal.MAX else -1
        seats = range(self.program.players)
        scores = (fmean(row[n] for row in results) for n in seats)
        ranks = (
            fmean(1 + sum(sign * other > sign * row[n] for other in row) for row in results)
            for n in seats
        )
        return (*scores, *ranks)


def looks_ahead(name: str, program: Program) -> Player:
    return LooksAhead(program)
