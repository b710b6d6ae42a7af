"""Rules are compiled and nets are trained by processes of low priority, and not where moves are."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from benchmarks.visitors import Visitor, new_table, served, wait_for
from kibitz import load
from kibitz.engine.native import Purpose, is_compiled, passes
from kibitz.learning import Course, Net, kept_net, learn
from kibitz.players import nets, trial
from kibitz.web.background import BackgroundProcesses, prepare

SLEEPING = ("-c", "import time; time.sleep(600)")


def test_a_process_has_low_priority_and_is_told_what_to_do() -> None:
    check = "import os, sys; sys.exit(sys.stdin.read() != 'golf' or os.nice(0) < 10)"
    processes = BackgroundProcesses()
    assert processes.run("-c", check, told=b"golf", seconds=20.0)
    assert not processes.run("-c", check, told=b"chess", seconds=20.0)


@pytest.mark.slow
def test_a_process_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.web.background._GRACE_SECONDS", 0.5)
    deaf = "import signal, time; signal.signal(signal.SIGINT, signal.SIG_IGN); time.sleep(600)"
    for command in (SLEEPING, ("-c", deaf)):
        assert not BackgroundProcesses().run(*command, seconds=0.5)


def test_processes_end_with_the_server() -> None:
    processes, done = BackgroundProcesses(), list[bool]()
    thread = Thread(target=lambda: done.append(processes.run(*SLEEPING, seconds=60.0)))
    thread.start()
    wait_for(lambda: bool(processes._running))
    processes.close()
    thread.join(10)
    assert done == [False]
    assert not processes.run(*SLEEPING, seconds=60.0)


GAME = load("golf", holes=1, underdogbonus="ON")


def told(purposes: Sequence[str]) -> str:
    asked = {"name": "golf", "program": None, "page": None}
    return json.dumps({"game": asked, "options": dict(GAME.options), "purposes": purposes})


@pytest.mark.slow
def test_code_that_was_asked_for_is_found_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    program = GAME.program
    assert not is_compiled(program, Purpose.SEARCH)
    prepare(told(["search"]))
    assert is_compiled(program, Purpose.SEARCH)
    assert not is_compiled(program, Purpose.LEARN)


@pytest.mark.slow
def test_a_net_is_trained_on_one_core_and_tried_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(trial, "TRIAL_SECONDS", 0.1)

    def short(program: Any, course: Course) -> Net:
        return learn(program, Course(matches=20, by_score=course.by_score, threads=course.threads))

    monkeypatch.setattr(nets, "learn", short)
    prepare(told([]))
    net = kept_net(GAME.program, by_score=GAME.objective == "score")
    assert net is not None
    assert (net.threads, net.way in trial.WAYS) == (1, True)


@pytest.mark.slow
def test_a_server_neither_compiles_nor_trains_for_its_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    here: list[str] = []
    emit, run, asked = passes.emit, BackgroundProcesses.run, list[dict[str, Any]]()

    def emitting(*args: Any, **kwargs: Any) -> Any:
        here.append("compiled")
        return emit(*args, **kwargs)

    def running(self: BackgroundProcesses, *args: str, told: bytes, seconds: float) -> bool:
        asked.append(json.loads(told))
        is_training = not asked[-1]["purposes"]
        return is_training or run(self, *args, told=told, seconds=seconds)

    monkeypatch.setattr(passes, "emit", emitting)
    monkeypatch.setattr(nets, "learn", lambda *_: here.append("trained"))
    monkeypatch.setattr(BackgroundProcesses, "run", running)
    with served(tmp_path) as address:
        ann = Visitor(address, new_table(address, "golf"))
        ann.join("Ann")
        ann.say("configure", game="golf", options={"HOLES": 17, "TENPENNY": "ON"})
        for _ in range(2):
            ann.say("addbot", bot="expert")
        assert ann.say("start")["type"] == "done"
        ann.hear_frame(0)
        for version in range(1, 10):
            if ann.frame["options"]:
                assert ann.choose(0)["type"] == "done"
            ann.hear_frame(version)
    assert here == []
    said = [told["is_preparing"] for told in map(json.loads, ann.heard) if told["type"] == "room"]
    assert True in said  # whoever waits is told why
    assert said[-1] is False
    assert [found["purposes"] for found in asked] == [["search", "learn"], []]
    assert {found["options"]["HOLES"] for found in asked} == {17}
