"""Choices of many tables go to the disk together."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from threading import Event

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from kibitz.engine.records import RecordedChoice
from kibitz.web.database import StoreGone
from kibitz.web.store import ChoiceWriter, LogEntry


def entry(match: int) -> LogEntry:
    return LogEntry("BCDFGH", match, 0, RecordedChoice(0, 0, "0"))


class Disk:
    """Writes as slowly as it is told to; of match 13 somebody else was faster."""

    def __init__(self) -> None:
        self.pages: list[list[int]] = []
        self.is_free = Event()
        self.is_full = False

    def write(self, entries: Sequence[LogEntry]) -> list[bool]:
        assert self.is_free.wait(20)
        if self.is_full:
            raise StoreGone("no space left")
        self.pages.append([entry.match for entry in entries])
        return [entry.match != 13 for entry in entries]


@pytest.fixture
def clerks() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as threads:
        yield threads


def test_what_comes_while_the_disk_is_busy_is_written_together_and_then_told(
    clerks: Executor,
) -> None:
    async def played() -> None:
        disk = Disk()
        scribe = ChoiceWriter(disk.write, clerks)
        told = [asyncio.create_task(scribe.written(entry(match))) for match in (1, 2, 13, 4)]
        await asyncio.sleep(0.01)
        assert not any(task.done() for task in told)
        disk.is_free.set()
        assert await asyncio.gather(*told) == [True, True, False, True]
        assert disk.pages == [[1], [2, 13, 4]]

    asyncio.run(played())


def test_when_a_page_cannot_be_written_all_hear_of_it_and_the_next_one_is_tried(
    clerks: Executor,
) -> None:
    async def played() -> None:
        disk = Disk()
        disk.is_full = True
        disk.is_free.set()
        scribe = ChoiceWriter(disk.write, clerks)
        told = await asyncio.gather(
            *(scribe.written(entry(match)) for match in (1, 2, 3)), return_exceptions=True
        )
        assert [type(fault) for fault in told] == [StoreGone] * 3
        disk.is_full = False
        assert await scribe.written(entry(1))

    asyncio.run(played())


def test_who_goes_away_before_it_is_written_takes_nobody_with_them(clerks: Executor) -> None:
    async def played() -> None:
        disk = Disk()
        scribe = ChoiceWriter(disk.write, clerks)
        first, gone, here = (asyncio.create_task(scribe.written(entry(m))) for m in (1, 2, 3))
        await asyncio.sleep(0)
        first.cancel()
        gone.cancel()
        disk.is_free.set()
        assert await here
        assert disk.pages == [[1], [2, 3]]

    asyncio.run(played())
