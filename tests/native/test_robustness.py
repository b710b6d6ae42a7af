"""Whatever comes from outside, the process lives, and the answer is the interpreter's."""

from __future__ import annotations

import gc
import resource
import tempfile
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from gathered_games import interpreter_of, program_named
from packed_steps import apply_packed, deal_packed, rows_packed, score_packed
from small_games import FOUR_CARDS, game, program_of

from kibitz.engine import IllegalChoice, MatchError, Rng
from kibitz.engine.native.runtime.engine import NativeEngine
from kibitz.engine.native.runtime.playouts import Noting, Playouts

pytestmark = pytest.mark.slow


GAMES = ("golf-six", "president")
LARGEST = 2**31 - 1


@cache
def native(name: str) -> NativeEngine:
    return NativeEngine(program_named(name))


def same(one: Playouts, other: Playouts) -> bool:
    return all(
        np.array_equal(ours, theirs)
        for ours, theirs in (
            (one.scores, other.scores),
            (one.decisions, other.decisions),
            (one.capped, other.capped),
        )
    )


# ---------------------------------------------------------------------------- choices


@pytest.mark.parametrize("option", [-1, -(2**31), 10_000, LARGEST, 2**40])
def test_an_option_that_is_not_there_is_refused(option: int) -> None:
    engine = native("golf-six")
    block = deal_packed(engine, Rng(1))
    with pytest.raises(IllegalChoice):
        apply_packed(engine, block, option, Rng(1))


def test_a_refused_option_draws_no_chance() -> None:
    engine, chance = native("golf-six"), Rng(1)
    block = deal_packed(engine, chance)
    before = chance.words
    with pytest.raises(IllegalChoice):
        apply_packed(engine, block, 99, chance)
    assert chance.words == before


# ---------------------------------------------------------------------------- faults


def test_a_fault_while_scoring_does_not_stop_chance_afterwards() -> None:
    text = game(
        "(choice ((shuffle (game iloc STOCK)))) (choice ((turn pass)))",
        setup=FOUR_CARDS,
        score="(// 1 (game sto ZERO))",
    )
    engine = NativeEngine(program_of(text))
    block = deal_packed(engine, Rng(1))
    with pytest.raises(MatchError):
        score_packed(engine, block)
    shuffled = {tuple(engine.unpack(_played(engine, block, seed)).cards[0]) for seed in range(20)}
    assert len(shuffled) > 5


def _played(engine: NativeEngine, block: bytes, seed: int) -> bytes:
    return apply_packed(engine, block, 0, Rng(seed))


def test_a_fault_met_again_and_again_uses_nothing_up() -> None:
    text = game(
        """(stage player once (choice (
          (let (subsets (game iloc STOCK)) 'G
            ((== (game sto T) (// 1 (game sto T))) (any 'G 'X (inc (game sto R)))))
          (inc (game sto T)))))""",
        setup="(create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E)) (SUIT (R, S))))",
    )
    engine = NativeEngine(program_of(text))
    block = deal_packed(engine, Rng(1))
    slugs = set()
    for _ in range(4_000):
        with pytest.raises(MatchError) as raised:
            rows_packed(engine, block)
        slugs.add(raised.value.diagnostic.slug)
    assert slugs == {"division-by-zero"}


def test_a_fault_in_one_of_many_playouts_is_told() -> None:
    text = game(
        "(choice ((set (game sto R) (// 6 (random 5))) (turn pass)))", setup=FOUR_CARDS, players=2
    )
    with pytest.raises(MatchError) as raised:
        NativeEngine(program_of(text)).playouts(1, 1_000, threads=2)
    assert raised.value.diagnostic.slug == "division-by-zero"


# ---------------------------------------------------------------------------- playouts


@pytest.mark.parametrize("name", GAMES)
def test_a_tally_is_what_the_trace_comes_to(name: str) -> None:
    traced, tallied = (
        native(name).playouts(5, 40, most_decisions=60, noting=noting) for noting in Noting
    )
    assert tallied.tally is not None
    for number in range(40):
        options = [count for _, count in traced.trace(number)]
        assert tallied.tally.options[number] == sum(options)
        assert tallied.tally.most_options[number] == max(options)
        assert tallied.tally.forced[number] == options.count(1)


@pytest.mark.parametrize("name", GAMES)
def test_playouts_are_the_interpreters_match_by_match(name: str) -> None:
    played = native(name).playouts(5, 20, first=3, most_decisions=60, noting=Noting.TRACE)
    for number in range(20):
        match = interpreter_of(name).playout(Rng(5, 3 + number), 60)
        assert tuple(played.scores[number].tolist()) == match.outcome.scores
        assert played.decisions[number] == len(match.decisions)
        assert played.capped[number] == match.capped
        assert tuple(played.trace(number)) == match.decisions


@pytest.mark.parametrize("name", GAMES)
def test_the_number_of_threads_changes_nothing(name: str) -> None:
    engine = native(name)
    alone = engine.playouts(9, 700, threads=1, most_decisions=80)
    for threads in (2, 5, 64):
        assert same(engine.playouts(9, 700, threads=threads, most_decisions=80), alone)


def test_the_first_match_may_be_any() -> None:
    engine = native("golf-six")
    whole = engine.playouts(2, 30, threads=1)
    later = engine.playouts(2, 10, first=20, threads=1)
    assert later.scores.tolist() == whole.scores[20:].tolist()


@pytest.mark.parametrize("count", [0, -1, -(2**40)])
def test_no_playouts_are_none(count: int) -> None:
    assert len(native("golf-six").playouts(1, count).scores) == 0


@pytest.mark.parametrize("limit", [LARGEST, 2**31, 2**63, 2**80])
def test_a_limit_that_is_never_reached_is_no_limit(limit: int) -> None:
    engine = native("golf-six")
    unlimited = engine.playouts(4, 20)
    assert same(engine.playouts(4, 20, most_decisions=limit), unlimited)
    assert not unlimited.capped.any()


@pytest.mark.parametrize("limit", [0, -1])
def test_a_match_may_be_capped_before_it_begins(limit: int) -> None:
    played = native("golf-six").playouts(4, 3, most_decisions=limit)
    assert played.decisions.tolist() == [0, 0, 0]
    assert played.capped.all()


@pytest.mark.parametrize("seed", [-1, 2**64, 2**70 + 3])
def test_any_number_is_a_seed(seed: int) -> None:
    played = native("golf-six").playouts(seed, 2)
    expected = [interpreter_of("golf-six").playout(Rng(seed, n)).outcome.scores for n in range(2)]
    assert [tuple(row) for row in played.scores.tolist()] == expected


# ---------------------------------------------------------------------------- resources


def test_many_playouts_need_no_more_memory_than_few() -> None:
    engine = native("golf-six")

    def play(times: int) -> int:
        for number in range(times):
            engine.playouts(number, 2_000, threads=2)
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    few = play(20)
    assert play(200) < 1.05 * few


def test_compiling_and_playing_leave_no_scratch_files_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.setenv(name, str(scratch))
    monkeypatch.setattr(tempfile, "tempdir", None)
    assert tempfile.gettempdir() == str(scratch)
    NativeEngine(program_named("golf-six")).playouts(1, 200, threads=2)
    assert list(scratch.iterdir()) == []
