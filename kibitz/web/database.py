"""A database, SQLite or PostgreSQL: transactions, and word to the other processes that use it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from enum import StrEnum
from secrets import token_hex
from threading import Lock
from typing import Any, NamedTuple

from sqlalchemy import URL, Connection, create_engine, event, func, make_url, select
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError

from kibitz.recycle import KibitzError
from kibitz.web.door import Door
from kibitz.web.schema import migrate

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


class Database:
    """One database, as one process uses it."""

    def __init__(self, address: str, door: Door | None = None) -> None:
        """Opens it and brings it up to date. Raises BadAddress, StoreGone, UnknownDatabase.

        By the `door` processes of this machine that share a file hear of each other.
        """
        url = _understood(address)
        self.server = token_hex(8)
        """The name of this process among those that use the database."""
        is_file = url.get_backend_name() == "sqlite"
        self.door = door if is_file else None
        self.is_shared = self.door is not None or not is_file
        """Whether others write in it, too."""
        self._turn: AbstractContextManager[object] = Lock() if is_file else nullcontext()
        """SQLite has one writer at a time; who waits for it there sleeps too long."""
        self._line: AbstractContextManager[object] = Lock() if is_file else nullcontext()
        """In which all wait for their turn but whoever is first."""
        waiting = {} if is_file else {"connect_timeout": _CONNECT_SECONDS}
        self._engine = create_engine(url, pool_pre_ping=not is_file, connect_args=waiting)
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
        line = nullcontext() if first else self._line
        try:
            with line, self._turn, self._engine.begin() as connection:
                connection.info[_TOLD] = told
                yield connection
        except IntegrityError:
            raise
        except DBAPIError as fault:
            raise StoreGone(f"the database cannot be used: {fault.orig}") from fault
        for text in told:
            assert self.door is not None, "a signal goes out by the door"
            self.door.tell(text)

    def signal(
        self, connection: Connection, code: str, topic: Topic, person: int = 0, number: int = 0
    ) -> None:
        """Tell the other processes, as soon as the transaction is through."""
        if not self.is_shared:
            return
        text = json.dumps(Signal(self.server, code, topic, person, number))
        if self.door is None:
            connection.execute(select(func.pg_notify(CHANNEL, text)))
        else:
            connection.info[_TOLD].append(text)

    def call(self, code: str, topic: Topic, person: int, number: int = 0) -> None:
        """Tell the other processes something that nobody keeps."""
        with self.transaction() as connection:
            self.signal(connection, code, topic, person, number)


def _understood(address: str) -> URL:
    try:
        url = make_url(address)
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
