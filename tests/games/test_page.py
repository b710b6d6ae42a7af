"""What a page says, and what it is told when it cannot be understood."""

from __future__ import annotations

from time import process_time

import pytest

from kibitz.games import CellGrid, Page, PageError
from kibitz.games.page import TableRemark, parse_page
from kibitz.games.page_fields import GameKind, Scorecard
from kibitz.recycle import Diagnostic, Span
from kibitz.recycle.diagnostic import MOST_REPORTS, Edit

KINDS = " or ".join(f'"{kind}"' for kind in GameKind)
FULL = """+++
title = "Beggar"
summary = "A game for two."
kind = "fishing"
tags = ["war"]

[options.JOKERS]
label = "Jokers"
sentence = "Which jokers are in the pack."

group = "cards"
rule = "{} jokers"

[options.JOKERS.values]
NONE = "no jokers"

[presets.wild]
label = "Wild"
sentence = "Anything goes."
options = { JOKERS = "MANY", ROUNDS = 3 }

[layout.names]
PILE = "heap"

[[layout.grids]]
name = "CELL"
rows = 2
columns = 4
first = 0

[layout.choices]
LEAD = "lead with {}"

[[layout.remarks]]
when = "LAST"
text = "{LAST} to come"
unless = { JOKERS = "NONE" }

[scorecard]
word = "round"
hole = "ROUND"
score = "POINTS"
total = "SUM"
sums = ["RAW", "POINTS"]
parts = { FEE = "fee" }
+++

Turn cards until
somebody has them all.
"""


def read(text: str) -> Page:
    return parse_page("beggar.md", "beggar", text)


def faults(text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(PageError) as raised:
        read(text)
    return raised.value.diagnostics


def refusal(text: str) -> str:
    [fault] = faults(text)
    return fault.headline


def test_a_page_gives_everything_its_front_matter_says() -> None:
    page = read(FULL)
    assert (page.title, page.summary, page.tags) == ("Beggar", "A game for two.", ("war",))
    assert page.kind is GameKind.FISHING
    assert page.options["JOKERS"].label == "Jokers"
    assert page.options["JOKERS"].sentence == "Which jokers are in the pack."
    assert page.options["JOKERS"].values == {"NONE": "no jokers"}
    assert (page.options["JOKERS"].group, page.options["JOKERS"].rule) == ("cards", "{} jokers")
    assert page.presets["wild"].label == "Wild"
    assert page.presets["wild"].options == {"JOKERS": "MANY", "ROUNDS": 3}
    assert page.layout.names == {"PILE": "heap"}
    assert page.layout.grid("CELL") == CellGrid("CELL", rows=2, columns=4, first=0)
    assert page.layout.grid("PILE") is None
    assert page.layout.choices == {"LEAD": "lead with {}"}
    assert page.layout.remarks == (TableRemark("LAST", "{LAST} to come", {"JOKERS": "NONE"}),)
    assert (page.layout.counters, page.layout.mulligans) == ((), 0)
    assert page.scorecard == Scorecard(
        word="round",
        hole="ROUND",
        score="POINTS",
        total="SUM",
        sums=("RAW", "POINTS"),
        parts={"FEE": "fee"},
    )
    assert page.rules == "Turn cards until\nsomebody has them all."


def test_a_page_may_say_which_counters_are_worth_showing_and_that_none_is() -> None:
    some = read('+++\n[layout]\ncounters = ["LEFT"]\nmulligans = 1\n+++\n').layout
    assert (some.counters, some.mulligans) == (("LEFT",), 1)
    assert read("+++\n[layout]\ncounters = []\n+++\n").layout.counters == ()


@pytest.mark.parametrize(
    ("front", "fault"),
    [
        ('[scorecard]\nhole = "H"\nscore = "S"', "`scorecard.total` is missing"),
        ("[scorecard]", "`scorecard.hole` is missing"),
        ('[scorecard]\nhole = "H"\nscore = "S"\ntotal = 3', "`scorecard.total` must be a text"),
        (
            '[scorecard]\nhole = "H"\nscore = "S"\ntotal = "T"\nholes_won = "W"',
            "`scorecard.holes_won` is not something a page can say",
        ),
        (
            '[scorecard]\nhole = "H"\nscore = "S"\ntotal = "T"\nparts = ["P"]',
            "`scorecard.parts` must be a table",
        ),
        ('[[layout.remarks]]\ntext = "x"', "`layout.remarks.when` is missing"),
        (
            '[scorecard]\nhole = "H"\nscore = "S"\ntotal = "T"\nturn = "sleep"',
            '`scorecard.turn` must be "lead" or "deal" or "next", not \'sleep\'',
        ),
        ('[layout]\ncounters = "LEFT"', "`layout.counters` must be a list of texts"),
        ("[layout]\nmulligans = -1", "`layout.mulligans` must be a whole number from 0 to 64"),
    ],
)
def test_a_scorecard_or_a_layout_that_cannot_be_used_is_refused(front: str, fault: str) -> None:
    assert any(fault in report.headline for report in faults(f"+++\n{front}\n+++\n"))


def test_a_page_saved_on_windows_reads_the_same() -> None:
    assert read("\ufeff" + FULL.replace("\n", "\r\n")) == read(FULL)


def test_a_page_without_front_matter_is_all_rules() -> None:
    page = read("Turn cards.\n")
    assert (page.title, page.rules) == ("beggar", "Turn cards.")


def test_an_empty_page_still_has_a_title() -> None:
    assert read("") == Page(title="beggar")


def test_a_front_matter_that_never_ends_is_refused() -> None:
    assert refusal('+++\ntitle = "Beggar"\n') == ("the front matter has no closing `+++`")


def test_a_slip_in_the_front_matter_is_marked_where_it_is() -> None:
    with pytest.raises(PageError, match=r"beggar\.md:3:11: the front matter is not TOML"):
        read('+++\ntitle = "Beggar"\nsummary = A game\n+++\n')


def test_a_front_matter_nested_beyond_reason_is_refused() -> None:
    nest = "[" * 10_000
    assert refusal(f"+++\ntags = {nest}\n+++\n").endswith("it is nested too deeply")


@pytest.mark.parametrize(
    "front",
    [
        ".".join("a" * 50_000) + " = 1",
        "[" + ".".join(['"a b"'] * 15_000) + "]",
        "x = { " + ".".join("a" * 50_000) + " = 1 }",
        "[[" + " " * 100_000,
        "title = " + "9" * 100_000,
        "title = 0x" + "f" * 100_000,
        "[presets.x.options]\nN = 0x" + "f" * 100_000,
        "[[layout.grids]]\n" * 7_000,
        "".join(f"summarx{number} = 1\n" for number in range(7_000)),
        "w" * 100_000,
    ],
    ids=range(10),
)
def test_a_page_made_to_keep_its_reader_busy_is_refused_at_once(front: str) -> None:
    start = process_time()
    assert 1 <= len(faults(f"+++\n{front}\n+++\n")) <= MOST_REPORTS
    assert process_time() - start < 2


def test_every_fault_of_a_page_is_told_in_order_and_with_its_place() -> None:
    text = '+++\ntitle = 5\ntgas = ["war"]\n\n[[layout.grids]]\nname = "X"\nrows = 0\n'
    text += "columns = 2\nfirst = 1\n+++\n"
    with pytest.raises(PageError) as raised:
        read(text)
    source = raised.value.source
    places = [source.position(fault.primary.span.start) for fault in raised.value.diagnostics]
    assert [(place.line, place.column) for place in places] == [(2, 1), (3, 1), (7, 1)]
    assert raised.value.diagnostics[1].help == "did you mean `tags`?"
    assert raised.value.diagnostics[1].edit == Edit(Span(14, 18), "tags")


@pytest.mark.parametrize(
    ("front", "fault"),
    [
        ("title = 5", "`title` must be a text in quotes, not 5"),
        ('tags = "war"', "`tags` must be a list of texts in quotes, not 'war'"),
        ('kind = "tricks"', f"`kind` must be {KINDS}, not 'tricks'"),
        ("kind = 3", f"`kind` must be {KINDS}, not 3"),
        ('colour = "red"', "`colour` is not something a page can say"),
        ("options = 3", "`options` must be a table, not 3"),
        ('[options.X]\nsentence = "s"', "`options.X.label` is missing"),
        (
            '[options.X]\nlabel = "l"\nsentence = "s"\nhelp = "h"',
            "`options.X.help` is not something a page can say",
        ),
        ('[presets.x]\nsentence = "s"', "`presets.x.label` is missing"),
        (
            '[presets.x]\nlabel = "l"\nsentence = "s"\noptions = { A = true }',
            "`presets.x.options.A` must be a whole number or a text in quotes, not True",
        ),
        ("[layout.names]\nPILE = 1", "`layout.names.PILE` must be a text in quotes, not 1"),
        (
            '[layout.grids]\nname = "X"',
            "`layout.grids` must be written `[[layout.grids]]`, once for each, not {'name': 'X'}",
        ),
        (
            '[[layout.grids]]\nname = "X"\nrows = 0\ncolumns = 1\nfirst = 0',
            "`layout.grids.rows` must be a whole number from 1 to 64, not 0",
        ),
        ('[[layout.grids]]\nname = "X"\nrows = 1\nfirst = 0', "`layout.grids.columns` is missing"),
    ],
)
def test_a_front_matter_that_says_something_else_is_refused(front: str, fault: str) -> None:
    assert refusal(f"+++\n{front}\n+++\n") == fault
