"""The log, which is the truth: tables, matches and choices in a database.

Every function is one transaction and blocks; what it has returned from is on disk. Raises
StoreGone when the database cannot be reached or written: then nothing was changed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from kibitz.engine import RecordedChoice
from kibitz.web.database import Database, Topic, choices, matches, servers, tables, visitors
from kibitz.web.kept_match import KeptMatch, MatchOrigin
from kibitz.web.room import Room

BEAT_SECONDS = 5.0
"""A process says so often that it is alive."""
_STALE_SECONDS = 20.0
"""One that has said nothing for so long is dead, and nobody is there through it."""
_NEW_CHOICES = insert(choices)
"""Made once: it is asked for at every choice."""


_MATCH_FIELDS = {field.name for field in fields(KeptMatch)}


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A choice that is to be the one of that number in the log of a match."""

    code: str
    match: int
    number: int
    choice: RecordedChoice


@dataclass(frozen=True, slots=True)
class EndedMatch:
    """A match that is over."""

    code: str
    kept: KeptMatch
    ended: float
    scores: tuple[int, ...]


class Store:
    """The tables of one database. Other processes that use it are told of every change."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # ------------------------------------------------------------------ tables

    def add_table(
        self,
        code: str,
        room: Room,
        match: KeptMatch | None = None,
        made: Sequence[RecordedChoice] = (),
        scores: Sequence[int] | None = None,
    ) -> bool:
        """Whether the code was free. It may come with a match that was begun elsewhere."""
        row = {"code": code, "version": 0, "room": asdict(room), "touched": time.time()}
        try:
            with self._database.transaction() as connection:
                connection.execute(insert(tables).values(row))
                if match is not None:
                    number = _inserted(connection, code, match, made)
                    if scores is not None:
                        _end(connection, number, scores)
        except IntegrityError:
            return False
        return True

    def table(self, code: str) -> tuple[int, Room] | None:
        """The version and the room."""
        wanted = select(tables.c.version, tables.c.room).where(tables.c.code == code)
        with self._database.transaction() as connection:
            row = connection.execute(wanted).one_or_none()
        return None if row is None else (row.version, Room.from_json(row.room))

    def keep_room(self, code: str, version: int, room: Room) -> bool:
        """Whether the room was still at that version; it is then one further."""
        with self._database.transaction() as connection:
            return self._kept(connection, code, version, room)

    def count_tables(self, since: float) -> int:
        """Those that somebody has touched since then."""
        wanted = select(func.count()).select_from(tables).where(tables.c.touched >= since)
        with self._database.transaction() as connection:
            return int(connection.execute(wanted).scalar_one())

    # ------------------------------------------------------------------ matches

    def begin_match(
        self,
        code: str,
        version: int,
        room: Room,
        match: KeptMatch,
        made: Sequence[RecordedChoice] = (),
    ) -> int | None:
        """The number of the match in the database; None if the table has moved on. It may go on
        from choices that were `made` in another one.
        """
        with self._database.transaction() as connection:
            if not self._kept(connection, code, version, room):
                return None
            return _inserted(connection, code, match, made)

    def match(self, code: str, number: int) -> KeptMatch | None:
        wanted = select(matches).where(matches.c.code == code, matches.c.number == number)
        with self._database.transaction() as connection:
            row = connection.execute(wanted).one_or_none()
        return None if row is None else _kept_match(row)

    def ended(self, codes: Iterable[str]) -> list[EndedMatch]:
        """The matches of these tables that are over and were played there from the deal on."""
        wanted = select(matches).where(
            matches.c.code.in_(list(codes)),
            matches.c.origin.in_((MatchOrigin.TABLE, MatchOrigin.AGAIN)),
            matches.c.scores.is_not(None),
        )
        with self._database.transaction() as connection:
            rows = connection.execute(wanted).all()
        return [
            EndedMatch(row.code, _kept_match(row), row.ended, tuple(row.scores)) for row in rows
        ]

    def is_over(self, match: int) -> bool:
        wanted = select(matches.c.scores).where(matches.c.id == match)
        with self._database.transaction() as connection:
            return connection.execute(wanted).scalar_one() is not None

    def forget(self, code: str, person: int, name: str, other: str) -> None:
        """Give the person another name in the matches of the table."""
        wanted = select(matches).where(matches.c.code == code)
        with self._database.transaction() as connection:
            for row in connection.execute(wanted).all():
                kept = _kept_match(row)
                mine = [number == person for number in kept.people or [person] * len(kept.players)]
                players = [
                    other if is_mine and player == name else player
                    for is_mine, player in zip(mine, kept.players, strict=True)
                ]
                changed = {"players": players}
                connection.execute(update(matches).where(matches.c.id == row.id).values(changed))

    def choices(self, match: int, first: int = 0) -> list[RecordedChoice]:
        """Those from number `first` on."""
        wanted = (
            select(choices.c.seat, choices.c.option, choices.c.key)
            .where(choices.c.match == match, choices.c.number >= first)
            .order_by(choices.c.number)
        )
        with self._database.transaction() as connection:
            rows = connection.execute(wanted).all()
        return [RecordedChoice(row.seat, row.option, row.key) for row in rows]

    def append(self, entries: Sequence[LogEntry]) -> list[bool]:
        """By entry, whether it is now in the log: somebody else may have been faster."""
        try:
            self._append_all(entries)
        except IntegrityError:
            if len(entries) == 1:
                return [False]
            return [found for entry in entries for found in self.append([entry])]
        return [True] * len(entries)

    def _append_all(self, entries: Sequence[LogEntry]) -> None:
        """Everywhere in the same order, so that two processes do not wait for each other."""
        ordered = sorted(entries, key=lambda entry: (entry.match, entry.number))
        rows = [
            {"match": entry.match, "number": entry.number, **asdict(entry.choice)}
            for entry in ordered
        ]
        with self._database.transaction(first=True) as connection:
            connection.execute(_NEW_CHOICES, rows)
            for entry in ordered:
                self._database.signal(connection, entry.code, Topic.CHOICE)

    def end_match(
        self, code: str, version: int, room: Room, match: int, scores: Sequence[int]
    ) -> bool:
        """Whether the table had not moved on."""
        with self._database.transaction() as connection:
            if not self._kept(connection, code, version, room):
                return False
            _end(connection, match, scores)
            return True

    def _kept(self, connection: Connection, code: str, version: int, room: Room) -> bool:
        done = connection.execute(
            update(tables)
            .where(tables.c.code == code, tables.c.version == version)
            .values(version=version + 1, room=asdict(room), touched=time.time())
        )
        self._database.signal(connection, code, Topic.ROOM)
        return done.rowcount == 1

    # ------------------------------------------------------------------ processes, their visitors

    def beat(self) -> tuple[bool, frozenset[str]]:
        """Say that this process is alive; whether it was still known to be, and the others.

        Those that have been silent for long are forgotten, with their visitors.
        """
        with self._database.transaction() as connection:
            silent = servers.c.seen < time.time() - _STALE_SECONDS
            connection.execute(delete(servers).where(silent))
            is_known = self._is_known(connection)
            if not is_known:
                self._introduce(connection)
            found = frozenset(connection.execute(select(servers.c.server)).scalars())
            return is_known, found - {self._database.server}

    def say_alive(self) -> None:
        """To see whether anything can be written."""
        with self._database.transaction() as connection:
            self._is_known(connection)

    def _is_known(self, connection: Connection) -> bool:
        """Say that this process is alive; whether it was known."""
        here = servers.c.server == self._database.server
        alive = update(servers).where(here).values(seen=time.time())
        return connection.execute(alive).rowcount == 1

    def _introduce(self, connection: Connection) -> None:
        row = {"server": self._database.server, "seen": time.time()}
        connection.execute(insert(servers).values(row))

    def tell_presence(self, code: str, person: int, is_here: bool) -> None:
        """Whether the person is at the table through this process."""
        row = {"code": code, "person": person, "server": self._database.server}
        with self._database.transaction() as connection:
            if is_here and not self._is_known(connection):
                self._introduce(connection)
            connection.execute(delete(visitors).filter_by(**row))
            if is_here:
                connection.execute(insert(visitors).values(row))
            self._database.signal(connection, code, Topic.PEOPLE)

    def elsewhere(self, code: str) -> frozenset[int]:
        """Those who are at the table through other processes."""
        wanted = select(visitors.c.person).where(
            visitors.c.code == code, visitors.c.server != self._database.server
        )
        with self._database.transaction() as connection:
            return frozenset(connection.execute(wanted).scalars())

    def leave(self) -> None:
        """This process ends."""
        with self._database.transaction() as connection:
            connection.execute(delete(servers).where(servers.c.server == self._database.server))


def _inserted(
    connection: Connection, code: str, match: KeptMatch, made: Sequence[RecordedChoice]
) -> int:
    """The number of the match in the database."""
    row = {**asdict(match), "code": code, "begun": time.time()}
    del row["id"]
    found = connection.execute(insert(matches).values(row).returning(matches.c.id))
    number = int(found.scalar_one())
    rows = [{"match": number, "number": n, **asdict(choice)} for n, choice in enumerate(made)]
    if rows:
        connection.execute(_NEW_CHOICES, rows)
    return number


def _end(connection: Connection, match: int, scores: Sequence[int]) -> None:
    ended = {"ended": time.time(), "scores": scores}
    connection.execute(update(matches).where(matches.c.id == match).values(ended))


def _kept_match(row: Row[Any]) -> KeptMatch:
    found = {name: value for name, value in row._asdict().items() if name in _MATCH_FIELDS}
    lists = {name: tuple(found[name]) for name in ("players", "deal", "people")}
    return KeptMatch(**{**found, **lists, "origin": MatchOrigin(row.origin)})


Write = Callable[[Sequence[LogEntry]], Sequence[bool]]
"""Puts entries into the log; by entry, whether it is there."""
_Page = list[tuple[LogEntry, asyncio.Future[bool]]]
"""Entries, and who waits for each of them."""


class ChoiceWriter:
    """The one who writes in the log of a process, page after page.

    Everybody at a table waits for it, so it goes from the disk to those who wait without a detour:
    every task in between would wait for its turn among those that make frames.
    """

    def __init__(self, write: Write, clerks: Executor) -> None:
        self._write = write
        self._clerks = clerks
        self._next: _Page = []
        self._is_writing = False

    async def written(self, entry: LogEntry) -> bool:
        """Whether the choice is now in the log: somebody else may have been faster.

        It is on disk when this returns. Raises StoreGone if it cannot be written.
        """
        waiter: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._next.append((entry, waiter))
        if not self._is_writing:
            self._write_page()
        return await waiter

    def _write_page(self) -> None:
        """The page after it gathers entries until this one is on disk."""
        page, self._next, self._is_writing = self._next, [], True
        loop = asyncio.get_running_loop()

        def tell(done: Future[Sequence[bool]]) -> None:
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(self._finish, page, done)

        entries = [entry for entry, _ in page]
        self._clerks.submit(self._write, entries).add_done_callback(tell)

    def _finish(self, page: _Page, done: Future[Sequence[bool]]) -> None:
        self._is_writing = False
        if self._next:
            self._write_page()
        fault = done.exception()
        for line, (_, waiter) in enumerate(page):
            if waiter.done():  # whoever waited has gone
                continue
            if fault is not None:
                waiter.set_exception(fault)
            else:
                waiter.set_result(done.result()[line])
