"""The browsers at a table: what each is to be sent, how fast it may speak, and who is there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from kibitz.web.logs import log
from kibitz.web.messages import In, Out, bundled, refused
from kibitz.web.refusal import Reason, Refused
from kibitz.web.services import Services
from kibitz.web.wire import dumped
from kibitz.web.work_queue import Asker

_BURST_SECONDS = 4.0
"""As much as may be said in so long may be said at once."""
_MOST_WAITING = 100
"""Answers to somebody who asks and does not listen."""
_SENDING_SECONDS = 20.0
"""Who has not taken a message by then is gone."""


class ServingTable(Protocol):
    """What a connection asks its table for, when there is time to send it."""

    code: str

    def room_text(self) -> str: ...
    def frame_texts(self, connection: Connection) -> list[str]: ...


class Connection:
    """Answers are sent in order; of rooms and frames only the latest, which are complete.

    Everything that is due goes out together: a browser is woken once for one change.
    """

    def __init__(
        self, send: Callable[[str], Awaitable[None]], messages_per_second: float, asker: Asker
    ) -> None:
        self._send = send
        self.asker = asker
        self._rate = messages_per_second
        self.person: int | None = None
        self.asks_for: In | None = None
        """What is just being done for them."""
        self.told: tuple[object, int] = (None, 0)
        """The story, and how many of its lines have been sent."""
        self.shown: int | None = None
        """The version of the frame that was sent last; −1 if the match was not dealt then."""
        self._answers: list[str] = []
        self._is_room_due = self._is_frame_due = False
        self._due = asyncio.Event()
        self._allowance, self._heard = messages_per_second * _BURST_SECONDS, 0.0
        self.is_closed = False
        self.fault: Refused | None = None
        """Why it is closed; None where that is as it should be."""

    def answer(self, message: Out) -> None:
        self._answers.append(dumped(message))
        self.is_closed |= len(self._answers) > _MOST_WAITING
        self._due.set()

    def close(self, fault: Refused | None = None) -> None:
        """As soon as everything is sent, and the reason, if there is one."""
        if fault is not None and not self.is_closed:
            self.fault = fault
            self.answer(refused(None, fault))
        self.is_closed = True
        self._due.set()

    def room_changed(self) -> None:
        self._is_room_due = True
        self._due.set()

    def table_changed(self) -> None:
        self._is_frame_due = True
        self._due.set()

    def hear(self, now: float) -> None:
        """A message came. Raises Refused if there are too many."""
        most = self._rate * _BURST_SECONDS
        earned = (now - self._heard) * self._rate
        self._allowance, self._heard = min(most, self._allowance + earned), now
        if self._allowance < 1:
            raise Refused(Reason.TOO_FAST)
        self._allowance -= 1

    async def send_all(self, table: ServingTable) -> None:
        """Send whatever is due, until the socket is to be closed: also when something cannot be
        made. Raises TimeoutError.
        """
        while not self.is_closed:
            await self._due.wait()
            self._due.clear()
            try:
                self._make_due(table)
            except Exception as fault:  # whatever it is: who waits is told, and so is the log
                about = {"table": table.code, "person": self.person}
                log.error("a message cannot be made", exc_info=fault, extra=about)
                self.close(Refused(Reason.FAILED))
            await self.send_answers()

    def _make_due(self, table: ServingTable) -> None:
        if self._is_room_due:
            self._is_room_due = False
            self._answers.append(table.room_text())
        if self._is_frame_due:
            self._is_frame_due = False
            self._answers += table.frame_texts(self)

    async def send_answers(self) -> None:
        if self._answers:
            texts, self._answers = self._answers, []
            async with asyncio.timeout(_SENDING_SECONDS):
                await self._send(bundled(texts))


class Attendance:
    """The sockets of one table in this process, and who is there elsewhere."""

    def __init__(self, services: Services, code: str) -> None:
        self.connections: set[Connection] = set()
        self._elsewhere: frozenset[int] = frozenset()
        self._services = services
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
            self._services.later(self._tell(person))

    async def _tell(self, person: int) -> None:
        """Whoever reads it late reads what is so then: announcements wait for each other."""
        services = self._services
        async with self._telling:
            is_here = person in self.through_here
            try:
                told = services.store.tell_presence
                await services.on_disk(told, self._code, person, is_here)
            except Refused:
                return  # the next beat says it again

    async def look_elsewhere(self) -> bool:
        """Ask who is there through other processes; whether that has changed. Raises Refused."""
        if not self._services.database.is_shared:
            return False
        before = self._elsewhere
        elsewhere = self._services.store.elsewhere
        self._elsewhere = await self._services.on_disk(elsewhere, self._code)
        return before != self._elsewhere
