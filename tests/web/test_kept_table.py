"""A table in two processes: what one writes, the other finds."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from threading import Event, Thread, get_ident

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from benchmarks.visitors import PATIENCE, Visitor, seated, send_home, served, sqlite, wait_for
from kibitz import Rng
from kibitz.engine import RecordedChoice
from kibitz.web.kept_table import KeptTable
from kibitz.web.live_match import LiveMatch
from kibitz.web.room import Room
from kibitz.web.services import Services, Settings

CODE = "BCDFGH"


async def dealt(services: Services) -> KeptTable:
    """Ann and a bot, with the cards before them."""
    services.store.add_table(CODE, Room("golf-six", {}))
    table = KeptTable(services, CODE)
    await table.read()
    await table.change(lambda room: room.joined("Ann", "secret"))
    await table.change(lambda room: room.seated(1, table.seats(room)))
    await table.change(lambda room: room.with_bot("novice", table.seats(room)))
    await table.start()
    return table


def services(folder: Path) -> Services:
    return Services(Settings(sqlite(folder)))


def test_a_name_that_is_forgotten_here_is_forgotten_elsewhere(tmp_path: Path) -> None:
    async def played() -> None:
        one, other = (services(tmp_path) for _ in range(2))
        table, twin = await dealt(one), KeptTable(other, CODE)
        await twin.read()
        assert twin.live is not None
        assert "Ann" in twin.live.kept.players
        await table.forget(1)
        async with twin.lock:
            await twin.reload()
        for found in (table, twin):
            assert found.live is not None
            assert "Ann" not in found.live.kept.players
            assert "Ann" not in " ".join(found.live.story.lines(None))

    asyncio.run(played())


def test_what_the_event_loop_shows_is_changed_by_the_event_loop_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed: list[tuple[LiveMatch, int]] = []
    hear = LiveMatch._hear

    def heard(live: LiveMatch, chooser: int | None) -> None:
        changed.append((live, get_ident()))
        hear(live, chooser)

    async def played() -> None:
        table = await dealt(services(tmp_path))
        twin = KeptTable(services(tmp_path), CODE)
        await twin.read()
        shown = twin.live
        assert table.live is not None
        for _ in range(3):
            async with table.lock:
                await table.play(table.live, 0)
        monkeypatch.setattr(LiveMatch, "_hear", heard)
        async with twin.lock:
            await twin.reload()
        assert twin.live is shown
        assert [live for live, _ in changed] == [shown] * 3
        assert twin.live is not None
        assert twin.live.version == 3
        assert {thread_id for _, thread_id in changed} == {get_ident()}

    asyncio.run(played())


def test_a_room_is_never_shown_with_the_match_of_another(tmp_path: Path) -> None:
    """Whatever the store is asked for meanwhile."""

    async def played() -> None:
        table = await dealt(services(tmp_path))
        twin = KeptTable(services(tmp_path), CODE)
        await twin.read()
        chance = Rng(1)
        while table.live is not None and not table.live.match.is_over:
            options = table.live.match.decision.options
            async with table.lock:
                await table.play(table.live, chance.below(len(options)))
        await table.start()

        async def look() -> None:
            while True:
                numbers.add((twin.room.match, twin.live.kept.number if twin.live else 0))
                await asyncio.sleep(0)

        numbers: set[tuple[int, int]] = set()
        looking = asyncio.create_task(look())
        async with twin.lock:
            await twin.reload()
        await asyncio.sleep(0)
        looking.cancel()
        assert numbers == {(1, 1), (2, 2)}

    asyncio.run(played())


@pytest.mark.slow
def test_tables_that_are_opened_hold_up_no_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing: list[int] = []
    most: list[int] = []
    may_go_on = Event()
    catch_up = LiveMatch.catch_up

    def slow_catch_up(self: LiveMatch, choices: Sequence[RecordedChoice]) -> None:
        playing.append(1)
        most.append(len(playing))
        assert may_go_on.wait(PATIENCE)
        catch_up(self, choices)
        playing.pop()

    with served(tmp_path) as address:
        codes = [seated(address, "golf-six", "Ann", "Ben")[0].code for _ in range(40)]
        send_home()
        ann, ben = seated(address, "golf-six", "Ann", "Ben")
        monkeypatch.setattr(LiveMatch, "catch_up", slow_catch_up)
        strangers = [Thread(target=Visitor, args=(address, code)) for code in codes]
        for stranger in strangers:
            stranger.start()
        wait_for(lambda: bool(playing))
        for version in range(1, 5):
            chooser = ann if ann.frame["options"] else ben
            assert chooser.choose(0)["type"] == "done"
            for player in (ann, ben):
                player.hear_frame(version)
        assert most == [1], "the first of these tables is still being opened"
        may_go_on.set()
        for stranger in strangers:
            stranger.join()
    assert max(most) == 1, "the more play at once, the longer a choice waits for its turn"
