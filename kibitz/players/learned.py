"""The player that plays what a net has learnt of the game, mixing options where bluffing pays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from kibitz.engine import Decision, Program, Rng, View
from kibitz.engine.native import learner
from kibitz.learning import Net
from kibitz.players.budget import number
from kibitz.players.levels import slipping, usual_stake
from kibitz.players.nets import net_for
from kibitz.players.player import Choice, Player, Uniform, ask


def _nobody(asked: int) -> None:
    pass


@dataclass
class Mixing:
    """A player as a policy: asked often at a decision, its answers are its odds.

    What it answered once to a view holds from then on, so that it is one strategy.
    """

    player: Player
    name: str
    times: int
    """How often it is asked; a player that uses no chance is the same however often."""
    seed: int
    tell: Callable[[int], None] = _nobody
    """Hears at how many decisions it has been asked."""
    _odds: dict[View, Sequence[Fraction]] = field(default_factory=dict)

    def __call__(self, view: View, decision: Decision) -> Sequence[Fraction]:
        if view not in self._odds:
            self._odds[view] = self._asked(view, decision)
            self.tell(len(self._odds))
        return self._odds[view]

    @property
    def decisions(self) -> int:
        """At how many it was asked."""
        return len(self._odds)

    def _asked(self, view: View, decision: Decision) -> Sequence[Fraction]:
        options = range(len(decision.options))
        if isinstance(self.player, Uniform):
            return [Fraction(1, len(options))] * len(options)
        times = 1 if len(options) == 1 else self.times
        answers = Counter(
            ask(self.player, self.name, view, decision, Rng(self.seed, number)).option
            for number in range(times)
        )
        return [Fraction(answers[option], times) for option in options]


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
