"""The bots of the benchmark play golf, each better than the next."""

from __future__ import annotations

import pytest

from kibitz import load
from kibitz.players.matches import Chances, play_match


def mean_strokes(name: str, holes: int) -> float:
    """Of a hole, where four of them play."""
    engine = load("golf", HOLES=1).interpreter
    matches = [play_match(engine, [name] * 4, Chances(1, n, n), 3_000) for n in range(holes)]
    return sum(sum(match.outcome.scores) for match in matches) / (4 * holes)


@pytest.mark.slow
def test_house_bots_are_no_fools_and_differ() -> None:
    careful, plain = (
        mean_strokes(f"benchmarks.house_bots:{name}", 30) for name in ("Careful", "Plain")
    )
    assert careful + 2 < plain < 16
