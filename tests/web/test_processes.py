"""Several processes behind one address: nobody can tell, except by how many tables there are."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from zlib import crc32

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from benchmarks.outages import come_back
from benchmarks.visitors import (
    Process,
    free_port,
    get,
    new_table,
    play_on,
    running,
    seated,
    sqlite,
    wait_for,
)
from kibitz import Rng
from kibitz.web.database import Database, Signal, Topic
from kibitz.web.worker_link import WorkerLink

pytestmark = pytest.mark.slow

PROCESSES = 2


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    database = sqlite(tmp_path_factory.mktemp("tables"))
    with running(database, "--processes", str(PROCESSES)) as found:
        yield found


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def are_gone(pids: Sequence[int]) -> bool:
    """Also if nobody has asked yet how they ended."""
    stats = [Path(f"/proc/{pid}/stat") for pid in pids]
    return all(not stat.exists() or " Z " in stat.read_text() for stat in stats)


def place_of(code: str) -> int:
    return crc32(code.encode()) % PROCESSES


def test_friends_meet_at_their_table_whichever_process_has_it(server: Process) -> None:
    places: set[int] = set()
    while len(places) < PROCESSES:
        ann, ben = seated(server.address, "golf-six", "Ann", "Ben", bots=1)
        play_on([ann, ben], Rng(1).below, 6)
        assert all(chair["is_here"] for chair in ann.room["chairs"])
        places.add(place_of(ann.code))


def test_the_numbers_of_all_processes_are_added_up(server: Process) -> None:
    def tables() -> int:
        found = re.search(r"^kibitz_tables_total (\d+)", get(server.address, "/metrics")[1], re.M)
        return int(found[1]) if found else 0

    before = tables()
    for _ in range(6):  # every process makes three of them
        new_table(server.address, "golf-six")
    wait_for(lambda: tables() >= before + 6)


def test_who_is_forgotten_by_another_process_has_no_name_at_the_table(server: Process) -> None:
    ann, ben = seated(server.address, "golf-six", "Ann", "Ben")
    elsewhere = next(code for code in ("B", "C", "D") if place_of(code) != place_of(ann.code))
    body = json.dumps({"seats": {ann.code: ann.secret}})
    host = http.client.HTTPConnection(server.address)
    with closing(host):
        host.request("GET", f"/t/{elsewhere}")
        host.getresponse().read()
        host.request("POST", "/forget", body)  # through the same connection
        assert host.getresponse().status == 200
    ben.hear(lambda m: m["type"] == "room" and "Ann" not in str(m))


def test_who_speaks_slowly_is_let_in_and_who_speaks_nonsense_is_told_so(server: Process) -> None:
    for said, heard in [
        (["GET /hea", "lth HTTP/1.0\r\n\r\n"], b"200 OK"),
        (["what?\r\n\r\n"], b"400"),
    ]:
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as visitor:
            for part in said:
                visitor.sendall(part.encode())
                time.sleep(0.1)
            assert heard in visitor.recv(4096)


def test_after_a_process_was_killed_another_one_has_its_tables(server: Process) -> None:
    ann, ben = seated(server.address, "golf-six", "Ann", "Ben")
    play_on([ann, ben], Rng(1).below, 4)
    killed: set[int] = set()
    for _ in range(2):  # the second time while they begin again
        wait_for(lambda: len(set(children(server.pid)) - killed) == PROCESSES)
        for child in set(children(server.pid)) - killed:
            os.kill(child, signal.SIGKILL)
            killed.add(child)
    assert ann.is_turned_away()
    wait_for(lambda: server.answers(f"/t/{ann.code}"))
    ann = come_back(server, ann)
    assert ann.frame["version"] >= 4
    assert not set(children(server.pid)) & killed
    ben = come_back(server, ben)
    play_on([ann, ben], Rng(1).below, 4)


def test_when_the_porter_goes_the_processes_go(tmp_path: Path) -> None:
    with running(sqlite(tmp_path), "--processes", str(PROCESSES)) as server:
        stopped = children(server.pid)
        assert len(stopped) == PROCESSES
        assert server.stop()
        assert are_gone(stopped)
        server.start()
        killed = children(server.pid)
        server.kill()
        wait_for(lambda: are_gone(killed))


def test_processes_that_cannot_begin_say_why() -> None:
    command = [sys.executable, "-m", "kibitz", "serve", "--port", str(free_port())]
    command += ["--processes", "2", "--database", "mysql://nowhere"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "SQLite or PostgreSQL, not in mysql" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_others_hear_of_what_is_written_and_of_nothing_else(tmp_path: Path) -> None:
    mine, theirs = socket.socketpair()
    with mine, theirs:
        database = Database(sqlite(tmp_path), WorkerLink(theirs))
        with suppress(ZeroDivisionError), database.transaction() as connection:
            database.signal(connection, "TABLES", Topic.ROOM)
            raise ZeroDivisionError
        with database.transaction() as connection:
            database.signal(connection, "TABLES", Topic.CHOICE)
            with pytest.raises(BlockingIOError):
                mine.recv(1, socket.MSG_DONTWAIT)
        heard = Signal.parsed(mine.recv(4096).decode())
        assert heard == Signal(database.server, "TABLES", Topic.CHOICE)
        database.close()


def test_who_says_nothing_costs_nothing_and_is_sent_away(server: Process) -> None:
    """Also who has said half a line."""
    with ExitStack() as open_sockets:
        silent = [
            open_sockets.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            for _ in range(400)
        ]
        for visitor in silent[::2]:
            visitor.sendall(b"GET /t/")
        time.sleep(1.0)
        before, began = processor_seconds(server.pid), time.monotonic()
        time.sleep(3.0)
        share = (processor_seconds(server.pid) - before) / (time.monotonic() - began)
        assert share <= 0.02
        assert get(server.address, "/health")[0] == 200
        for visitor in silent:
            visitor.settimeout(15)
            with suppress(ConnectionResetError):
                assert visitor.recv(1) == b""


def processor_seconds(pid: int) -> float:
    used = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")
