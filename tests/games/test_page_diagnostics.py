"""Every page in docs/diagnostics about a fault on a game's page is the test of its diagnostic."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from slugs import slugs_in_code

import kibitz.games
from kibitz.games.page_check import check_page
from kibitz.recycle import Diagnostic, Source, check, render

FOLDER = Path(__file__).parents[2] / "docs" / "diagnostics"
PAGE = re.compile(
    r"# (?P<slug>[a-z-]+)\n\n(?P<prose>[^#].*?)\n\n"
    r"(?:## The program\n\n```recycle\n(?P<program>.*?)```\n\n)?"
    r"## The fault on a page\n\n```markdown\n(?P<fault>.*?)```\n\n"
    r"## The report\n\n```text\n(?P<report>.*?)```\n\n"
    r"## The repair\n\n```markdown\n(?P<repair>.*?)```\n",
    re.DOTALL,
)
PAGES = {
    page.stem: parts
    for page in sorted(FOLDER.glob("*.md"))
    if (parts := PAGE.fullmatch(page.read_text(encoding="utf-8")))
}


def reports_on(slug: str, part: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    page = PAGES[slug]
    program = page["program"] and check(Source("game.rcy", page["program"])).game
    source = Source("game.md", page[part])
    return source, check_page(source, program.game if program else None)


def test_every_fault_of_a_page_has_a_page_headed_by_its_slug() -> None:
    assert set(PAGES) == slugs_in_code(kibitz.games)
    assert all(page["slug"] == slug for slug, page in PAGES.items())


@pytest.mark.parametrize("slug", PAGES)
def test_the_fault_gives_the_report(slug: str) -> None:
    source, diagnostics = reports_on(slug, "fault")
    assert {diagnostic.slug for diagnostic in diagnostics} == {slug}
    assert render(source, diagnostics, colour=False).rstrip() + "\n" == PAGES[slug]["report"]


@pytest.mark.parametrize("slug", PAGES)
def test_the_repair_is_clean(slug: str) -> None:
    assert reports_on(slug, "repair")[1] == ()


NAMING = """(game
 (setup (create players 1) (create deck ((1 player) iloc HAND) (deck (RANK (A, B)))))
 (choice ((any ((current player) iloc HAND) 'C (as KNOCK (move 'C (top (game vloc PILE)))))))
 (scoring max (size (game vloc PILE))))
"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ('KNOCK = "knock, discarding {C}"', []),
        ('KNOCK = "knock, discarding {CARD}"', ["the program has no pick of KNOCK `CARD`"]),
        ('NOCK = "knock"', ["the program has no move `NOCK`"]),
    ],
)
@pytest.mark.parametrize("table", ["moves", "told"])
def test_the_words_of_a_move_name_what_is_picked_for_it(
    table: str, words: str, said: list[str]
) -> None:
    game = check(Source("game.rcy", NAMING)).game
    assert game is not None
    page = Source("game.md", f"+++\n[{table}]\n{words}\n+++\n")
    assert [report.headline for report in check_page(page, game.game)] == said
