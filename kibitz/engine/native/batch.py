"""Many matches stepped together, in numpy arrays: for agents that learn.

>>> batch = Batch(engine, 4096)          # doctest: +SKIP
>>> batch.reset(seed=1)
>>> while not batch.is_over.all():
...     batch.step(policy(batch.counts, batch.seats))
>>> batch.scores()
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from kibitz.engine.errors import IllegalChoice
from kibitz.engine.native import signatures
from kibitz.engine.native.engine import NativeEngine
from kibitz.engine.native.playouts import Numbers
from kibitz.engine.rng import Rng
from kibitz.engine.state import State

_SMALLEST_SHARE = 512
"""States that are worth a thread of their own."""


class Batch:
    """`size` states of one game; `counts` and `seats` say who chooses among how many options.

    A match that is over has 0 options, and steps leave it alone.
    """

    def __init__(self, engine: NativeEngine, size: int, *, threads: int | None = None) -> None:
        self._engine = engine
        self._deal = engine.code.function(signatures.DEAL_MANY)
        self._options = engine.code.function(signatures.OPTIONS_MANY)
        self._step = engine.code.function(signatures.STEP_MANY)
        self._score = engine.code.function(signatures.SCORE_MANY)
        self.states: npt.NDArray[np.uint8] = np.zeros((size, engine.state_bytes), np.uint8)
        self.rngs: npt.NDArray[np.uint64] = np.zeros((size, 4), np.uint64)
        self.counts: Numbers = np.zeros(size, np.int32)
        """Options of the decision in each state, 0 where the match is over."""
        self.seats: Numbers = np.zeros(size, np.int32)
        """Who decides in each state."""
        workers = max(1, min(threads or os.cpu_count() or 1, size // _SMALLEST_SHARE))
        self._shares = [
            slice(size * n // workers, size * (n + 1) // workers) for n in range(workers)
        ]
        self._pool = ThreadPoolExecutor(workers) if workers > 1 else None

    @property
    def is_over(self) -> npt.NDArray[np.bool_]:
        return np.equal(self.counts, 0)

    def reset(self, seed: int, first: int = 0) -> None:
        """Deal matches `first`, `first + 1`, … of the seed."""

        def deal(share: slice) -> None:
            states, rngs = self.states[share], self.rngs[share]
            done = self._deal(
                states.ctypes.data,
                self._engine.code.context.address,
                rngs.ctypes.data,
                seed & (2**64 - 1),
                first + share.start,
                len(states),
            )
            if done < len(states):
                self._engine.interpreter.deal(Rng(seed, first + share.start + done))
                raise self._engine.silent_fault()
            self._find_options(share)

        self._in_all_shares(deal)

    def step(self, choices: Numbers) -> None:
        """Play in every state the option with that index, up to its next decision.

        Raises IllegalChoice for an index that a state does not have; states before it have been
        stepped then.
        """
        chosen = np.ascontiguousarray(choices, dtype=np.int32)
        if chosen.shape != self.counts.shape:
            raise IllegalChoice(f"{len(self.counts)} states need as many choices")

        def play(share: slice) -> None:
            states, rngs = self.states[share], self.rngs[share]
            done = self._step(
                states.ctypes.data,
                self._engine.code.context.address,
                rngs.ctypes.data,
                chosen[share].ctypes.data,
                len(states),
            )
            if done < len(states):
                self._explain(share.start + done, int(chosen[share.start + done]))
            self._find_options(share)

        self._in_all_shares(play)

    def scores(self) -> Numbers:
        """(state, seat): the scores as they stand."""
        scores = np.zeros((len(self.counts), self._engine.program.players), np.int32)
        done = self._score(
            self.states.ctypes.data,
            self._engine.code.context.address,
            scores.ctypes.data,
            len(scores),
        )
        if done < len(scores):
            self._engine.interpreter.score(self.state(done))
            raise self._engine.silent_fault()
        return scores

    def state(self, number: int) -> State:
        """One of the states, for the interpreter."""
        return self._engine.unpack(self.states[number].tobytes())

    def _find_options(self, share: slice) -> None:
        states = self.states[share]
        done = self._options(
            states.ctypes.data,
            self._engine.code.context.address,
            self.counts[share].ctypes.data,
            self.seats[share].ctypes.data,
            len(states),
        )
        if done < len(states):
            self._engine.interpreter.find_options(self.state(share.start + done))
            raise self._engine.silent_fault()

    def _explain(self, number: int, choice: int) -> None:
        """Why the state could not be stepped, in the interpreter's words."""
        step = self._engine.interpreter.at(self.state(number))
        rng = Rng(0)
        a, b, c, d = self.rngs[number].tolist()
        rng.jump_to((a, b, c, d))
        self._engine.interpreter.apply(step, choice, rng)
        raise self._engine.silent_fault()

    def _in_all_shares(self, work: Callable[[slice], None]) -> None:
        if self._pool is None:
            work(self._shares[0])
        else:
            list(self._pool.map(work, self._shares))
