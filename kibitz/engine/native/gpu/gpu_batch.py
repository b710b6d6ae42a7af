"""Many matches stepped together on a GPU, in arrays that stay there: for agents that learn there.

>>> batch = GpuBatch(program, 65_536, seed=1)          # doctest: +SKIP
>>> while True:                                        # the same memory, whoever reads it
...     seen, can = torch.from_dlpack(batch.observe()), torch.from_dlpack(batch.mask())
...     batch.act(policy(seen, can))
...     batch.restart()
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.engine.cancellation import Stopped, current
from kibitz.engine.errors import BadState, IllegalChoice, MatchError
from kibitz.engine.native.gpu.cuda import Memory, gpu
from kibitz.engine.native.gpu.dlpack import DlpackDevice, capsule
from kibitz.engine.native.gpu.gpu_engine import THREADS
from kibitz.engine.native.layout import signatures
from kibitz.engine.native.layout.state_layout import state_layout
from kibitz.engine.native.observation.action_plan import ActionPlan
from kibitz.engine.native.observation.observation_plan import ObservationPlan
from kibitz.engine.native.runtime.code import fault_report, object_code
from kibitz.engine.program import Program

_TOGETHER = 1 << 18
"""States of one launch: far fewer than a launch has time for."""

Rows = tuple[int, int]
"""Where the first row of an array lies, and how many bytes a row has."""


class GpuArray:
    """Numbers on a GPU, shared with whoever knows `__cuda_array_interface__` or DLPack."""

    def __init__(self, shape: tuple[int, ...], kind: str) -> None:
        self._shape, self._kind = shape, np.dtype(kind)
        self.memory: Memory = gpu().memory(int(np.prod(shape)) * self._kind.itemsize)
        gpu().clear(self.memory)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self._shape,
            "typestr": self._kind.str,
            "data": (self.memory.address, False),
            "version": 3,
        }

    def __dlpack__(self, **wishes: object) -> Any:
        """A capsule around this memory; nothing is in flight when somebody can ask for it."""
        return capsule(self, self.address, self._shape, self._kind, DlpackDevice.CUDA)

    def __dlpack_device__(self) -> tuple[int, int]:
        return DlpackDevice.CUDA, 0

    @property
    def address(self) -> int:
        return self.memory.address

    @property
    def rows(self) -> Rows:
        return self.address, self._kind.itemsize * int(np.prod(self._shape[1:]))

    def fetched(self) -> npt.NDArray[Any]:
        """A copy in the memory of the processor."""
        copy = np.empty(self._shape, self._kind)
        gpu().use()
        gpu().download(self.memory, copy)
        return copy


class GpuBatch:
    """`size` states of one game on a GPU; `counts` and `seats` say who chooses among how many.

    A match that is over has 0 options, and steps leave it alone. The arrays are to be read.
    """

    def __init__(self, program: Program, size: int, *, seed: int = 0) -> None:
        """Matches 0 … size - 1 of the seed, dealt. Raises NoGpu, and MatchError if a rule fails."""
        self._gpu, self._program, self._size = gpu(), program, size
        made = object_code(program, signatures.Purpose.GRID_BATCH)
        code = self._gpu.load(made.code)
        self._faults = made.faults
        self._deal, self._options, self._step, self._score, self._check = (
            code.kernel(signature, THREADS) for signature in signatures.GRID_BATCH
        )
        self.states = GpuArray((size, state_layout(program).size), "u1")
        """The packed states, a row each."""
        self.rngs = GpuArray((size, 4), "u8")
        """The generators of the matches."""
        self.counts = GpuArray((size,), "i4")
        """Options of the decision in each state, 0 where the match is over."""
        self.seats = GpuArray((size,), "i4")
        """Who decides in each state."""
        self._observe, self._mask, self._act, self._renew, self._allowed = (
            code.kernel(signature, THREADS) for signature in signatures.GRID_OBSERVED
        )
        self._observations: GpuArray | None = None
        self._masks: GpuArray | None = None
        self._is_masked = False
        self._choices = GpuArray((size,), "i4")
        self._trouble = GpuArray((2,), "i4")
        self._is_spoiled = False
        self.reset(seed)

    def __repr__(self) -> str:
        """How many of them are over is known on the GPU alone."""
        return f"<GpuBatch of {self._size} matches on a GPU>"

    def reset(self, seed: int, first: int = 0) -> None:
        """Deal matches `first`, `first + 1`, … of the seed."""
        self._is_spoiled = False
        chance = (seed & (2**64 - 1), first)
        self._chance = chance[0], first + self._size
        self._run(self._deal, self.states.rows, self.rngs.rows, chance=chance)
        self._find_options()

    def step(self, choices: Any) -> None:
        """Play in every state the option with that index, up to its next decision.

        `choices` are whole numbers of 32 bits, on the GPU or in numpy. Raises IllegalChoice for an
        index that a state does not have; nothing is played then. If a rule fails, MatchError,
        beyond a `time_limit` Stopped; then the batch must be reset.
        """
        self._refuse_spoiled()
        address = self._address_of(choices)
        self._gpu.use()
        self._gpu.clear(self._trouble.memory)
        places = (self._trouble.address, address, self.counts.address)
        self._check(self._size, (self._size, *places))
        if self._trouble.fetched()[0]:
            raise IllegalChoice("some state has no option with the index that was chosen for it")
        self._run(self._step, self.states.rows, self.rngs.rows, (address, 4))
        self._find_options()

    def scores(self) -> GpuArray:
        """(state, seat): the scores as they stand."""
        self._refuse_spoiled()
        scores = GpuArray((self._size, self._program.players), "i4")
        self._run(self._score, self.states.rows, scores.rows)
        return scores

    # ------------------------------------------------------------------ as numbers

    def observe(self) -> GpuArray:
        """(state, number): what those who decide see, as `Batch.observe`; filled anew every time,
        in the same memory."""
        self._refuse_spoiled()
        if self._observations is None:
            size = ObservationPlan.of(self._program).size
            self._observations = GpuArray((self._size, size), "f4")
        self._run(self._observe, self.states.rows, self.seats.rows, self._observations.rows)
        return self._observations

    def mask(self) -> GpuArray:
        """(state, action): 1 for what can be done; nothing where the match is over."""
        self._refuse_spoiled()
        if self._masks is None:
            self._masks = GpuArray((self._size, ActionPlan.of(self._program).size), "u1")
        if not self._is_masked:
            self._run(self._mask, self.states.rows, self._masks.rows)
            self._is_masked = True
        return self._masks

    def act(self, actions: Any) -> None:
        """Do in every state the action with that number, up to its next decision.

        `actions` are as for `step`. Raises IllegalChoice where one cannot be done; nothing is done
        then. Else as `step`.
        """
        mask, address = self.mask(), self._address_of(actions)
        self._gpu.use()
        self._gpu.clear(self._trouble.memory)
        places = (self._trouble.address, address, self.counts.address, mask.address)
        self._allowed(self._size, (self._size, *places))
        if self._trouble.fetched()[0]:
            raise IllegalChoice("some state has no action with the number that was chosen for it")
        self._run(self._act, self.states.rows, self.rngs.rows, (address, 4))
        self._find_options()

    def restart(self) -> None:
        """Deal the next matches of the seed where one is over: the same as `Batch.restart` deals.
        Look at `counts` and `scores` before, to know which were and how they ended."""
        self._refuse_spoiled()
        arrays = self.states.rows, self.rngs.rows, self.counts.rows
        self._run(self._renew, *arrays, chance=self._chance)
        self._chance = self._chance[0], self._chance[1] + self._size
        self._find_options()

    def _find_options(self) -> None:
        self._is_masked = False
        self._run(self._options, self.states.rows, self.counts.rows, self.seats.rows)

    def _address_of(self, choices: Any) -> int:
        shared = getattr(choices, "__cuda_array_interface__", None)
        if shared is None:
            given = np.ascontiguousarray(choices)
            if given.shape != (self._size,) or given.dtype.kind not in "iu":
                raise IllegalChoice(f"{self._size} states need as many whole numbers")
            self._gpu.use()
            self._gpu.upload(self._choices.memory, given.astype(np.int32))
            return self._choices.address
        is_dense = shared.get("strides") in (None, (4,))
        self._gpu.use()
        self._gpu.wait_for_others()
        if tuple(shared["shape"]) != (self._size,) or shared["typestr"] != "<i4" or not is_dense:
            raise IllegalChoice(f"{self._size} states need as many whole numbers of 32 bits")
        return int(shared["data"][0])

    def _run(self, kernel: Any, *arrays: Rows, chance: tuple[int, int] | None = None) -> None:
        """All states, some at a time. `chance`: a seed, and the number of the first match."""
        self._gpu.use()
        self._gpu.wait_for_others()
        self._gpu.clear(self._trouble.memory)
        for low in range(0, self._size, _TOGETHER):
            if current().is_late():
                self._is_spoiled = True
                raise Stopped("the batch was stopped: reset it")
            count = min(_TOGETHER, self._size - low)
            places = (address + low * row for address, row in arrays)
            numbers = () if chance is None else (chance[0], chance[1] + low)
            head = (count, self._gpu.stop_address, self._trouble.address)
            kernel(count, (*head, *places, *numbers))
        failed, status = self._trouble.fetched().tolist()
        if failed:
            self._is_spoiled = True
            raise self._fault(status)

    def _fault(self, status: int) -> MatchError | BadState:
        if not status:
            return BadState("the batch was stopped, or holds states that are none: reset it")
        where = "in one of many matches"
        return fault_report(self._program.source, self._faults[status - 1], where)

    def _refuse_spoiled(self) -> None:
        if self._is_spoiled:
            raise BadState("a rule failed in this batch: reset it")
