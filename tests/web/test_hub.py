"""A table is opened once, for all who are there, and put away when the last has gone."""

from __future__ import annotations

import asyncio
import gc
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from weakref import ref

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from test_kept_table import house

from kibitz.web.hub import Hub
from kibitz.web.refusal import Refused


def test_who_comes_while_somebody_leaves_sits_at_the_same_table(tmp_path: Path) -> None:
    async def played() -> None:
        with ThreadPoolExecutor(1) as thread:
            hub = Hub(house(tmp_path, thread), most_tables=9, most_sockets=9)
            code = await hub.made("golf-six")
            async with AsyncExitStack() as late:
                async with hub.visited(code) as table:
                    assert await late.enter_async_context(hub.visited(code)) is table
                async with hub.visited(code) as again:
                    assert again is table
            assert not hub.tables

    asyncio.run(played())


def test_many_come_and_go_at_once(tmp_path: Path) -> None:
    async def played() -> None:
        with ThreadPoolExecutor(1) as thread:
            hub = Hub(house(tmp_path, thread), most_tables=9, most_sockets=9)
            code = await hub.made("golf-six")

            async def come_and_go(number: int) -> None:
                await asyncio.sleep(0.001 * number)
                async with hub.visited(code):
                    await asyncio.sleep(0.001 * (number % 3))

            await asyncio.gather(*map(come_and_go, range(30)))
            with pytest.raises(Refused):
                async with hub.visited("XXXXXX"):
                    pass
            assert not hub.tables

    asyncio.run(played())


class Knot:
    """Holds itself, so that nothing but a search for garbage frees it."""

    def __init__(self) -> None:
        self.itself = self


def test_garbage_of_all_tables_is_looked_for_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz.web.tidying._LOOK_SECONDS", 0.01)
    monkeypatch.setattr("kibitz.web.tidying._FEWEST", 0)

    async def served() -> None:
        with ThreadPoolExecutor(1) as thread:
            hub = Hub(house(tmp_path, thread), most_tables=9, most_sockets=9)
            hub.begin()
            knot = ref(Knot())
            assert knot() is not None
            async with asyncio.timeout(20):
                while knot() is not None:
                    await asyncio.sleep(0.01)
            await hub.close()

    gc.disable()
    try:
        asyncio.run(served())
    finally:
        gc.enable()
