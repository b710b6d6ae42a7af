"""How likely a player takes each option, for those who reckon with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from kibitz.engine import Decision, Rng, View
from kibitz.players.asking import ask
from kibitz.players.player import Player
from kibitz.players.uniform import Uniform


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
