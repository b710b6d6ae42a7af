"""A database, SQLite or PostgreSQL: what it holds, transactions, and word to the other processes.

Steps of the schema are never changed once they have been released: each is the SQL of its day.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from enum import StrEnum
from secrets import token_hex
from threading import Condition
from typing import Any, NamedTuple

import sqlalchemy as sql
from sqlalchemy import Connection, column, event, table, text
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError

from kibitz.recycle import KibitzError
from kibitz.web.worker_link import WorkerLink


class _Json(sql.TypeDecorator[Any]):
    """A value that stands in the database as its text."""

    impl, cache_ok = sql.Text, True

    def process_bind_param(self, value: Any, dialect: object) -> str | None:
        return None if value is None else json.dumps(value)

    def process_result_value(self, value: str | None, dialect: object) -> Any:
        return None if value is None else json.loads(value)


def _columns(plain: str, json: str = "") -> list[sql.ColumnClause[Any]]:
    return [*map(column, plain.split()), *(column(name, _Json) for name in json.split())]


tables = table("tables", *_columns("code version touched", "room"))
"""Every table with its Room, as JSON; the version grows with every change of it."""
matches = table(
    "matches",
    *_columns(
        "id code number game digest seed begun ended origin", "options players deal scores people"
    ),
)
"""Every match as its record begins, and how it ended; who of the table's people had which seat."""
choices = table("choices", *_columns("match number seat option key"))
"""The log: appended to, never changed. A number is given once, so two cannot both play."""
servers = table("servers", *_columns("server seen"))
"""Processes, and when each was last heard of; with a process its visitors go."""
visitors = table("visitors", *_columns("code person server"))
"""Who has a browser at a table, and through which process."""

_FIRST = """
CREATE TABLE tables (
  code TEXT PRIMARY KEY, version INTEGER NOT NULL, room TEXT NOT NULL,
  touched DOUBLE PRECISION NOT NULL);
CREATE TABLE matches (
  id {identity}, code TEXT NOT NULL REFERENCES tables (code), number INTEGER NOT NULL,
  game TEXT NOT NULL, digest TEXT NOT NULL, options TEXT NOT NULL, seed BIGINT NOT NULL,
  players TEXT NOT NULL, deal TEXT NOT NULL, begun DOUBLE PRECISION NOT NULL,
  ended DOUBLE PRECISION, scores TEXT, UNIQUE (code, number));
CREATE TABLE choices (
  match INTEGER NOT NULL REFERENCES matches (id), number INTEGER NOT NULL,
  seat INTEGER NOT NULL, option INTEGER NOT NULL, key TEXT NOT NULL,
  PRIMARY KEY (match, number))
"""
_VISITORS = """
CREATE TABLE servers (server TEXT PRIMARY KEY, seen DOUBLE PRECISION NOT NULL);
CREATE TABLE visitors (
  code TEXT NOT NULL REFERENCES tables (code), person INTEGER NOT NULL,
  server TEXT NOT NULL REFERENCES servers (server) ON DELETE CASCADE,
  PRIMARY KEY (code, person, server))
"""
_ORIGINS = """
ALTER TABLE matches ADD COLUMN origin TEXT NOT NULL DEFAULT 'table';
ALTER TABLE matches ADD COLUMN people TEXT NOT NULL DEFAULT '[]'
"""
STEPS = (_FIRST, _VISITORS, _ORIGINS)
"""From each version to the next."""
_LOCK = 7_546_203
"""A number of our own, by which PostgreSQL lets one process at a time change the schema."""
_IDENTITY = {
    "sqlite": "INTEGER PRIMARY KEY",
    "postgresql": "INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
}


class UnknownDatabase(KibitzError):
    """A database that a newer kibitz has written."""


def migrate(connection: Connection) -> None:
    """Bring the database up to this version, in the caller's transaction.

    Raises UnknownDatabase.
    """
    if connection.dialect.name == "postgresql":  # two processes may start at once
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    version = _version(connection)
    if version > len(STEPS):
        raise UnknownDatabase(
            f"the database has version {version}, and this kibitz knows {len(STEPS)}: "
            "a newer kibitz has written it"
        )
    for step in STEPS[version:]:
        for statement in step.format(identity=_IDENTITY[connection.dialect.name]).split(";"):
            connection.execute(text(statement))
    connection.execute(text("UPDATE version SET number = :n"), {"n": len(STEPS)})


def _version(connection: Connection) -> int:
    """0 for a new database."""
    if not sql.inspect(connection).has_table("version"):
        connection.execute(text("CREATE TABLE version (number INTEGER NOT NULL)"))
        connection.execute(text("INSERT INTO version VALUES (0)"))
    return int(connection.execute(text("SELECT number FROM version")).scalar_one())


CHANNEL = "kibitz"
"""On which processes tell each other what has changed."""
_DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}
_CONNECT_SECONDS = 3
_TOLD = "told"
"""What a connection is to tell the others when its transaction is through."""


class StoreGone(KibitzError):
    """The database cannot be used just now."""


class BadAddress(KibitzError):
    """What was given is no address of a database."""


class Topic(StrEnum):
    """What has changed at a table."""

    ROOM = "room"
    CHOICE = "choice"
    PEOPLE = "people"
    REACTION = "reaction"
    NUDGE = "nudge"


class Signal(NamedTuple):
    """Something has changed at a table: where to look, never what is there."""

    server: str
    code: str
    topic: Topic
    person: int = 0
    number: int = 0
    """Of a reaction: which of the list."""

    @staticmethod
    def parsed(text: str) -> Signal:
        server, code, topic, person, number = json.loads(text)
        return Signal(server, code, Topic(topic), person, number)


class WriterQueue:
    """One writes at a time; whoever goes first waits for nobody but who is writing."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._is_taken = False
        self._firsts = 0
        self.waiting = 0

    @contextmanager
    def turn(self, first: bool) -> Iterator[None]:
        with self._changed:
            self._firsts += first
            self.waiting += 1
            self._changed.wait_for(lambda: not self._is_taken and (first or not self._firsts))
            self.waiting -= 1
            self._firsts -= first
            self._is_taken = True
        try:
            yield
        finally:
            with self._changed:
                self._is_taken = False
                self._changed.notify_all()


class Database:
    """One database, as one process uses it."""

    def __init__(self, address: str, link: WorkerLink | None = None) -> None:
        """Opens it and brings it up to date. Raises BadAddress, StoreGone, UnknownDatabase.

        By the `link` processes of this machine that share a file hear of each other.
        """
        url = _understood(address)
        self.server = token_hex(8)
        """The name of this process among those that use the database."""
        is_file = url.get_backend_name() == "sqlite"
        self.link = link if is_file else None
        self.is_shared = self.link is not None or not is_file
        """Whether others write in it, too."""
        self._writers = WriterQueue() if is_file else None
        """SQLite has one writer at a time; who waits for it there sleeps too long."""
        waiting = {} if is_file else {"connect_timeout": _CONNECT_SECONDS}
        self._engine = sql.create_engine(url, pool_pre_ping=not is_file, connect_args=waiting)
        if is_file:
            event.listen(self._engine, "connect", _careful)
            event.listen(self._engine, "begin", _begin)
        with self.transaction() as connection:
            migrate(connection)

    @property
    def listening_address(self) -> str:
        """Where psycopg listens to what other processes tell."""
        return self._engine.url.set(drivername="postgresql").render_as_string(hide_password=False)

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def transaction(self, *, first: bool = False) -> Iterator[Connection]:
        """What was done in it is on disk when it is left; `first` comes before all others who wait.
        Raises StoreGone.
        """
        told: list[str] = []
        turn = nullcontext() if self._writers is None else self._writers.turn(first)
        try:
            with turn, self._engine.begin() as connection:
                connection.info[_TOLD] = told
                yield connection
        except IntegrityError:
            raise
        except DBAPIError as fault:
            raise StoreGone(f"the database cannot be used: {fault.orig}") from fault
        for word in told:
            assert self.link is not None, "a signal goes out by the link"
            self.link.tell(word)

    def signal(
        self, connection: Connection, code: str, topic: Topic, person: int = 0, number: int = 0
    ) -> None:
        """Tell the other processes, as soon as the transaction is through."""
        if not self.is_shared:
            return
        text = json.dumps(Signal(self.server, code, topic, person, number))
        if self.link is None:
            connection.execute(sql.select(sql.func.pg_notify(CHANNEL, text)))
        else:
            connection.info[_TOLD].append(text)

    def call(self, code: str, topic: Topic, person: int, number: int = 0) -> None:
        """Tell the other processes something that nobody keeps."""
        with self.transaction() as connection:
            self.signal(connection, code, topic, person, number)


def _understood(address: str) -> sql.URL:
    try:
        url = sql.make_url(address)
        backend = url.get_backend_name()
    except ArgumentError:
        raise BadAddress(
            f"{address!r} is no address of a database; one is sqlite:///tables.sqlite or "
            "postgresql://user@host/name"
        ) from None
    if backend not in _DRIVERS:
        raise BadAddress(f"matches are kept in SQLite or PostgreSQL, not in {backend}")
    return url.set(drivername=_DRIVERS[backend])


def _careful(connection: Any, _: object) -> None:
    """SQLite: what is committed survives the machine, and readers do not wait for writers."""
    connection.isolation_level = None
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """SQLite: whoever begins will write, so that nobody is refused half-way."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


_RETRY_SECONDS = 0.5


async def listen(
    database: Database, hear: Callable[[Signal], None], begin: Callable[[], None]
) -> None:
    """Hear what others tell, for ever; `begin` when listening begins, and again after a gap."""
    import psycopg  # who keeps matches in a file does not wait for it

    address = database.listening_address
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(
                address, autocommit=True, connect_timeout=3, keepalives_idle=10
            ) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                begin()
                async for told in connection.notifies():
                    signal = Signal.parsed(told.payload)
                    if signal.server != database.server:
                        hear(signal)
        except psycopg.Error:
            await asyncio.sleep(_RETRY_SECONDS)
