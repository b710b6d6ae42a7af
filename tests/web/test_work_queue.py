"""Everybody gets a share of what a server can work out, and moves wait for none of it."""

from __future__ import annotations

import asyncio
import json
import threading
import time
import urllib.request
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from benchmarks.visitors import PATIENCE, Visitor, get, new_table, seated, served, wait_for
from kibitz.engine.cancellation import Stopped, current, together
from kibitz.web.app import QUESTIONS
from kibitz.web.offers import Offers
from kibitz.web.refusal import Reason, Refused
from kibitz.web.work_queue import (
    MOST_OF_ADDRESS,
    MOST_OF_TABLE,
    MOST_WAITING,
    Asker,
    WorkKind,
    WorkQueue,
    _neighbourhood,
)

ANN, BEN = Asker("10.0.0.1"), Asker("10.0.0.2")


class Gate:
    """Work that takes until it is let go."""

    def __init__(self) -> None:
        self.is_open, self.is_asked = threading.Event(), threading.Event()
        self.done: list[object] = []

    def work(self, what: object) -> object:
        self.is_asked.set()
        assert self.is_open.wait(PATIENCE)
        self.done.append(what)
        return what


def played(work: Callable[[WorkQueue, Gate], Coroutine[Any, Any, None]]) -> None:
    gate = Gate()
    try:
        asyncio.run(work(WorkQueue(1), gate))
    finally:
        gate.is_open.set()


async def begun(queue: WorkQueue, gate: Gate, asker: Asker, number: int) -> list[asyncio.Task[Any]]:
    """So many questions of the asker wait, or are being answered."""
    tasks = [
        asyncio.create_task(queue.done(asker, WorkKind.RULES, gate.work, asker.address))
        for _ in range(number)
    ]
    await asyncio.sleep(0)
    return tasks


def refusal(tasks: list[asyncio.Task[Any]]) -> list[Refused]:
    faults = [task.exception() for task in tasks if task.done()]
    return [fault for fault in faults if isinstance(fault, Refused)]


def test_who_asks_much_waits_behind_who_asks_little() -> None:
    async def asked(queue: WorkQueue, gate: Gate) -> None:
        many = await begun(queue, gate, ANN, 10)
        one = await begun(queue, gate, BEN, 1)
        gate.is_open.set()
        await asyncio.gather(*many, *one)
        assert gate.done.index(BEN.address) <= 2

    played(asked)


def test_an_address_and_a_table_have_a_share_each_and_are_told_when_to_come_back() -> None:
    async def asked(queue: WorkQueue, gate: Gate) -> None:
        many = await begun(queue, gate, ANN, MOST_OF_ADDRESS + 3)
        others = [Asker(f"10.0.1.{number}", "BCDFGH") for number in range(MOST_OF_TABLE + 2)]
        at_table = [task for asker in others for task in await begun(queue, gate, asker, 1)]
        await asyncio.sleep(0)
        assert len(refusal(many)) == 3
        assert len(refusal(at_table)) == 2
        assert all(fault.reason is Reason.BUSY for fault in refusal([*many, *at_table]))
        assert all((fault.seconds or 0) > 0 for fault in refusal([*many, *at_table]))
        gate.is_open.set()
        await asyncio.gather(*many, *at_table, return_exceptions=True)
        [again] = await begun(queue, gate, ANN, 1)
        assert await again == ANN.address

    played(asked)


def test_no_more_wait_than_can_be_answered_soon() -> None:
    async def asked(queue: WorkQueue, gate: Gate) -> None:
        askers = [Asker(f"10.1.{number // 250}.{number % 250}") for number in range(300)]
        tasks = [task for asker in askers for task in await begun(queue, gate, asker, 1)]
        await asyncio.sleep(0)
        assert len(refusal(tasks)) == 300 - MOST_WAITING - 1  # one is being answered
        gate.is_open.set()
        await asyncio.gather(*tasks, return_exceptions=True)

    played(asked)


def test_the_same_question_is_answered_once() -> None:
    async def asked(queue: WorkQueue, gate: Gate) -> None:
        both = [
            asyncio.create_task(queue.known(asker, WorkKind.RULES, gate.work, "golf"))
            for asker in (ANN, BEN)
        ]
        await asyncio.sleep(0)
        gate.is_open.set()
        assert await asyncio.gather(*both) == ["golf", "golf"]
        assert await queue.known(ANN, WorkKind.RULES, gate.work, "golf") == "golf"
        assert gate.done == ["golf"]

    played(asked)


def test_work_knows_when_its_time_is_up_and_what_fails_is_told() -> None:
    async def asked(queue: WorkQueue, gate: Gate) -> None:
        left = await queue.done(ANN, WorkKind.RULES, lambda: current().seconds_left())
        assert left is not None
        assert 0 < left <= WorkKind.RULES.seconds
        with pytest.raises(ZeroDivisionError):
            await queue.done(ANN, WorkKind.RULES, lambda: 1 // 0)

    played(asked)


def slow_thread() -> int:
    time.sleep(0.05)
    return threading.get_ident()


def test_work_that_others_would_share_among_all_cores_takes_one() -> None:
    async def asked(queue: WorkQueue, gate: Gate) -> None:
        tasks = [slow_thread] * 4
        assert len(set(await queue.done(ANN, WorkKind.RULES, together, tasks))) == 1

    played(asked)


@pytest.mark.parametrize(
    ("host", "share"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:1:2:3:4:5", "20010db800000001"),
        ("testclient", "testclient"),
    ],
)
def test_a_visitor_is_an_address_or_a_network_of_version_6(host: str, share: str) -> None:
    assert _neighbourhood(host) == share


def test_what_is_stopped_for_its_time_is_refused_in_words() -> None:
    def long_search() -> None:
        raise Stopped("nobody waits for this any more")

    async def asked(queue: WorkQueue, gate: Gate) -> None:
        with pytest.raises(Refused, match="takes the server too long"):
            await queue.done(ANN, WorkKind.COMPANION, long_search)

    played(asked)


# ---------------------------------------------------------------------------- at a server


@pytest.fixture
def settling(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """Settlements, of which none is made before it is let go."""
    gate = Gate()
    asked = WorkKind.SETTLEMENT, lambda *_: gate.work(None)
    monkeypatch.setitem(QUESTIONS, "settlement.json", asked)
    yield gate
    gate.is_open.set()


@pytest.mark.slow
def test_nobodys_question_holds_up_a_move(tmp_path: Path, settling: Gate) -> None:
    with served(tmp_path) as address:
        ann, ben = seated(address, "golf-six", "Ann", "Ben")
        strangers = [
            threading.Thread(target=get, args=(address, f"/games/golf/settlement.json?HOLES={n}"))
            for n in range(1, 9)
        ]
        for stranger in strangers:
            stranger.start()
        assert settling.is_asked.wait(PATIENCE)
        for version in range(1, 5):
            chooser = ann if ann.frame["options"] else ben
            assert chooser.choose(0)["type"] == "done"
            for player in (ann, ben):
                player.hear_frame(version)
        assert settling.done == []
        settling.is_open.set()
        for stranger in strangers:
            stranger.join()


@pytest.mark.slow
def test_who_asks_too_much_at_once_is_told_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settling: Gate
) -> None:
    monkeypatch.setattr("kibitz.web.work_queue.MOST_OF_ADDRESS", 2)
    answers: list[tuple[int, str]] = []
    with served(tmp_path) as address:

        def ask(holes: int) -> None:
            answers.append(get(address, f"/games/golf/settlement.json?HOLES={holes}"))

        threads = [threading.Thread(target=ask, args=(n,)) for n in range(1, 6)]
        for thread in threads:
            thread.start()
        wait_for(lambda: len(answers) == 3)  # which are refused
        settling.is_open.set()
        for thread in threads:
            thread.join()
    assert sorted(status for status, _ in answers) == [200, 200, 429, 429, 429]
    [words] = {json.loads(text)["words"] for status, text in answers if status == 429}
    assert "try again" in words


def status_of(request: urllib.request.Request) -> int:
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return int(answer.status)
    except HTTPError as fault:
        with fault:
            return fault.code


@pytest.mark.slow
def test_pages_from_elsewhere_have_nothing_computed(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        for path in ("settlement.json", "rules.json", "worth.json", "examples.json"):
            for site, expected in (("cross-site", 400), ("same-origin", 200)):
                url = f"http://{address}/games/golf/{path}"
                request = urllib.request.Request(url, headers={"Sec-Fetch-Site": site})
                assert status_of(request) == expected


@pytest.mark.slow
def test_rules_are_compiled_in_a_thread_and_not_where_frames_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiling: set[str] = set()
    load = Offers._load

    def noticed(*args: Any) -> Any:
        compiling.add(threading.current_thread().name.partition("_")[0])
        return load(*args)

    monkeypatch.setattr(Offers, "_load", noticed)
    with served(tmp_path) as address:
        ann = Visitor(address, new_table(address, "golf"))
        assert ann.join("Ann")["type"] == "done"
        compiling.clear()
        assert ann.say("configure", game="golf", options={"HOLES": 3})["type"] == "done"
        ann.hear(lambda m: m["type"] == "room" and m["options"].get("HOLES") == 3)
        assert ann.say("addbot", bot="novice")["type"] == "done"
        ann.hear(lambda m: m["type"] == "room" and len(m["chairs"]) == 2)
        assert compiling == {"worker"}
