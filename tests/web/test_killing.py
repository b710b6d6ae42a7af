"""Whatever happens to the server, what it said yes to has happened."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from marks import where_there_is_one

from benchmarks.outages import come_back, dealt_in, fill_disk, jump_clock, stop_database, survive
from benchmarks.postgres import postgres
from benchmarks.visitors import running, sqlite

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
        fill_disk(server)


def test_a_clock_that_jumps_changes_nothing(tmp_path: Path) -> None:
    jump_clock(tmp_path / "server")


@where_there_is_one
def test_a_database_that_stops_loses_nothing() -> None:
    with postgres() as database, running(database.url) as one, running(database.url) as other:
        stop_database(database, [one, other], stops=1)
