"""What is told of a hand that was watched frame by frame."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from benchmarks.frames import figures


def test_one_late_frame_misses_the_target_and_answers_are_judged_apart() -> None:
    found = {"gaps": [16.7] * 99 + [66.0], "answers": [12.0, 30.0], "tasks": [61.0]}
    gap, answer, tasks = figures(found)
    assert (gap.value, gap.reached) == ("66 ms", False)
    assert gap.spread.endswith("1 of 100 over 50 ms")
    assert (answer.value, answer.reached) == ("30 ms", True)
    assert (tasks.ours, tasks.value, tasks.reached) == ("1", "61 ms", None)
