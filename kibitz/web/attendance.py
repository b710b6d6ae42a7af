"""Who of a table's people has a browser there, through this process or another one."""

from __future__ import annotations

import asyncio

from kibitz.web.connection import Connection
from kibitz.web.house import House
from kibitz.web.refusal import Refused


class Attendance:
    """The sockets of one table in this process, and who is there elsewhere."""

    def __init__(self, house: House, code: str) -> None:
        self.connections: set[Connection] = set()
        self._elsewhere: frozenset[int] = frozenset()
        self._house = house
        self._code = code
        self._telling = asyncio.Lock()

    @property
    def people(self) -> set[int]:
        """Everybody who is there."""
        return self.through_here | self._elsewhere

    @property
    def through_here(self) -> set[int]:
        """Those whose browser this process serves."""
        return {found.person for found in self.connections if found.person is not None}

    def arrived(self, connection: Connection) -> None:
        self.connections.add(connection)
        self._announce(connection.person)

    def gone(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self._announce(connection.person)

    def announce_all(self) -> None:
        """Say again who is there: the database has forgotten this process."""
        for person in self.through_here:
            self._announce(person)

    def _announce(self, person: int | None) -> None:
        if person is not None:
            self._house.later(self._tell(person))

    async def _tell(self, person: int) -> None:
        """Whoever reads it late reads what is so then: announcements wait for each other."""
        presence = self._house.presence
        async with self._telling:
            is_here = person in self.through_here
            try:
                told = presence.arrive if is_here else presence.depart
                await self._house.on_disk(told, self._code, person)
            except Refused:
                return  # the next beat says it again

    async def look_elsewhere(self) -> bool:
        """Ask who is there through other processes; whether that has changed. Raises Refused."""
        if not self._house.database.is_shared:
            return False
        before = self._elsewhere
        self._elsewhere = await self._house.on_disk(self._house.presence.elsewhere, self._code)
        return before != self._elsewhere
