"""Writes choices down: those that come while the disk is busy go into one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from contextlib import suppress

from kibitz.web.store import LogEntry

Write = Callable[[Sequence[LogEntry]], Sequence[bool]]
"""Puts entries into the log; by entry, whether it is there."""
_Page = list[tuple[LogEntry, asyncio.Future[bool]]]
"""Entries, and who waits for each of them."""


class Scribe:
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
