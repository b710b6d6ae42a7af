"""Whether a server can do its work: it can if something can be written down."""

from __future__ import annotations

import asyncio
from time import monotonic

from kibitz.web.house import House
from kibitz.web.refusal import Reason, Refused

_TRY_SECONDS = 1.0
"""For so long an answer holds, however many ask."""


class Health:
    """Of one process."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._trying = asyncio.Lock()
        self._holds_until = 0.0
        self._is_well = False

    async def check(self) -> None:
        """Raises Refused if nothing can be written, on a full disk or without a database."""
        async with self._trying:
            if monotonic() >= self._holds_until:
                self._is_well = await self._can_write()
                self._holds_until = monotonic() + _TRY_SECONDS
        if not self._is_well:
            raise Refused(Reason.STORE_GONE, "degraded: the server can write nothing down")

    async def _can_write(self) -> bool:
        try:
            await self._house.on_disk(self._house.presence.write)
        except Refused:
            return False
        return True
