"""Many matches stepped together, in numpy arrays: for agents that learn.

>>> batch = Batch(engine, 4096, seed=1)          # doctest: +SKIP
>>> while not batch.is_over.all():
...     batch.step(policy(batch.counts, batch.seats))
>>> batch.scores()
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from kibitz.engine.cancellation import Stopped, current, together
from kibitz.engine.errors import BadState, IllegalChoice
from kibitz.engine.native.runtime import signatures
from kibitz.engine.native.runtime.engine import NativeEngine
from kibitz.engine.native.runtime.playouts import Numbers
from kibitz.engine.state import State

States = npt.NDArray[np.uint8]
Generators = npt.NDArray[np.uint64]
Element = TypeVar("Element", bound=np.generic)

_SMALLEST_SHARE = 512
"""States that are worth a thread of their own."""


class Batch:
    """`size` states of one game; `counts` and `seats` say who chooses among how many options.

    A match that is over has 0 options, and steps leave it alone. All arrays are to be read;
    states and generators of one's own are put in whole, and looked at first.
    """

    def __init__(
        self, engine: NativeEngine, size: int, *, seed: int = 0, threads: int | None = None
    ) -> None:
        """Matches 0 … size - 1 of the seed, dealt. Raises MatchError if a rule fails in one."""
        self._engine = engine
        self._deal = engine.code.function(signatures.DEAL_MANY)
        self._options = engine.code.function(signatures.OPTIONS_MANY)
        self._step = engine.code.function(signatures.STEP_MANY)
        self._score = engine.code.function(signatures.SCORE_MANY)
        self._states: States = np.zeros((size, engine.state_bytes), np.uint8)
        self._rngs: Generators = np.zeros((size, 4), np.uint64)
        self._counts: Numbers = np.zeros(size, np.int32)
        self._seats: Numbers = np.zeros(size, np.int32)
        self.counts = _shown(self._counts)
        """Options of the decision in each state, 0 where the match is over."""
        self.seats = _shown(self._seats)
        """Who decides in each state."""
        self._is_spoiled = False
        workers = max(1, min(threads or os.cpu_count() or 1, size // _SMALLEST_SHARE))
        self._shares = [
            slice(size * n // workers, size * (n + 1) // workers) for n in range(workers)
        ]
        self.reset(seed)

    @property
    def is_over(self) -> npt.NDArray[np.bool_]:
        return np.equal(self._counts, 0)

    @property
    def states(self) -> States:
        """The packed states, a row each; states that are put in must be states of this game."""
        return _shown(self._states)

    @states.setter
    def states(self, states: States) -> None:
        given = np.asarray(states)
        if given.shape != self._states.shape or given.dtype != np.uint8:
            raise BadState(f"{len(self._states)} states of {self._engine.state_bytes} bytes it is")
        for number, row in enumerate(given):
            try:
                self._engine.validated(row.tobytes())
            except BadState as fault:
                raise BadState(f"state {number}: {fault}") from None
        self._states[:] = given
        self._is_spoiled = False
        self._in_all_shares(self._find_options)

    @property
    def positions(self) -> Numbers:
        """In which step of the program's code each state stands."""
        offset = self._engine.code.layout.position
        return np.ascontiguousarray(self._states[:, offset : offset + 4]).view(np.int32)[:, 0]

    @property
    def rngs(self) -> Generators:
        """The generators of the matches, four words each; not all of them can be 0."""
        return _shown(self._rngs)

    @rngs.setter
    def rngs(self, rngs: Generators) -> None:
        given = np.asarray(rngs)
        if given.shape != self._rngs.shape or given.dtype != np.uint64:
            raise BadState(f"{len(self._rngs)} generators of four 64-bit words it is")
        if not given.any(axis=1).all():
            raise BadState("a generator whose words are all 0 draws nothing but 0")
        self._rngs[:] = given

    def reset(self, seed: int, first: int = 0) -> None:
        """Deal matches `first`, `first + 1`, … of the seed."""

        def deal(share: slice) -> None:
            states, rngs = self._states[share], self._rngs[share]
            done = self._deal(
                states.ctypes.data,
                self._engine.code.context.address,
                rngs.ctypes.data,
                seed & (2**64 - 1),
                first + share.start,
                len(states),
            )
            self._check_done(done, len(states))
            self._find_options(share)

        self._is_spoiled = False
        self._in_all_shares(deal)

    def step(self, choices: Numbers) -> None:
        """Play in every state the option with that index, up to its next decision.

        Raises IllegalChoice for an index that a state does not have; nothing is played then. If a
        rule fails, MatchError, beyond a `time_limit` Stopped; then the batch must be reset.
        """
        self._refuse_spoiled()
        chosen = self._checked(np.asarray(choices))

        def play(share: slice) -> None:
            states, rngs = self._states[share], self._rngs[share]
            done = self._step(
                states.ctypes.data,
                self._engine.code.context.address,
                rngs.ctypes.data,
                chosen[share].ctypes.data,
                len(states),
            )
            self._check_done(done, len(states))
            self._find_options(share)

        self._in_all_shares(play)

    def scores(self) -> Numbers:
        """(state, seat): the scores as they stand."""
        self._refuse_spoiled()
        scores = np.zeros((len(self._counts), self._engine.program.players), np.int32)

        def score(share: slice) -> None:
            states = self._states[share]
            done = self._score(
                states.ctypes.data,
                self._engine.code.context.address,
                scores[share].ctypes.data,
                len(states),
            )
            self._check_done(done, len(states))

        self._in_all_shares(score)
        return scores

    def state(self, number: int) -> State:
        """One of the states, for the interpreter."""
        self._refuse_spoiled()
        return self._engine.unpack(self._states[number].tobytes())

    def _checked(self, choices: npt.NDArray[np.generic]) -> Numbers:
        """The choices, if every state has them."""
        if choices.shape != self._counts.shape or choices.dtype.kind not in "iu":
            raise IllegalChoice(f"{len(self._counts)} states need as many whole numbers")
        chosen = choices.astype(np.int64)
        illegal = ((chosen < 0) | (chosen >= self._counts)) & (self._counts > 0)
        if illegal.any():
            number = int(illegal.argmax())
            raise IllegalChoice(
                f"state {number} has {self._counts[number]} options, "
                f"there is no option {choices[number]}"
            )
        return chosen.astype(np.int32)

    def _find_options(self, share: slice) -> None:
        states = self._states[share]
        done = self._options(
            states.ctypes.data,
            self._engine.code.context.address,
            self._counts[share].ctypes.data,
            self._seats[share].ctypes.data,
            len(states),
        )
        self._check_done(done, len(states))

    def _check_done(self, done: int, wanted: int) -> None:
        """A rule failed in some state, which is now neither before it nor after it."""
        if done < wanted:
            self._is_spoiled = True
            if current().is_set():
                raise Stopped("the batch was stopped: reset it")
            raise self._engine.code.match_error("in one of many matches")

    def _refuse_spoiled(self) -> None:
        if self._is_spoiled:
            raise BadState("a rule failed in this batch: reset it")

    def _in_all_shares(self, work: Callable[[slice], None]) -> None:
        together([partial(work, share) for share in self._shares])


def _shown(array: npt.NDArray[Element]) -> npt.NDArray[Element]:
    """The same numbers, to be read."""
    shown = array.view()
    shown.flags.writeable = False
    return shown
