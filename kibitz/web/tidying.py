"""Garbage of a server: it is looked for when there may be much of it, as everybody waits meanwhile.

A choice leaves none: what it replaces is freed at once. Python does not know that. It looks as soon
as enough objects are new, and after a few seconds of play all objects of all tables are.
"""

from __future__ import annotations

import asyncio
import gc

_LOOK_SECONDS = 1.0
_FEWEST = 2_000_000
"""So many objects more are no reason to look: five hundred tables have as many."""


def collect_seldom() -> None:
    """From now on nobody but `tidy` looks for garbage."""
    gc.disable()


async def tidy() -> None:
    """Look for garbage whenever there are twice as many objects as after the last time."""
    left = 0
    while True:
        await asyncio.sleep(_LOOK_SECONDS)
        if gc.get_count()[0] > max(left, _FEWEST):
            gc.collect()
            left = len(gc.get_objects())
