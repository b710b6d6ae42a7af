"""The log, which is the truth: tables, matches and choices in a database.

Every function is one transaction and blocks; what it has returned from is on disk. Raises
StoreGone when the database cannot be reached or written: then nothing was changed.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from kibitz.engine import RecordedChoice
from kibitz.web.database import Database, Topic
from kibitz.web.room import Room
from kibitz.web.schema import choices, matches, tables

_NEW_CHOICES = insert(choices)
"""Made once: it is asked for at every choice."""


@dataclass(frozen=True, slots=True)
class Deal:
    """How the seed came about: what the server and the players' browsers said."""

    secret: str
    words: tuple[str, ...]


class MatchOrigin(StrEnum):
    """Where a match comes from."""

    TABLE = "table"
    """It was played here from the deal on."""
    RECORD = "record"
    """Somebody brought its record."""
    BRANCH = "branch"
    """Somebody played on from the middle of another one."""


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
    people: tuple[int | None, ...] = ()
    """By seat the number of the person there; None for a bot."""
    origin: MatchOrigin = MatchOrigin.TABLE


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

    def add_table(self, code: str, room: Room) -> bool:
        """Whether the code was free."""
        try:
            with self._database.transaction() as connection:
                connection.execute(insert(tables).values(_new_table(code, room)))
        except IntegrityError:
            return False
        return True

    def table(self, code: str) -> tuple[int, Room] | None:
        """The version and the room."""
        wanted = select(tables.c.version, tables.c.room).where(tables.c.code == code)
        with self._database.transaction() as connection:
            row = connection.execute(wanted).one_or_none()
        return None if row is None else (row.version, Room.from_json(json.loads(row.room)))

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

    def begin_match(self, code: str, version: int, room: Room, match: KeptMatch) -> int | None:
        """The number of the match in the database; None if the table has moved on."""
        with self._database.transaction() as connection:
            if not self._kept(connection, code, version, room):
                return None
            return _inserted(connection, code, match)

    def add_match(
        self,
        code: str,
        room: Room,
        match: KeptMatch,
        made: Sequence[RecordedChoice],
        scores: Sequence[int] | None,
    ) -> bool:
        """Whether the code was free: a new table with a match that was begun elsewhere."""
        ended = {"ended": time.time(), "scores": json.dumps(scores)}
        try:
            with self._database.transaction() as connection:
                connection.execute(insert(tables).values(_new_table(code, room)))
                number = _inserted(connection, code, match)
                if scores is not None:
                    connection.execute(update(matches).where(matches.c.id == number).values(ended))
                rows = [
                    {"match": number, "number": place, **_columns(choice)}
                    for place, choice in enumerate(made)
                ]
                if rows:
                    connection.execute(_NEW_CHOICES, rows)
        except IntegrityError:
            return False
        return True

    def match(self, code: str, number: int) -> KeptMatch | None:
        wanted = select(matches).where(matches.c.code == code, matches.c.number == number)
        with self._database.transaction() as connection:
            row = connection.execute(wanted).one_or_none()
        return None if row is None else _kept_match(row)

    def ended(self, codes: Iterable[str]) -> list[EndedMatch]:
        """The matches of these tables that are over and were played there from the deal on."""
        wanted = select(matches).where(
            matches.c.code.in_(list(codes)),
            matches.c.origin == MatchOrigin.TABLE,
            matches.c.scores.is_not(None),
        )
        with self._database.transaction() as connection:
            rows = connection.execute(wanted).all()
        return [
            EndedMatch(row.code, _kept_match(row), row.ended, tuple(json.loads(row.scores)))
            for row in rows
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
                changed = {"players": json.dumps(players)}
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
            {"match": entry.match, "number": entry.number, **_columns(entry.choice)}
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
        ended = {"ended": time.time(), "scores": json.dumps(list(scores))}
        with self._database.transaction() as connection:
            if not self._kept(connection, code, version, room):
                return False
            connection.execute(update(matches).where(matches.c.id == match).values(ended))
            return True

    def _kept(self, connection: Connection, code: str, version: int, room: Room) -> bool:
        done = connection.execute(
            update(tables)
            .where(tables.c.code == code, tables.c.version == version)
            .values(version=version + 1, room=_text(room), touched=time.time())
        )
        self._database.signal(connection, code, Topic.ROOM)
        return done.rowcount == 1


def _new_table(code: str, room: Room) -> dict[str, str | int | float]:
    return {"code": code, "version": 0, "room": _text(room), "touched": time.time()}


def _inserted(connection: Connection, code: str, match: KeptMatch) -> int:
    """The number of the match in the database."""
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
        "origin": match.origin,
        "people": json.dumps(match.people),
    }
    made = connection.execute(insert(matches).values(row).returning(matches.c.id))
    return int(made.scalar_one())


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
        people=tuple(json.loads(row.people)),
        origin=MatchOrigin(row.origin),
    )


def _text(room: Room) -> str:
    return json.dumps(room.to_json())


def _columns(choice: RecordedChoice) -> dict[str, int | str]:
    return {"seat": choice.seat, "option": choice.option, "key": choice.key}
