"""The player that takes any option."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.engine import Decision, Program, Rng, View
from kibitz.players.player import Choice, Player


class Uniform:
    """Every option is equally likely."""

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        return Choice(rng.below(len(decision.options)))


def make_uniform(program: Program, values: Mapping[str, str]) -> Player:
    return Uniform()
