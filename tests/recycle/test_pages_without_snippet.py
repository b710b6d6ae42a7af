"""Faults that no page can show as program text: the report on their page is made here."""

from __future__ import annotations

import re
from itertools import islice, product
from pathlib import Path
from string import ascii_uppercase

import pytest

from kibitz.recycle import check, limits
from kibitz.recycle.diagnostic import RecycleError
from kibitz.recycle.loading import load_source, source_from_bytes
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
    return render(source, check(source).diagnostics, colour=False)


def many_names() -> bytes:
    """A game that counts in storages called AAA, AAB, AAC …"""
    pairs = islice(product(ascii_uppercase, repeat=3), limits.NAMES)
    names = ", ".join(map("".join, pairs))
    return (
        "(game\n"
        " (setup\n"
        "  (create players 2)\n"
        "  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)))))\n"
        f" (all ({names}) 'N (inc (game sto 'N)))\n"
        " (scoring max (game sto AAA)))\n"
    ).encode()


@pytest.mark.parametrize(
    ("slug", "data"),
    [
        ("not-text", ";; le jeu de la première carte\n(game)".encode("latin-1")),
        ("too-large", b" " * (limits.TEXT_BYTES + 1)),
        ("too-deep", b"(game " + b"(do (" * 50),
        ("too-many-words", b"(game\n" + b" (shuffle (game iloc STOCK))\n" * 3_277),
        ("too-many-names", many_names()),
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
