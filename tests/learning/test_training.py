"""Nets that learn small games, and the files they are kept in."""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from gathered_games import CONFORMANCE
from small_games import engine_of

from kibitz.engine import Decision, Interpreter, MatchError, Program, Rng, lower
from kibitz.engine.native import learner
from kibitz.engine.native.layout import net_layout as layout
from kibitz.engine.native.learning.learner import Lesson, Student
from kibitz.engine.protocol import Step
from kibitz.learning import BadNet, Course, Net, kept_net, learn, read_net, train
from kibitz.learning.keeping import write_net
from kibitz.learning.net import as_kept, from_bytes, rules_of
from kibitz.recycle import Source, check

pytestmark = pytest.mark.slow

HIGHER = """(game
 (setup (create players 2)
  (create deck (game iloc STOCK)
   (deck (RANK (A, B, C, D, E, F)) (SUIT (R, S)))))
 (do (
  (set (game points V) (((RANK : A) 1) ((RANK : B) 2) ((RANK : C) 3) ((RANK : D) 4)
   ((RANK : E) 5) ((RANK : F) 6)))
  (shuffle (game iloc STOCK))
  (all player 'P (repeat 3 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 (stage player once
  (choice ((any ((current player) iloc HAND) 'C (move 'C (top ((current player) vloc KEPT)))))))
 (scoring max (sum ((current player) vloc KEPT) using (game points V))))"""
"""Keep one of three cards; the higher one wins."""

ALONE = HIGHER.replace("players 2", "players 1").replace("scoring max", "scoring min")


def program_of(text: str) -> Program:
    return engine_of(text).program


def net_after(matches: int, text: str = HIGHER) -> Net:
    *_, last = train(program_of(text), Course(matches=matches, threads=1))
    return last.net


def ranks_kept(text: str, net: Net, deals: int) -> list[tuple[int, list[int]]]:
    """By deal: the option the net takes at the first decision, and the rank of every option."""
    engine, found = engine_of(text), []
    for seed in range(deals):
        step = engine.deal(Rng(seed))
        view = engine.view(step.state, 0)
        option = int((learner(engine.program).said(view, net.weights, 3) @ net.wants).argmax())
        ranks = [engine.program.strings.index(card[0]) for card in view.pile("HAND") if card]
        found.append((option, ranks))
    return found


def test_a_net_learns_to_keep_the_highest_card() -> None:
    net = net_after(6_000)
    answers = ranks_kept(HIGHER, net, 60)
    assert all(ranks[option] == max(ranks) for option, ranks in answers)
    assert net.curve[-1].gain - net.curve[-1].margin > 0.5


def test_who_plays_alone_learns_to_score() -> None:
    net = net_after(24_000, ALONE)
    assert net.by_score
    answers = ranks_kept(ALONE, net, 60)
    assert all(ranks[option] == min(ranks) for option, ranks in answers)


@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_seed_on_as_many_threads_makes_the_same_net(threads: int) -> None:
    course = Course(matches=400, seed=9, threads=threads)
    courses = (course, course, replace(course, seed=8))
    one, same, other = (learn(program_of(HIGHER), each).weights for each in courses)
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_a_training_goes_on_where_it_was_left() -> None:
    program = program_of(HIGHER)
    steps = train(program, Course(matches=4_000, threads=1))
    half = next(step.net for step in steps if step.share > 0.4)
    *_, last = train(program, Course(matches=4_000, threads=1), half)
    assert half.matches < 4_000 == last.net.matches
    assert last.net.curve[: len(half.curve)] == half.curve
    assert list(train(program, Course(matches=4_000, threads=1), last.net)) == []


def test_a_net_is_kept_for_its_rules_and_found_again() -> None:
    program, other = program_of(HIGHER), program_of(ALONE)
    assert kept_net(program, by_score=False) is None
    net = learn(program, Course(matches=50, threads=1))
    found = kept_net(program, by_score=False)
    assert found is not None
    assert np.array_equal(found.weights, net.weights)
    assert replace(found, weights=net.weights, seconds=net.seconds) == net
    assert kept_net(program, by_score=True) is None
    assert kept_net(other, by_score=True) is None
    assert rules_of(program, learner(program).plan) != rules_of(other, learner(other).plan)


def test_a_file_is_a_net_for_its_game_or_says_what_it_is_not(tmp_path: Path) -> None:
    program, path = program_of(HIGHER), tmp_path / "higher.net"
    net = net_after(50)
    write_net(path, net)
    assert np.array_equal(read_net(path, program).weights, net.weights)
    with pytest.raises(BadNet, match="is a net for another game"):
        read_net(path, program_of(ALONE))
    with pytest.raises(BadNet, match="cannot be read: no such file"):
        read_net(tmp_path / "missing.net", program)
    path.write_text("nonsense", encoding="utf-8")
    with pytest.raises(BadNet, match="is not a net of this kibitz"):
        read_net(path, program)


def altered(
    data: bytes, facts: dict[str, object], numbers: Sequence[tuple[int, float]] = ()
) -> bytes:
    """A net with other facts and other numbers of its upper layers, its checksum being right."""
    head, body = data.split(b"\n", 1)
    upper = bytearray(zlib.decompress(body))
    for place, number in numbers:
        struct.pack_into("<f", upper, 4 + 4 * place, number)
    packed = zlib.compress(upper)
    told = {**json.loads(head), **facts, "checksum": hashlib.sha256(packed).hexdigest()}
    return json.dumps(told).encode() + b"\n" + packed


@pytest.mark.parametrize("number", [1e20, -1e20, 2e4, np.inf, -np.inf, np.nan])
def test_no_weight_that_would_overflow_is_believed(number: float) -> None:
    data, rows = net_after(50).to_bytes(), learner(program_of(HIGHER)).plan.rows
    assert from_bytes(altered(data, {}), rows) is not None
    assert from_bytes(altered(data, {}, [(0, 1e4)]), rows) is not None
    assert from_bytes(altered(data, {}, [(7, number)]), rows) is None


@pytest.mark.parametrize(
    "facts",
    [
        {"seed": float("inf")},
        {"seed": 10**400},
        {"seed": "1"},
        {"mean": float("nan")},
        {"scale": 0.0},
        {"scale": -1.0},
        {"matches": None},
        {"curve": 3},
        {"curve": [{"seconds": float("inf")}]},
        {"curve": [[]]},
        {"way": ["os.system"]},
        {"way": {"module": "os"}},
    ],
    ids=str,
)
def test_no_fact_of_a_net_that_cannot_be_is_believed(
    facts: dict[str, object], tmp_path: Path
) -> None:
    path, program = tmp_path / "strange.net", program_of(HIGHER)
    path.write_bytes(altered(net_after(50).to_bytes(), facts))
    with pytest.raises(BadNet, match="is damaged"):
        read_net(path, program)


@pytest.mark.parametrize("header", [b"[" * 100_000, b'{"format":' * 100_000, b"9" * 100_000])
def test_a_header_that_is_none_is_refused(header: bytes, tmp_path: Path) -> None:
    path = tmp_path / "strange.net"
    path.write_bytes(header + b"\n")
    with pytest.raises(BadNet, match="is not a net of this kibitz"):
        read_net(path, program_of(HIGHER))


@pytest.mark.parametrize("number", [1e20, 3e38, np.nan])
def test_a_net_whose_sums_overflow_takes_an_option_all_the_same(number: float) -> None:
    """No file brings such a net in; whoever makes one is still not harmed by it."""
    program = program_of(HIGHER)
    native, weights = learner(program), net_after(50).weights.copy()
    weights[: layout.ROWS] = number
    engine = engine_of(HIGHER)
    view = engine.view(engine.deal(Rng(1)).state, 0)
    assert not np.isfinite(native.said(view, weights, 3)).any()
    scores = native.contest([weights, None], (1.0, 0.5), 3, range(20))
    assert (scores[:, -1] == 2).all()
    lesson = Lesson(5, 0, 5, (1.0, 0.5), explore=0.0, rate=1e-3, mean=0.0, scale=1.0)
    assert native.teach(Student(native.plan.rows, weights), lesson).failed == 0


def test_no_altered_byte_is_believed() -> None:
    net = net_after(50)
    rows = learner(program_of(HIGHER)).plan.rows
    data = net.to_bytes()
    start = data.index(b"\n") + 1
    assert from_bytes(data, rows) is not None
    for place in [*range(start, start + 8), *range(start + 8, len(data), 997), len(data) - 1]:
        torn = bytearray(data)
        torn[place] ^= 1
        assert from_bytes(bytes(torn), rows) is None
        assert from_bytes(data[:place], rows) is None
    assert from_bytes(data, 1) is None


def test_a_net_in_memory_is_the_one_in_the_file() -> None:
    weights = net_after(50).weights
    assert np.array_equal(as_kept(weights), weights)


@pytest.mark.usefixtures("not_optimised")
@pytest.mark.parametrize("path", sorted(CONFORMANCE.glob("*.rcy")), ids=lambda path: path.stem)
def test_a_net_can_be_trained_and_asked_in_every_game_that_can_be_played(path: Path) -> None:
    checked = check(Source(path.name, path.read_text(encoding="utf-8"))).game
    if checked is None:
        return
    program = lower(checked)
    try:
        net = learn(program, Course(matches=3, threads=1))
        step = Interpreter(program).deal(Rng(1))
    except MatchError:
        return
    choose_through(Interpreter(program), step, net)


def choose_through(engine: Interpreter, step: Step, net: Net) -> None:
    native, chance = learner(engine.program), Rng(2)
    for _ in range(12):
        if not isinstance(step.status, Decision):
            return
        view = engine.view(step.state, step.status.seat)
        options = len(step.status.options)
        chosen = (native.said(view, net.weights, options) @ net.wants).argmax()
        step = engine.apply(step, int(chosen), chance)


@pytest.mark.parametrize(("score", "is_mixed"), [("KEPT", False), ("AHEAD", True)])
def test_only_who_wins_what_others_lose_learns_to_play_mixed(score: str, is_mixed: bool) -> None:
    """Points of one's own cards: nobody can make use of what one is foreseen to do."""
    ahead = """(do ((all player 'P (all (filter player 'Q (!= 'P 'Q)) 'Q
     (set ('P sto AHEAD) (- (sum ('P vloc KEPT) using (game points V))
                            (sum ('Q vloc KEPT) using (game points V))))))))
 (scoring max ((current player) sto AHEAD)))"""
    kept = "(scoring max (sum ((current player) vloc KEPT) using (game points V))))"
    text = HIGHER.replace(kept, ahead) if score == "AHEAD" else HIGHER
    *_, last = train(program_of(text), Course(matches=40, threads=1, by_score=True))
    assert last.net.is_mixed == is_mixed
