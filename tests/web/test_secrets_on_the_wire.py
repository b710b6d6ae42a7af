"""What is no card and secret: nobody's browser hears of another's role, or of what they chose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from benchmarks.visitors import Visitor, get, play_on, seated, served
from kibitz import Match, Rng
from kibitz.engine.records import read_record

pytestmark = pytest.mark.slow
MASKS = Path(__file__).parents[1] / "games" / "strangers" / "masks.rcy"
TOLD = re.compile(r"\bspy\b|\bspoil\b", re.IGNORECASE)
"""What only the spy may read: the role, and the choice that goes with it."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("server"), games=(str(MASKS),)) as found:
        yield found


@pytest.mark.parametrize("seed", range(3))
def test_only_the_spy_reads_of_the_spy(address: str, seed: int) -> None:
    people = seated(address, "masks", "Ann", "Ben", "Cyd")
    eve = Visitor(address, people[0].code)
    eve.join("Eve", watching=True)
    eve.hear_frame(0)
    play_on([*people, eve], Rng(seed).below)
    status, text = get(address, f"/t/{eve.code}/record.json")
    assert status == 200
    match = Match.from_record(read_record(text.encode()))
    roles = [match.view(seat).word("ROLE", seat) for seat in range(3)]
    for role, person in zip(["FRIEND", *roles], [eve, *people], strict=True):
        told = [heard for heard in person.heard if TOLD.search(heard)]
        assert bool(told) == (role == "SPY"), told[:1]
