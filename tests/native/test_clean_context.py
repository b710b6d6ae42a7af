"""The same answer whatever was asked before: native code reads nothing that it has not written.

Before every call all memory that a thread keeps is overwritten, and so is all that is made without
being cleared: trees, samples, frames of the solver, results.
"""

from __future__ import annotations

import ctypes
import doctest
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from functools import cached_property
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from gathered_games import interpreter_of
from packed_steps import apply_packed, deal_packed, rows_packed, score_packed
from small_games import game, program_of
from test_gpu import needs_gpu
from told_features import told_features

from kibitz.engine import Interpreter, MatchError, Program, Rng, View, player_settings
from kibitz.engine.native import Batch, can_be_exact, exact, learner, native_engine
from kibitz.engine.native.exact.exact_solver import is_plain
from kibitz.engine.native.gpu.gpu_batch import GpuBatch
from kibitz.engine.native.gpu.gpu_engine import GpuEngine
from kibitz.engine.native.gpu.gpu_trials import GpuTrials
from kibitz.engine.native.layout import fields
from kibitz.engine.native.layout import net_layout as net
from kibitz.engine.native.layout.context import SIZE, Context
from kibitz.engine.native.layout.signatures import Purpose
from kibitz.engine.native.learning.learner import Lesson, Student, aligned_zeros
from kibitz.engine.native.llvm import nvptx
from kibitz.engine.native.llvm.function import Kernel
from kibitz.engine.native.llvm.words import Pointer
from kibitz.engine.native.passes import emit
from kibitz.engine.native.runtime.code import NativeCode, ObjectCode
from kibitz.engine.native.runtime.engine import NativeEngine
from kibitz.engine.native.runtime.playouts import Noting
from kibitz.engine.native.search.appraiser import Appraiser
from kibitz.engine.native.search.searcher import Guide, Search, SearchPosition, new_walk
from kibitz.engine.protocol import Step
from kibitz.games import names
from kibitz.learning import Net

POISON = 0xA5
NEAR = 1 << 20
"""Bytes at the beginning of the arena that are overwritten again and again; the rest once."""
DECISIONS = 40
"""Of a match that is played out."""

CHANCY = game(
    """(do ((shuffle (game iloc STOCK))
      (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
    (stage player (end (all player 'P (== (size ('P iloc HAND)) 0)))
     (choice ((any ((current player) iloc HAND) 'C
      (do ((move 'C (top (game vloc OUT))) (shuffle (game iloc STOCK))
           (inc ((current player) sto S) (random 5)))))
      (do ((inc ((current player) sto S) (random 9))
           (any ((current player) iloc HAND) 'C (move 'C (top (game vloc OUT)))))))))""",
    players=2,
    score="(// ((current player) sto S) (size (game vloc OUT)))",
)
"""Chance wherever there can be some: an option is tried out before it is known what it comes to,
and to score it before a card was played fails."""


@dataclass(frozen=True)
class Situation:
    """A decision in a match at random, and all that is needed to ask about it."""

    step: Step
    engine: Interpreter

    @cached_property
    def program(self) -> Program:
        return self.engine.program

    @cached_property
    def view(self) -> View:
        return self.engine.view(self.step.state, self.step.seat)

    @property
    def options(self) -> int:
        return len(self.step.found)

    @property
    def prospect(self) -> SearchPosition:
        return learner(self.program).searcher.prospect(self.view, self.options)

    @cached_property
    def guide(self) -> Guide:
        weights = aligned_zeros(net.net_size(learner(self.program).plan.rows))
        weights[:] = np.random.default_rng(1).normal(0, 0.1, len(weights))
        return Net(weights, "", False, 1, 1, 1, 1.0, mean=0.0, scale=1.0)


def situations(engine: Interpreter) -> tuple[Situation, Situation]:
    """Early and late in a match."""
    rng = Rng(5)
    step, met = engine.deal(rng), list[Step]()
    while not step.is_over and len(met) < 60:
        if len(step.found) > 1:
            met.append(step)
        step = engine.apply(step, rng.below(len(step.found)), rng)
    return Situation(met[min(4, len(met) - 1)], engine), Situation(met[-1], engine)


# ---------------------------------------------------------------------------- questions


def play(at: Situation) -> object:
    native, chance = native_engine(at.program), Rng(3)
    block, dealt = native.pack(at.step.state), deal_packed(native, chance)
    found = [row[0] for row in rows_packed(native, block)]
    tried = range(0, len(found), 1 + len(found) // 4)
    return dealt, found, [apply_packed(native, block, option, chance) for option in tried]


def score(at: Situation) -> object:
    native = native_engine(at.program)
    return score_packed(native, native.pack(at.step.state))


def playouts(at: Situation) -> object:
    native = native_engine(at.program)
    dealt = native.playouts(1, 3, most_decisions=DECISIONS, noting=Noting.TRACE, threads=1)
    going = native.playouts(
        2, 3, start=at.step.state, most_decisions=DECISIONS, noting=Noting.TALLY, threads=1
    )
    return astuple(dealt), astuple(going)


def batch(at: Situation) -> object:
    together = Batch(native_engine(at.program), 3, seed=2)
    for _ in range(3):
        together.step(np.maximum(together.counts - 1, 0))
    return together.states, together.rngs, together.counts, together.seats


def batch_scores(at: Situation) -> object:
    return Batch(native_engine(at.program), 3, seed=2).scores()


def worlds(at: Situation) -> object:
    prospect, walk = at.prospect, new_walk()
    dealt = [prospect.deal(1, number).raw for number in range(3)]
    recalled = [prospect.recall(walk, 1, number).raw for number in range(3)]
    return dealt, recalled, prospect.recall(prospect.walk, 1).raw


def searched(at: Situation, kind: str, guide: Guide | None = None) -> object:
    search: Search = at.prospect.search(6)
    how = player_settings.PlayerSettings(kind, depth=1, ending=0.5)
    for _ in range(2):
        search.run(how, 12 if kind == "flat" else 30, guide, DECISIONS)
    return search.statistics, search.unheeded


def appraised(at: Situation, guide: Guide | None) -> object:
    appraiser = Appraiser(at.prospect, 7, guide, DECISIONS)
    return astuple(appraiser.trials(range(min(3, at.options)), range(3), with_ends=True))


def lesson(at: Situation) -> object:
    student = Student(learner(at.program).plan.rows, at.guide.weights)
    asked = Lesson(1, 0, 2, (1.0, 0.0), 0.3, 0.01, 0.0, 1.0, slip=0.1, most_decisions=DECISIONS)
    return [learner(at.program).teach(student, asked), student.weights.copy()]


def contest(at: Situation) -> object:
    nets = [at.guide.weights, *[None] * (at.program.players - 1)]
    return learner(at.program).contest(nets, (1.0, 0.0), 3, range(2), most_decisions=DECISIONS)


def said(at: Situation) -> object:
    native = learner(at.program)
    told = told_features(native, at.step.state)
    return told, native.said(at.view, at.guide.weights, at.options)


def solved(at: Situation) -> object:
    if not can_be_exact(at.program) or not is_plain(at.view):
        return None
    return astuple(exact(at.program).solve(at.view, at.options, aim=1, budget=300))


QUESTIONS: dict[str, Callable[[Situation], object]] = {
    "play": play,
    "score": score,
    "playouts": playouts,
    "batch": batch,
    "batch scores": batch_scores,
    "worlds": worlds,
    "flat": lambda at: searched(at, "flat"),
    "ismcts": lambda at: searched(at, "ismcts"),
    "mcts": lambda at: searched(at, "mcts"),
    "guided flat": lambda at: searched(at, "flat", at.guide),
    "guided ismcts": lambda at: searched(at, "ismcts", at.guide),
    "guided mcts": lambda at: searched(at, "mcts", at.guide),
    "appraise": lambda at: appraised(at, None),
    "guided appraise": lambda at: appraised(at, at.guide),
    "lesson": lesson,
    "contest": contest,
    "said": said,
    "solve": solved,
}


# ---------------------------------------------------------------------------- memory

_begun: Callable[[NativeCode], Context] = vars(NativeCode)["context"].fget
_whole: set[int] = set()
"""Arenas that were overwritten whole, by where they lie."""


def fresh_context(code: NativeCode) -> Context:
    """A context that nobody has used."""
    vars(code._threads).pop("context", None)
    return _begun(code)


def poisoned_context(code: NativeCode) -> Context:
    """A context in which every word is wrong."""
    context = code.used_context
    arena = ctypes.addressof(ctypes.c_char.from_buffer(context._arena))
    size = min(NEAR, len(context._arena)) if arena in _whole else len(context._arena)
    _whole.add(arena)
    ctypes.memset(context.address, POISON, SIZE)
    ctypes.memset(arena, POISON, size)
    for block in (context._rows, context._keys):
        ctypes.memset(block, POISON, len(block))
    return _begun(code)


def poisoned_array(*shape: Any, **kind: Any) -> Any:
    made = _empty(*shape, **kind)
    made.view(np.uint8)[...] = POISON
    return made


_empty = np.empty


@contextmanager
def memory(context: Callable[[NativeCode], Context], empty: Callable[..., Any]) -> Iterator[None]:
    with patch.object(NativeCode, "context", property(context)), patch.object(np, "empty", empty):
        yield


def answer(question: Callable[[Situation], object], at: Situation) -> object:
    """As something that can be compared; a rule may fail, but then it always does."""
    try:
        return comparable(question(at))
    except MatchError as fault:
        return fault.diagnostic


def comparable(found: object) -> object:
    match found:
        case np.ndarray():
            return found.shape, found.tobytes()
        case list() | tuple():
            return [comparable(part) for part in found]
        case dict():
            return {name: comparable(part) for name, part in found.items()}
        case _:
            return found


def check_all(engine: Interpreter) -> None:
    early, late = situations(engine)
    for name, question in QUESTIONS.items():
        at = late if name == "solve" else early
        with memory(fresh_context, np.zeros):
            expected = answer(question, at)
        with memory(poisoned_context, poisoned_array):
            assert answer(question, at) == expected, name


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_no_answer_depends_on_what_was_asked_before(name: str) -> None:
    check_all(interpreter_of(name))


def test_no_answer_depends_on_it_where_there_is_chance_everywhere() -> None:
    check_all(Interpreter(program_of(CHANCY)))


# ---------------------------------------------------------------------------- on a GPU


def poisoned_code(program: Program, purpose: Purpose, *, checked: bool = False) -> ObjectCode:
    """Kernels in whose memory every word is wrong when they begin."""
    whole = Kernel.buffer

    def poisoned(f: Kernel, size: int) -> Pointer:
        made = whole(f, size)
        with f.count(0, size) as index:
            made.at(index).store(POISON, 1)
        return made

    with patch.object(Kernel, "buffer", poisoned):
        emitted = emit(program, Interpreter(program).laid_out(), purpose, checked=checked)
    return ObjectCode(nvptx.object_code(emitted.text), emitted.faults)


@pytest.mark.slow
def test_memory_of_a_gpu_can_be_overwritten() -> None:
    program = interpreter_of("kuhn-poker").program
    made = poisoned_code(program, Purpose.GRID, checked=False)
    plain = nvptx.object_code(emit(program, Interpreter(program).laid_out(), Purpose.GRID).text)
    assert len(made.code) > len(plain)


@needs_gpu
@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_no_answer_of_a_gpu_depends_on_what_its_memory_held(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for owner in (GpuEngine, GpuTrials, GpuBatch):
        monkeypatch.setattr(sys.modules[owner.__module__], "object_code", poisoned_code)
    at, _ = situations(interpreter_of(name))
    alone, helped = (
        engine(at.program).playouts(1, 64, most_decisions=DECISIONS, noting=Noting.TALLY)
        for engine in (NativeEngine, GpuEngine)
    )
    assert comparable(astuple(helped)) == comparable(astuple(alone))
    trials, prospect = GpuTrials(at.program), at.prospect
    results = trials.results(prospect, 3, range(16), DECISIONS).tolist()
    assert results == [list(trials.replayed(prospect, 3, n, DECISIONS)) for n in range(16)]
    ours, theirs = Batch(native_engine(at.program), 16, seed=2), GpuBatch(at.program, 16, seed=2)
    for _ in range(3):
        choices = np.maximum(ours.counts - 1, 0)
        ours.step(choices)
        theirs.step(choices)
        assert (theirs.states.fetched() == ours.states).all()
        assert (theirs.counts.fetched() == ours.counts).all()


def test_fields_lie_one_after_the_other_at_multiples_of_their_width() -> None:
    assert doctest.testmod(fields).failed == 0
    layout = fields.Fields()
    flag, total, words = layout.take("B"), layout.take("d"), layout.take("i", 3)
    assert (flag, total, words, words.end, layout.size) == (0, 8, 16, 28, 32)
    block = bytearray(layout.size)
    words.put(block, 1, -2, 3)
    total.put(block, 0.5)
    assert words.all(block) == (1, -2, 3)
    assert words.at(1).get(block) == -2
    assert total.all(block) == (0.5,)
    assert flag.get(block) == 0
