"""The player that takes any option."""

from __future__ import annotations

from kibitz.engine import Decision, Rng, View
from kibitz.players.player import Choice


class Uniform:
    """Every option is equally likely."""

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        return Choice(rng.below(len(decision.options)))
