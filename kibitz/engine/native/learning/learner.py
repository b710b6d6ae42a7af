"""Calls the code that learns: nets in numpy arrays, matches between them, choices with them."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from kibitz.engine.cancellation import Stopped, current, interruptible, together
from kibitz.engine.native.layout import net_layout as net
from kibitz.engine.native.layout import signatures
from kibitz.engine.native.layout.state_layout import state_layout
from kibitz.engine.native.learning.feature_plan import MOST_TRUE, feature_plan
from kibitz.engine.native.runtime.code import NativeCode
from kibitz.engine.native.runtime.playouts import Numbers
from kibitz.engine.native.search.searcher import Searcher
from kibitz.engine.program import Program
from kibitz.engine.view import View

Weights = npt.NDArray[np.float32]
Wants = tuple[float, float]
"""How much a good place is wanted, and how much a good score."""

_FEATURE_ROOM = 1 << 22
_SAMPLE_ROOM = 1 << 17
_MASK = 2**64 - 1


@dataclass(frozen=True, slots=True)
class Lesson:
    """Matches of a net against itself, and what is learnt from them."""

    seed: int
    first: int
    """The number of the first match."""
    matches: int
    wants: Wants
    explore: float
    """How often any option is tried."""
    rate: float
    """How far weights are moved."""
    mean: float
    scale: float
    """A score is told as its distance from the mean, in this unit."""
    slip: float = 0.0
    """By how much an option is liked more or less by chance, at most: who plays poker must not be
    foreseen."""
    keep: float = 0.6
    """How much of what came later is believed against what was expected on the way."""
    most_decisions: int = 2_000


@dataclass(frozen=True, slots=True)
class Learnt:
    """What a lesson came to."""

    matches: int
    failed: int
    """Matches in which a rule failed."""
    decisions: int
    samples: int
    features: int
    """What was true in them, all in all."""


def aligned_zeros(numbers: int) -> Weights:
    """Room for a net, so that no sixteen numbers of it lie in two lines of a cache."""
    room = np.zeros(4 * numbers + net.LINE, np.uint8)
    start = -room.ctypes.data % net.LINE
    return room[start : start + 4 * numbers].view(np.float32)


class Student:
    """A net that learns, with all that it needs for it."""

    def __init__(self, rows: int, weights: Weights) -> None:
        self.size = net.net_size(rows)
        self._block = aligned_zeros(-(-net.student_bytes(rows) // 4)).view(np.uint8)
        self.parts: npt.NDArray[np.float32] = self._block[: 4 * net.COPIES * self.size].view(
            np.float32
        )
        """The weights, then what Adam remembers of their changes."""
        self.parts[: self.size] = weights
        powers = 4 * net.COPIES * self.size
        self._block[powers : powers + net.POWERS].view(np.float64)[:] = 1.0
        notes = self._block[powers + net.POWERS :][: 8 + 4 * rows].view(np.int32)
        self._batch, self._last_batches = notes[:1], notes[2:]
        self._batch[:] = 1
        self.begin()
        self.features = np.empty(_FEATURE_ROOM, np.uint16)
        self.samples = np.empty((_SAMPLE_ROOM, net.SAMPLE), np.uint8)

    @property
    def address(self) -> int:
        return self._block.ctypes.data

    @property
    def weights(self) -> Weights:
        return self.parts[: self.size]

    def touched(self) -> npt.NDArray[np.bool_]:
        """By row: whether it was changed since all students were the same."""
        return self._last_batches >= self._began

    def begin(self) -> None:
        """All students are the same now."""
        self._began = int(self._batch[0])


def become_mean(students: Sequence[Student]) -> None:
    """Of all students; rows that none of them changed are the same for all."""
    rows = np.flatnonzero(np.any([student.touched() for student in students], axis=0))
    for part in range(net.COPIES - 1):
        wholes = [student.parts[part * student.size :][: student.size] for student in students]
        upper = [whole[: net.ROWS] for whole in wholes]
        lower = [whole[net.ROWS :].reshape(-1, net.WIDE) for whole in wholes]
        for own, numbers in ((upper, slice(None)), (lower, rows)):
            mean = np.mean([each[numbers] for each in own], axis=0)
            for each in own:
                each[numbers] = mean
    for student in students:
        student.begin()


class Learner:
    """Compiled learning code of one program, for any number of threads."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.code = NativeCode(program, signatures.Purpose.LEARN)
        self.searcher = Searcher(program, self.code)
        """For searches that a net guides."""
        self.plan = feature_plan(program, state_layout(program))
        self._lesson = self.code.function(signatures.LESSON)
        self._study = self.code.function(signatures.STUDY)
        self._contest = self.code.function(signatures.CONTEST)
        self._consider = self.code.function(signatures.CONSIDER)
        self._options = self.code.function(signatures.OPTIONS)
        self._seed = self.code.function(signatures.SEED)

    # ------------------------------------------------------------------ learning

    def teach(self, student: Student, lesson: Lesson) -> Learnt:
        """Plays the lesson and learns from it. Raises Stopped if it is no longer wanted."""
        context = self.code.context.address
        block = ctypes.create_string_buffer(net.LESSON)
        chance = int(lesson.explore * net.WHOLE_CHANCE)
        head = (lesson.matches, lesson.most_decisions, chance, _FEATURE_ROOM, _SAMPLE_ROOM)
        net.MATCHES.put(block, *head)
        net.SEED.put(block, lesson.seed & _MASK, lesson.first)
        net.KEEP.put(block, lesson.keep, lesson.mean, lesson.scale, lesson.slip)
        wants = np.array(lesson.wants)
        features, samples = student.features.ctypes.data, student.samples.ctypes.data
        played = self._lesson(
            student.address, context, ctypes.addressof(block), wants.ctypes.data, features, samples
        )
        _refuse_stopped()
        count = net.SAMPLES.get(block)
        order, rate = np.arange(count, dtype=np.int32), np.array([lesson.rate])
        self._study(
            student.address, context, features, samples, order.ctypes.data, count, rate.ctypes.data
        )
        _refuse_stopped()
        told = (net.FAILED, net.DECISIONS, net.SAMPLES, net.FEATURES)
        return Learnt(played, *(field.get(block) for field in told))

    # ------------------------------------------------------------------ competing

    def contest(
        self,
        nets: Sequence[Weights | None],
        wants: Wants,
        seed: int,
        matches: range,
        *,
        most_decisions: int = 2_000,
        threads: int = 1,
    ) -> Numbers:
        """(match, seat): scores, then the number of decisions; matches of these numbers.

        A seat without a net takes any option. Raises MatchError if a rule fails, and Stopped.
        """
        results = np.zeros((len(matches), self.program.players + 1), np.int32)
        addresses = np.array([0 if one is None else one.ctypes.data for one in nets], np.uint64)
        wanted = np.array(wants)

        def play(share: int) -> None:
            low, high = (len(matches) * n // threads for n in (share, share + 1))
            done = self._contest(
                addresses.ctypes.data,
                self.code.context.address,
                wanted.ctypes.data,
                seed & _MASK,
                matches.start + low,
                high - low,
                most_decisions,
                results[low:high].ctypes.data,
            )
            if done < high - low:
                _refuse_stopped()
                raise self.code.match_error("in a match between nets")

        together([partial(play, share) for share in range(threads)])
        return results

    # ------------------------------------------------------------------ choosing

    def said(self, view: View, weights: Weights, options: int) -> npt.NDArray[np.float32]:
        """(option, 2): the place and the score that the net expects of every option.

        The view alone decides, by way of one world that it allows; where that world does not
        offer as many options, the net says nothing of any. Raises MatchError if a rule fails.
        """
        return interruptible(partial(self._said, view, weights, options))

    def _said(self, view: View, weights: Weights, options: int) -> npt.NDArray[np.float32]:
        said = np.zeros((options, net.OUTPUTS), np.float32)
        state = self.searcher.packed(self.searcher.world(view))
        context = self.code.context.address
        self._seed(context, 0, 0)
        if self._options(ctypes.addressof(state), context) != options:
            return said
        sample = ctypes.create_string_buffer(net.SAMPLE)
        net.COUNT.put(sample, options)
        kept, wants = np.zeros(MOST_TRUE, np.uint16), np.zeros(net.OUTPUTS)
        chosen = self._consider(
            ctypes.addressof(state),
            context,
            weights.ctypes.data,
            wants.ctypes.data,
            -1,
            kept.ctypes.data,
            ctypes.addressof(sample),
            said.ctypes.data,
            None,
        )
        if chosen < 0:
            raise self.code.match_error("in a world that a player imagined")
        return said


def _refuse_stopped() -> None:
    if current().is_set():
        raise Stopped("nobody waits for this lesson any more")
