"""docs/engine.md shows code that was generated, and Python that runs."""

from __future__ import annotations

import re

import pytest

from tools.engine_page import PAGE, SHOWN, with_code

TEXT = PAGE.read_text(encoding="utf-8")


def test_the_code_on_the_page_is_what_is_emitted() -> None:
    """If the code generator has changed on purpose: python -m tools.engine_page."""
    assert with_code(TEXT) == TEXT


def test_the_page_shows_the_walk_round_the_ring() -> None:
    shown = SHOWN.search(TEXT)
    assert shown is not None
    assert 'define internal i32 @"options3"' in shown[0]
    assert 10 < shown[0].count("\n") < 60


def test_the_python_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    exec(compile(block, "engine.md", "exec"), {})
    assert "bytes a state" in capsys.readouterr().out
