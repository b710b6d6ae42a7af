"""A ladder of players, each thinking ten times as long as the one below, and what the deal decides.

Neighbours on the ladder play duels over the same deals. How much the deal alone decides is seen
where one deal is played again and again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from time import monotonic

import numpy as np
import numpy.typing as npt

from kibitz.analysis.measures.skill import DEALS_AT_LEAST
from kibitz.analysis.subject import SamplePlan
from kibitz.analysis.timing import TimeBudget
from kibitz.engine import Program, Rng
from kibitz.engine.native import NativeEngine
from kibitz.players import PlayedDeal, Tournament, play_deals, wanting

SIMULATIONS = (100, 1_000, 10_000)
"""What the players think for a decision; below them is chance."""
STEP = 10
"""How many times as long a match takes one rung higher, at most."""
AGAIN = 32
"""How often one deal is played by chance."""
MOST_DEALS = 100
WORK = 2e8
"""Decisions in simulations that a duel may take: each looks half a match ahead, in two matches."""
DEALS_BY_CHANCE = 300
FEWEST_BY_CHANCE = 10


@dataclass(frozen=True, slots=True)
class Duel:
    """Two players over the same deals, each holding every seat in turn."""

    weaker: str
    stronger: str
    deals: tuple[PlayedDeal, ...]


def rungs(plan: SamplePlan) -> tuple[str, ...]:
    """The players of the ladder, the weakest first."""
    thinkers = (wanting(f"mcts:sims={count}", plan.objective) for count in SIMULATIONS)
    return ("uniform", *thinkers)


def climb(program: Program, plan: SamplePlan, clock: TimeBudget, length: float) -> tuple[Duel, ...]:
    """The duels that can be afforded, from below.

    Without a time, that is a matter of the work they would be: `length` is how many decisions a
    match has.
    """
    duels: list[Duel] = []
    names = rungs(plan)
    for number, (weaker, stronger) in enumerate(pairwise(names)):
        tournament = Tournament(program, (stronger, weaker), plan.seed, plan.most_decisions)
        work = SIMULATIONS[number] * length * length
        deals = (
            MOST_DEALS if plan.seconds is not None else max(2, min(MOST_DEALS, int(WORK / work)))
        )
        if duels and deals < DEALS_AT_LEAST:
            break
        started, wanted = monotonic(), range(min(deals, plan.matches))
        done = _played(tournament, wanted, clock.part(1 / (len(names) - 1 - number)))
        taken = (monotonic() - started) / max(1, len(done))
        is_last = not done or STEP * taken * DEALS_AT_LEAST > clock.left
        if is_last:  # nobody else needs the rest of the time
            missing = [one for one in wanted if one not in done]
            done |= _played(tournament, missing, clock.part(1))
        if len(done) > 1:
            duels.append(Duel(weaker, stronger, tuple(done[one] for one in sorted(done))))
        if is_last:
            break
    return tuple(duels)


def _played(
    tournament: Tournament, deals: Sequence[int], clock: TimeBudget
) -> dict[int, PlayedDeal]:
    """By number; fewer if the time is up. A deal that is not played to the end is left out."""
    done: dict[int, PlayedDeal] = {}
    with clock.limit():
        for deal in play_deals(tournament, deals):
            if clock.is_up:
                break
            done[deal.number] = deal
    return done


def deals_by_chance(
    engine: NativeEngine, plan: SamplePlan, clock: TimeBudget
) -> npt.NDArray[np.int32]:
    """(deal, time, seat): scores of deals that are each played many times at random; fewer deals
    if the time is up."""
    deals = min(DEALS_BY_CHANCE, 3 * plan.matches)
    found = []
    for number in range(deals):
        state = engine.interpreter.deal(Rng(plan.seed, number)).state
        first = plan.random_matches + number * AGAIN
        played = engine.playouts(
            plan.seed, AGAIN, first=first, start=state, most_decisions=plan.most_decisions
        )
        found.append(played.scores)
        if clock.is_up and len(found) >= FEWEST_BY_CHANCE:
            break
    return np.stack(found)
