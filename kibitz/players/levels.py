"""Players below the expert: they know the game, and err as people do, seldom where it matters.

Where a net was kept they ask it what every option is worth, and take one that is worth less the
more rarely, the more is at stake. Without one they try every option a few times: what is plainly
bad shows at once, and small differences are lost in the noise. They never wait for a training.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp

import numpy as np

from kibitz.engine import Decision, Interpreter, Outcome, Program, Rng, View
from kibitz.engine.native import learner
from kibitz.learning import Net, kept_net
from kibitz.players.budget import Budget, wants_score
from kibitz.players.player import Choice, Player
from kibitz.players.searching import Flat, Thinking

_SILLY = 3.0
"""An option that is worse by so many slips is never taken."""
_LOOKS = 60
"""Decisions that are looked at to see what is usually at stake in one."""
_STEPS = 1_000
"""Decisions that are passed for that, at most: some games have few that are any."""
_SEED = 17
_stakes: dict[str, float] = {}
"""By the digest of a net."""


def worths_of(program: Program, net: Net, view: View, options: int) -> list[float]:
    said = learner(program).said(view, net.weights, options)
    worths: list[float] = (said @ np.array(net.wants)).tolist()
    return worths


def slipping(worths: Sequence[float], slip: float, rng: Rng) -> int:
    """An option; one that is worth a slip less is taken e times more rarely."""
    best, slip = max(worths), max(slip, 1e-9)
    lost = [(best - worth) / slip for worth in worths]
    weights = [exp(-loss) if loss <= _SILLY else 0.0 for loss in lost]
    drawn = rng.below(1 << 30) / (1 << 30) * sum(weights)
    for option, weight in enumerate(weights):
        drawn -= weight
        if drawn < 0:
            return option
    return worths.index(best)


def usual_stake(program: Program, net: Net) -> float:
    """By how much the best option is better than the others, as a mean over decisions."""
    stake = _stakes.get(net.digest)
    if stake is None:
        stake = _stakes[net.digest] = _looked_at(program, net)
    return stake


def _looked_at(program: Program, net: Net) -> float:
    engine, rng = Interpreter(program), Rng(_SEED)
    step, stakes = engine.deal(rng), list[float]()
    for _ in range(_STEPS):
        if len(stakes) == _LOOKS:
            break
        if isinstance(step.status, Outcome):
            step = engine.deal(rng)
            continue
        options, chosen = len(step.found), 0
        if options > 1:
            worths = worths_of(program, net, engine.view(step.state, step.seat), options)
            chosen = worths.index(max(worths))
            stakes.append(max(worths) - sum(worths) / options)
        step = engine.apply(step, chosen, rng)
    return sum(stakes) / max(1, len(stakes))


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
