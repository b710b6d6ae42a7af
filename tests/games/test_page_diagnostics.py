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


@pytest.mark.parametrize(
    ("won", "said"),
    [
        ("PILE = 2", []),
        ("HEAP = 2", ["the program has no location `HEAP`"]),
        (
            'PILE = "two"',
            ["`play.won.PILE` must be a whole number from 0 to 2147483647, not 'two'"],
        ),
    ],
)
def test_a_win_is_told_by_places_of_the_program(won: str, said: list[str]) -> None:
    game = check(Source("game.rcy", NAMING)).game
    assert game is not None
    page = Source("game.md", f"+++\n[play.won]\n{won}\n+++\n")
    assert [report.headline for report in check_page(page, game.game)] == said


GUESSING = """(game
 (setup (create players 2) (create deck ((1 player) iloc HAND) (deck (RANK (A, B)))))
 (stage player once
  (choice ((any player 'P (any (A, B) 'R (as GUESS (do (%s
   ((and (== 'P (1 player)) (== (cardatt RANK (top ((1 player) iloc HAND))) 'R))
    (inc (game sto RIGHT)))))))))))
 (scoring max (game sto RIGHT)))
"""


@pytest.mark.parametrize(
    ("stored", "cures"),
    [
        ("", ["(set (game sto GUESS) (pid 'P))", "(set (game str GUESS) 'R)"]),
        ("(inc ('P sto ASKED))", ["(set (game str GUESS) 'R)"]),
        ("(set (game str GUESS) 'R)", ["(set (game sto GUESS) (pid 'P))"]),
        ("(set (game sto GUESS) (pid 'P)) (set (game str GUESS) 'R)", []),
    ],
)
def test_words_that_only_the_guesser_would_hear_are_told_with_their_cure(
    stored: str, cures: list[str]
) -> None:
    game = check(Source("game.rcy", GUESSING % stored)).game
    assert game is not None
    page = Source("game.md", '+++\n[moves]\nGUESS = "guess that {P} holds {R}"\n+++\n')
    reports = check_page(page, game.game)
    assert [report.slug for report in reports] == ["never-heard"] * len(cures)
    assert [str(report.help).partition("`")[2].rstrip("`") for report in reports] == cures
    silent = Source("game.md", '+++\n[moves]\nGUESS = "guess"\n+++\n')
    assert check_page(silent, game.game) == ()
