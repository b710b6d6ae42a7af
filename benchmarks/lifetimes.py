"""Tables that people come to late, or leave: nobody is left waiting, and nothing is left behind."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.load import Guest, Load, seat_everybody
from benchmarks.outages import dealt_in
from benchmarks.trials import Row, tried
from benchmarks.visitors import (
    Process,
    Visitor,
    get,
    play_on,
    running,
    seated,
    send_home,
    sqlite,
    wait_for,
)
from kibitz import Rng

TITLE = "Coming and going"
NOTE = (
    "People come to a room that was reopened, and load the page again and again; people leave "
    "tables while bots are to choose; many play, and then go. Of collections the processor time is "
    "measured in the server, from when all are seated until all have gone."
)
GAME = "golf-six"
LATECOMERS, LEFT, MANY = 10, 45, 500
MOST_PAUSE = 0.02
_WATCHED = """
import gc
import signal
import time
from pathlib import Path

_began, _kinds, _told = [0.0], ("LiveTable", "LiveMatch"), Path({told!r})


def _watch(phase, about):
    if phase == "start":
        _began[0] = time.thread_time()
    else:
        with _told.open("a") as file:
            file.write(f"{{time.thread_time() - _began[0]}}\\n")


def _count(*_):
    found = [type(one).__name__ for one in gc.get_objects()]
    _told.with_suffix(".objects").write_text(str(sum(map(found.count, _kinds))))


gc.callbacks.append(_watch)
signal.signal(signal.SIGUSR1, _count)
"""
"""Runs before a server: tells how long each collection takes, and when asked, what tables are in
memory."""


def rows(folder: Path, seconds: float) -> Iterator[Row]:
    with running(sqlite(folder), *_UNLIMITED) as server:
        yield tried(
            f"a latecomer to a reopened room, {LATECOMERS} times", lambda: _latecomers(server)
        )
        yield tried(f"{LEFT} tables left while bots are to choose", lambda: _left(server))
    yield tried(f"{MANY} tables for {seconds:g} s", lambda: _collections(folder, seconds))


_UNLIMITED = ("--most-tables-each", "100000", "--most-sockets", "100000")


# ---------------------------------------------------------------------------- coming late


def _latecomers(server: Process) -> tuple[str, str]:
    for _ in range(LATECOMERS):
        welcome_latecomer(server)
        send_home()
    return f"{LATECOMERS} rooms, 3 reloads each", "welcomed, on one chair, and dealt to"


def welcome_latecomer(server: Process) -> list[Visitor]:
    """Two finish a match and reopen; a third comes, loads the page again, and plays with them."""
    ann, ben = seated(server.address, GAME, "Ann", "Ben")
    play_on([ann, ben], Rng(1).below)
    assert ann.say("reopen")["type"] == "done"
    cas = Visitor(server.address, ann.code)
    assert cas.join("Cas")["type"] == "done"
    for _ in range(3):
        cas.close()
        cas = come_back_waiting(cas)
    assert [chair["name"] for chair in cas.room["chairs"]] == ["Ann", "Ben", "Cas"]
    for guest in (ben, cas):
        assert guest.say("ready", ready=True)["type"] == "done"
    assert ann.say("start")["type"] == "done"
    players = [ann, ben, cas]
    for seat, player in enumerate(players):
        frame = player.hear(lambda m: m["type"] == "frame" and m["match"] == 2)
        assert frame["seat"] == seat
    return players


def come_back_waiting(before: Visitor) -> Visitor:
    """The same person with a new socket, before a match."""
    assert before.secret
    visitor = Visitor(before.address, before.code)
    assert visitor.join("", secret=before.secret)["type"] == "done"
    while not visitor.room:
        visitor.hear(lambda m: m["type"] == "room")
    return visitor


# ---------------------------------------------------------------------------- leaving


def _left(server: Process) -> tuple[str, str]:
    players = []
    for _ in range(LEFT):
        player = dealt_in(server, "president", bots=3)
        while not player.frame["options"]:
            player.hear_frame(player.frame["version"] + 1)
        players.append(player)
    for player in players:
        assert player.choose(0)["type"] == "done"
        player.close()
    wait_for(lambda: number_of(server.address, "open_tables") == 0)
    made = number_of(server.address, "choices_total")
    time.sleep(2.0)
    unseen = number_of(server.address, "choices_total") - made
    assert unseen == 0, f"{unseen} choices were made unseen"
    return f"{LEFT} tables", "all are put away, and no bot plays on"


def number_of(address: str, name: str) -> int:
    """What the server says of itself."""
    found = re.search(rf"^kibitz_{name} (\d+)", get(address, "/metrics")[1], re.M)
    return int(found[1]) if found else 0


# ---------------------------------------------------------------------------- many


def _collections(folder: Path, seconds: float) -> tuple[str, str]:
    told = folder / "collections"
    hook = folder / "hook"
    hook.mkdir()
    (hook / "sitecustomize.py").write_text(_WATCHED.format(told=str(told)), encoding="utf-8")
    with running(sqlite(hook), *_UNLIMITED, hook=hook) as server:
        choices = asyncio.run(_played(server, told, seconds))
        wait_for(lambda: number_of(server.address, "open_tables") == 0)
        os.kill(server.pid, signal.SIGUSR1)
        wait_for(told.with_suffix(".objects").exists)
        left = int(told.with_suffix(".objects").read_text(encoding="utf-8"))
    pauses = [float(line) for line in told.read_text(encoding="utf-8").split()]
    assert left == 0, f"{left} tables or matches are still in memory"
    assert max(pauses, default=0.0) <= MOST_PAUSE, f"a collection took {max(pauses):.3f} s"
    longest = f"the longest took {1000 * max(pauses):.1f} ms" if pauses else "none was needed"
    happened = f"{len(pauses)} collections, {longest}; when all had gone, no table was in memory"
    return f"{choices} choices", happened


async def _played(server: Process, told: Path, seconds: float) -> int:
    load, pairs = Load(server.address, random.Random(1)), list[tuple[Guest, Guest]]()
    async for pair in seat_everybody(load, GAME, MANY, 2):
        pairs.append(pair)
    told.write_text("", encoding="utf-8")
    playing = [asyncio.create_task(load.play(*pair)) for pair in pairs]
    await asyncio.sleep(seconds)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for guest in (guest for pair in pairs for guest in pair):
        await guest.leave()
    return len(load.delays)
