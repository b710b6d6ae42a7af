"""Writes choices down: those that come while the disk is busy go into one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from kibitz.web.store import Entry

Write = Callable[[Sequence[Entry]], Awaitable[Sequence[bool]]]
"""Puts entries into the log; by entry, whether it is there."""


class Scribe:
    """The one who writes in the log of a process, page after page."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._disk = asyncio.Lock()
        self._page: list[Entry] = []
        self._writing: asyncio.Task[Sequence[bool]]

    async def written(self, entry: Entry) -> bool:
        """Whether the choice is now in the log: somebody else may have been faster.

        It is on disk when this returns. Raises Refused if it cannot be written.
        """
        line = len(self._page)
        self._page.append(entry)
        if not line:
            self._writing = asyncio.create_task(self._write_page(self._page))
        return (await asyncio.shield(self._writing))[line]

    async def _write_page(self, page: Sequence[Entry]) -> Sequence[bool]:
        """The page gathers entries until the one before it is on disk."""
        async with self._disk:
            self._page = []
            return await self._write(page)
