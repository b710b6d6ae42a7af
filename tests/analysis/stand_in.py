"""A player that looks ahead a little, so that tests need no search."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

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
        estimates = []
        for option in range(len(decision.options)):
            world = engine.interpreter.resample(view, rng)
            after = engine.interpreter.apply(engine.interpreter.at(world), option, rng).state
            played = engine.playouts(
                rng.next() >> 8, self.playouts, start=after, most_decisions=500, threads=1
            )
            estimates.append(self._estimate(played.scores.tolist(), view.seat))
        worth = [estimate.reward for estimate in estimates]
        return Choice(worth.index(max(worth)), tuple(estimates))

    def _estimate(self, results: list[list[int]], seat: int) -> Estimate:
        sign = 1 if self.program.goal is Goal.MAX else -1
        seats = range(self.program.players)
        scores = tuple(fmean(row[n] for row in results) for n in seats)
        ranks = tuple(
            fmean(1 + sum(sign * other > sign * row[n] for other in row) for row in results)
            for n in seats
        )
        return Estimate(len(results), sign * scores[seat], 0.0, scores, ranks)


def looks_ahead(program: Program) -> Player:
    return LooksAhead(program)
