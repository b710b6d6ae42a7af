"""Players below the expert: they know the game, and err as people do, seldom where it matters.

Where a net was kept they ask it what every option is worth, and take one that is worth less the
more rarely, the more is at stake. Without one they try every option a few times: what is plainly
bad shows at once, and small differences are lost in the noise. They never wait for a training.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.engine import Decision, Program, Rng, View
from kibitz.learning import kept_net
from kibitz.players.budget import Budget
from kibitz.players.parameters import wants_score
from kibitz.players.player import Choice, Player
from kibitz.players.searching import Flat, Thinking
from kibitz.players.slipping import slipping, usual_stake, worths_of


@dataclass(frozen=True, slots=True)
class Level:
    """How well somebody plays."""

    slip: float
    """What they overlook, in terms of what is usually at stake in a decision."""
    per_option: int
    """Without a net: how often they try every option."""


BEGINNER = Level(1.5, 3)
CASUAL = Level(0.6, 25)
CLUB = Level(0.2, 200)


@dataclass(frozen=True, slots=True)
class Graded:
    """Plays at a level."""

    program: Program
    level: Level
    by_score: bool

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        options = len(decision.options)
        if options == 1:
            return Choice(0)
        net = kept_net(self.program, by_score=self.by_score)
        if net is None:
            thinking = Thinking(Budget(per_option=self.level.per_option), self.by_score)
            return Flat(self.program, thinking).choose(view, decision, rng)
        slip = self.level.slip * usual_stake(self.program, net)
        return Choice(slipping(worths_of(self.program, net, view, options), slip, rng))


def make_beginner(program: Program, values: Mapping[str, str]) -> Player:
    return Graded(program, BEGINNER, wants_score(program, values))


def make_casual(program: Program, values: Mapping[str, str]) -> Player:
    return Graded(program, CASUAL, wants_score(program, values))


def make_club(program: Program, values: Mapping[str, str]) -> Player:
    return Graded(program, CLUB, wants_score(program, values))
