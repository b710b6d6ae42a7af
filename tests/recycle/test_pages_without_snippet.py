"""Faults that no page can show as program text: the report on their page is made here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kibitz.recycle import limits
from kibitz.recycle.diagnostic import RecycleError
from kibitz.recycle.loading import load_source, source_from_bytes
from kibitz.recycle.reader import read
from kibitz.recycle.render import render

PAGES = Path(__file__).parents[2] / "docs" / "diagnostics"


def report_on_page(slug: str) -> str:
    page = (PAGES / f"{slug}.md").read_text(encoding="utf-8")
    block = re.search(r"## The report\n\n```text\n(.*?)```\n\n## No snippet\n", page, re.DOTALL)
    assert block is not None
    return block[1]


def report_on_bytes(data: bytes) -> str:
    try:
        source = source_from_bytes("game.rcy", data)
    except RecycleError as error:
        return render(error.source, error.diagnostics, colour=False)
    return render(source, read(source)[1], colour=False)


@pytest.mark.parametrize(
    ("slug", "data"),
    [
        ("not-text", ";; le jeu de la première carte\n(game)".encode("latin-1")),
        ("too-large", b" " * (limits.TEXT_BYTES + 1)),
        ("too-deep", b"(game " + b"(do (" * 50),
    ],
)
def test_the_page_shows_the_report(slug: str, data: bytes) -> None:
    assert report_on_bytes(data) == report_on_page(slug)


def test_the_page_shows_the_report_on_a_missing_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RecycleError) as caught:
        load_source(Path("game.rcy"))
    shown = render(caught.value.source, caught.value.diagnostics, colour=False)
    assert shown == report_on_page("unreadable-file")
