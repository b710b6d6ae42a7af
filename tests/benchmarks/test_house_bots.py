"""The bots of the benchmark play golf, each better than the next."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.table_bot import column_of, table
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


@pytest.mark.slow
def test_the_table_says_what_other_programs_found() -> None:
    """Two cards open in different columns: the strokes that a hand comes to in so many turns."""
    columns = [column_of(None, rank) for rank in range(13)]
    hidden = column_of(None, None)
    starts = [np.mean(values[columns][:, columns, hidden]) for values in table()]
    assert starts[4:] == pytest.approx([11.6, 7.8, 4.9, 2.9, 1.5], abs=0.06)


@pytest.mark.slow
def test_who_looks_hands_up_in_a_table_beats_house_bots() -> None:
    engine = load("golf", HOLES=1).interpreter
    names = ["benchmarks.table_bot:Table", *["benchmarks.house_bots:Careful"] * 3]
    matches = [play_match(engine, names, Chances(1, n, n), 3_000) for n in range(30)]
    gains = [sum(m.outcome.scores[1:]) / 3 - m.outcome.scores[0] for m in matches]
    assert np.mean(gains) > 2
