"""The log, which is the truth: tables, matches and choices in a database.

Every function is one transaction and blocks; what it has returned from is on disk. Raises
StoreGone when the database cannot be reached or written: then nothing was changed.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, create_engine, event, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from kibitz.engine.record import RecordedChoice
from kibitz.recycle.errors import KibitzError
from kibitz.web.room import Room
from kibitz.web.schema import choices, matches, migrate, tables


class StoreGone(KibitzError):
    """The database cannot be used just now."""


@dataclass(frozen=True, slots=True)
class Deal:
    """How the seed came about: what the server and the players' browsers said."""

    secret: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match as it began."""

    id: int
    number: int
    game: str
    digest: str
    options: dict[str, int | str]
    seed: int
    players: tuple[str, ...]
    deal: Deal


class Store:
    """One database, SQLite or PostgreSQL."""

    def __init__(self, url: str) -> None:
        """Opens it and brings it up to date. Raises StoreGone and UnknownDatabase."""
        self._engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine, "connect", _careful)
            event.listen(self._engine, "begin", _begin)
        with self._transaction() as connection:
            migrate(connection)

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except DBAPIError as fault:
            raise StoreGone(f"the database cannot be used: {fault.orig}") from fault

    # ------------------------------------------------------------------ tables

    def add_table(self, code: str, room: Room) -> bool:
        """Whether the code was free."""
        row = {"code": code, "version": 0, "room": _text(room), "touched": time.time()}
        try:
            with self._transaction() as connection:
                connection.execute(insert(tables).values(row))
        except IntegrityError:
            return False
        return True

    def table(self, code: str) -> tuple[int, Room] | None:
        """The version and the room."""
        wanted = select(tables.c.version, tables.c.room).where(tables.c.code == code)
        with self._transaction() as connection:
            row = connection.execute(wanted).one_or_none()
        return None if row is None else (row.version, Room.from_json(json.loads(row.room)))

    def keep_room(self, code: str, version: int, room: Room) -> bool:
        """Whether the room was still at that version; it is then one further."""
        with self._transaction() as connection:
            return _kept(connection, code, version, room)

    def count_tables(self, since: float) -> int:
        """Those that somebody has touched since then."""
        wanted = select(tables.c.code).where(tables.c.touched >= since)
        with self._transaction() as connection:
            return len(connection.execute(wanted).all())

    # ------------------------------------------------------------------ matches

    def begin_match(self, code: str, version: int, room: Room, match: KeptMatch) -> int | None:
        """The number of the match in the database; None if the table has moved on."""
        row = {
            "code": code,
            "number": match.number,
            "game": match.game,
            "digest": match.digest,
            "options": json.dumps(match.options),
            "seed": match.seed,
            "players": json.dumps(match.players),
            "deal": json.dumps([match.deal.secret, *match.deal.words]),
            "begun": time.time(),
        }
        with self._transaction() as connection:
            if not _kept(connection, code, version, room):
                return None
            made = connection.execute(insert(matches).values(row).returning(matches.c.id))
            return int(made.scalar_one())

    def match(self, code: str, number: int) -> KeptMatch | None:
        wanted = select(matches).where(matches.c.code == code, matches.c.number == number)
        with self._transaction() as connection:
            row = connection.execute(wanted).one_or_none()
        return None if row is None else _kept_match(row)

    def choices(self, match: int, first: int = 0) -> list[RecordedChoice]:
        """Those from number `first` on."""
        wanted = (
            select(choices.c.seat, choices.c.option, choices.c.key)
            .where(choices.c.match == match, choices.c.number >= first)
            .order_by(choices.c.number)
        )
        with self._transaction() as connection:
            rows = connection.execute(wanted).all()
        return [RecordedChoice(row.seat, row.option, row.key) for row in rows]

    def append(self, match: int, number: int, choice: RecordedChoice) -> bool:
        """Whether the choice is now the one of that number: somebody else may have been faster."""
        row = {"match": match, "number": number, **_columns(choice)}
        try:
            with self._transaction() as connection:
                connection.execute(insert(choices).values(row))
        except IntegrityError:
            return False
        return True

    def end_match(
        self, code: str, version: int, room: Room, match: int, scores: Sequence[int]
    ) -> bool:
        """Whether the table had not moved on."""
        ended = {"ended": time.time(), "scores": json.dumps(list(scores))}
        with self._transaction() as connection:
            if not _kept(connection, code, version, room):
                return False
            connection.execute(update(matches).where(matches.c.id == match).values(ended))
            return True


def _kept(connection: Connection, code: str, version: int, room: Room) -> bool:
    done = connection.execute(
        update(tables)
        .where(tables.c.code == code, tables.c.version == version)
        .values(version=version + 1, room=_text(room), touched=time.time())
    )
    return done.rowcount == 1


def _kept_match(row: Row[Any]) -> KeptMatch:
    secret, *words = json.loads(row.deal)
    return KeptMatch(
        id=row.id,
        number=row.number,
        game=row.game,
        digest=row.digest,
        options=json.loads(row.options),
        seed=row.seed,
        players=tuple(json.loads(row.players)),
        deal=Deal(secret, tuple(words)),
    )


def _text(room: Room) -> str:
    return json.dumps(room.to_json())


def _columns(choice: RecordedChoice) -> dict[str, int | str]:
    return {"seat": choice.seat, "option": choice.option, "key": choice.key}


def _careful(connection: Any, _: object) -> None:
    """SQLite: what is committed survives the machine, and readers do not wait for writers."""
    connection.isolation_level = None
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """SQLite: whoever begins will write, so that nobody is refused half-way."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
