"""All tables of a process by code: opened when somebody comes, put away when all have gone."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from secrets import choice

from kibitz.web.archive import Archive, brought
from kibitz.web.companion import Companions
from kibitz.web.database import Signal, listen
from kibitz.web.garbage import collect_when_idle
from kibitz.web.logs import event
from kibitz.web.refusal import Reason, Refused
from kibitz.web.room import Room
from kibitz.web.services import Services
from kibitz.web.store import BEAT_SECONDS
from kibitz.web.table import LiveTable
from kibitz.web.wire import JsonObject
from kibitz.web.work_queue import Asker, Quota, WorkKind, most_descriptors, share
from kibitz.web.worker_link import TELL_SECONDS, Neighbours, WorkerLink

_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that a code is no word."""
_LENGTH = 6
_DAY_SECONDS = 86_400.0
_MOST_AT_TABLE = 120
"""Sockets: somebody may have several."""
_SET_ASIDE = 200
"""Descriptors for files, half requests and the database."""
MOST_SOCKETS = max(64, most_descriptors() - _SET_ASIDE)
"""Of a process."""


class OpenTables:
    """Opens tables, and counts who is there."""

    def __init__(self, services: Services) -> None:
        self.services, settings = services, services.settings
        self.open: dict[str, LiveTable] = {}
        self.sockets: Counter[str] = Counter()
        """By address."""
        self._at_table: Counter[str] = Counter()
        """Sockets by table."""
        self._most_sockets = share(settings.most_sockets, settings.processes)
        self._tables_each = Quota(
            share(settings.most_tables_each, settings.processes), _DAY_SECONDS
        )
        self._visits: Counter[str] = Counter()
        """By table: those who are there or on their way."""
        self._opening: dict[str, asyncio.Lock] = {}
        self.archive = Archive(services)
        self.companions = Companions(services)
        self._neighbours = Neighbours()

    async def made(self, asker: Asker, game: str) -> str:
        """The code of a new table. Raises Refused."""
        services = self.services
        await services.work.done(asker, WorkKind.GAMES, services.offers.seats, game, {})
        room = Room(game, {})
        code = await self._new(asker, lambda code: services.store.add_table(code, room))
        event("table made", table=code, game=game)
        return code

    async def brought(self, asker: Asker, data: bytes) -> str:
        """The code of a table with the match of a record. Raises Refused."""
        services = self.services
        found = await services.work.done(asker, WorkKind.RECORD, brought, services.offers, data)
        room, kept, record = found
        made, scores = record.choices, record.scores
        code = await self._new(
            asker, lambda code: services.store.add_table(code, room, kept, made, scores)
        )
        event("record brought", table=code, game=room.game)
        return code

    async def branch(self, asker: Asker, number: int, at: int, seat: int, name: str) -> JsonObject:
        """A new table that goes on from the middle of a match. Raises Refused."""
        secret, add = await self.archive.branch(asker, number, at, seat, name)
        new = await self._new(asker, add)
        event("branch made", table=new)
        return {"code": new, "secret": secret}

    async def forget(self, seats: Mapping[str, str]) -> int:
        """Take whoever holds these seats away, and their names; at how many tables."""
        count = 0
        for code, secret in seats.items():
            person = await self.archive.holder(code, secret)
            if person is not None:
                async with self.visited(code) as table:
                    await table.forget(person)
                count += 1
        return count

    async def _new(self, asker: Asker, add: Callable[[str], bool]) -> str:
        """Add a table under a code that is free. Raises Refused."""
        services = self.services
        self._tables_each.take(asker.address)
        today = await services.on_disk(services.store.count_tables, time.time() - _DAY_SECONDS)
        if today >= services.settings.most_tables:
            raise Refused(Reason.SERVER_FULL)
        while True:
            code = "".join(choice(_LETTERS) for _ in range(_LENGTH))
            if await services.on_disk(add, code):
                services.count("tables")
                return code

    @asynccontextmanager
    async def visited(self, code: str) -> AsyncIterator[LiveTable]:
        """The table of that code, the same one for all who are there. Raises Refused."""
        self._visits[code] += 1
        try:
            async with self._opening.setdefault(code, asyncio.Lock()):
                if code not in self.open:
                    self.open[code] = await LiveTable.opened(self.services, code)
            yield self.open[code]
        finally:
            self._visits[code] -= 1
            if not self._visits[code]:
                self.services.later(self._put_away(code))

    async def _put_away(self, code: str) -> None:
        """Forget a table at which nobody is, whatever is going on there: the store remembers it."""
        async with self._opening.setdefault(code, asyncio.Lock()):
            if not self._visits[code] and (table := self.open.get(code)) is not None:
                await table.close()
                del self.open[code]
            if not self._visits[code]:  # else somebody has come meanwhile
                del self._visits[code], self._opening[code]

    def enter(self, asker: Asker) -> None:
        """Somebody opens a socket. Raises Refused."""
        if self.sockets.total() >= MOST_SOCKETS:
            raise Refused(Reason.SERVER_FULL)
        if self.sockets[asker.address] >= self._most_sockets:
            raise Refused(Reason.TOO_MANY)
        if self._at_table[asker.table] >= _MOST_AT_TABLE:
            raise Refused(Reason.TABLE_FULL, "too many are at this table already")
        self.sockets[asker.address] += 1
        self._at_table[asker.table] += 1

    def exit(self, asker: Asker) -> None:
        for counted, name in ((self.sockets, asker.address), (self._at_table, asker.table)):
            counted[name] -= 1
            if not counted[name]:
                del counted[name]

    # ------------------------------------------------------------------ other processes

    def begin(self) -> None:
        """Listen to the other processes, and tell them that this one is there."""
        services = self.services
        services.later(self._beat())
        services.later(collect_when_idle(lambda: not self.open))
        if services.link is not None:
            services.link.hear = self._hear_neighbour
            services.later(self._tell_numbers(services.link))
        if services.database.is_shared and services.database.link is None:
            services.later(listen(services.database, self._hear, self._look_everywhere))

    def _hear(self, signal: Signal) -> None:
        if (table := self.open.get(signal.code)) is not None:
            table.hear(signal)

    def _hear_neighbour(self, text: str) -> None:
        if not self._neighbours.heard(text):
            self._hear(Signal.parsed(text))

    async def _tell_numbers(self, link: WorkerLink) -> None:
        while True:
            told = Neighbours.told(self.services.database.server, self._own_numbers())
            await self.services.on_disk(link.tell, told)
            await asyncio.sleep(TELL_SECONDS)

    def _own_numbers(self) -> dict[str, int]:
        now = {"open_tables": len(self.open), "open_sockets": sum(self.sockets.values())}
        return now | {f"{name}_total": number for name, number in self.services.counts.items()}

    @property
    def numbers(self) -> dict[str, int]:
        """What is and was here, with the other processes behind the same address."""
        return self._neighbours.together(self._own_numbers())

    def _look_everywhere(self) -> None:
        for table in self.open.values():
            table.look_again()

    async def _beat(self) -> None:
        services, before = self.services, frozenset[str]()
        while True:
            with suppress(Refused):
                is_known, others = await services.on_disk(services.store.beat)
                if not is_known:
                    for table in self.open.values():
                        table.attendance.announce_all()
                if before - others:  # nobody is there any more through a process that is gone
                    self._look_everywhere()
                before = others
            await asyncio.sleep(BEAT_SECONDS)

    async def close(self) -> None:
        """Everything is in the store: nothing is waited for."""
        for task in list(self.services.tasks):
            task.cancel()
        await self.services.on_disk(self.services.background.close)
        self.archive.close()
        with suppress(Refused):
            await self.services.on_disk(self.services.store.leave)
        self.services.database.close()
