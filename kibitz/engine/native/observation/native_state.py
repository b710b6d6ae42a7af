"""One match in native code, for agents that step through it: no record, no words, no views."""

from __future__ import annotations

import ctypes
from copy import copy

import numpy as np
import numpy.typing as npt

from kibitz.engine.errors import IllegalChoice, MatchOver
from kibitz.engine.kept_files import OnceByRules
from kibitz.engine.native.observation.observation_plan import ObservationPlan
from kibitz.engine.native.observation.observer import observer
from kibitz.engine.native.runtime import context, signatures
from kibitz.engine.native.runtime.state_layout import FRAME_SIZE
from kibitz.engine.program import Program
from kibitz.recycle import BadArgument

_WORDS = 32
"""Bytes of a generator."""


class StateCode:
    """What single matches of one program are played with."""

    def __init__(self, program: Program) -> None:
        self.observer = observer(program)
        code, layout = self.observer.code, self.observer.code.layout
        self.code, self.size, self.position = code, layout.size, layout.position
        self.last = len(program.code) - 1
        self.seats = [layout.seat_frames + FRAME_SIZE * seat for seat, _ in layout.depths]
        names = signatures.SEED, signatures.DEAL, signatures.SCORE, signatures.NUMBERED
        self.seed, self.deal, self.score, self.numbered = map(code.function, names)
        self.observe = code.function(signatures.OBSERVE)
        self.observed = ObservationPlan.of(program).size


class NativeState:
    """A match at rest: who decides, among which actions; `apply` goes on.

    Actions are those of `game.actions`. Chance is drawn inside, from the seed.
    """

    def __init__(self, program: Program, seed: int = 0, number: int = 0) -> None:
        """Match `number` of the seed, dealt. Raises MatchError if a rule fails."""
        self._program, self._code = program, state_code(program)
        self._block = ctypes.create_string_buffer(self._code.size)
        self._words = ctypes.create_string_buffer(_WORDS)
        self._action = ctypes.c_int32()
        self._legal: list[int] | None = None
        scratch = self._code.code.context.address
        self._code.seed(scratch, seed & (2**64 - 1), number)
        if self._code.deal(ctypes.addressof(self._block), scratch) < 0:
            raise self._code.code.match_error("in the deal")
        ctypes.memmove(self._words, scratch + context.RNG, _WORDS)

    @property
    def is_over(self) -> bool:
        return self._position == self._code.last

    @property
    def seat(self) -> int:
        """Who decides."""
        return self._block.raw[self._code.seats[self._position]]

    @property
    def _position(self) -> int:
        field = self._code.position
        return int.from_bytes(self._block.raw[field : field.end], "little")

    @property
    def legal_actions(self) -> list[int]:
        """The numbers of what can be done, ascending; none when the match is over."""
        if self._legal is None:
            self._legal = [] if self.is_over else self._find_legal()
        return self._legal

    def _find_legal(self) -> list[int]:
        scratch = self._code.code.context
        found = self._code.numbered(ctypes.addressof(self._block), scratch.address)
        if found < 0:
            raise self._code.code.match_error("in finding the options")
        return sorted({action for action in scratch.keys(found) if action >= 0})

    def apply(self, action: int) -> None:
        """Do it, up to the next decision. Raises IllegalChoice, MatchOver, and MatchError."""
        if self.is_over:
            raise MatchOver("the match is over")
        self._action.value = action
        addresses = map(ctypes.addressof, (self._words, self._action))
        scratch = self._code.code.context.address
        done = self._code.observer.act(ctypes.addressof(self._block), scratch, *addresses, 1)
        if done < 1 or (self.is_over and self._legal == []):
            raise self._refusal(action)
        self._legal = None

    def _refusal(self, action: int) -> Exception:
        if self._code.code.used_context.status:
            return self._code.code.match_error(f"in action {action}")
        return IllegalChoice(f"there is no action {action} here; there are: {self.legal_actions}")

    @property
    def scores(self) -> list[int]:
        """By seat, as they stand."""
        scores = (ctypes.c_int32 * self._program.players)()
        scratch = self._code.code.context.address
        block = ctypes.addressof(self._block)
        if self._code.score(block, scratch, ctypes.addressof(scores)) < 0:
            raise self._code.code.match_error("in scoring")
        return list(scores)

    def observe(self, seat: int) -> npt.NDArray[np.float32]:
        """What the seat sees: the numbers of `game.observation`."""
        if not 0 <= seat < self._program.players:
            raise BadArgument(f"the seats are 0 to {self._program.players - 1}, not {seat}")
        row = np.zeros(self._code.observed, np.float32)
        scratch = self._code.code.context.address
        self._code.observe(ctypes.addressof(self._block), scratch, seat, row.ctypes.data)
        return row

    def clone(self) -> NativeState:
        """The same match, to be played on differently, with the same chance."""
        twin = copy(self)
        twin._block = ctypes.create_string_buffer(self._block.raw, self._code.size)
        twin._words = ctypes.create_string_buffer(self._words.raw, _WORDS)
        twin._action = ctypes.c_int32()
        return twin

    def to_bytes(self) -> bytes:
        """The state as native code has it, and its generator."""
        return self._block.raw + self._words.raw


state_code = OnceByRules(StateCode)
"""What single matches of these rules are played with, compiled on first use."""
