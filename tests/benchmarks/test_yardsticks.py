"""What kibitz is measured against must be the same game, and the report must tell the truth."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.figures import Figure, Section, missing, rate
from benchmarks.handwritten import BEST, LITERAL, by_hand, compiler, native_results
from benchmarks.live import LiveSteps
from benchmarks.report import document, summary
from benchmarks.timing import Series

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seed", [0, 7, 2**63 + 5])
@pytest.mark.parametrize("source", [BEST, LITERAL])
def test_golf_six_in_c_plays_the_same_matches(source: str, seed: int) -> None:
    cc = compiler()
    if cc is None:
        pytest.skip("there is no C compiler here")
    with by_hand(cc, source) as playouts:
        assert np.array_equal(playouts(seed, 2_000), native_results(seed, 2_000))


def test_ratios_are_taken_round_by_round() -> None:
    ratio = Series((2.0, 8.0, 3.0)).over(Series((1.0, 2.0, 3.0)))
    assert ratio.values == (2.0, 4.0, 1.0)
    assert ratio.median == 2.0
    assert ratio.spread() == "1.00 to 4.00, 3 rounds"


def test_the_report_names_what_was_not_reached_and_what_is_missing() -> None:
    figures = (
        Figure("quick", "5", "4", "1.25", "≥ 1", True),
        Figure("slow", "1", "4", "0.25", "≥ 1", False),
        missing("absent", "≥ 1", "there is no C compiler here"),
    )
    sections = [Section("Beside C", "How it was counted.", figures)]
    assert summary(sections) == "1 of 2 targets reached; not reached: slow"
    text = document(sections, "make bench", ["machine: a loom"])
    assert "| slow | 1 | 4 | 0.25 | ≥ 1 | NOT reached |  |" in text
    assert "there is no C compiler here" in text
    assert "machine: a loom" in text


@pytest.mark.parametrize(
    ("per_second", "text"), [(35_140_000, "35.1 M/s"), (7_100, "7.1 k/s"), (2.6e10, "26000 M/s")]
)
def test_rates_are_short(per_second: float, text: str) -> None:
    assert rate(per_second) == text


def test_every_part_of_a_live_step_takes_time() -> None:
    assert all(part > 0 for part in LiveSteps("president").parts())
