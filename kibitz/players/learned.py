"""The player that plays what a net has learnt of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kibitz.engine import Decision, Program, Rng, View
from kibitz.engine.native import learner
from kibitz.learning import Net
from kibitz.players.nets import net_for
from kibitz.players.parameters import number
from kibitz.players.player import Choice, Player
from kibitz.players.slipping import slipping, usual_stake

_MIXED = 1.2
"""How much a net that learnt to play mixed explores."""


@dataclass(frozen=True, slots=True)
class Learned:
    """Takes the option whose outcome the net likes best."""

    program: Program
    net: Callable[[], Net]
    """The net, when it is first needed: it may have to be trained."""
    explore: float | None = None
    """What may be lost by an option that is taken now and then, in terms of what is usually at
    stake in a decision; 0: always the best; None: as the net learnt to play."""

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        options = len(decision.options)
        if options == 1:
            return Choice(0)
        net = self.net()
        said = learner(self.program).said(view, net.weights, options)
        if not said.any():
            return Choice(rng.below(options))
        worths = said @ net.wants
        explore = self.explore
        if explore is None:
            explore = _MIXED if net.is_mixed else 0.0
        if not explore:
            return Choice(int(worths.argmax()))
        return Choice(slipping(worths.tolist(), explore * usual_stake(self.program, net), rng))


def make_learned(program: Program, values: Mapping[str, str]) -> Player:
    explore = number(values, "explore") if values["explore"] else None
    return Learned(program, net_for(program, values), explore)
