"""Players that know the game by a net: who plays what it has learnt, mixing options where bluffing
pays, and those below the expert, who err as people do, seldom where it matters.

Where a net knows the game they ask it what every option is worth, and take one that is worth less
the more rarely, the more is at stake. Without one, those below the expert try every option a few
times: what is plainly bad shows at once, and small differences are lost in the noise. They never
wait for a training.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import exp

import numpy as np

from kibitz.engine import Decision, Interpreter, Outcome, Program, Rng, View, player_settings
from kibitz.engine.native import learner
from kibitz.learning import Net
from kibitz.players.nets import guide, net_for
from kibitz.players.player import Choice, Player, Telling, Uniform, ask
from kibitz.players.searching import Flat
from kibitz.players.unbeaten import Unbeaten
from kibitz.solver import drawn

_SILLY = 3.0
"""An option that is worse by so many slips is never taken."""
_LOOKS = 60
"""Decisions that are looked at to see what is usually at stake in one."""
_STEPS = 1_000
"""Decisions that are passed for that, at most: some games have few that are any."""
_SEED = 17
_stakes: dict[str, float] = {}
"""By the digest of a net."""
MIXED = 1.2
"""How much a net that learnt to play mixed explores."""


def worths_of(program: Program, net: Net, view: View, options: int) -> list[float]:
    """By option: what the net expects of it; all 0 where it cannot tell."""
    said = learner(program).said(view, net.weights, options)
    worths: list[float] = (said @ np.array(net.wants)).tolist()
    return worths


def slipping(worths: Sequence[float], slip: float, rng: Rng) -> int:
    """An option; one that is worth a slip less is taken e times more rarely."""
    return drawn(slip_odds(worths, slip), rng)


def slip_odds(worths: Sequence[float], slip: float) -> list[float]:
    """How often each option is taken by who overlooks that much."""
    best, slip = max(worths), max(slip, 1e-9)
    lost = [(best - worth) / slip for worth in worths]
    weights = [exp(-loss) if loss <= _SILLY else 0.0 for loss in lost]
    return [weight / sum(weights) for weight in weights]


def level_odds(program: Program, net: Net, worths: Sequence[float]) -> dict[str, list[float]]:
    """By level: how often it takes each option of a decision in which they are worth that."""
    stake = usual_stake(program, net)
    return {name: slip_odds(worths, level.slip * stake) for name, level in LEVELS.items()}


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


LEVELS = {"beginner": Level(1.5, 3), "casual": Level(0.6, 25), "club": Level(0.2, 200)}


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
        net = guide(self.program, by_score=self.by_score).net
        if net is None:
            reward = player_settings.Reward.SCORE if self.by_score else player_settings.Reward.RANK
            settings = player_settings.PlayerSettings(
                "flat", per_option=self.level.per_option, reward=reward
            )
            return Flat(self.program, settings).choose(view, decision, rng)
        slip = self.level.slip * usual_stake(self.program, net)
        return Choice(slipping(worths_of(self.program, net, view, options), slip, rng))


@dataclass(frozen=True, slots=True)
class Learned:
    """Takes the option whose outcome the net likes best."""

    program: Program
    net: Callable[[], Net | None]
    """The net, when it is first needed: it may have to be trained. Without one, any option."""
    explore: float | None = None
    """What may be lost by an option that is taken now and then, in terms of what is usually at
    stake in a decision; 0: always the best; None: as the net learnt to play."""

    def odds(self, view: View, options: int) -> list[float]:
        """How often it takes each option."""
        net = self.net() if options > 1 else None
        worths = None if net is None else worths_of(self.program, net, view, options)
        if net is None or worths is None or not any(worths):
            return [1 / options] * options
        explore = self.explore
        if explore is None:
            explore = MIXED if net.is_mixed else 0.0
        if explore:
            return slip_odds(worths, explore * usual_stake(self.program, net))
        best = worths.index(max(worths))
        return [float(option == best) for option in range(options)]

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        odds = self.odds(view, len(decision.options))
        return Choice(odds.index(1.0) if 1.0 in odds else drawn(odds, rng))


def make(program: Program, settings: player_settings.PlayerSettings) -> Player:
    if settings.kind in LEVELS:
        return Graded(program, LEVELS[settings.kind], settings.wants_score(program))
    learned = Learned(program, net_for(program, settings), settings.explore)
    if settings.net is not None or settings.explore is not None:
        return learned
    return Unbeaten(learned, program, settings.wants_score(program))


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
    _odds: dict[tuple[View, int], Sequence[Fraction]] = field(default_factory=dict)

    def __call__(self, view: View, decision: Decision) -> Sequence[Fraction]:
        known = view, view.course
        if known not in self._odds:
            self._odds[known] = self._asked(view, decision)
            self.tell(len(self._odds))
        return self._odds[known]

    @property
    def decisions(self) -> int:
        """At how many it was asked."""
        return len(self._odds)

    def _asked(self, view: View, decision: Decision) -> Sequence[Fraction]:
        options = range(len(decision.options))
        if isinstance(self.player, Uniform):
            return [Fraction(1, len(options))] * len(options)
        told = self.player.odds(view, len(options)) if isinstance(self.player, Telling) else None
        if told is not None:
            shares = [Fraction(share) for share in told]
            return [share / sum(shares) for share in shares]
        times = 1 if len(options) == 1 else self.times
        answers = Counter(
            ask(self.player, self.name, view, decision, Rng(self.seed, number)).option
            for number in range(times)
        )
        return [Fraction(answers[option], times) for option in options]
