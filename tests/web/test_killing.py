"""Whatever happens to the server, what it said yes to has happened."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from killing import come_back, dealt_in, step, survive
from postgres import postgres, where_there_is_one
from serving import running, sqlite

pytestmark = pytest.mark.slow

KILLS = 6


def test_after_a_kill_every_acknowledged_choice_is_there(tmp_path: Path) -> None:
    with running(sqlite(tmp_path)) as server:
        survive([server], KILLS, seed=5)
        assert server.stop()


@where_there_is_one
def test_when_one_of_two_servers_is_killed_the_other_goes_on() -> None:
    with postgres() as database, running(database.url) as one, running(database.url) as other:
        survive([one, other], KILLS, seed=6)


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
