"""Many matches stepped together, in numpy arrays: for agents that learn.

>>> batch = Batch(engine, 4096, seed=1)          # doctest: +SKIP
>>> while True:
...     batch.act(policy(batch.observe(), batch.mask()))
...     ended, rewards = batch.restart()
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from kibitz.engine.cancellation import Stopped, current, together
from kibitz.engine.errors import BadState, IllegalChoice
from kibitz.engine.native.layout import signatures
from kibitz.engine.native.observation.action_plan import NO_ACTION, ActionPlan
from kibitz.engine.native.observation.information_plan import InformationPlan
from kibitz.engine.native.observation.native_state import observer
from kibitz.engine.native.observation.observation_plan import ObservationPlan
from kibitz.engine.native.runtime.code import NativeCode
from kibitz.engine.native.runtime.engine import NativeEngine
from kibitz.engine.native.runtime.playouts import Numbers
from kibitz.engine.native.search.searcher import searcher
from kibitz.engine.state import State
from kibitz.engine.view import View
from kibitz.recycle import Goal

States = npt.NDArray[np.uint8]
Generators = npt.NDArray[np.uint64]
Observations = npt.NDArray[np.float32]
Masks = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.integer[Any]]
Element = TypeVar("Element", bound=np.generic)

_SMALLEST_SHARE = 512
"""States that are worth a thread of their own."""


class Batch:
    """`size` states of one game; `counts` and `seats` say who chooses among how many options.

    A match that is over has 0 options, and steps leave it alone. All arrays are to be read;
    states and generators of one's own are put in whole, and looked at first.
    """

    def __init__(
        self,
        engine: NativeEngine,
        size: int,
        *,
        seed: int = 0,
        first: int = 0,
        threads: int | None = None,
        recalled: int = 0,
    ) -> None:
        """Matches `first`, `first + 1`, … of the seed, dealt, each keeping what happened in so many
        of its latest decisions. Raises MatchError if a rule fails."""
        self._engine = engine
        self._plan = InformationPlan.of(engine.program, recalled)
        self._deal, self._options, self._step, self._score = (
            engine.code.function(signature) for signature in signatures.MANY
        )
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
        self._memories: npt.NDArray[np.uint16] = np.zeros((size, recalled, self._plan.words), "u2")
        self._observations: Observations | None = None
        self._informed: Observations | None = None
        self._masks: Masks | None = None
        self.reset(seed, first)

    @staticmethod
    def of_worlds(engine: NativeEngine, view: View, size: int, seed: int) -> Batch:
        """Worlds that the view and its past allow; chance after them is that of the seed."""
        batch = Batch(engine, size, seed=seed)
        batch._states[:] = searcher(engine.program).prospect(view, 0).several(seed, size)
        batch._in_all_shares(batch._find_options)
        return batch

    def __reduce__(self) -> tuple[Callable[..., Batch], tuple[object, ...]]:
        """It is pickled as its states and their generators."""
        return _restored, (self._engine, self._states, self._rngs, self._memories, self._chance)

    def __repr__(self) -> str:
        over = int(self.is_over.sum())
        return f"<Batch of {len(self._counts)} matches, {over} of them over>"

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
        self._memories[:] = 0
        self._is_spoiled = False
        self._in_all_shares(self._find_options)

    @property
    def positions(self) -> Numbers:
        """In which step of the program's code each state stands."""
        field = self._engine.code.layout.position
        return np.ascontiguousarray(self._states[:, field : field.end]).view(np.int32)[:, 0]

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

        chance = seed & (2**64 - 1), first
        self._chance = chance[0], first + len(self._counts)
        self._is_spoiled = False
        if self._plan.recalled:
            self._counts[:] = 0
            self._deal_where_over(*chance)
            return

        def deal(share: slice) -> None:
            numbers = chance[0], first + share.start
            self._run(self._deal, share, self._rngs, numbers=numbers)
            self._find_options(share)

        self._in_all_shares(deal)

    def step(self, choices: Integers) -> None:
        """Play in every state the option with that index, up to its next decision.

        Raises IllegalChoice for an index that a state does not have; nothing is played then. If a
        rule fails, MatchError, beyond a `time_limit` Stopped; then the batch must be reset.
        """
        self._refuse_spoiled()
        if self._plan.recalled:
            raise BadState("a batch that recalls is played by the numbers of actions: `act`")
        chosen = self._checked(np.asarray(choices))

        def play(share: slice) -> None:
            self._run(self._step, share, self._rngs, chosen)
            self._find_options(share)

        self._in_all_shares(play)

    def scores(self) -> Numbers:
        """(state, seat): the scores as they stand."""
        self._refuse_spoiled()
        scores = np.zeros((len(self._counts), self._engine.program.players), np.int32)
        self._in_all_shares(lambda share: self._run(self._score, share, scores))
        return scores

    # ------------------------------------------------------------------ as numbers

    def observe(self, seats: Integers | None = None) -> Observations:
        """(state, number): what those who decide see, or the seats that are given, one for each
        state; `kibitz.observation` says what every number is. The array is filled anew every time.
        """
        self._refuse_spoiled()
        if self._observations is None:
            size = ObservationPlan.of(self._engine.program).size
            self._observations = np.zeros((len(self._counts), size), np.float32)
        asked = self._seats if seats is None else self._checked_seats(np.asarray(seats))
        self._observe(observer(self._engine.program).observe, asked, self._observations)
        return self._observations

    def inform(self, seats: Integers | None = None) -> Observations:
        """As `observe`, and what the seats saw happen in the latest decisions: the numbers of
        `game.information`, for as many decisions as the batch recalls."""
        self._refuse_spoiled()
        if self._informed is None:
            self._informed = np.zeros((len(self._counts), self._plan.size), np.float32)
        asked = self._seats if seats is None else self._checked_seats(np.asarray(seats))
        arrays = asked, self._memories, self._informed
        self._observe(observer(self._engine.program).inform, *arrays, numbers=self._recalled)
        return self._informed

    @property
    def _recalled(self) -> tuple[int]:
        return (self._plan.recalled,)

    def mask(self) -> Masks:
        """(state, action): 1 for what can be done; nothing where the match is over."""
        self._refuse_spoiled()
        if self._masks is None:
            size = ActionPlan.of(self._engine.program).size
            self._masks = np.zeros((len(self._counts), size), np.uint8)
            self._is_masked = False
        if not self._is_masked:
            self._observe(observer(self._engine.program).mask, self._masks)
            self._is_masked = True
        return _shown(self._masks)

    def act(self, actions: Integers, *, only: npt.NDArray[np.bool_] | None = None) -> None:
        """Do in every state the action with that number, up to its next decision; in others than
        `only` those, nothing.

        Raises IllegalChoice where it cannot be done; nothing is done then. Else as `step`.
        """
        legal, chosen = self.mask(), np.asarray(actions)
        if chosen.shape != self._counts.shape or chosen.dtype.kind not in "iu":
            raise IllegalChoice(f"{len(self._counts)} states need as many whole numbers")
        asked = self._counts > 0 if only is None else (self._counts > 0) & only
        inside = (chosen >= 0) & (chosen < legal.shape[1])
        can = inside & (legal[np.arange(len(chosen)), np.where(inside, chosen, 0)] > 0)
        refused = ~can & asked
        if refused.any():
            number = int(refused.argmax())
            raise IllegalChoice(f"in state {number} there is no action {chosen[number]}")
        wanted = np.where(asked, chosen, NO_ACTION).astype(np.int32)
        arrays = self._rngs, wanted, self._memories
        self._observe(observer(self._engine.program).act, *arrays, numbers=self._recalled)
        self._in_all_shares(self._find_options)

    def restart(self) -> tuple[npt.NDArray[np.bool_], Observations]:
        """Deal the next matches of the seed where one is over; which ones were, and the rewards
        (state, seat): how much better a seat did than the mean of all, 0 where play goes on."""
        ended = self.is_over
        rewards = np.zeros((len(ended), self._engine.program.players), np.float32)
        if ended.any():
            scores = self.scores()[ended]
            sign = 1 if self._engine.program.goal is Goal.MAX else -1
            rewards[ended] = sign * (scores - scores.mean(axis=1, keepdims=True))
            self._deal_where_over(*self._chance)
        self._chance = self._chance[0], self._chance[1] + len(ended)
        return ended, rewards

    def _deal_where_over(self, seed: int, first: int) -> None:
        code = observer(self._engine.program)

        def deal(share: slice) -> None:
            chance = (*self._recalled, seed, first + share.start)
            arrays = self._rngs, self._counts, self._memories
            self._run(code.renew, share, *arrays, numbers=chance, code=code.code)
            self._find_options(share)

        self._in_all_shares(deal)

    def renew(self, numbers: Integers, seed: int, first: int = 0) -> None:
        """Deal anew in these states: matches `first`, `first + 1`, … of the seed."""
        chosen = np.asarray(numbers)
        fresh = Batch(
            self._engine, len(chosen), seed=seed, first=first, recalled=self._plan.recalled
        )
        for mine, dealt in (
            (self._states, fresh._states),
            (self._rngs, fresh._rngs),
            (self._counts, fresh._counts),
            (self._seats, fresh._seats),
            (self._memories, fresh._memories),
        ):
            mine[chosen] = dealt
        self._is_masked = False

    def _observe(
        self, function: Callable[..., int], *arrays: npt.NDArray[Any], numbers: tuple[int, ...] = ()
    ) -> None:
        code = observer(self._engine.program).code

        def work(share: slice) -> None:
            self._run(function, share, *arrays, numbers=numbers, code=code)

        self._in_all_shares(work)

    def _checked_seats(self, seats: npt.NDArray[np.generic]) -> Numbers:
        if seats.shape != self._seats.shape or seats.dtype.kind not in "iu":
            raise BadState(f"{len(self._seats)} states need as many seats")
        given = seats.astype(np.int32)
        if ((given < 0) | (given >= self._engine.program.players)).any():
            raise BadState(f"the seats are 0 to {self._engine.program.players - 1}")
        return given

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
        self._is_masked = False
        self._run(self._options, share, self._counts, self._seats)

    def _run(
        self,
        function: Callable[..., int],
        share: slice,
        *arrays: npt.NDArray[Any],
        numbers: tuple[int, ...] = (),
        code: NativeCode | None = None,
    ) -> None:
        """Some states."""
        code = code or self._engine.code
        rows, wanted = (self._states, *arrays), share.stop - share.start
        state, *others = (array[share].ctypes.data for array in rows)
        context = code.context.address
        if function(state, context, *others, *numbers, wanted) < wanted:
            # A rule failed in some state, which is now neither before it nor after it.
            self._is_spoiled = True
            if current().is_set():
                raise Stopped("the batch was stopped: reset it")
            raise code.match_error("in one of many matches")

    def _refuse_spoiled(self) -> None:
        if self._is_spoiled:
            raise BadState("a rule failed in this batch: reset it")

    def _in_all_shares(self, work: Callable[[slice], None]) -> None:
        together([partial(work, share) for share in self._shares])


def _restored(
    engine: NativeEngine,
    states: States,
    rngs: Generators,
    memories: npt.NDArray[np.uint16],
    chance: tuple[int, int],
) -> Batch:
    batch = Batch(engine, len(states), recalled=memories.shape[1])
    batch.states, batch.rngs = states, rngs
    batch._memories[:], batch._chance = memories, chance
    return batch


def _shown(array: npt.NDArray[Element]) -> npt.NDArray[Element]:
    """The same numbers, to be read."""
    shown = array.view()
    shown.flags.writeable = False
    return shown
