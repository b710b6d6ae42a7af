"""Players that search: a view in, simulations in native code, a choice out; how much they may
think, and how what was found is weighed against what a net says.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import inf, sqrt
from statistics import stdev
from time import monotonic

import numpy as np
import numpy.typing as npt

from kibitz.engine import Decision, Device, Program, Rng, View, cancellation, player_settings
from kibitz.engine.native import (
    MOST_DECISIONS,
    Guide,
    Search,
    SearchPosition,
    gpu_trials,
    learner,
    searcher,
    weighing,
)
from kibitz.players.nets import net_for
from kibitz.players.player import Choice, Estimate, Parts, Player

Numbers = npt.NDArray[np.float64]
Statistics = npt.NDArray[np.float64]

BATCHES = 10
"""What a search without trees is taken apart into, so that its noise can be told."""
_LONG_SECONDS = 0.1
"""A decision that takes so long is worth more than one core, unless said otherwise."""
FORCED = 100
"""Simulations of a decision with a single option: enough to say what to expect."""
_SLICE = 256
"""Simulations between two looks at the clock, at first."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Simulations in all, or for every option, or seconds; the first that is given counts."""

    sims: int | None = None
    per_option: int | None = None
    seconds: float | None = None

    @staticmethod
    def of(settings: player_settings.PlayerSettings) -> Budget:
        """Simulations or seconds, where they are said; else simulations for every option."""
        if settings.seconds is not None or settings.sims is not None:
            return Budget(settings.sims, seconds=settings.seconds)
        return Budget(per_option=settings.per_option)

    def slices(self, options: int) -> Iterator[tuple[int, float | None]]:
        """Numbers of simulations to make, and seconds for them, until the budget is used up."""
        if options == 1:
            yield min(self.sims or self.per_option or FORCED, FORCED), self.seconds
        elif self.sims is not None:
            yield max(1, self.sims), None
        elif self.per_option is not None:
            yield max(1, self.per_option * options), None
        else:
            yield from self._timed(options)

    def shares(self, parts: int, options: int) -> list[Budget]:
        """So many parts that come to this budget, as equal as can be; fewer if it is too small."""
        total = self.sims
        if total is None and self.per_option is not None:
            total = self.per_option * options
        if options == 1:
            total = min(total or FORCED, FORCED)
        if total is None:
            return [Budget(seconds=(self.seconds or 0.0) / parts)] * parts
        sizes = [total // parts + (part < total % parts) for part in range(parts)]
        return [Budget(sims=size) for size in sizes if size]

    def side_by_side(self, trees: int, options: int) -> list[Budget]:
        """What each of some trees has that grow at the same time: a part of the simulations, or all
        of the seconds."""
        if self.sims is None and self.per_option is None and options > 1:
            return [self] * trees
        return self.shares(trees, options)

    def _timed(self, options: int) -> Iterator[tuple[int, float]]:
        """As many as fit; slices grow so that the clock costs nothing."""
        end = monotonic() + (self.seconds or 0.0)
        size = max(_SLICE, options)
        while True:
            started = monotonic()
            yield size, end - started
            now = monotonic()
            if now >= end:
                return
            rate = size / max(now - started, 1e-6)
            size = max(options, min(4 * size, int(rate * (end - now)) + 1))


class Searching:
    """What players have in common that search: how they think about a decision."""

    def __init__(self, program: Program, settings: player_settings.PlayerSettings) -> None:
        self._program = program
        self._settings = settings
        self._budget = Budget.of(settings)
        self._guide = net_for(program, settings) if settings.is_guided else lambda: None
        """The net that plays on where the tree ends, as it is now; without one, chance does."""

    def _position(self, view: View, options: int, guide: Guide | None) -> SearchPosition:
        """The decision, made ready to be searched."""
        code = searcher(self._program) if guide is None else learner(self._program).searcher
        return code.prospect(view, options)

    def _run(self, search: Search, budget: Budget, guide: Guide | None) -> None:
        """Add simulations to the search until the budget is used up."""
        for simulations, seconds in budget.slices(len(search.statistics)):
            with cancellation.time_limit(seconds):
                search.run(self._settings, simulations, guide)

    def _cores(self) -> int:
        """One, and all of them where there is time for it."""
        is_long = (self._budget.seconds or 0.0) >= _LONG_SECONDS
        return os.cpu_count() or 1 if is_long else 1

    def _said(self, view: View, options: int, guide: Guide) -> Numbers:
        """(option): what the net says of it at once."""
        told = learner(self._program).said(view, guide.weights, options)
        said: Numbers = told.astype(np.float64) @ np.array(guide.wants)
        return said


class Flat(Searching):
    """Pure Monte Carlo: every option equally often, each time in a newly dealt world. Or some such
    searches side by side, one a core where there is time; what they found is added up."""

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        guide, options = self._guide(), len(decision.options)
        position, seed = self._position(view, options, guide), rng.next()
        budgets = self._budget.side_by_side(self._cores(), options)
        searches = [position.search(seed, number << 32) for number in range(len(budgets))]

        def batches(search: Search, budget: Budget) -> Statistics:
            """What every part of the search found."""
            totals = [search.statistics.copy()]
            for part in budget.shares(BATCHES, options):
                self._run(search, part, guide)
                totals.append(search.statistics.copy())
            return np.diff(np.stack(totals), axis=0)

        tasks = zip(searches, budgets, strict=True)
        found = np.concatenate(cancellation.together([partial(batches, *task) for task in tasks]))
        best = replace(
            best_reward(found.sum(axis=0)),
            parts=parts_of(found),
            unheeded=sum(search.unheeded for search in searches),
        )
        if guide is None:
            return best
        said = self._said(view, options, guide)
        return replace(best, option=int(weighed(found, said).argmax()))


class FlatOnGpu(Searching):
    """As `Flat`, with a GPU that plays the simulations."""

    def __init__(self, program: Program, settings: player_settings.PlayerSettings) -> None:
        if settings.rollout is not player_settings.Rollout.UNIFORM:
            raise player_settings.UnknownPlayer(
                "on a GPU matches are played on at random: leave out device or rollout"
            )
        super().__init__(program, settings)
        self._trials, self._by_score = gpu_trials(program), settings.wants_score(program)

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        options, done = len(decision.options), 0
        position, seed = self._position(view, options, None), rng.next()
        batches: list[Statistics] = []
        for budget in self._budget.shares(BATCHES, options):
            batch: Statistics = np.zeros((options, 3 + 2 * self._program.players))
            for simulations, seconds in budget.slices(options):
                wanted, by_score = range(done, done + simulations), self._by_score
                with cancellation.time_limit(seconds):
                    batch += self._trials.statistics(
                        position, seed, wanted, by_score=by_score, most_decisions=MOST_DECISIONS
                    )
                done = wanted.stop
            batches.append(batch)
        best = best_reward(np.sum(batches, axis=0))
        unheeded = done if view.past is not None or view.is_forgetful else 0
        return replace(best, parts=parts_of(np.stack(batches)), unheeded=unheeded)


class Mcts(Searching):
    """Determinised UCT: some worlds, a tree in each, and the mean over them."""

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        guide, options = self._guide(), len(decision.options)
        position, seed = self._position(view, options, guide), rng.next()
        found = []
        for world, budget in enumerate(self._budget.shares(self._settings.worlds, options)):
            found.append(position.search(seed, world << 32))
            self._run(found[-1], budget, guide)
        best = best_over_worlds(np.stack([search.statistics for search in found]))
        return replace(best, unheeded=sum(search.unheeded for search in found))


class Ismcts(Searching):
    """Information-set MCTS: one tree, a newly dealt world for every simulation. Or some such trees
    that grow side by side and know nothing of each other; what they found is added up."""

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        guide, options = self._guide(), len(decision.options)
        position, seed = self._position(view, options, guide), rng.next()

        def grown(number: int, budget: Budget) -> Search:
            search = position.search(seed, number << 32)
            self._run(search, budget, guide)
            return search

        budgets = self._budget.side_by_side(self._settings.trees or self._cores(), options)
        found = cancellation.together([partial(grown, *task) for task in enumerate(budgets)])
        statistics = np.sum([search.statistics for search in found], axis=0)
        choice = most_visits(statistics)
        if guide is not None and options > 1:
            said = self._said(view, options, guide)
            choice = replace(choice, option=int(weighed_in_tree(statistics, said).argmax()))
        return replace(choice, unheeded=sum(search.unheeded for search in found))


def make(program: Program, settings: player_settings.PlayerSettings) -> Player:
    if settings.device is not Device.CPU:
        return FlatOnGpu(program, settings)
    kinds: dict[str, type[Flat | Mcts | Ismcts]] = {"flat": Flat, "mcts": Mcts, "ismcts": Ismcts}
    return kinds[settings.kind](program, settings)


# ---------------------------------------------------------------------------- what was found


def weighed_in_tree(statistics: Numbers, said: Numbers) -> Numbers:
    """(option): what it is worth, counted from the option with most visits; `statistics`: (option,
    …)."""
    return np.array(weighing.weighed_in_tree(statistics.tolist(), said.tolist()))


def weighed(batches: Numbers, said: Numbers) -> Numbers:
    """(option): what it is worth, counted from the mean of all; `batches`: (batch, option, …)."""
    return np.array(weighing.weighed(batches.tolist(), said.tolist()))


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
