"""Many matches stepped together are the matches the interpreter plays one by one."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from gathered_games import program_named
from small_games import FOUR_CARDS, game, program_of

from kibitz.engine import IllegalChoice, MatchError, Rng
from kibitz.engine.errors import BadState
from kibitz.engine.native import Batch, NativeEngine

pytestmark = pytest.mark.slow


@cache
def native(name: str) -> NativeEngine:
    return NativeEngine(program_named(name))


@pytest.mark.parametrize("name", ["golf-six", "president"])
def test_a_batch_plays_the_interpreters_matches(name: str) -> None:
    batch, reference = Batch(native(name), 6, seed=5), native(name).interpreter
    rngs = [Rng(5, number) for number in range(6)]
    steps = [reference.deal(rng) for rng in rngs]
    for round_ in range(30):
        assert [batch.state(number) for number in range(6)] == [step.state for step in steps]
        assert batch.counts.tolist() == [len(step.found) for step in steps]
        choices = np.array([round_ % max(1, len(step.found)) for step in steps])
        batch.step(choices)
        steps = [
            step if step.is_over else reference.apply(step, int(choice), rng)
            for step, choice, rng in zip(steps, choices, rngs, strict=True)
        ]
    assert batch.scores().tolist() == [list(reference.score(s.state).scores) for s in steps]


def test_threads_share_the_states_and_change_nothing() -> None:
    one, two = (Batch(native("golf-six"), 1_100, seed=3, threads=n) for n in (1, 2))
    for _ in range(20):
        for batch in (one, two):
            batch.step(batch.counts // 2)
    assert np.array_equal(one.states, two.states)
    assert np.array_equal(one.scores(), two.scores())


@pytest.mark.parametrize(
    "choices",
    [[0, 0], [0, 0, 99], [0, -1, 0], [0.0, 0.0, 0.0], [2**32, 0, 0], [[0, 0, 0]]],
    ids=str,
)
def test_choices_that_are_none_are_refused_and_nothing_is_played(choices: object) -> None:
    batch = Batch(native("golf-six"), 3, seed=1)
    before = batch.states.copy()
    with pytest.raises(IllegalChoice):
        batch.step(np.array(choices))
    assert np.array_equal(batch.states, before)


def test_the_arrays_of_a_batch_can_only_be_read() -> None:
    batch = Batch(native("golf-six"), 3)
    for array in (batch.states, batch.rngs, batch.counts, batch.seats):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_states_of_ones_own_go_on_from_where_they_are() -> None:
    batch, other = Batch(native("golf-six"), 3, seed=1), Batch(native("golf-six"), 3, seed=2)
    other.step(np.zeros(3, np.int32))
    batch.states, batch.rngs = other.states, other.rngs
    assert batch.counts.tolist() == other.counts.tolist()
    for one in (batch, other):
        one.step(np.zeros(3, np.int32))
    assert np.array_equal(batch.states, other.states)


def test_bytes_that_are_no_states_do_not_get_into_a_batch() -> None:
    batch = Batch(native("golf-six"), 3)
    spoilt = batch.states.copy()
    spoilt[1, -30:] ^= 1
    for states, said in ((spoilt, "state 1: "), (spoilt[:2], "3 states of")):
        with pytest.raises(BadState, match=said):
            batch.states = states
    with pytest.raises(BadState, match="all 0"):
        batch.rngs = np.zeros((3, 4), np.uint64)


def test_a_batch_in_which_a_rule_failed_must_be_reset() -> None:
    text = game(
        "(choice ((inc (game sto R)))) (do ((set (game sto R) (// 6 (- (game sto R) (random 2))))))"
        "(choice ((turn pass)))",
        setup=FOUR_CARDS,
        players=2,
    )
    batch = Batch(NativeEngine(program_of(text)), 50, seed=1)
    with pytest.raises(MatchError) as raised:
        batch.step(np.zeros(50, np.int32))
    assert raised.value.diagnostic.slug == "division-by-zero"
    for use in (batch.scores, lambda: batch.state(0), lambda: batch.step(np.zeros(50, np.int32))):
        with pytest.raises(BadState, match="reset it"):
            use()
    batch.reset(seed=1)
    assert batch.counts.tolist() == [1] * 50
