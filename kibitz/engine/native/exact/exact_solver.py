"""The compiled solver of one program: from a view alone, what comes of every option."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

from kibitz.engine.cancellation import Stopped, current, together
from kibitz.engine.errors import MatchError
from kibitz.engine.interpreter import Interpreter
from kibitz.engine.native.exact import solve_layout as told
from kibitz.engine.native.runtime.code import NativeCode
from kibitz.engine.native.runtime.context import UNDEALT
from kibitz.engine.native.runtime.signatures import SOLVE, Purpose
from kibitz.engine.native.runtime.state_layout import state_layout
from kibitz.engine.program import Program, SwapCards, SwapLocations
from kibitz.engine.program.static_analysis import alike
from kibitz.engine.program.walk import nodes
from kibitz.engine.state import State
from kibitz.engine.view import View
from kibitz.recycle import LocationClass

_DEPTH = 160
"""Frames on the stack, at most."""


class Ending(Enum):
    """How a solver comes to its end."""

    DONE = told.DONE
    TOO_BIG = told.TOO_BIG
    SECRET = told.SECRET
    """A seat decides that does not see all that others have seen, or sees what others do not."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What comes of every option; without numbers unless it is done."""

    ending: Ending
    steps: int
    rewards: npt.NDArray[np.float64]
    """(option, measure, seat): what the score, the place and the win are worth, more is better."""
    histogram: npt.NDArray[np.float64]
    """(option, bin): how likely the score of the seat is; beyond the bins, in the last one."""
    first_bin: int


class Exact:
    """Compiled code that goes through the rest of a match."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._interpreter = Interpreter(program)
        self._alike = alike(program)
        self._code = NativeCode(program, Purpose.SOLVE)
        self._solve = self._code.function(SOLVE)
        layout = self._code.layout
        self._frame = told.FrameLayout(layout.size, layout.nodes, program.players)

    def solve(
        self, view: View, options: int, aim: int, budget: int, until: int | None = None
    ) -> Solved:
        """`aim`: the number of the measure that seats play for; `until`: the slot of an integer,
        with whose next value the match counts as over and is scored as it stands.

        The view must be plain (`is_plain`). Raises MatchError if a rule fails, and Stopped.
        """
        state = self._interpreter.imagine(view)
        first_bin = self._standing(state, view.seat) - told.BINS // 2
        start = self._code.packer.pack(state)
        results = np.zeros((options, told.values(view.players)))
        table = _Table(view, self._code.layout.nodes, self._alike, _DEPTH * self._frame.size)
        parameters = table.parameters(aim, budget, first_bin, until)
        spent = ctypes.c_int32()

        def run() -> int:
            context = self._code.context
            context.open(table.faces.ctypes.data, table.script.ctypes.data)
            status = self._solve(
                ctypes.cast(ctypes.c_char_p(start), ctypes.c_void_p).value,
                context.address,
                ctypes.addressof(parameters),
                results.ctypes.data,
                ctypes.addressof(spent),
            )
            if status < 0 and not current().is_set():
                raise self._code.match_error("where the rest of a match was gone through")
            return status

        (status,) = together([run])
        if status < 0:
            raise Stopped("nobody waits for this solution any more")
        players = view.players
        rewards = results[:, : 3 * players].reshape(options, 3, players)
        return Solved(Ending(status), spent.value, rewards, results[:, 3 * players :], first_bin)

    def _standing(self, state: State, seat: int) -> int:
        """What the seat would score now; 0 where the rules cannot say before the end."""
        try:
            return self._interpreter.score(state).scores[seat]
        except MatchError:
            return 0


class _Table:
    """The memory that the code works with."""

    def __init__(self, view: View, nodes: int, faces: Sequence[int], frames: int) -> None:
        undealt = [card for unknown in view.unknown for card in unknown.pools[0]]
        self.faces = np.arange(nodes, dtype=np.uint16)
        self.faces[undealt] = UNDEALT
        self.script = np.empty(told.MOST_DRAWS, np.uint8)
        self._frames = np.empty(frames, np.uint8)
        self._left = np.zeros(told.MOST_FACES, np.uint8)
        self._like = np.zeros(told.MOST_FACES, np.int32)
        self._seat, self._undealt, self._ints = view.seat, len(undealt), view.ints
        numbers: dict[int, int] = {}
        for card in undealt:
            number = numbers.setdefault(faces[view.kinds[card]], len(numbers))
            self._left[number] += 1
            self._like[number] = card
        self._face_count = len(numbers)

    def parameters(
        self, aim: int, budget: int, first_bin: int, until: int | None
    ) -> ctypes.Array[ctypes.c_char]:
        block = ctypes.create_string_buffer(told.PARAMETERS_SIZE)
        numbers = {
            told.BUDGET: budget,
            told.FACE_COUNT: self._face_count,
            told.AIM: aim,
            told.DEPTH: _DEPTH,
            told.OWN: self._seat,
            told.BASE: first_bin,
            told.UNDEALT_COUNT: self._undealt,
            told.WATCH: -1 if until is None else until,
            told.WATCHED: 0 if until is None else self._ints[until],
        }
        for offset, number in numbers.items():
            struct.pack_into("<i", block, offset, number)
        arrays: dict[int, npt.NDArray[np.generic]] = {
            told.FACES: self.faces,
            told.LEFT: self._left,
            told.LIKE: self._like,
            told.FRAMES: self._frames,
        }
        for offset, array in arrays.items():
            struct.pack_into("<Q", block, offset, array.ctypes.data)
        return block


def is_plain(view: View) -> bool:
    """Whether every unknown card may lie in every unknown spot, whatever was chosen before."""
    is_one = len(view.unknown) == 1 and len(view.unknown[0].pools) == 1
    return view.past is None and (not view.unknown or is_one)


def is_open_to_it(program: Program) -> bool:
    """Whether the compiled solver knows all that the rules do: no card is made during play,
    remembered, or put in the place of another."""
    layout = state_layout(program)
    has_memory = any(p.location_class is LocationClass.MEMORY for p in layout.places)
    is_swapping = any(isinstance(node, SwapCards | SwapLocations) for node in nodes(program.code))
    return not (layout.creates_later or has_memory or is_swapping)
