"""A table is opened once, for all who are there, and put away when the last has gone."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from test_kept_table import services

from kibitz.web.refusal import Refused
from kibitz.web.tables import OpenTables
from kibitz.web.work_queue import Asker


async def nobody_left(tables: OpenTables) -> None:
    """All tables are put away, with what is known about them."""
    async with asyncio.timeout(20):
        while tables.services.tasks:
            await asyncio.sleep(0)
    assert not tables.open
    assert not tables._visits
    assert not tables._opening


def test_who_comes_while_somebody_leaves_sits_at_the_same_table(tmp_path: Path) -> None:
    async def played() -> None:
        tables = OpenTables(services(tmp_path))
        code = await tables.made(Asker("here"), "golf-six")
        async with AsyncExitStack() as late:
            async with tables.visited(code) as table:
                assert await late.enter_async_context(tables.visited(code)) is table
            async with tables.visited(code) as again:
                assert again is table
        await nobody_left(tables)

    asyncio.run(played())


def test_many_come_and_go_at_once(tmp_path: Path) -> None:
    async def played() -> None:
        tables = OpenTables(services(tmp_path))
        code = await tables.made(Asker("here"), "golf-six")

        async def come_and_go(number: int) -> None:
            await asyncio.sleep(0.001 * number)
            async with tables.visited(code):
                await asyncio.sleep(0.001 * (number % 3))

        await asyncio.gather(*map(come_and_go, range(30)))
        with pytest.raises(Refused):
            async with tables.visited("XXXXXX"):
                pass
        await nobody_left(tables)

    asyncio.run(played())
