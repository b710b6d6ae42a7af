"""Nobody waits while garbage is looked for: play leaves none, and neither does a table."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from pathlib import Path
from weakref import ref

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from test_frames import dealt

from benchmarks.visitors import Visitor, get, play_on, seated, served, wait_for
from kibitz.engine import Rng
from kibitz.web.frames import frame_text
from kibitz.web.garbage import collect_no_more, collect_when_idle
from kibitz.web.live_match import LiveMatch
from kibitz.web.offers import Offers
from kibitz.web.table import LiveTable

OURS = ("kibitz", "starlette", "uvicorn", "websockets", "asyncio", "sqlalchemy")


class Knot:
    """Holds itself, so that nothing but a search for garbage frees it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def without_collector(only_new_garbage: None) -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def as_served() -> Iterator[list[int]]:
    """As a server has it; the generation of every collection."""
    found: list[int] = []

    def told(phase: str, about: dict[str, int]) -> None:
        if phase == "start":
            found.append(about["generation"])

    collect_no_more()
    gc.callbacks.append(told)
    yield found
    gc.callbacks.remove(told)
    gc.enable()
    gc.unfreeze()


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


@pytest.mark.slow
def test_visitors_leave_no_garbage(tmp_path: Path, as_served: list[int]) -> None:
    """By HTTP and by socket, those who are refused, too."""
    with served(tmp_path) as address:
        _visit(address, 1)  # what is made once
        gc.collect()
        as_served.clear()
        gc.set_debug(gc.DEBUG_SAVEALL)
        try:
            for seed in (2, 3):
                _visit(address, seed)
            assert as_served == []
            gc.collect()
            kinds = {f"{type(one).__module__}.{type(one).__name__}" for one in gc.garbage}
        finally:
            gc.set_debug(0)
            gc.garbage.clear()
    assert not {kind for kind in kinds if kind.startswith(OURS)}


def _visit(address: str, seed: int) -> None:
    players = seated(address, "golf-six", "Ann", "Ben", bots=1)
    code, secret = players[0].code, players[0].secret
    play_on(players, Rng(seed).below, 12)
    again = Visitor(address, code)
    again.join("", secret=secret)
    stranger = Visitor(address, code)
    assert stranger.join("", secret="nobody's")["type"] == "refused"
    for player in (*players, again, stranger):
        player.close()
    for path in (
        "/games",
        "/games/golf/rules.json?HOLES=99",
        f"/t/{code}/record.json",
        "/t/XXXXXX",
    ):
        get(address, path)
    wait_for(lambda: "kibitz_open_tables 0" in get(address, "/metrics")[1])


def _remember(monkeypatch: pytest.MonkeyPatch, kind: type, made: list[ref[object]]) -> None:
    begin = kind.__init__  # type: ignore[misc]

    def begun(self: object, *arguments: object) -> None:
        begin(self, *arguments)
        made.append(ref(self))

    monkeypatch.setattr(kind, "__init__", begun)
