"""Options that a net thinks nearly as good, chosen by chance."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

import numpy as np

from kibitz.engine import Interpreter, Outcome, Program, Rng, View
from kibitz.engine.native import learner
from kibitz.learning import Net

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
