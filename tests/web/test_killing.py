"""Whatever happens to the server, what it said yes to has happened."""

from __future__ import annotations

import random
import resource
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from serving import Process, Visitor, new_table, running, sqlite
from websockets.exceptions import ConnectionClosed

pytestmark = pytest.mark.slow

KILLS = 6


def test_after_a_kill_every_acknowledged_choice_is_there(tmp_path: Path) -> None:
    chance = random.Random(5)
    with running(sqlite(tmp_path)) as server:
        ann = dealt_in(server, "president", bots=3)
        acknowledged = 0
        for _ in range(KILLS):
            end = time.monotonic() + chance.uniform(0.02, 0.3)
            killing = threading.Timer(end - time.monotonic(), server.kill)
            killing.start()
            with suppress(ConnectionClosed):
                while server.is_alive:
                    acknowledged = max(acknowledged, step(ann))
            killing.join()
            server.start()
            ann = come_back(server, ann)
            assert ann.frame["version"] >= acknowledged
        while not ann.frame["result"]:
            step(ann)
        assert server.stop()


def step(player: Visitor) -> int:
    """Choose if it is the player's turn, or wait; the version that is known to be kept."""
    version: int = player.frame["version"]
    if player.frame["options"]:
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


def test_a_server_that_is_stopped_says_goodbye_and_loses_nothing(tmp_path: Path) -> None:
    with running(sqlite(tmp_path)) as server:
        ann = dealt_in(server, "golf-six", bots=1)
        ann.choose(0)
        assert server.stop()
        assert ann.is_turned_away()
        server.start()
        assert come_back(server, ann).frame["version"] > 0


def test_a_full_disk_is_said_and_play_goes_on_when_there_is_room_again(tmp_path: Path) -> None:
    with running(sqlite(tmp_path)) as server:
        ann = dealt_in(server, "golf-six", bots=1)
        step(ann)
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        while not ann.frame["options"]:
            step(ann)
        refused = ann.choose(0)
        assert (refused["type"], refused["reason"]) == ("refused", "store-gone")
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, unlimited)
        assert step(ann) > 0
        while not ann.frame["result"]:
            step(ann)
        assert come_back(server, ann).frame["result"] == ann.frame["result"]
