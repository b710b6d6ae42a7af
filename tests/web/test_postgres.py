"""The store on PostgreSQL, where there is one to be started."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="the extra `web` is not installed")
pytest.importorskip("psycopg", reason="the extra `web` is not installed")

from serving import free_port
from test_store import CHOICE, MATCH, begun

from kibitz.engine.record import RecordedChoice
from kibitz.web.room import Room
from kibitz.web.store import Store, StoreGone

AS_POSTGRES = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
"""PostgreSQL does not run as root."""
TOOLS = ["initdb", "pg_ctl", *AS_POSTGRES[:1]]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not all(map(shutil.which, TOOLS)), reason="there is no PostgreSQL on this machine"
    ),
]


def run(*command: str) -> None:
    quiet = subprocess.DEVNULL
    subprocess.run([*AS_POSTGRES, *command], check=True, stdout=quiet, stderr=quiet, cwd="/")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    folder = Path(tempfile.mkdtemp(prefix="kibitz-postgres-"))  # pytest's own are for its user only
    folder.chmod(0o777)
    data, port = str(folder / "data"), free_port()
    settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
    try:
        run("initdb", "-D", data, "-A", "trust", "-U", "kibitz")
        run("pg_ctl", "-D", data, "-o", settings, "-l", str(folder / "log"), "-w", "start")
        yield f"postgresql+psycopg://kibitz@127.0.0.1:{port}/postgres"
        run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder)


def test_postgresql_keeps_tables_matches_and_choices_once(url: str) -> None:
    store = Store(url)
    match = begun(store)
    assert not store.add_table("BCDFGH", Room("golf", {}))
    assert store.append(match, 0, CHOICE)
    assert not store.append(match, 0, RecordedChoice(0, 1, "1:C=2"))
    store.close()
    again = Store(url)
    assert again.choices(match) == [CHOICE]
    kept = again.match("BCDFGH", MATCH.number)
    assert kept is not None
    assert (kept.seed, kept.players, kept.deal) == (MATCH.seed, MATCH.players, MATCH.deal)
    assert not again.keep_room("BCDFGH", 0, Room("golf", {}))
    again.close()


def test_a_server_that_is_not_there_is_said_to_be_gone() -> None:
    with pytest.raises(StoreGone):
        Store(f"postgresql+psycopg://kibitz@127.0.0.1:{free_port()}/postgres")
