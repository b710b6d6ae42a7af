"""docs/engine.md shows code that was generated, and Python that runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kibitz
from tools.engine_page import PAGE, SHOWN, with_code

PACKAGE = Path(kibitz.__file__).parent
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_code_on_the_page_is_what_is_emitted() -> None:
    """If the code generator has changed on purpose: python -m tools.engine_page."""
    assert with_code(TEXT) == TEXT


def test_the_page_shows_the_walk_round_the_ring() -> None:
    shown = SHOWN.search(TEXT)
    assert shown is not None
    assert 'define internal i32 @"options3"' in shown[0]
    assert 10 < shown[0].count("\n") < 60


def test_a_construct_is_in_at_most_seven_files_which_have_what_the_page_says() -> None:
    """The page shows the construct that was added last."""
    _, table = TEXT.split("The last one added is", 1)
    rows = re.findall(r"^\| `([\w/]+\.py)` \| (.+?) \| .+ \|$", table, re.MULTILINE)
    assert 0 < len(rows) <= 7
    for file, what in rows:
        text = (PACKAGE / file).read_text(encoding="utf-8")
        assert [name for name in re.findall(r"`(.+?)`", what) if name not in text] == [], file


def test_the_python_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    exec(compile(block, "engine.md", "exec"), {})
    assert "bytes a state" in capsys.readouterr().out
