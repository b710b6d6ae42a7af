"""Nobody waits while garbage is looked for: play leaves none, and neither does a table."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from serving import get, play_on, seated, served, wait_for
from test_frames import dealt

from kibitz.engine import Rng
from kibitz.web.frames import frame_text
from kibitz.web.garbage import collect_when_idle, collect_young_only
from kibitz.web.live_match import LiveMatch
from kibitz.web.offers import Offers
from kibitz.web.table import LiveTable

MOST_SECONDS = 0.02


class Knot:
    """Holds itself, so that nothing but a search for garbage frees it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def young_only() -> Iterator[list[tuple[int, float]]]:
    """As a server has it; the generation and the seconds of every collection."""
    before, pauses, began = gc.get_threshold(), list[tuple[int, float]](), 0.0

    def measured(phase: str, told: dict[str, int]) -> None:
        nonlocal began
        now = time.thread_time()  # others may have the processor meanwhile
        if phase == "start":
            began = now
        else:
            pauses.append((told["generation"], now - began))

    collect_young_only()
    gc.callbacks.append(measured)
    yield pauses
    gc.callbacks.remove(measured)
    gc.set_threshold(*before)
    gc.unfreeze()


def test_however_many_objects_there_are_young_ones_are_looked_at(
    young_only: list[tuple[int, float]],
) -> None:
    kept: list[Any] = [[number] for number in range(1_000_000)]
    knot = ref(Knot())
    kept += [[number] for number in range(100_000)]
    assert knot() is None
    assert {generation for generation, _ in young_only} == {0, 1}
    assert max(seconds for _, seconds in young_only) <= MOST_SECONDS


@pytest.mark.parametrize("is_idle", [False, True])
def test_everything_is_looked_at_when_nobody_waits(
    monkeypatch: pytest.MonkeyPatch, without_collector: None, is_idle: bool
) -> None:
    monkeypatch.setattr("kibitz.web.garbage._IDLE_SECONDS", 0.01)

    async def looked() -> bool:
        looking = asyncio.create_task(collect_when_idle(lambda: is_idle))
        knot = ref(Knot())
        await asyncio.sleep(0.1)
        looking.cancel()
        return knot() is None

    assert asyncio.run(looked()) is is_idle


@pytest.mark.usefixtures("without_collector")
@pytest.mark.parametrize("name", ["golf", "president", "gin-rummy"])
def test_a_choice_leaves_no_garbage(name: str) -> None:
    live, chance = dealt(name, 4), Rng(2)
    for _ in range(20):
        live.go_on(live.after(chance.below(len(live.match.decision.options))))
        for seat in (None, *live.match.seats):
            live.story.lines(seat)
            frame_text(live, seat)
    assert gc.collect() == 0


@pytest.mark.usefixtures("without_collector")
def test_a_game_that_is_not_offered_any_more_is_freed_at_once() -> None:
    offers = Offers()
    game = ref(offers._load("golf", (("HOLES", 4),)))
    assert game() is None


@pytest.mark.slow
@pytest.mark.usefixtures("without_collector")
@pytest.mark.parametrize("choices", [0, 5, 10_000])
def test_a_table_that_everybody_has_left_is_freed_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, choices: int
) -> None:
    """Before the first choice, in the middle, and when the match is over."""
    made: list[ref[object]] = []
    for kind in (LiveTable, LiveMatch):
        _remember(monkeypatch, kind, made)
    with served(tmp_path, bot_seconds=0.02) as address:
        players = seated(address, "golf-six", "Ann", "Ben", bots=1)
        play_on(players, Rng(1).below, choices)
        assert len([one for one in made if one() is not None]) == 2
        for player in players:
            player.close()
        wait_for(lambda: "kibitz_open_tables 0" in get(address, "/metrics")[1])
        wait_for(lambda: not [one for one in made if one() is not None])


def _remember(monkeypatch: pytest.MonkeyPatch, kind: type, made: list[ref[object]]) -> None:
    begin = kind.__init__  # type: ignore[misc]

    def begun(self: object, *arguments: object) -> None:
        begin(self, *arguments)
        made.append(ref(self))

    monkeypatch.setattr(kind, "__init__", begun)
