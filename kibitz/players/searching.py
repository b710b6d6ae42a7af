"""What players that search have in common: a view in, simulations in native code, a choice out;
and how what was found is weighed against what a net says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import inf, sqrt
from statistics import stdev

import numpy as np
import numpy.typing as npt

from kibitz.engine import Decision, Program, Rng, View, time_limit, together
from kibitz.engine.native import (
    MOST_DECISIONS,
    Guide,
    Search,
    SearchPlan,
    SearchPosition,
    gpu_trials,
    learner,
    searcher,
)
from kibitz.players.budget import Budget
from kibitz.players.player import Choice, Estimate, Parts

Numbers = npt.NDArray[np.float64]


def weighed_in_tree(statistics: Numbers, said: Numbers) -> Numbers:
    """(option): what it is worth, counted from the mean of all visits.

    `statistics` (option, …) begin with visits, the sum of rewards and of their squares. A tree
    comes to some options more often than to others, so each is believed by itself: the net where
    there were few visits, the search where there were many, and the sooner the further they are
    apart.
    """
    visits, sums, squares = statistics[:, :3].T
    share = visits / max(1.0, visits.sum())
    often = np.maximum(visits, 1)
    means = sums / often
    noise = float(share @ np.maximum(0, squares / often - means**2)) / often
    known: Numbers = said - share @ said
    news = np.where(visits > 0, means - share @ means - known, 0.0)
    doubt = max(0.0, float(share @ (news**2 - noise)))
    worth: Numbers = known + (news * doubt / (doubt + noise) if doubt else 0.0)
    return worth


def weighed(batches: Numbers, said: Numbers) -> Numbers:
    """(option): what it is worth, counted from the mean of all.

    `batches` (batch, option, …) begin with visits and the sum of rewards, as statistics do. How
    far they lie apart tells how far chance alone takes the search from the net. Where it is no
    further away than that, the net is believed; the further it is, the more is the search.
    """
    known: Numbers = said - said.mean()
    whole = batches[(batches[:, :, 0] > 0).all(axis=1)]
    if len(whole) < 2:
        return known
    rewards = whole[:, :, 1] / whole[:, :, 0]
    apart = rewards - rewards.mean(axis=1, keepdims=True)
    noise = float(apart.var(axis=0, ddof=1).mean()) / len(whole)
    news = apart.mean(axis=0) - known
    squares = float((news**2).mean())
    trust = max(0.0, 1 - noise / squares) if squares else 0.0
    worth: Numbers = known + trust * news
    return worth


Statistics = npt.NDArray[np.float64]

BATCHES = 10
"""What a search without trees is taken apart into, so that its noise can be told."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """How a search player thinks."""

    budget: Budget
    by_score: bool = False
    """The reward is the score, not the rank."""
    exploration: float = 0.7
    guide: Callable[[], Guide] | None = None
    """A net that plays on where the tree ends, when it is first needed; without one, chance."""

    def settled(self) -> Thinking:
        """With the net as it is now, for one decision: another one may be trained meanwhile."""
        if self.guide is None:
            return self
        guide = self.guide()
        return replace(self, guide=lambda: guide)

    def plan(self, simulations: int, *, flat: bool = False, keep_world: bool = False) -> SearchPlan:
        guide = None if self.guide is None else self.guide()
        return SearchPlan(
            simulations, flat, keep_world, self.by_score, self.exploration, guide=guide
        )

    def prospect(self, program: Program, view: View, options: int) -> SearchPosition:
        """The decision, made ready to be searched."""
        code = searcher(program) if self.guide is None else learner(program).searcher
        return code.prospect(view, options)

    def said(self, program: Program, view: View, options: int) -> Numbers:
        """(option): what the net says of it at once."""
        assert self.guide is not None, "only a net says anything at once"
        guide = self.guide()
        told = learner(program).said(view, guide.weights, options)
        said: Numbers = told.astype(np.float64) @ np.array(guide.wants)
        return said


@dataclass(frozen=True, slots=True)
class Flat:
    """Pure Monte Carlo: every option equally often, each time in a newly dealt world. Or some such
    searches side by side; what they found is added up."""

    program: Program
    thinking: Thinking
    searches: int = 1

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        thinking, options = self.thinking.settled(), len(decision.options)
        prospect, seed = thinking.prospect(self.program, view, options), rng.next()
        budgets = thinking.budget.side_by_side(self.searches, options)
        searches = [prospect.search(seed, number << 32) for number in range(len(budgets))]
        tasks = zip(searches, budgets, strict=True)
        parts = together([partial(_batches, thinking, *task) for task in tasks])
        batches = np.concatenate(parts)
        best = replace(
            best_reward(batches.sum(axis=0)),
            parts=parts_of(batches),
            unheeded=sum(search.unheeded for search in searches),
        )
        if thinking.guide is None:
            return best
        said = thinking.said(self.program, view, options)
        return replace(best, option=int(weighed(batches, said).argmax()))


def _batches(thinking: Thinking, search: Search, budget: Budget) -> Statistics:
    """What every part of the search found."""
    options = len(search.statistics)
    totals = [search.statistics.copy()]
    for part in budget.shares(BATCHES, options):
        for simulations, seconds in part.slices(options):
            with time_limit(seconds):
                search.run(thinking.plan(simulations, flat=True))
        totals.append(search.statistics.copy())
    return np.diff(np.stack(totals), axis=0)


@dataclass(frozen=True, slots=True)
class FlatOnGpu:
    """As `Flat`, with a GPU that plays the simulations."""

    program: Program
    thinking: Thinking

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        options, done = len(decision.options), 0
        prospect, seed = self.thinking.prospect(self.program, view, options), rng.next()
        trials, by_score = gpu_trials(self.program), self.thinking.by_score
        batches: list[Statistics] = []
        for budget in self.thinking.budget.shares(BATCHES, options):
            batch: Statistics = np.zeros((options, 3 + 2 * self.program.players))
            for simulations, seconds in budget.slices(options):
                wanted = range(done, done + simulations)
                with time_limit(seconds):
                    batch += trials.statistics(
                        prospect, seed, wanted, by_score=by_score, most_decisions=MOST_DECISIONS
                    )
                done = wanted.stop
            batches.append(batch)
        best = best_reward(np.sum(batches, axis=0))
        unheeded = done if view.past is not None or view.forgotten else 0
        return replace(best, parts=parts_of(np.stack(batches)), unheeded=unheeded)


@dataclass(frozen=True, slots=True)
class Mcts:
    """Determinised UCT: some worlds, a tree in each, and the mean over them."""

    program: Program
    thinking: Thinking
    worlds: int = 10

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        thinking, options = self.thinking.settled(), len(decision.options)
        prospect, seed = thinking.prospect(self.program, view, options), rng.next()
        found, unheeded = list[Statistics](), 0
        for world, budget in enumerate(thinking.budget.shares(self.worlds, options)):
            search = prospect.search(seed, world << 32)
            for simulations, seconds in budget.slices(options):
                with time_limit(seconds):
                    search.run(thinking.plan(simulations, keep_world=True))
            found.append(search.statistics)
            unheeded += search.unheeded
        return replace(best_over_worlds(np.stack(found)), unheeded=unheeded)


@dataclass(frozen=True, slots=True)
class Ismcts:
    """Information-set MCTS: one tree, a newly dealt world for every simulation. Or some such trees
    that grow side by side and know nothing of each other; what they found is added up."""

    program: Program
    thinking: Thinking
    trees: int = 1

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        thinking, options = self.thinking.settled(), len(decision.options)
        prospect, seed = thinking.prospect(self.program, view, options), rng.next()

        def grown(number: int, budget: Budget) -> Search:
            search = prospect.search(seed, number << 32)
            for simulations, seconds in budget.slices(options):
                with time_limit(seconds):
                    search.run(thinking.plan(simulations))
            return search

        budgets = thinking.budget.side_by_side(self.trees, options)
        found = together([partial(grown, *task) for task in enumerate(budgets)])
        statistics = np.sum([search.statistics for search in found], axis=0)
        choice = most_visits(statistics)
        if thinking.guide is not None and options > 1:
            said = thinking.said(self.program, view, options)
            choice = replace(choice, option=int(weighed_in_tree(statistics, said).argmax()))
        return replace(choice, unheeded=sum(search.unheeded for search in found))


def averaged(worlds: Statistics) -> Statistics:
    """The statistics of several worlds as one, in which every world counts the same.

    A tree visits an option more often in worlds that favour it, so that a sum over worlds would
    flatter the option.
    """
    visits = worlds[:, :, :1]
    means = np.divide(worlds, visits, out=np.zeros_like(worlds), where=visits > 0)
    tried = np.maximum(1, (visits > 0).sum(axis=0))
    mean: Statistics = means.sum(axis=0) / tried * visits.sum(axis=0)
    return mean


def best_over_worlds(worlds: Statistics) -> Choice:
    """The option with the highest mean over worlds; its error is that over worlds, too."""
    choice = best_reward(averaged(worlds))
    if len(worlds) < 2:
        return choice
    estimates = (
        replace(estimate, stderr=_error_over_worlds(rows))
        for estimate, rows in zip(choice.estimates, worlds.swapaxes(0, 1), strict=True)
    )
    return Choice(choice.option, tuple(estimates), parts_of(worlds))


def parts_of(worlds: Statistics) -> Parts:
    """What every world, or batch, expects of scores and ranks by itself."""
    visits = worlds[:, :, :1]
    sums = worlds[:, :, 3:]
    return np.divide(sums, visits, out=np.full_like(sums, np.nan), where=visits > 0)


def _error_over_worlds(rows: Statistics) -> float:
    means = [total / visits for visits, total, *_ in rows.tolist() if visits]
    return stdev(means) / sqrt(len(means)) if len(means) > 1 else inf


def best_reward(statistics: Statistics) -> Choice:
    """The option with the highest mean reward, the first of several."""
    estimates = estimates_of(statistics)
    means = [estimate.reward if estimate.visits else -inf for estimate in estimates]
    return Choice(means.index(max(means)), estimates)


def most_visits(statistics: Statistics) -> Choice:
    """The option that the search came back to most often; of several, the better one."""
    estimates = estimates_of(statistics)
    worth = [(estimate.visits, estimate.reward) for estimate in estimates]
    return Choice(worth.index(max(worth)), estimates)


def estimates_of(statistics: Statistics) -> tuple[Estimate, ...]:
    return tuple(_estimate(row.tolist()) for row in statistics)


def _estimate(row: list[float]) -> Estimate:
    visits, total, squares, *rest = row
    seats = len(rest) // 2
    if not visits:
        nothing = (0.0,) * seats
        return Estimate(0, 0.0, inf, nothing, nothing)
    mean = total / visits
    variance = max(0.0, squares / visits - mean * mean)
    stderr = sqrt(variance / (visits - 1)) if visits > 1 else inf
    means = [value / visits for value in rest]
    return Estimate(int(visits), mean, stderr, tuple(means[:seats]), tuple(means[seats:]))
