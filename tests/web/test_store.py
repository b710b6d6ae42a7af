"""What the store has said yes to is there, once."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="the extra `web` is not installed")

from sqlalchemy import create_engine, text

from kibitz.engine.record import RecordedChoice
from kibitz.web.room import Room
from kibitz.web.schema import STEPS, UnknownDatabase
from kibitz.web.store import Deal, KeptMatch, Store, StoreGone

MATCH = KeptMatch(0, 1, "golf-six", "digest", {"PLAYERS": 2}, 7, ("Ann", "Ben"), Deal("s", ("w",)))
CHOICE = RecordedChoice(0, 2, "1:C=3")


def url(folder: Path) -> str:
    return f"sqlite:///{folder}/tables.sqlite"


def begun(store: Store) -> int:
    assert store.add_table("BCDFGH", Room("golf-six", {}))
    match = store.begin_match("BCDFGH", 0, Room("golf-six", {}, match=1), MATCH)
    assert match is not None
    return match


def test_a_table_is_there_when_the_store_is_opened_again(tmp_path: Path) -> None:
    Store(url(tmp_path)).add_table("BCDFGH", room := Room("golf", {"HOLES": 3}))
    assert Store(url(tmp_path)).table("BCDFGH") == (0, room)


def test_a_code_is_given_once(tmp_path: Path) -> None:
    store = Store(url(tmp_path))
    assert store.add_table("BCDFGH", Room("golf", {}))
    assert not store.add_table("BCDFGH", Room("golf", {}))


def test_of_two_who_change_a_room_at_once_one_is_told_to_look_again(tmp_path: Path) -> None:
    store = Store(url(tmp_path))
    store.add_table("BCDFGH", Room("golf", {}))
    assert store.keep_room("BCDFGH", 0, Room("golf", {"HOLES": 3}))
    assert not store.keep_room("BCDFGH", 0, Room("golf", {"HOLES": 5}))
    found = store.table("BCDFGH")
    assert found is not None
    assert (found[0], found[1].options) == (1, {"HOLES": 3})


def test_two_cannot_make_the_same_choice(tmp_path: Path) -> None:
    store = Store(url(tmp_path))
    match = begun(store)
    assert store.append(match, 0, CHOICE)
    assert not store.append(match, 0, RecordedChoice(0, 1, "1:C=2"))
    assert store.append(match, 1, CHOICE)
    assert store.choices(match) == [CHOICE, CHOICE]
    assert store.choices(match, 1) == [CHOICE]


def test_a_match_comes_back_as_it_began(tmp_path: Path) -> None:
    store = Store(url(tmp_path))
    number = begun(store)
    kept = store.match("BCDFGH", 1)
    assert kept is not None
    assert kept == KeptMatch(number, *(getattr(MATCH, name) for name in MATCH.__slots__[1:]))


def test_a_new_database_gets_every_step(tmp_path: Path) -> None:
    Store(url(tmp_path)).close()
    with create_engine(url(tmp_path)).connect() as connection:
        assert connection.execute(text("SELECT number FROM version")).scalar_one() == len(STEPS)


def test_the_database_of_a_newer_kibitz_is_left_alone(tmp_path: Path) -> None:
    Store(url(tmp_path)).close()
    with create_engine(url(tmp_path)).begin() as connection:
        connection.execute(text("UPDATE version SET number = 99"))
    with pytest.raises(UnknownDatabase, match="version 99"):
        Store(url(tmp_path))


def test_a_database_that_cannot_be_opened_is_said_to_be_gone(tmp_path: Path) -> None:
    with pytest.raises(StoreGone):
        Store(f"sqlite:///{tmp_path}/no/such/folder/tables.sqlite")
