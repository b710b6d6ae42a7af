"""What the store has said yes to is there, once."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

import pytest

pytest.importorskip("sqlalchemy", reason="the extra `web` is not installed")

from sqlalchemy import create_engine, text

from benchmarks.visitors import sqlite, wait_for
from kibitz.engine.records import RecordedChoice
from kibitz.web import database
from kibitz.web.database import STEPS, BadAddress, Database, StoreGone, UnknownDatabase
from kibitz.web.kept_match import KeptMatch
from kibitz.web.room import Room
from kibitz.web.store import LogEntry, Store

CODE = "BCDFGH"
MATCH = KeptMatch(0, 1, "golf-six", "digest", {"PLAYERS": 2}, 7, ("Ann", "Ben"), ("s", "w"))
CHOICE = RecordedChoice(0, 2, "1:C=3")


def opened(folder: Path) -> Store:
    return Store(Database(sqlite(folder)))


def begun(store: Store) -> int:
    assert store.add_table(CODE, Room("golf-six", {}))
    match = store.begin_match(CODE, 0, Room("golf-six", {}, match=1), MATCH)
    assert match is not None
    return match


def test_a_table_is_there_when_the_store_is_opened_again(tmp_path: Path) -> None:
    opened(tmp_path).add_table(CODE, room := Room("golf", {"HOLES": 3}))
    assert opened(tmp_path).table(CODE) == (0, room)


def test_a_code_is_given_once(tmp_path: Path) -> None:
    store = opened(tmp_path)
    assert store.add_table(CODE, Room("golf", {}))
    assert not store.add_table(CODE, Room("golf", {}))


def test_of_two_who_change_a_room_at_once_one_is_told_to_look_again(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.add_table(CODE, Room("golf", {}))
    assert store.keep_room(CODE, 0, Room("golf", {"HOLES": 3}))
    assert not store.keep_room(CODE, 0, Room("golf", {"HOLES": 5}))
    found = store.table(CODE)
    assert found is not None
    assert (found[0], found[1].options) == (1, {"HOLES": 3})


def test_two_cannot_make_the_same_choice(tmp_path: Path) -> None:
    store = opened(tmp_path)
    match = begun(store)
    assert store.append([LogEntry(CODE, match, 0, CHOICE)]) == [True]
    assert store.append([LogEntry(CODE, match, 0, RecordedChoice(0, 1, "1:C=2"))]) == [False]
    assert store.append([LogEntry(CODE, match, 1, CHOICE)]) == [True]
    assert store.choices(match) == [CHOICE, CHOICE]
    assert store.choices(match, 1) == [CHOICE]


def test_a_choice_that_comes_too_late_takes_no_other_with_it(tmp_path: Path) -> None:
    store = opened(tmp_path)
    match = begun(store)
    store.append([LogEntry(CODE, match, 1, CHOICE)])
    together = [LogEntry(CODE, match, number, CHOICE) for number in (2, 1, 0)]
    assert store.append(together) == [True, False, True]
    assert store.choices(match) == [CHOICE] * 3


def test_a_match_comes_back_as_it_began(tmp_path: Path) -> None:
    store = opened(tmp_path)
    number = begun(store)
    kept = store.match(CODE, 1)
    assert kept is not None
    assert kept == KeptMatch(number, *(getattr(MATCH, name) for name in MATCH.__slots__[1:]))


def test_a_new_database_gets_every_step(tmp_path: Path) -> None:
    Database(sqlite(tmp_path)).close()
    with create_engine(sqlite(tmp_path)).connect() as connection:
        assert connection.execute(text("SELECT number FROM version")).scalar_one() == len(STEPS)


def test_the_database_of_a_newer_kibitz_is_left_alone(tmp_path: Path) -> None:
    Database(sqlite(tmp_path)).close()
    with create_engine(sqlite(tmp_path)).begin() as connection:
        connection.execute(text("UPDATE version SET number = 99"))
    with pytest.raises(UnknownDatabase, match="version 99"):
        Database(sqlite(tmp_path))


def test_a_database_that_cannot_be_opened_is_said_to_be_gone(tmp_path: Path) -> None:
    with pytest.raises(StoreGone):
        Database(f"sqlite:///{tmp_path}/no/such/folder/tables.sqlite")


@pytest.mark.parametrize("address", ["tables", "mysql://host/name", "nonsense://", ""])
def test_what_is_no_address_of_a_database_is_said_to_be_none(address: str) -> None:
    with pytest.raises(BadAddress):
        Database(address)


OLDER = {
    1: """
    INSERT INTO tables VALUES ('BCDFGH', 4, '{"game": "golf-six", "options": {"PLAYERS": 2},
      "people": [{"number": 1, "name": "Ann", "lock": "00", "words": ""}],
      "chairs": [{"name": "Ann", "person": 1, "bot": null, "is_ready": true},
                 {"name": "Ada", "person": null, "bot": "novice", "is_ready": true}],
      "host": 1, "phase": "playing", "match": 1, "people_ever": 1, "deal_secret": "s"}', 12.5);
    INSERT INTO matches VALUES (3, 'BCDFGH', 1, 'golf-six', 'digest', '{"PLAYERS": 2}', 7,
      '["Ann", "Ada"]', '["s", "w"]', 12.5, NULL, NULL);
    INSERT INTO choices VALUES (3, 0, 0, 2, '1:C=3')
    """
}
OLDER[2] = (
    OLDER[1]
    + """;
    INSERT INTO servers VALUES ('dead', 12.5); INSERT INTO visitors VALUES ('BCDFGH', 1, 'dead')
"""
)
"""What a kibitz of each older version has written."""


@pytest.mark.parametrize("version", range(1, len(STEPS)))
def test_the_database_of_an_older_kibitz_is_brought_up_to_date(
    tmp_path: Path, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "STEPS", STEPS[:version])
    Database(sqlite(tmp_path)).close()
    monkeypatch.undo()
    with create_engine(sqlite(tmp_path)).begin() as connection:
        for statement in OLDER[version].split(";"):
            connection.exec_driver_sql(statement)
    store = opened(tmp_path)
    found = store.table(CODE)
    assert found is not None
    assert (found[0], found[1].chairs[0].name, found[1].phase) == (4, "Ann", "playing")
    kept = store.match(CODE, 1)
    assert kept is not None
    assert (kept.seed, kept.players) == (7, ("Ann", "Ada"))
    assert store.choices(kept.id) == [CHOICE]


def test_a_process_that_falls_silent_is_forgotten_with_its_visitors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (Database(sqlite(tmp_path)) for _ in range(2))
    Store(first).add_table(CODE, Room("golf", {}))
    Store(first).tell_presence(CODE, 1, True)
    assert Store(second).elsewhere(CODE) == {1}
    assert Store(first).elsewhere(CODE) == frozenset()
    assert Store(second).beat() == (False, frozenset({first.server}))
    monkeypatch.setattr("kibitz.web.store._STALE_SECONDS", -1.0)
    assert Store(second).beat() == (False, frozenset())
    assert Store(second).elsewhere(CODE) == frozenset()


def test_a_choice_waits_for_one_other_transaction_and_not_for_all_who_wait(tmp_path: Path) -> None:
    database, done = Database(sqlite(tmp_path)), list[str]()
    writers = database._writers
    assert writers is not None

    def write(name: str, first: bool) -> None:
        with database.transaction(first=first):
            done.append(name)

    with database.transaction():
        others = [Thread(target=write, args=(f"other {n}", False)) for n in range(6)]
        for thread in others:
            thread.start()
        choice = Thread(target=write, args=("choice", True))
        choice.start()
        wait_for(lambda: writers.waiting == 7)
    for thread in (*others, choice):
        thread.join()
    assert done.index("choice") == 0
