"""One match in native code, for agents that step through it: no record, no words, no views."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from copy import copy
from functools import cache, partial
from operator import index
from typing import SupportsIndex

import numpy as np
import numpy.typing as npt

from kibitz.engine.by_rules import OnceByRules
from kibitz.engine.errors import IllegalChoice, MatchOver
from kibitz.engine.interpreter import Interpreter
from kibitz.engine.native.layout import signatures
from kibitz.engine.native.layout.fields import Fields
from kibitz.engine.native.layout.state_layout import FRAME_SIZE
from kibitz.engine.native.observation.action_plan import ActionPlan
from kibitz.engine.native.observation.information_plan import InformationPlan
from kibitz.engine.native.runtime.code import NativeCode
from kibitz.engine.playing import Playing
from kibitz.engine.program import Program
from kibitz.engine.rng import Rng
from kibitz.engine.state import State
from kibitz.engine.view import View
from kibitz.recycle import BadArgument

_fields = Fields()
_WORDS = _fields.take("Q", 4)
"""Of the generator."""
_ACTION = _fields.take("i")
"""What is done; for a deal 0, for a question the seat that asks."""
_BLOCK = _fields.size
"""Where the state begins; behind it lies what it recalls."""


class Observer:
    """The compiled code that observes: what seats of a program see and may do, as arrays. For any
    number of threads; states are those of its engine."""

    def __init__(self, program: Program) -> None:
        self.code = NativeCode(program, signatures.Purpose.OBSERVE)
        self.observe = self.code.function(signatures.OBSERVE_MANY)
        self.mask = self.code.function(signatures.MASK_MANY)
        self.act = self.code.function(signatures.ACT_MANY)
        self.renew = self.code.function(signatures.RENEW_MANY)
        self.inform = self.code.function(signatures.INFORM_MANY)


observer = OnceByRules(Observer)
"""The observing code of these rules, compiled on first use."""


class StateCode:
    """What single matches of one program are played with."""

    def __init__(self, program: Program) -> None:
        self.observer = observer(program)
        code, layout = self.observer.code, self.observer.code.layout
        self.code, self.size, self.position = code, layout.size, _BLOCK + layout.position
        self.memories = _BLOCK + self.size + -self.size % 8
        self.last, self.actions = len(program.code) - 1, ActionPlan.of(program).size
        frames = layout.seat_frames + _BLOCK
        self.seats = [frames + FRAME_SIZE * seat for seat, _ in layout.depths]
        self.score, self.numbered = map(code.function, (signatures.SCORE, signatures.NUMBERED))
        self.plan = cache(partial(InformationPlan.of, program))


class NativeState:
    """A match at rest: who decides, among which actions; `apply` goes on.

    Actions are those of `game.actions`. Chance is drawn inside, from the seed.
    """

    def __init__(
        self, program: Program, seed: int = 0, number: int = 0, *, recalled: int = 0
    ) -> None:
        """Match `number` of the seed, dealt, keeping what happened in so many of its latest
        decisions. Raises MatchError if a rule fails."""
        self._program, self._code = program, state_code(program)
        self._plan = self._code.plan(recalled)
        self._keep_in(
            ctypes.create_string_buffer(self._code.memories + 2 * self._plan.words * recalled)
        )
        self.restart(seed, number)

    def _keep_in(self, room: ctypes.Array[ctypes.c_char]) -> None:
        """The bytes of this state, and the addresses of what lies in them."""
        start = ctypes.addressof(room)
        self._room, self._block = room, start + _BLOCK
        self._fields = start + _WORDS, start + _ACTION, start + self._code.memories
        self._action = ctypes.c_int32.from_buffer(room, _ACTION)
        self._position = ctypes.c_int32.from_buffer(room, self._code.position)

    def restart(self, seed: int = 0, number: int = 0) -> None:
        """Match `number` of the seed is dealt instead, in the same memory."""
        self._seed, self._number = seed, number
        self._past: list[int] = []
        self._legal: list[int] | None = None
        self._action.value = 0
        chance = seed & (2**64 - 1), number
        scratch, recalled = self._code.code.context.address, self._plan.recalled
        if self._code.observer.renew(self._block, scratch, *self._fields, recalled, *chance, 1) < 1:
            raise self._code.code.match_error("in the deal")

    @property
    def is_over(self) -> bool:
        return self._position.value == self._code.last

    @property
    def seat(self) -> int:
        """Who decides."""
        return self._room[self._code.seats[self._position.value]][0]

    @property
    def history(self) -> tuple[int, ...]:
        """The actions since the deal."""
        return tuple(self._past)

    @property
    def legal_actions(self) -> list[int]:
        """The numbers of what can be done, ascending; none when the match is over."""
        if self._legal is None:
            self._legal = [] if self.is_over else sorted({one for one in self._keys if one >= 0})
        return self._legal

    def mask(self) -> npt.NDArray[np.int8]:
        """By action: 1 for what can be done; nothing when the match is over."""
        row, scratch = np.empty(self._code.actions, np.int8), self._code.code.context.address
        if self._code.observer.mask(self._block, scratch, row.ctypes.data, 1) < 1:
            raise self._code.code.match_error("in finding the options")
        return row

    @property
    def _keys(self) -> list[int]:
        """By option: the number of its action."""
        scratch = self._code.code.context
        found = self._code.numbered(self._block, scratch.address)
        if found < 0:
            raise self._code.code.match_error("in finding the options")
        return list(scratch.keys(found))

    def apply(self, action: SupportsIndex) -> None:
        """Do it, up to the next decision. Raises IllegalChoice, MatchOver, and MatchError."""
        if self.is_over:
            raise MatchOver("the match is over")
        chosen = index(action)
        if not 0 <= chosen < self._code.actions:
            raise self._illegal(chosen)
        self._action.value = chosen
        scratch, recalled = self._code.code.context.address, self._plan.recalled
        if self._code.observer.act(self._block, scratch, *self._fields, recalled, 1) < 1:
            raise self._refusal(chosen)
        self._past.append(chosen)
        self._legal = None

    def _refusal(self, action: int) -> Exception:
        if self._code.code.used_context.status:
            return self._code.code.match_error(f"in action {action}")
        return self._illegal(action)

    def _illegal(self, action: int) -> IllegalChoice:
        return IllegalChoice(f"there is no action {action} here; there are: {self.legal_actions}")

    @property
    def scores(self) -> list[int]:
        """By seat, as they stand."""
        scores = (ctypes.c_int32 * self._program.players)()
        scratch = self._code.code.context.address
        if self._code.score(self._block, scratch, ctypes.addressof(scores)) < 0:
            raise self._code.code.match_error("in scoring")
        return list(scores)

    def observe(self, seat: SupportsIndex) -> npt.NDArray[np.float32]:
        """What the seat sees: the numbers of `game.observation`."""
        return self.inform(seat)[: self._plan.observation.size]

    def inform(self, seat: SupportsIndex) -> npt.NDArray[np.float32]:
        """What the seat sees and saw happen: the numbers of `game.information`, for as many
        decisions as the state recalls."""
        row, scratch = np.empty(self._plan.size, np.float32), self._code.code.context.address
        self._action.value = self._checked(seat)
        _, asked, memories = self._fields
        fields = asked, memories, row.ctypes.data
        self._code.observer.inform(self._block, scratch, *fields, self._plan.recalled, 1)
        return row

    def _checked(self, seat: SupportsIndex) -> int:
        number = index(seat)
        if not 0 <= number < self._program.players:
            raise BadArgument(f"the seats are 0 to {self._program.players - 1}, not {number}")
        return number

    def view(self, seat: SupportsIndex) -> View:
        """What the seat may know: the match is played once more by the interpreter."""
        again = NativeState(self._program, self._seed, self._number)
        playing = Playing(Interpreter(self._program), Rng(self._seed, self._number), None)
        for action in self._past:
            playing.play(again._keys.index(action))
            again.apply(action)
        return playing.step.view(self._checked(seat))

    def clone(self) -> NativeState:
        """The same match, to be played on differently, with the same chance."""
        twin = copy(self)
        twin._keep_in(ctypes.create_string_buffer(self._room.raw, len(self._room)))
        twin._past = self._past[:]
        return twin

    def to_bytes(self) -> bytes:
        """The state as native code has it, and its generator."""
        room = self._room.raw
        return room[_BLOCK : _BLOCK + self._code.size] + room[_WORDS : _WORDS.end]

    def __copy__(self) -> NativeState:
        twin = NativeState.__new__(NativeState)
        twin.__dict__.update(self.__dict__)
        return twin

    def __reduce__(self) -> tuple[Callable[..., NativeState], tuple[object, ...]]:
        """It is pickled as its rules, its seed and the actions since the deal."""
        facts = self._program, self._seed, self._number, self._plan.recalled, self.history
        return _played, facts

    def __repr__(self) -> str:
        what = "over" if self.is_over else f"seat {self.seat} decides"
        return f"<NativeState after {len(self._past)} actions: {what}>"


class Situation:
    """A state that the interpreter came to, as numbers: what seats see, and what options are."""

    def __init__(self, program: Program, state: State) -> None:
        """Cards have the numbers that they have in the game."""
        self._code = state_code(program)
        self._plan = self._code.plan(0)
        packed = self._code.code.packer.pack(state)
        self._block = ctypes.create_string_buffer(packed, self._code.size)

    def observe(self, seat: int) -> npt.NDArray[np.float32]:
        """What the seat sees: the numbers of `game.observation`."""
        row, asked = np.empty(self._plan.size, np.float32), ctypes.c_int32(seat)
        scratch, block = self._code.code.context.address, ctypes.addressof(self._block)
        fields = ctypes.addressof(asked), row.ctypes.data
        self._code.observer.observe(block, scratch, *fields, 1)
        return row

    def actions(self) -> list[int]:
        """By option: its number in `game.actions`; -1 for one that has none."""
        scratch = self._code.code.context
        found = self._code.numbered(ctypes.addressof(self._block), scratch.address)
        if found < 0:
            raise self._code.code.match_error("in finding the options")
        return scratch.keys(found)


def _played(
    program: Program, seed: int, number: int, recalled: int, history: tuple[int, ...]
) -> NativeState:
    state = NativeState(program, seed, number, recalled=recalled)
    for action in history:
        state.apply(action)
    return state


state_code = OnceByRules(StateCode)
"""What single matches of these rules are played with, compiled on first use."""
