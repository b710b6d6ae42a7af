"""Who has a browser at which table, through which process: so that all processes know."""

from __future__ import annotations

import time

from sqlalchemy import Connection, Update, delete, insert, select, update

from kibitz.web.database import Database, Topic
from kibitz.web.schema import servers, visitors

BEAT_SECONDS = 5.0
"""A process says so often that it is alive."""
_STALE_SECONDS = 20.0
"""One that has said nothing for so long is dead, and nobody is there through it."""


class Presence:
    """The visitors of all processes. Everything here is one transaction and blocks."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def beat(self) -> tuple[bool, frozenset[str]]:
        """Say that this process is alive; whether it was still known to be, and the others.

        Those that have been silent for long are forgotten, with their visitors.
        """
        with self._database.transaction() as connection:
            silent = servers.c.seen < time.time() - _STALE_SECONDS
            connection.execute(delete(servers).where(silent))
            is_known = self._heard_of(connection)
            found = frozenset(connection.execute(select(servers.c.server)).scalars())
            return is_known, found - {self._database.server}

    def write(self) -> None:
        """Say that this process is alive, to see whether anything can be written."""
        with self._database.transaction() as connection:
            connection.execute(self._alive(time.time()))

    def _heard_of(self, connection: Connection) -> bool:
        """Now; whether this process was known."""
        now, server = time.time(), self._database.server
        is_known = connection.execute(self._alive(now)).rowcount == 1
        if not is_known:
            connection.execute(insert(servers).values(server=server, seen=now))
        return is_known

    def _alive(self, now: float) -> Update:
        return update(servers).where(servers.c.server == self._database.server).values(seen=now)

    def arrive(self, code: str, person: int) -> None:
        """Somebody is there through this process."""
        row = {"code": code, "person": person, "server": self._database.server}
        with self._database.transaction() as connection:
            self._heard_of(connection)
            connection.execute(delete(visitors).filter_by(**row))
            connection.execute(insert(visitors).values(row))
            self._database.signal(connection, code, Topic.PEOPLE)

    def depart(self, code: str, person: int) -> None:
        row = {"code": code, "person": person, "server": self._database.server}
        with self._database.transaction() as connection:
            connection.execute(delete(visitors).filter_by(**row))
            self._database.signal(connection, code, Topic.PEOPLE)

    def elsewhere(self, code: str) -> frozenset[int]:
        """Those who are there through other processes."""
        wanted = select(visitors.c.person).where(
            visitors.c.code == code, visitors.c.server != self._database.server
        )
        with self._database.transaction() as connection:
            return frozenset(connection.execute(wanted).scalars())

    def leave(self) -> None:
        """This process ends."""
        with self._database.transaction() as connection:
            connection.execute(delete(servers).where(servers.c.server == self._database.server))
