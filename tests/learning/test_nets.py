"""A net in native code, beside the same sums in numpy."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pytest
from gathered_games import interpreter_of
from small_games import engine_of
from test_features import DRAW
from told_features import told_features

from kibitz.engine import Decision, Rng
from kibitz.engine.native import learner
from kibitz.engine.native.layout import net_layout as layout
from kibitz.engine.native.learning.learner import Learner, Lesson, Student, Weights, become_mean
from kibitz.learning import Course, learn

pytestmark = pytest.mark.slow

Reals = npt.NDArray[np.float64]


@dataclass
class Plain:
    """The same net, written down once more."""

    weights: Reals
    parts: dict[str, Reals] = field(default_factory=dict)

    def __post_init__(self) -> None:
        whole = self.weights
        self.parts = {
            "bias": whole[: layout.SECOND],
            "second": whole[layout.SECOND : layout.SECOND_BIAS].reshape(layout.WIDE, -1),
            "second bias": whole[layout.SECOND_BIAS : layout.LAST],
            "last": whole[layout.LAST : layout.LAST_BIAS].reshape(layout.OUTPUTS, -1),
            "last bias": whole[layout.LAST_BIAS :][: layout.OUTPUTS],
            "rows": whole[layout.ROWS :].reshape(-1, layout.WIDE),
        }

    def said(self, features: list[int]) -> Reals:
        parts = self.parts
        first = squeezed(parts["bias"] + parts["rows"][features].sum(axis=0))
        second = squeezed(first @ parts["second"] + parts["second bias"])
        said: Reals = parts["last"] @ second + parts["last bias"]
        return said


def squeezed(sums: Reals) -> Reals:
    return np.where(sums > 0, sums, layout.SLOPE * sums)


def any_weights(native: Learner, seed: int = 3) -> Weights:
    size = layout.net_size(native.plan.rows)
    return np.random.default_rng(seed).normal(0, 0.2, size).astype(np.float32)


def test_a_player_takes_the_option_of_which_the_net_says_the_best() -> None:
    engine = engine_of(DRAW)
    native = learner(engine.program)
    state = engine.deal(Rng(1)).state
    lists = told_features(native, state)
    taken = set()
    for seed in range(8):
        weights = any_weights(native, seed)
        net = Plain(weights.astype(np.float64))
        best = int(np.argmax([net.said(features) @ (1.0, 0.5) for features in lists]))
        taken.add(best)
        said = native.said(engine.view(state, 0), weights, len(lists))
        assert np.allclose(said, [net.said(features) for features in lists], atol=1e-4)
        assert (said @ (1.0, 0.5)).argmax() == best
    assert len(taken) > 1


@pytest.mark.parametrize("name", ["golf-six", "president", "rummy", "schwimmen"])
def test_what_options_share_is_told_once_and_what_one_of_them_touches_with_each(name: str) -> None:
    """Cells that are turned up, hands of many choices, cards that the rules remember, a hand that
    is swapped with the table."""
    engine = interpreter_of(name)
    native = learner(engine.program)
    weights, chance = any_weights(native), Rng(5)
    widths: list[int] = []
    plain, step = Plain(weights.astype(np.float64)), engine.deal(chance)
    while isinstance(step.status, Decision) and len(widths) < 40:
        seat, options = step.status.seat, len(step.status.options)
        widths.append(options)
        told = told_features(native, step.state)
        said = native.said(engine.view(step.state, seat), weights, options)
        expected = [plain.said(features) for features in told]
        assert np.allclose(said, expected, rtol=1e-4, atol=1e-3)
        step = engine.apply(step, chance.below(options), chance)
    assert max(widths) > 1


@pytest.mark.parametrize("name", ["golf-six", "big-two"])
def test_what_is_learnt_from_is_what_the_net_was_told_of_the_option_it_took(name: str) -> None:
    """Of a few options, and of so many that they are looked at one by one."""
    native = learner(interpreter_of(name).program)
    weights = any_weights(native)
    plain, student = Plain(weights.astype(np.float64)), Student(native.plan.rows, weights)
    lesson = Lesson(5, 0, 2, (1.0, 0.5), explore=0.0, rate=1e-3, mean=0.0, scale=1.0)
    learnt = native.teach(student, lesson)
    for sample in student.samples[: learnt.samples]:
        at, count = sample[layout.AT :][:8].view(np.int32)
        said = plain.said(student.features[at : at + count].tolist())
        assert np.allclose(sample[layout.BEST :][:8].view(np.float32), said, rtol=1e-4, atol=1e-3)


def test_students_become_their_mean_in_all_that_they_know() -> None:
    native = learner(engine_of(DRAW).program)
    students = [Student(native.plan.rows, any_weights(native)) for _ in range(2)]
    for first in (0, 100):
        for own, student in enumerate(students):
            lesson = Lesson(5, first + own, 1, (1.0, 0.5), 0.5, rate=1e-3, mean=0.0, scale=1.0)
            native.teach(student, lesson)
        known = [student.parts[: 3 * student.size].copy() for student in students]
        assert not np.array_equal(known[0], known[1])
        become_mean(students)
        for student in students:
            assert np.array_equal(student.parts[: 3 * student.size], np.mean(known, axis=0))


def test_every_row_of_a_net_lies_in_lines_of_the_cache_of_its_own() -> None:
    program = engine_of(DRAW).program
    net = learn(program, Course(matches=20, threads=1))
    student = Student(learner(program).plan.rows, net.weights)
    for address in (net.weights.ctypes.data, student.address):
        assert address % layout.LINE == 0
    parts = (layout.SECOND, layout.SECOND_BIAS, layout.LAST, layout.ROWS, layout.WIDE)
    assert not any(4 * part % layout.LINE for part in parts)


def test_a_lesson_moves_every_weight_the_way_that_makes_the_net_less_wrong() -> None:
    engine = engine_of(DRAW)
    native = learner(engine.program)
    weights = any_weights(native)
    student = Student(native.plan.rows, weights)
    lesson = Lesson(5, 0, 1, (1.0, 0.5), explore=0.5, rate=1e-3, mean=0.0, scale=1.0)
    learnt = native.teach(student, lesson)
    samples = student.samples[: learnt.samples]
    assert 1 < learnt.samples < layout.BATCH
    slope = gradient(weights.astype(np.float64), student, samples) / layout.BATCH
    moved = student.parts[: student.size].astype(np.float64) - weights
    # The first step of Adam: as long as the rate, unless the slope is next to nothing.
    step = 1e-3 * slope / (np.abs(slope) + 1e-6 / 0.001**0.5)
    assert np.allclose(moved, -step, rtol=1e-2, atol=2e-6)
    assert (np.abs(step) > 5e-4).sum() > 1000
    assert not moved[slope == 0].any()


def gradient(weights: Reals, student: Student, samples: npt.NDArray[np.uint8]) -> Reals:
    """How the squared error of all samples changes with every weight, worked out by layers."""
    total = np.zeros_like(weights)
    change, net = Plain(total).parts, Plain(weights).parts
    for sample in samples:
        at, count = sample[layout.AT :][:8].view(np.int32)
        truth = sample[layout.EXPECTED :][:8].view(np.float32).astype(np.float64)
        features = student.features[at : at + count].tolist()
        sums = net["bias"] + net["rows"][features].sum(axis=0)
        first = squeezed(sums)
        later = first @ net["second"] + net["second bias"]
        second = squeezed(later)
        wrong = net["last"] @ second + net["last bias"] - truth
        change["last bias"] += wrong
        change["last"] += np.outer(wrong, second)
        back = (wrong @ net["last"]) * np.where(later > 0, 1, layout.SLOPE)
        change["second bias"] += back
        change["second"] += np.outer(first, back)
        down = (net["second"] @ back) * np.where(sums > 0, 1, layout.SLOPE)
        change["bias"] += down
        np.add.at(change["rows"], features, down)
    return total


def test_what_should_have_been_expected_ends_in_what_came_of_it() -> None:
    """Of the last choice of a seat: its place, and its score in the unit of the lesson."""
    engine = engine_of(DRAW)
    native = learner(engine.program)
    student = Student(native.plan.rows, any_weights(native))
    lesson = Lesson(5, 0, 1, (1.0, 0.5), explore=1.0, rate=0.0, mean=1.0, scale=4.0)
    learnt = native.teach(student, lesson)
    seats = student.samples[: learnt.samples, layout.SEAT :][:, :4].copy().view(np.int32)[:, 0]
    expected = student.samples[: learnt.samples, layout.EXPECTED :][:, :8].copy().view(np.float32)
    last = [expected[np.flatnonzero(seats == seat)[-1]] for seat in (0, 1)]
    hands = [1 + 4 * score for _, score in last]
    places = {1: (1, 0), 0: (0.5, 0.5), -1: (0, 1)}[int(np.sign(hands[0] - hands[1]))]
    assert all(hand == int(hand) and 0 <= hand <= 6 for hand in hands)
    assert tuple(place for place, _ in last) == places
