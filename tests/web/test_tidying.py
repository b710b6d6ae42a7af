"""Nobody waits for a search for garbage that play does not leave."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from weakref import ref

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from test_frames import dealt

from kibitz.engine import Rng
from kibitz.web.frames import frame_text
from kibitz.web.tidying import collect_seldom, tidy


class Knot:
    """Holds itself, so that nothing but a search for garbage frees it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def seldom() -> Iterator[None]:
    gc.collect()
    collect_seldom()
    yield
    gc.enable()


async def looked_after(knots: int) -> bool:
    """Whether garbage is looked for when there are so many knots."""
    tidying = asyncio.create_task(tidy())
    await asyncio.sleep(0.05)
    first = ref(Knot())
    for _ in range(knots - 1):
        Knot()
    await asyncio.sleep(0.1)
    tidying.cancel()
    return first() is None


@pytest.mark.usefixtures("seldom")
@pytest.mark.parametrize(("knots", "is_looked_for"), [(1_000, False), (20_000, True)])
def test_garbage_is_looked_for_when_objects_have_doubled(
    monkeypatch: pytest.MonkeyPatch, knots: int, is_looked_for: bool
) -> None:
    monkeypatch.setattr("kibitz.web.tidying._LOOK_SECONDS", 0.01)
    monkeypatch.setattr("kibitz.web.tidying._FEWEST", 10_000)
    assert asyncio.run(looked_after(knots)) is is_looked_for


@pytest.mark.usefixtures("seldom")
@pytest.mark.parametrize("name", ["golf", "president", "gin-rummy"])
def test_a_choice_leaves_no_garbage(name: str) -> None:
    live, chance = dealt(name, 4), Rng(2)
    for _ in range(20):
        live.go_on(live.after(chance.below(len(live.match.decision.options))))
        for seat in (None, *live.match.seats):
            live.story.lines(seat)
            frame_text(live, seat)
    assert gc.collect() == 0
