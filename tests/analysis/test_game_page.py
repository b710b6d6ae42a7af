"""The page of a game: sound HTML, complete, by itself, and for everybody."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import pytest
from html_check import contrast, read_page
from small_matches import KEEP_THE_ACE, program
from stand_in import looks_ahead

from kibitz.analysis import Report, SamplePlan, Subject, make_report, write_report
from kibitz.analysis.page.game_page import game_page, highlighted, to_html
from kibitz.analysis.page.html import stylesheet
from kibitz.analysis.subject import titled
from kibitz.games import Page
from kibitz.kept_files import Cache
from kibitz.players import Player, Uniform

pytestmark = pytest.mark.slow


PAGE = Page(
    title="Keep <the> Ace",
    summary='Keep the "ace" & win.',
    tags=("matching", "tiny"),
    rules="Keep it.\n\n## The cards\n\nSix.\n\n### More\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
)


def quiet(what: str, done: float) -> None:
    pass


def reported(text: str = KEEP_THE_ACE, page: Page = PAGE, **options: int | str) -> Report:
    of = program(text, **options)
    subject = Subject("ace", page, of, program(text).options, SamplePlan("ahead", 4, 7))
    with TemporaryDirectory() as folder:
        return make_report(subject, looks_ahead, Cache(Path(folder)), quiet)


@cache
def report() -> Report:
    return reported()


def page_text(of: Report) -> str:
    return game_page(of.subject, of.measures, of.pictures, of.story)


@cache
def page() -> str:
    return page_text(report())


def test_the_page_is_sound() -> None:
    assert read_page(page()).faults == []


def test_the_page_loads_nothing() -> None:
    outside = [link for link in read_page(page()).links if not link.startswith(("#", "data:"))]
    assert outside == ["ace/ace-analysis.zip"]  # to be fetched by a click, not by the page
    assert "<script" not in page()
    assert not re.search(r"url\((?!#)", page())
    assert "@import" not in page()


def test_the_page_is_the_same_every_time() -> None:
    assert page_text(reported()) == page()


@pytest.mark.parametrize(
    "words",
    [
        "Keep &lt;the&gt; Ace",
        "2 players",
        "matching",
        "How it is played",
        "Information flow",
        "Branching factor",
        "Decision spread",
        "Lead history",
        "A match",
        "Skill and luck",
        "Too few duels were played",
        "Seats",
        "random, 100,000 matches",
        "thinking, 4 matches",
        "Fairness",
        "Scores with thinking",
        "all tables",
        "Seed",
        'download="ace.rcy"',
    ],
)
def test_the_page_has_everything(words: str) -> None:
    assert words.casefold() in page().casefold()


def test_the_downloads_hold_tables_figures_and_graph() -> None:
    assert set(report().extras) == {
        *("choice.csv", "results.csv", "spread.csv", "lead.csv", "movement.dot"),
        *(
            f"{name}.{kind}"
            for name in ("flow", "branching", "spread", "lead", "skill", "lengths", "scores")
            for kind in ("svg", "png")
        ),
    }


def test_tables_have_the_published_columns() -> None:
    heads = {
        name: data.decode().split("\n")[0]
        for name, data in report().extras.items()
        if name.endswith(".csv")
    }
    assert heads == {
        "choice.csv": "game,numPlayers,ai,run,move,player,choices,choice,time",
        "results.csv": "game,numPlayers,ai,run,player,score,rank,time",
        "spread.csv": "game,numPlayers,ai,run,pmove,player,spread",
        "lead.csv": "game,numPlayers,ai,run,move,recorder,player,score,rank,rankestimate",
    }


def test_tables_have_a_row_for_every_decision_and_result() -> None:
    rows = {
        name: data.decode().strip().split("\n")[1:]
        for name, data in report().extras.items()
        if name.endswith(".csv")
    }
    assert len(rows["choice.csv"]) == 2 * 4 * 2
    assert rows["choice.csv"][0] == "ace,2,RR,1,1,1,2,,"
    assert len(rows["results.csv"]) == 3 * 4 * 2
    assert {row.split(",")[2] for row in rows["results.csv"]} == {"RR", "AR", "AA"}
    assert len(rows["spread.csv"]) == 4 * 2
    assert len(rows["lead.csv"]) == 4 * (2 + 1) * 2


def test_options_that_are_not_as_usual_are_in_the_caption() -> None:
    usual, changed = report().subject, reported(PLAYERS=3).subject
    assert "PLAYERS" not in usual.caption("4 matches")
    assert "(PLAYERS=3)" in changed.caption("4 matches")


def test_captions_are_in_the_pages_own_letters() -> None:
    assert page().count("<small>Keep &lt;the&gt; Ace.") == len(report().pictures)
    assert 'id="flow-caption"' in page()
    assert "[id$=-caption] { display: none; }" in stylesheet()


def test_what_the_flow_shows_is_said_for_everybody() -> None:
    assert '<p class="reading">Cards are dealt:' in page()


ALONE = """
(game
 (setup (create players 1) (create deck (game iloc STOCK) (deck (RANK (ACE, TWO, THREE)))))
 (do ((shuffle (game iloc STOCK))))
 (stage player
  (end (== (size (game iloc STOCK)) 0))
  (choice (
   (move (top (game iloc STOCK)) (top (game vloc GOOD)))
   (move (top (game iloc STOCK)) (top (game vloc BAD))))))
 (scoring max (size (game vloc GOOD))))
"""


def test_a_game_for_one_says_why_it_has_no_lead_history() -> None:
    alone = reported(ALONE)
    text = page_text(alone)
    assert read_page(text).faults == []
    assert "nobody to lead" in text
    assert "lead" not in alone.pictures
    assert alone.measures.spread is not None


def test_players_that_do_not_look_ahead_leave_two_figures_out() -> None:
    def uniform(name: str, of: object) -> Player:
        return Uniform()

    with TemporaryDirectory() as folder:
        blind = make_report(report().subject, uniform, Cache(Path(folder)), quiet)
    text = page_text(blind)
    assert read_page(text).faults == []
    assert "do not look ahead" in text
    assert set(blind.pictures) == {"flow", "branching", "skill", "lengths", "scores"}


def test_a_page_without_prose_is_sound_too() -> None:
    text = page_text(reported(page=Page(title="bare")))
    assert read_page(text).faults == []
    assert "How it is played" not in text


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("GolfSix4", "Golf Six 4"),
        ("my-game", "My Game"),
        ("CRAZY8s_v2", "CRAZY 8 S V 2"),
        ("schafkopf", "Schafkopf"),
        ("42", "42"),
    ],
)
def test_a_game_without_a_title_gets_one_from_its_name(name: str, title: str) -> None:
    assert titled(Page(title=name), name).title == title
    assert titled(Page(title="Own"), name).title == "Own"


def test_the_report_is_written_with_the_page_last(tmp_path: Path) -> None:
    path = write_report(report(), tmp_path)
    assert path == tmp_path / "ace.html"
    files = {file.name for file in (tmp_path / "ace").iterdir()}
    assert files == {*report().extras, "ace-analysis.zip"}
    with ZipFile(tmp_path / "ace" / "ace-analysis.zip") as bundle:
        assert set(bundle.namelist()) == set(report().extras)
    assert path.read_text(encoding="utf-8") == page()


def test_headings_of_the_rules_go_below_the_pages_own_without_a_gap() -> None:
    html = to_html("# One\n\n### Three\n", below=2)
    assert "<h3>One</h3>" in html
    assert "<h4>Three</h4>" in html


def test_html_in_the_rules_is_shown_not_obeyed() -> None:
    assert "<script>" not in to_html("<script>alert(1)</script>", below=2)


def test_a_program_in_colours_keeps_every_character() -> None:
    text = '(game ;; a < b & c\n \'X 12 "@@" vloc)\n'
    plain = re.sub(r"<[^>]*>", "", highlighted(text))
    assert (
        plain.replace("&lt;", "<")
        .replace("&amp;", "&")
        .replace("&quot;", '"')
        .replace("&#x27;", "'")
        == text
    )
    assert '<span class="variable">&#x27;X</span>' in highlighted(text)


def colours(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z]+): (#[0-9a-f]{6})", block))


@pytest.mark.parametrize("theme", [0, 1])
def test_letters_stand_out_from_the_paper_by_day_and_by_night(theme: int) -> None:
    found = colours(re.findall(r":root \{(.*?)\}", stylesheet(), re.DOTALL)[theme])
    for name in ("ink", "faint", "link", "keyword", "variable", "number", "comment"):
        for ground in ("paper", "ground"):
            assert contrast(found[name], found[ground]) >= 4.5, (name, ground)
    for name in ("blue", "green", "vermilion", "grey"):
        assert contrast(found[name], found["paper"]) >= 3, name
