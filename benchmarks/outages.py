"""Servers, disks, clocks and databases that fail under play: nothing that was told may be lost.

Every function plays, lets something fail and asserts what must hold; what it returns says how often
it was tried, and what happened. The tests do it a few times, `python -m benchmarks faults` often.
"""

from __future__ import annotations

import random
import resource
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from benchmarks.postgres import IS_INSTALLED, Postgres, postgres
from benchmarks.trials import Row, tried
from benchmarks.visitors import Process, Visitor, new_table, running, sqlite, wait_for

TITLE = "Outages"
NOTE = (
    "One person and three bots play Golf Six as fast as they can. Whoever was told that a choice "
    "is made must find it there afterwards, and no match may be stuck: each is played to its end."
)
GAME, BOTS = "golf-six", 3
KILLS, JUMPS, STOPS = 30, 6, 3
_TWO_DAYS = 2 * 86_400
_MOVED_CLOCK = """
import time
from pathlib import Path

_true, _jump = time.time, Path({jump!r})
time.time = lambda: _true() + float(_jump.read_text())
"""
"""Runs before a server whose clock can be set; the seconds by which it is wrong are in a file."""


def rows(folder: Path, seconds: float) -> Iterator[Row]:
    """All of it; it takes as long as it takes."""
    yield tried(f"kill -9 of the server, {KILLS} times", lambda: _killed_often(folder / "killed"))
    yield tried("a disk that is full, and then is not", lambda: _full_disk(folder / "full"))
    yield tried("a clock that jumps by two days, to and fro", lambda: jump_clock(folder / "clock"))
    if IS_INSTALLED:
        yield tried(f"PostgreSQL stopped at once, {STOPS} times", _stopped_often)
        yield tried(f"kill -9 of one of two servers on PostgreSQL, {KILLS} times", _one_of_two)


def _killed_often(folder: Path) -> tuple[str, str]:
    folder.mkdir()
    with running(sqlite(folder)) as server:
        made = survive([server], KILLS, seed=5)
    return f"{made} acknowledged choices", "all of them are there"


def _full_disk(folder: Path) -> tuple[str, str]:
    folder.mkdir()
    with running(sqlite(folder)) as server:
        fill_disk(server)
    return "1 match", "who chose was told so, and played on when there was room"


def _stopped_often() -> tuple[str, str]:
    with postgres() as database, running(database.url) as one, running(database.url) as other:
        made = stop_database(database, [one, other], STOPS)
    return f"{made} acknowledged choices", "all of them are there, and play goes on"


def _one_of_two() -> tuple[str, str]:
    with postgres() as database, running(database.url) as one, running(database.url) as other:
        made = survive([one, other], KILLS, seed=6)
    return f"{made} acknowledged choices", "all of them are there"


# ---------------------------------------------------------------------------- what fails


def survive(servers: Sequence[Process], kills: int, seed: int) -> int:
    """Play and kill so often, then play to the end; how many choices were acknowledged."""
    chance, made = random.Random(seed), 0
    ann, known = dealt_in(servers[0], GAME, BOTS), (1, 0)
    at = servers[0]
    for _ in range(kills):
        killing = threading.Timer(chance.uniform(0.02, 0.3), at.kill)
        killing.start()
        with suppress(ConnectionClosed):
            while at.is_alive:
                before, version = ann.frame["version"], step(ann)
                made += version > before
                known = max(known, (ann.frame["match"], version))
                if ann.frame["result"]:
                    next_match(ann)
        killing.join()
        killed, at = at, chance.choice([other for other in servers if other is not at] or [at])
        if killed is at:
            at.start()
        ann = come_back(at, ann)
        assert (ann.frame["match"], ann.frame["version"]) >= known
        if killed is not at:
            killed.start()
    return made + play_out(ann)


def fill_disk(server: Process) -> None:
    """Whoever chooses is told that nothing can be written; then there is room again."""
    ann = dealt_in(server, GAME, bots=1)
    step(ann)
    unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    while not ann.frame["options"]:
        step(ann)
    refused = ann.choose(0)
    assert (refused["type"], refused["reason"]) == ("refused", "store-gone")
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, unlimited)
    assert step(ann) > 0
    play_out(ann)
    assert come_back(server, ann).frame["result"] == ann.frame["result"]


def jump_clock(folder: Path) -> tuple[str, str]:
    """The server's clock is two days late, then early; people come, play and come back."""
    folder.mkdir()
    jump = folder / "jump"
    (folder / "sitecustomize.py").write_text(_MOVED_CLOCK.format(jump=str(jump)), encoding="utf-8")
    jump.write_text("0", encoding="utf-8")
    with running(sqlite(folder), hook=folder) as server:
        ann, made = dealt_in(server, GAME, BOTS), 0
        for number in range(JUMPS):
            _set(jump, _TWO_DAYS * (1, 0, -1, 0)[number % 4])
            for _ in range(5):
                version = ann.frame["version"]
                made += step(ann) > version
            version = ann.frame["version"]
            ann = come_back(server, ann)
            assert ann.frame["version"] >= version
            other = Visitor(server.address, new_table(server.address, GAME))
            assert other.join("Ben")["type"] == "done"
        made += play_out(ann)
    return f"{JUMPS} jumps, {made} choices", "people sit down, play and come back as ever"


def _set(jump: Path, seconds: int) -> None:
    """All at once: the server reads it again and again."""
    new = jump.with_suffix(".new")
    new.write_text(str(seconds), encoding="utf-8")
    new.replace(jump)


def stop_database(database: Postgres, servers: Sequence[Process], stops: int) -> int:
    """Under play, without a goodbye; how many choices were acknowledged."""
    ann, made = dealt_in(servers[0], GAME, BOTS), 0
    for number in range(stops):
        for _ in range(10):
            before = ann.frame["version"]
            made += step(ann) > before
            if ann.frame["result"]:
                next_match(ann)
        known = ann.frame["match"], ann.frame["version"]
        database.stop()
        time.sleep(1.0)
        database.start()
        wait_for(lambda: all(server.answers("/health") for server in servers))
        ann = come_back(servers[(number + 1) % len(servers)], ann)
        assert (ann.frame["match"], ann.frame["version"]) >= known
    return made + play_out(ann)


# ---------------------------------------------------------------------------- playing


def play_out(player: Visitor) -> int:
    """To the end; how many choices were acknowledged."""
    made = 0
    while not player.frame["result"]:
        before = player.frame["version"]
        made += step(player) > before
    return made


def next_match(player: Visitor) -> None:
    number = player.frame["match"]
    player.say("start")
    while player.frame["match"] == number:
        player.hear(lambda m: m["type"] == "frame")


def step(player: Visitor) -> int:
    """Choose if it is the player's turn, or wait; the version that is known to be kept."""
    version: int = player.frame["version"]
    if player.frame["options"]:
        answer = player.choose(0)
        while answer.get("reason") == "too-fast":  # nobody's fingers are as quick as a test
            time.sleep(1.0)
            answer = player.choose(0)
        player.hear_frame(version + 1)
        return version + int(answer["type"] == "done")
    if not player.frame["result"]:
        player.hear_frame(version + 1)
    return version


def dealt_in(server: Process, game: str, bots: int) -> Visitor:
    ann = Visitor(server.address, new_table(server.address, game))
    ann.join("Ann")
    for _ in range(bots):
        ann.say("addbot", bot="novice")
    ann.say("start")
    ann.hear_frame(0)
    return ann


def come_back(server: Process, before: Visitor) -> Visitor:
    visitor = Visitor(server.address, before.code)
    assert visitor.join("", secret=before.secret)["type"] == "done"
    visitor.hear_frame(0)
    return visitor
