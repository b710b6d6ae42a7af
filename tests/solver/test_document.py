"""docs/solver.md is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "solver.md").read_text(encoding="utf-8")


def test_the_examples_run_and_say_what_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    reply, mixed, winnable = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    exec(compile(reply, "solver.md", "exec"), {})
    assert (
        "(Fraction(1, 2), Fraction(-1, 2)) (Fraction(3, 4), Fraction(1, 4))"
        in capsys.readouterr().out
    )
    exec(compile(mixed, "solver.md", "exec"), {})
    exploitability, shares = capsys.readouterr().out.splitlines()
    assert 0 <= float(exploitability) < 0.001
    assert sum(map(float, shares.strip("[]").split())) == pytest.approx(1)
    exec(compile(winnable, "solver.md", "exec"), {})
    assert capsys.readouterr().out == "2 (0,)\n"
