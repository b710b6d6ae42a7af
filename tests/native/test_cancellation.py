"""Ctrl-C and the end of the time reach native code, however slow the game."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread, Timer
from time import monotonic, process_time, sleep

import numpy as np
import pytest
from small_games import game, program_of

from kibitz.engine import Interpreter, Program, Rng, player_settings
from kibitz.engine.cancellation import Stop, Stopped, time_limit
from kibitz.engine.native.observation.batch import Batch
from kibitz.engine.native.runtime.engine import NativeEngine
from kibitz.engine.native.search.searcher import Searcher

pytestmark = pytest.mark.slow

TREE = player_settings.read_settings("ismcts")
PROMPT = 0.2
"""Seconds of a processor within which code has stopped, however busy the machine is otherwise."""

LOOP = "(range 1..(game sto N))"
SLOW = game(
    f"""(do ((set (game sto N) 480)))
    (stage player (end (== (game sto TURNS) 2000000))
     (choice (
      (do ((inc (game sto TURNS))
           ((any {LOOP} 'A (any {LOOP} 'B (any (range 1..4) 'C (== (+ 'A 'B) (- 0 'C)))))
            (inc (game sto R)))))
      (do ((inc (game sto TURNS)) (inc (game sto R)))))))""",
    players=2,
)
"""Every turn takes nearly all the work there may be, and the match goes on for ever."""


THREADS = os.cpu_count() or 1
AT_WORK = 4.0
"""Seconds of a processor after which whoever simulates has loaded and compiled everything."""


def wait_for(happened: Callable[[], bool]) -> None:
    end = monotonic() + 60
    while not happened():
        assert monotonic() < end, "it did not happen in time"
        sleep(0.01)


def busy_seconds(process: int) -> float:
    """What a process that runs has taken of the processors."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def seconds_of_children() -> float:
    """And all those that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.fixture(scope="module")
def program() -> Program:
    return program_of(SLOW)


@pytest.fixture(scope="module")
def engine(program: Program) -> NativeEngine:
    return NativeEngine(program)


def test_playouts_end_with_the_matches_there_are(engine: NativeEngine) -> None:
    started = process_time()
    with time_limit(0.3):
        found = engine.playouts(1, 50, threads=2)
    assert process_time() - started < 2 * (0.3 + PROMPT)
    assert len(found.scores) == 0


def test_playouts_in_time_are_all_there(engine: NativeEngine) -> None:
    with time_limit(60):
        found = engine.playouts(1, 300, threads=2, most_decisions=1)
    assert len(found.scores) == 300


def test_a_search_ends_with_what_it_knows(program: Program) -> None:
    interpreter = Interpreter(program)
    step = interpreter.deal(Rng(1))
    searcher = Searcher(program)
    search = searcher.prospect(interpreter.view(step.state, 0), len(step.found)).search(1)

    def knows_something() -> bool:
        started = process_time()
        with time_limit(0.2):
            search.run(TREE, 100_000)
        assert process_time() - started < 0.2 + PROMPT
        return bool(search.statistics[:, 0].sum() >= 3)

    for _ in range(3):
        wait_for(knows_something)
    assert np.isfinite(search.statistics).all()


def test_a_match_that_a_search_breaks_off_is_not_counted() -> None:
    four_hundred_turns = game(
        """(stage player (end (== (game sto TURNS) 400))
         (choice (
          (do ((inc (game sto TURNS))))
          (do ((inc (game sto TURNS)) (inc (game sto R)))))))""",
        players=2,
        score="(game sto TURNS)",
    )
    program = program_of(four_hundred_turns)
    engine, searcher = Interpreter(program), Searcher(program)
    view = engine.view(engine.deal(Rng(1)).state, 0)
    for seed in range(3):
        search = searcher.prospect(view, 2).search(seed)
        with time_limit(1.0):
            search.run(TREE, 1_000_000)
        visits, scores = search.statistics[:, 0], search.statistics[:, 3]
        assert 1 < visits.sum() < 1_000_000
        assert (scores == 400 * visits).all()


def test_a_batch_is_stopped_and_must_be_reset(engine: NativeEngine) -> None:
    batch = Batch(engine, 100_000, threads=1)
    started = process_time()
    with pytest.raises(Stopped), time_limit(0.2):
        batch.step(np.zeros(100_000, np.int32))
    assert process_time() - started < 0.2 + PROMPT
    batch.reset(2)
    assert (batch.counts == 2).all()


def test_what_nobody_waits_for_stops_in_every_thread(engine: NativeEngine) -> None:
    stop, started = Stop(), process_time()

    def play() -> None:
        with stop.watched(), pytest.raises(Stopped):
            engine.playouts(1, 50, threads=1)

    thread = Thread(target=play)
    thread.start()
    wait_for(lambda: process_time() - started > 0.3)
    told = process_time()
    stop.set()
    thread.join()
    assert process_time() - told < PROMPT


def test_other_work_goes_on(engine: NativeEngine) -> None:
    other = Stop()
    Timer(0.05, other.set).start()
    with time_limit(60):
        assert len(engine.playouts(1, 20, threads=1, most_decisions=20).scores) == 20


@pytest.mark.parametrize("players", ["", "--players=ismcts:sims=1000000,flat:sims=1000000"])
def test_ctrl_c_ends_a_simulation(tmp_path: Path, players: str) -> None:
    path = tmp_path / "slow.rcy"
    path.write_text(SLOW, encoding="utf-8")
    command = [sys.executable, "-m", "kibitz", "simulate", str(path), "-n", "1000"]
    process = subprocess.Popen([*command, *filter(None, [players])], stderr=subprocess.PIPE)
    before = seconds_of_children()
    try:
        wait_for(lambda: busy_seconds(process.pid) > AT_WORK)
        told = busy_seconds(process.pid)
        process.send_signal(signal.SIGINT)
        _, trouble = process.communicate(timeout=60)
    finally:
        process.kill()
    took = seconds_of_children() - before - told
    assert took < THREADS * (PROMPT + 0.3), "and the process needs a moment to end"
    assert process.returncode == 130
    assert b"Traceback" not in trouble


@pytest.mark.parametrize("time", range(6))
def test_what_is_told_to_stop_may_grow_meanwhile(time: int) -> None:
    """Threads begin work under a stop that is being set."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    outer, made = Stop(), list[Stop]()

    def begin() -> None:
        with outer.watched():
            for _ in range(4_000):
                made.append(Stop())

    threads = [Thread(target=begin) for _ in range(3)]
    try:
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            outer.set()
    finally:
        sys.setswitchinterval(before)
        for thread in threads:
            thread.join()
    assert all(stop.is_set() for stop in made)
