"""One browser's socket: what it is still to be sent, and how fast it may speak."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from kibitz.web.logs import log
from kibitz.web.messages import In, Out, bundled, dumped, refused
from kibitz.web.refusal import Reason, Refused
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
