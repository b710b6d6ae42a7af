"""Garbage collection of a server: everybody waits while Python looks for cycles of objects.

Play leaves none, and neither does a table that is put away or a visitor who goes: all of it is
freed by counting references. What is left (compiling a game leaves some) is looked for when nobody
is at a table.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

_IDLE_SECONDS = 60.0
"""Between two collections."""


def collect_no_more() -> None:
    """From now on nobody but `collect_when_idle` looks, and never at what is there already."""
    gc.collect()
    gc.freeze()
    gc.disable()


async def collect_when_idle(is_idle: Callable[[], bool]) -> None:
    """Look now and then, if nobody waits."""
    while True:
        await asyncio.sleep(_IDLE_SECONDS)
        if is_idle():
            gc.collect()
