"""A player that stops guessing when what is left of a match can be gone through."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.engine import Decision, Interpreter, MatchError, Rng, View, rounds_of
from kibitz.players.player import Choice, Estimate, Player
from kibitz.recycle import Goal
from kibitz.solver import Aim, PrivateCards, TooBig, Value, option_values

BUDGET = 50_000
"""Steps for one decision: some milliseconds."""


@dataclass(frozen=True, slots=True)
class Endings:
    """Plays as another player does, and perfectly where that can be counted out."""

    player: Player
    engine: Interpreter
    by_score: bool
    """It wants a score, not a place; where that is the same, it wants the other, too. Where a match
    has several rounds, the end of one is counted out for the score alone."""

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        if len(decision.options) == 1:
            return self.player.choose(view, decision, rng)
        rounds = rounds_of(self.engine.program)
        until = rounds.slot_to_watch(view.ints) if rounds else None
        by_score = self.by_score or until is not None
        aim, options = (Aim.SCORE if by_score else Aim.PLACE), len(decision.options)
        try:
            found = option_values(self.engine, view, options, aim=aim, budget=BUDGET, until=until)
        except (TooBig, PrivateCards, MatchError):
            return self.player.choose(view, decision, rng)
        worths = [self._worth(value, view.seat, by_score) for value in found]
        estimates = tuple(
            Estimate(1, worth[0], 0.0, value.scores, value.ranks)
            for worth, value in zip(worths, found, strict=True)
        )
        return Choice(worths.index(max(worths)), estimates)

    def _worth(self, value: Value, seat: int, by_score: bool) -> tuple[float, float]:
        """What it wants most, and what it wants where that is the same; more is better."""
        sign = 1 if self.engine.program.goal is Goal.MAX else -1
        score = sign * value.scores[seat]
        place = 1 - (value.ranks[seat] - 1) / max(1, len(value.ranks) - 1)
        first, second = (score, place) if by_score else (place, score)
        return round(first, 9), second
