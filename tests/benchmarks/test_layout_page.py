"""The page about the laws of the table: where they are broken, and that somebody hears of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from benchmarks import layout
from benchmarks.layout import Fault, page_of

CUT = Fault("whist", 4, (360, 640), 3, "cut across: hand")


def test_the_page_counts_what_is_against_the_laws_by_game_and_size() -> None:
    text = page_of({"golf": [], "whist": [CUT, CUT]}, 24, "a command", ["a machine"])
    assert "| golf | 0 | 0 | 0 | 0 | 0 | 0 |" in text
    assert "| whist | 2 | 0 | 0 | 0 | 0 | 0 |" in text
    assert "2 against the laws at 24 positions." in text
    assert text.endswith("## whist\n\n- 2 × 360×640, 4 players: cut across: hand\n")


@contextmanager
def nothing(_: object) -> Iterator[str]:
    yield ""


@pytest.mark.parametrize(("found", "code"), [([], 0), ([CUT], 1)])
def test_who_breaks_a_law_is_told_by_the_exit_code(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, found: list[Fault], code: int
) -> None:
    def told(*_: Any) -> list[Any]:
        return found

    monkeypatch.setattr(layout, "served", nothing)
    monkeypatch.setattr(layout, "looking", nothing)
    monkeypatch.setattr(layout, "faults_of", told)
    monkeypatch.setattr(layout, "tables", lambda _: [None])
    monkeypatch.setattr(layout, "positions", told)
    page = tmp_path / "layout.md"
    asked = ["--positions", "3", "--output", str(page), "--pictures", str(tmp_path)]
    done = CliRunner().invoke(layout.command, [*asked, "--game", "agram"])
    assert done.exit_code == code
    assert not page.exists()  # of one game
    monkeypatch.setattr(layout, "names", lambda: ["agram"])
    assert CliRunner().invoke(layout.command, asked).exit_code == code
    assert page.read_text(encoding="utf-8").count("| agram |") == 1
