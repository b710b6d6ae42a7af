"""Options tried in many worlds on a GPU: what a flat search adds up."""

from __future__ import annotations

from functools import partial

import numpy as np

from kibitz.engine.cancellation import current, together
from kibitz.engine.interpreter import Interpreter
from kibitz.engine.native.gpu.cuda import gpu
from kibitz.engine.native.gpu.gpu_engine import THREADS
from kibitz.engine.native.gpu.grid import ODD, fast_bytes
from kibitz.engine.native.layout.context import keeps_lists
from kibitz.engine.native.layout.signatures import CAPPED, GRID_TRIALS, Purpose
from kibitz.engine.native.layout.state_layout import state_layout
from kibitz.engine.native.runtime.code import object_code
from kibitz.engine.native.runtime.playouts import UNPLAYED, Numbers
from kibitz.engine.native.search.searcher import SearchPosition, Statistics
from kibitz.engine.program import Program
from kibitz.engine.rng import Rng
from kibitz.recycle import Goal

_MOST = 1 << 19
"""Trials of one launch: some hundredths of a second."""


class GpuTrials:
    """Compiled trials of one program on the GPU of this machine."""

    def __init__(self, program: Program) -> None:
        """Raises NoGpu, and GpuFault if the driver cannot load the code."""
        self._gpu = gpu()
        self._program = program
        self._interpreter = Interpreter(program)
        made = object_code(program, Purpose.GRID_TRIALS)
        fast = fast_bytes(state_layout(program).size, keeps_lists=keeps_lists(made.faults))
        self._launch = self._gpu.load(made.code).kernel(GRID_TRIALS, THREADS, fast)

    def results(
        self, prospect: SearchPosition, seed: int, trials: range, most_decisions: int
    ) -> Numbers:
        """(trial, seat) scores, then decisions: trial n is option n of as many as there are, round
        and round, in the world that stream n of the seed deals.

        Those that the time did not allow have UNPLAYED decisions, those in worlds with other
        options ODD ones. Raises MatchError if a rule fails in one.
        """
        results = np.empty((len(trials), self._program.players + 1), np.int32)
        together([partial(self._run, prospect, seed, trials, most_decisions + 1, results)])
        for left in np.flatnonzero(results[:, -1] == UNPLAYED).tolist():
            if current().is_late():
                break
            results[left] = self.replayed(prospect, seed, trials[left], most_decisions)
        return results

    def _run(
        self, prospect: SearchPosition, seed: int, trials: range, limit: int, results: Numbers
    ) -> None:
        device = self._gpu
        device.use()
        base = device.memory(len(prospect.base.raw))
        device.upload(base, prospect.base.raw)
        plan = device.memory(prospect.worlds.nbytes)
        device.upload(plan, prospect.worlds)
        room = device.memory(min(_MOST, len(trials)) * results.itemsize * results.shape[1])
        results[:, -1] = UNPLAYED
        for low in range(0, len(trials), _MOST):
            if current().is_set():
                return
            share = results[low : low + _MOST]
            first = trials.start + low
            options = prospect.options
            places = (base.address, plan.address, device.stop_address)
            chance = (seed & (2**64 - 1), first)
            counts = (len(share), options, first % options, limit)
            self._launch(len(share), (*places, *chance, *counts, room.address))
            device.download(room, share)

    def replayed(
        self, prospect: SearchPosition, seed: int, number: int, most_decisions: int
    ) -> tuple[int, ...]:
        """A trial that the GPU gave up, by the interpreter, which explains itself."""
        searcher, engine = prospect.searcher, self._interpreter
        state = searcher.unpacked(prospect.deal(seed, number))
        rng = Rng(0)
        rng.jump_to(searcher.code.used_context.rng_words())
        position = engine.at(state)
        if len(engine.find_options(state)) != prospect.options:
            return (*(0,) * self._program.players, ODD)
        after = engine.apply(position, number % prospect.options, rng).state
        played = engine.playout(rng, most_decisions, after)
        decisions = len(played.decisions) + 1
        return (*played.outcome.scores, decisions | CAPPED if played.capped else decisions)

    def statistics(
        self,
        prospect: SearchPosition,
        seed: int,
        trials: range,
        *,
        by_score: bool,
        most_decisions: int,
    ) -> Statistics:
        """As a search keeps them: by option visits, rewards, their squares, scores, ranks."""
        results = self.results(prospect, seed, trials, most_decisions)
        options = np.arange(trials.start, trials.stop) % prospect.options
        is_played = results[:, -1] >= 0
        scores, options = results[is_played, :-1], options[is_played]
        goal, players = self._program.goal, self._program.players
        signed = scores.astype(np.int64) if goal is Goal.MAX else -scores.astype(np.int64)
        better = (signed[:, np.newaxis, :] > signed[:, :, np.newaxis]).sum(axis=2)
        equal = (signed[:, np.newaxis, :] == signed[:, :, np.newaxis]).sum(axis=2)
        by_rank = 1.0 - (2 * better + equal - 1) / (2.0 * max(1, players - 1))
        reward = (signed.astype(np.float64) if by_score else by_rank)[:, prospect.seat]
        columns = [np.ones(len(reward)), reward, reward * reward, *scores.T, *(better + 1).T]
        sums = [np.bincount(options, column, prospect.options) for column in columns]
        return np.stack(sums, axis=1)
