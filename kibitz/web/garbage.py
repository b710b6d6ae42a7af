"""Garbage collection of a server: everybody waits while Python looks for cycles of objects.

A choice leaves none, and a table that is put away is freed at once. So Python looks at young
objects only, in milliseconds however many tables there are, and at all when nobody is at a table.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

_YOUNG, _ROUNDS = 5_000, 4
"""After so many new objects these are looked at, and every so many rounds those of all rounds."""
_NEVER = 2**31 - 1
_IDLE_SECONDS = 60.0
"""Between two looks at everything."""


def collect_young_only() -> None:
    """From now on; what is there already is not looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _ROUNDS, _NEVER)


async def collect_when_idle(is_idle: Callable[[], bool]) -> None:
    """Look at all objects now and then, but only when nobody waits."""
    while True:
        await asyncio.sleep(_IDLE_SECONDS)
        if is_idle():
            gc.collect()
