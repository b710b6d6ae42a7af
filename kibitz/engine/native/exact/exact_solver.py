"""The compiled solver of one program: from a view alone, what comes of every option."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from kibitz.engine import limits
from kibitz.engine.cancellation import Stopped, current, together
from kibitz.engine.errors import MatchError
from kibitz.engine.interpreter import Interpreter
from kibitz.engine.native.layout.context import UNDEALT
from kibitz.engine.native.layout.fields import Field, Fields
from kibitz.engine.native.layout.signatures import SOLVE, Purpose
from kibitz.engine.native.layout.state_layout import state_layout
from kibitz.engine.native.runtime.code import NativeCode
from kibitz.engine.playing import Playing, at_random
from kibitz.engine.program import Program, Show, SwapCards, SwapLocations
from kibitz.engine.program.static_analysis import alike
from kibitz.engine.program.walk import nodes
from kibitz.engine.rng import Rng
from kibitz.engine.state import State
from kibitz.engine.view import View
from kibitz.recycle import LocationClass

_DEPTH = 160
"""Frames on the stack, at most."""
_FOLLOWED = 100
"""Decisions that are played to see about what is scored."""

# ---------------------------------------------------------------------------- what lies where

_told = Fields()
BUDGET, FACE_COUNT, AIM, DEPTH, OWN, BASE, UNDEALT_COUNT = _told.several("i", 7)
"""Steps at most; different faces; what seats play for; frames; the seat that asks; the score of the
first bin of its histogram; cards that are undealt."""
WATCH, WATCHED = _told.several("i", 2)
"""The slot of an integer that ends it when it changes, or -1; what it holds now."""
FACES, LEFT, LIKE, FRAMES = _told.several("Q", 4)
"""Addresses: the faces of the cards; by face, how many are left, and a card that has it; frames."""

BINS = 256
"""Of the histogram of the score of the seat that asks."""
MOST_FACES = 256
MOST_DRAWS = 16


class Ending(IntEnum):
    """How a solver comes to its end."""

    DONE = 0
    TOO_BIG = 1
    SECRET = 2
    """A seat decides that does not see all that others have seen, or sees what others do not."""


class FrameLayout:
    """What lies where in a frame; what a frame hands down to those it opens comes first."""

    def __init__(self, program: Program) -> None:
        layout = state_layout(program)
        fields = Fields(layout.size)
        self.faces = fields.take("H", layout.nodes)
        self.left = fields.take("B", MOST_FACES)
        """By face: how many undealt cards have it."""
        self.draws = fields.take("B", MOST_DRAWS)
        self.undealt, self.task, self.option, self.drawn = fields.several("i", 4)
        """`drawn`: how many draws the script has."""
        self.handed_down = self.drawn.end
        self.kind, self.index, self.count, self.card, self.seat = fields.several("i", 5)
        self.is_answered = fields.take("i")
        """Whether some option was gone through."""
        self.weight, self.best = fields.several("d", 2)
        """`weight`: of the frame that was opened last."""
        self.values: Field = fields.take("d", 3 * program.players + BINS)
        """By seat the reward of the score, of the place, of the win; then the histogram."""
        self.size = fields.size


# ---------------------------------------------------------------------------- asking


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
        self._interpreter = Interpreter(program)
        self._alike = alike(program)
        self._code = NativeCode(program, Purpose.SOLVE)
        self._solve = self._code.function(SOLVE)
        self._frame = FrameLayout(program)

    def solve(
        self, view: View, options: int, aim: int, budget: int, until: int | None = None
    ) -> Solved:
        """`aim`: the number of the measure that seats play for; `until`: the slot of an integer,
        with whose next value the match counts as over and is scored as it stands.

        The view must be plain (`is_plain`). Raises MatchError if a rule fails, and Stopped.
        """
        state = self._interpreter.imagine(view)
        first_bin = self._middle(state, view.seat, until) - BINS // 2
        start = self._code.packer.pack(state)
        results = np.zeros((options, self._frame.values.count))
        parameters, *kept = self._parameters(view, until)
        for field, number in ((BUDGET, budget), (AIM, aim), (BASE, first_bin)):
            field.put(parameters, number)
        spent, script = ctypes.c_int32(), np.empty(MOST_DRAWS, np.uint8)

        def run() -> int:
            context = self._code.context
            context.open(kept[0].ctypes.data, script.ctypes.data)
            status = self._solve(
                ctypes.cast(ctypes.c_char_p(start), ctypes.c_void_p).value,
                context.address,
                parameters.ctypes.data,
                results.ctypes.data,
                ctypes.addressof(spent),
            )
            if status < 0 and not current().is_set():
                raise self._code.match_error("where the rest of a match was gone through")
            return status

        (status,) = together([run])
        if status < 0:
            raise Stopped("nobody waits for this solution any more")
        rewards, histogram = np.split(results, [3 * view.players], axis=1)
        by_aim = rewards.reshape(options, 3, view.players)
        return Solved(Ending(status), spent.value, by_aim, histogram, first_bin)

    def _middle(self, state: State, seat: int, until: int | None) -> int:
        """What the seat may score: as it stands or, up to the end of a hole that is scored only
        then, played on at random; 0 where a rule fails."""
        engine, rng = self._interpreter, Rng(0)
        match = Playing(engine, rng, _FOLLOWED, engine.at(state.copy()))
        try:
            if until is None:
                return engine.score(state).scores[seat]
            for step in match.steps(at_random(rng)):
                if step.state.ints[until] != state.ints[until]:
                    break
            return engine.score(match.step.state).scores[seat]
        except MatchError:
            return 0

    def _parameters(self, view: View, until: int | None) -> list[npt.NDArray[np.generic]]:
        """What the code is told, and then all memory that this names, the faces first."""
        undealt = [card for unknown in view.unknown for card in unknown.pools[0]]
        faces = np.arange(self._code.layout.nodes, dtype=np.uint16)
        faces[undealt] = UNDEALT
        left, like = np.zeros(MOST_FACES, np.uint8), np.zeros(MOST_FACES, np.int32)
        numbers: dict[int, int] = {}
        for card in undealt:
            number = numbers.setdefault(self._alike[view.kinds[card]], len(numbers))
            left[number] += 1
            like[number] = card
        parameters = np.zeros(_told.size, np.uint8)
        frames = np.empty(_DEPTH * self._frame.size, np.uint8)
        watched = (-1, 0) if until is None else (until, view.ints[until])
        arrays: list[npt.NDArray[np.generic]] = [faces, left, like, frames]
        FACE_COUNT.put(parameters, len(numbers))
        DEPTH.put(parameters, _DEPTH)
        OWN.put(parameters, view.seat)
        UNDEALT_COUNT.put(parameters, len(undealt))
        WATCH.put(parameters, *watched)
        FACES.put(parameters, *(array.ctypes.data for array in arrays))
        return [parameters, *arrays]


def is_plain(view: View) -> bool:
    """Whether every unknown card may lie in every unknown spot, whatever was chosen before."""
    is_one = len(view.unknown) == 1 and len(view.unknown[0].pools) == 1
    return view.past is None and (not view.unknown or is_one)


def is_open_to_it(program: Program) -> bool:
    """Whether the compiled solver knows all that the rules do: no card is made during play,
    remembered, put in the place of another, or shown to some alone, and there are few enough to
    count in bytes."""
    layout = state_layout(program)
    has_memory = any(p.location_class is LocationClass.MEMORY for p in layout.places)
    beyond = SwapCards | SwapLocations | Show
    is_beyond = any(isinstance(node, beyond) for node in nodes(program.code))
    is_small = layout.cards <= limits.FEW_CARDS
    return is_small and not (layout.creates_later or has_memory or is_beyond)
