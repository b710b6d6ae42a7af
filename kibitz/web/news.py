"""What other processes tell about tables, through PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from kibitz.web.database import CHANNEL, Database, Signal

_RETRY_SECONDS = 0.5


async def listen(
    database: Database, hear: Callable[[Signal], None], begin: Callable[[], None]
) -> None:
    """Hear what others tell, for ever; `begin` when listening begins, and again after a gap."""
    import psycopg  # who keeps matches in a file does not wait for it

    address = database.listening_address
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(
                address, autocommit=True, connect_timeout=3, keepalives_idle=10
            ) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                begin()
                async for told in connection.notifies():
                    signal = Signal.parsed(told.payload)
                    if signal.server != database.server:
                        hear(signal)
        except psycopg.Error:
            await asyncio.sleep(_RETRY_SECONDS)
