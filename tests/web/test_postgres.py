"""Several processes on one PostgreSQL serve the same tables."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from statistics import median

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("psycopg", reason="the extra `web` is not installed")

from marks import where_there_is_one
from test_store import CHOICE, CODE, MATCH, begun

from benchmarks.postgres import Postgres, postgres
from benchmarks.visitors import (
    Process,
    Visitor,
    free_port,
    get,
    new_table,
    play_on,
    running,
    seated,
    send_home,
    wait_for,
)
from kibitz import Rng
from kibitz.engine.records import RecordedChoice, read_record
from kibitz.web.database import Database, StoreGone
from kibitz.web.room import Room
from kibitz.web.store import LogEntry, Store

pytestmark = [pytest.mark.slow, where_there_is_one]

MOVES = 6
"""Of one of three tries: somebody else may keep the machine busy for a while."""


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with postgres() as found:
        yield found


@pytest.fixture(scope="module")
def both(server: Postgres) -> Iterator[tuple[Process, Process]]:
    """Two processes; they begin at once, on a database that is new to both."""
    with ExitStack() as stack:
        one, other = (Process(server.url, "--patience", "2") for _ in range(2))
        for process in (one, other):
            process.launch()
            stack.callback(process.kill)
        wait_for(lambda: one.answers("/health") and other.answers("/health"))
        yield one, other
        send_home()


def test_what_one_process_writes_the_client_of_another_sees_at_once(
    both: tuple[Process, Process],
) -> None:
    one, other = both
    ann, ben = seated(one.address, "golf-six", "Ann", "Ben", also_at=other.address)
    delays, answers = [], []
    for _ in range(3 * MOVES):
        chooser, watcher = (ann, ben) if ann.frame["options"] else (ben, ann)
        version = chooser.frame["version"]
        begun_at = time.monotonic()
        assert chooser.choose(0)["type"] == "done"
        answers.append(time.monotonic() - begun_at)
        watcher.hear_frame(version + 1)
        delays.append(time.monotonic() - begun_at)
        chooser.hear_frame(version + 1)
    tries = [delays[first : first + MOVES] for first in range(0, len(delays), MOVES)]
    assert min(map(median, tries)) <= 10 * median(answers)
    ann.say("react", reaction="👏")
    assert ben.hear(lambda m: m["type"] == "reaction")["name"] == "Ann"
    assert all(chair["is_here"] for chair in ben.room["chairs"])


def test_of_the_answers_of_two_processes_for_one_bot_one_counts(
    both: tuple[Process, Process],
) -> None:
    one, other = both
    before = choices_of(one) + choices_of(other)
    ann, ben = seated(one.address, "president", "Ann", "Ben", bots=2, also_at=other.address)
    play_on([ann, ben], Rng(3).below)
    record = read_record(get(other.address, f"/t/{ann.code}/record.json")[1].encode())
    assert choices_of(one) + choices_of(other) - before == len(record.choices)
    assert ann.frame["result"] == ben.hear_frame(ann.frame["version"])["result"]


def choices_of(process: Process) -> int:
    found = re.search(r"^kibitz_choices_total (\d+)", get(process.address, "/metrics")[1], re.M)
    return int(found[1]) if found else 0


def test_who_comes_back_through_another_process_is_not_covered(
    both: tuple[Process, Process],
) -> None:
    one, other = both
    ann, ben = seated(one.address, "golf-six", "Ann", "Ben", also_at=other.address)
    again = Visitor(one.address, ann.code)
    assert again.join("", secret=ben.secret)["type"] == "done"
    ben.close()
    time.sleep(2.5)
    assert again.say("ping")["type"] == "done"
    assert not again.room["chairs"][1]["is_covered"]
    again.close()
    ann.hear(lambda m: m["type"] == "room" and m["chairs"][1]["is_covered"])


def test_when_the_database_is_gone_everybody_is_told_and_then_goes_on(
    server: Postgres, both: tuple[Process, Process]
) -> None:
    one, other = both
    ann, ben = seated(one.address, "golf-six", "Ann", "Ben", also_at=other.address)
    chooser = ann if ann.frame["options"] else ben
    server.stop()
    answer = chooser.choose(0)
    assert (answer["type"], answer["reason"]) == ("refused", "store-gone")
    assert "write that down" in answer["words"]
    assert not one.answers("/health")
    time.sleep(10)
    server.start()
    wait_for(lambda: one.answers("/health") and other.answers("/health"))
    version = chooser.frame["version"]
    wait_for(lambda: chooser.choose(0)["type"] == "done")
    for player in (ann, ben):
        player.hear_frame(version + 1)
    play_on([ann, ben], Rng(1).below, 10)


def test_who_is_forgotten_at_one_process_has_no_name_at_the_other(
    both: tuple[Process, Process],
) -> None:
    one, other = both
    ann, ben = seated(one.address, "golf-six", "Ann", "Ben", also_at=other.address)
    for _ in range(4):
        chooser = ann if ann.frame["options"] else ben
        version = chooser.frame["version"]
        assert chooser.choose(0)["type"] == "done"
        for player in (ann, ben):
            player.hear_frame(version + 1)
    assert "Ann" in str(ben.log)
    body = json.dumps({"seats": {ann.code: ann.secret}}).encode()
    assert get(one.address, "/forget", "POST", body=body)[0] == 200
    ben.hear(lambda m: m["type"] == "log" and m["first"] == 0)
    ben.hear(lambda m: m["type"] == "room" and "Ann" not in str(m))
    assert "somebody" in str(ben.log)
    late = Visitor(other.address, ann.code)
    late.join("Cleo", watching=True)
    late.hear(lambda m: m["type"] == "frame")
    for told in (str(ben.log), *late.heard):
        assert "Ann" not in told


def test_a_process_takes_over_the_tables_of_one_that_was_killed(server: Postgres) -> None:
    with running(server.url) as one, running(server.url) as other:
        code = new_table(one.address, "golf-six")
        ann = Visitor(one.address, code)
        ann.join("Ann")
        ann.say("addbot", bot="novice")
        ann.say("start")
        version = ann.hear_frame(0)["version"]
        one.kill()
        back = Visitor(other.address, code)
        assert back.join("", secret=ann.secret)["type"] == "done"
        assert back.hear_frame(version)["version"] >= version


def test_postgresql_keeps_tables_matches_and_choices_once(server: Postgres) -> None:
    database = Database(server.url)
    store = Store(database)
    match = begun(store)
    assert not store.add_table(CODE, Room("golf", {}))
    assert store.append([LogEntry(CODE, match, 0, CHOICE)]) == [True]
    assert store.append([LogEntry(CODE, match, 0, RecordedChoice(0, 1, "1:C=2"))]) == [False]
    database.close()
    database = Database(server.url)
    again = Store(database)
    assert again.choices(match) == [CHOICE]
    kept = again.match(CODE, MATCH.number)
    assert kept is not None
    assert (kept.seed, kept.players, kept.deal) == (MATCH.seed, MATCH.players, MATCH.deal)
    assert not again.keep_room(CODE, 0, Room("golf", {}))
    database.close()


def test_a_server_that_is_not_there_is_said_to_be_gone() -> None:
    with pytest.raises(StoreGone):
        Database(f"postgresql://kibitz@127.0.0.1:{free_port()}/postgres")
