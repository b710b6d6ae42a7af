"""A table in two processes: what one writes, the other finds."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from serving import sqlite

from kibitz.web.database import Database
from kibitz.web.house import House
from kibitz.web.kept_table import KeptTable
from kibitz.web.offers import Offers
from kibitz.web.room import Room

CODE = "BCDFGH"


def nothing() -> None:
    """Nobody looks on."""


async def dealt(house: House) -> KeptTable:
    """Ann and a bot, with the cards before them."""
    house.store.add_table(CODE, Room("golf-six", {}))
    table = KeptTable(house, CODE, nothing, nothing)
    await table.read()
    await table.change(lambda room: room.joined("Ann", "secret"))
    await table.change(lambda room: room.seated(1, table.seats(room)))
    await table.change(lambda room: room.with_bot("novice", table.seats(room)))
    await table.start()
    return table


def house(folder: Path, thread: Executor) -> House:
    return House(Database(sqlite(folder)), Offers(), clerks=thread, thinkers=thread)


def test_a_name_that_is_forgotten_here_is_forgotten_elsewhere(tmp_path: Path) -> None:
    async def played() -> None:
        with ThreadPoolExecutor(1) as thread:
            one, other = (house(tmp_path, thread) for _ in range(2))
            table, twin = await dealt(one), KeptTable(other, CODE, nothing, nothing)
            await twin.read()
            assert twin.live is not None
            assert "Ann" in twin.live.kept.players
            await table.forget(1, "Ann")
            async with twin.lock:
                await twin.reload()
            for found in (table, twin):
                assert found.live is not None
                assert "Ann" not in found.live.kept.players
                assert "Ann" not in " ".join(found.live.story.lines(None))

    asyncio.run(played())
