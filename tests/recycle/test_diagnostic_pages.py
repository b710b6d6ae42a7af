"""Every page in docs/diagnostics is the test of its diagnostic."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from slugs import NO_WORDS, braces, calls, keys, keys_of, slugs_in_code
from slugs import name_of as called

from kibitz.recycle import Diagnostic, Source, check, render

FOLDER = Path(__file__).parents[2] / "docs" / "diagnostics"
ELSEWHERE = re.compile(r"\n## The fault (?:in play|on a page|in machine code)\n")
"""Faults in play and in machine code are tested with the engines, faults of a game's page with the
library."""
PAGES = [
    page
    for page in sorted(FOLDER.glob("*.md"))
    if not ELSEWHERE.search(page.read_text(encoding="utf-8"))
]
SHOWN = [page for page in PAGES if "\n## No snippet\n" not in page.read_text(encoding="utf-8")]
PAGE = re.compile(
    r"# (?P<slug>[a-z-]+)\n\n(?P<prose>[^#].*?)\n\n"
    r"## The fault\n\n```recycle\n(?P<fault>.*?)```\n\n"
    r"## The report\n\n```text\n(?P<report>.*?)```\n\n"
    r"## The repair\n\n```recycle\n(?P<repair>.*?)```\n",
    re.DOTALL,
)


def name_of(page: Path) -> str:
    return page.stem


def parts_of(page: Path) -> re.Match[str]:
    parts = PAGE.fullmatch(page.read_text(encoding="utf-8"))
    assert parts is not None, f"{page.name} has not the shape of a page"
    return parts


def reports_on(program: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    source = Source("game.rcy", program)
    return source, check(source).diagnostics


def test_every_slug_has_a_page_and_every_page_a_slug() -> None:
    assert {page.stem for page in PAGES} == slugs_in_code()


def test_every_key_in_code_has_words_and_all_words_have_a_key() -> None:
    assert {key for call in calls() for key in keys_of(call)} == set(keys())


def test_every_call_fills_the_braces_of_its_words_and_marks_their_places() -> None:
    for call in calls():
        given = {keyword.arg for keyword in call.keywords}
        for key in keys_of(call) if called(call) == "fault" else ():
            words = keys()[key]
            assert braces(words) <= given, (key, call.lineno)
            places = call.args[1:]
            if "labels" in words and not any(isinstance(place, ast.Starred) for place in places):
                assert len(words["labels"]) == len(places), (key, call.lineno)


def test_no_call_gives_what_its_words_do_not_say() -> None:
    for call in calls():
        said = set[str]().union(*(braces(keys()[key]) for key in keys_of(call)))
        given = {keyword.arg for keyword in call.keywords} - NO_WORDS
        assert not keys_of(call) or called(call) != "fault" or given <= said, call.lineno


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_page_is_headed_by_its_slug(page: Path) -> None:
    assert page.read_text(encoding="utf-8").startswith(f"# {page.stem}\n\n")


@pytest.mark.parametrize("page", SHOWN, ids=name_of)
def test_the_fault_gives_the_report(page: Path) -> None:
    parts = parts_of(page)
    source, diagnostics = reports_on(parts["fault"])
    assert render(source, diagnostics, colour=False).rstrip() + "\n" == parts["report"]


@pytest.mark.parametrize("page", SHOWN, ids=name_of)
def test_the_fault_shows_its_slug_alone(page: Path) -> None:
    _, diagnostics = reports_on(parts_of(page)["fault"])
    assert {diagnostic.slug for diagnostic in diagnostics} == {page.stem}


@pytest.mark.parametrize("page", SHOWN, ids=name_of)
def test_the_repair_is_clean(page: Path) -> None:
    source, diagnostics = reports_on(parts_of(page)["repair"])
    assert render(source, diagnostics, colour=False) == ""
