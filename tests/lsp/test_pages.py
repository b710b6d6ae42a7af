"""A program and its page in one editor: names are the same on both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from editor import URI, Editor

from kibitz.games import find, names
from kibitz.lsp.names import CannotRename, Role
from kibitz.lsp.outline import page_folds, page_parts, program_folds, program_parts
from kibitz.lsp.pair import Pair
from kibitz.lsp.shading import page_words, program_words
from kibitz.lsp.signatures import signatures
from kibitz.recycle import Source, edited

PAGE_URI = URI.replace(".rcy", ".md")
GAME = """\
(game
 (declare (option OFF (OFF, ON)) 'OPEN)
 (define DRAW ('WHO) (move (top (game iloc STOCK)) (top ('WHO iloc HAND))))
 (setup
  (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (ACE, TWO, THREE, FOUR, FIVE, SIX)))))
 (do (
  ((== 'OPEN ON) (move (top (game iloc STOCK)) (top (game vloc TABLE))))
  (all player 'P (DRAW 'P))
  (set (game sto ROUND) 1)))
 (stage player
  once
  (choice (
   (any ((current player) iloc HAND) 'C
    (as LAY (move 'C (top (game vloc TABLE))))))))
 (scoring max (size ((current player) iloc HAND))))
"""
PAGE = """\
+++
title = "Laying"

[options.OPEN]
label = "Open card"
sentence = "Whether a card is turned up."
values = { ON = "a card is turned up" }

[layout]
counters = ["ROUND"]

[layout.names]
STOCK = "stock"
TABLE = "table"

[moves]
LAY = "lay {C} on the TABLE"
+++

# Laying

Lay a card.
"""


def pair(program: str = GAME, page: str = PAGE) -> Pair:
    return Pair(Source("laying.rcy", program), Source("laying.md", page))


def on_page(word: str, times: int = 1) -> int:
    offset = -1
    for _ in range(times):
        offset = PAGE.index(word, offset + 1)
    return offset


def renamed(word: str, wanted: str, *, times: int = 1) -> tuple[str, str]:
    """Program and page when the name at that place of the page has another name."""
    both = pair()
    edits, page_edits = both.rename(both.at_page(on_page(word, times)), wanted)
    return edited(GAME, edits), edited(PAGE, page_edits)


def test_both_are_sound_together() -> None:
    assert pair().program_reports() == ()
    assert pair().page_reports() == ()


@pytest.mark.parametrize(
    ("word", "role"),
    [
        ("OPEN", Role.VARIABLE),
        ("ON ", Role.TEXT),
        ("ROUND", Role.NUMBER),
        ("STOCK", Role.LOCATION),
        ("LAY", Role.MOVE),
        ("C}", Role.VARIABLE),
    ],
)
def test_a_name_on_the_page_is_one_of_the_program(word: str, role: Role) -> None:
    name = pair().at_page(on_page(word))
    assert name is not None
    assert (name.role, name.text) == (role, word.rstrip("} "))


def test_words_for_people_are_no_names() -> None:
    assert pair().at_page(on_page("TABLE", 2)) is None
    assert pair().at_page(on_page("Lay a card")) is None


def test_a_location_is_renamed_in_both() -> None:
    program, page = renamed("TABLE", "PILE")
    assert program == GAME.replace("TABLE", "PILE")
    assert page == PAGE.replace('TABLE = "table"', 'PILE = "table"')


def test_an_option_and_what_is_picked_are_renamed_in_both() -> None:
    program, page = renamed("OPEN", "UPCARD")
    assert program == GAME.replace("'OPEN", "'UPCARD")
    assert page == PAGE.replace("[options.OPEN]", "[options.UPCARD]")
    program, page = renamed("C}", "CARD")
    assert program == GAME.replace("'C", "'CARD")
    assert page == PAGE.replace("{C}", "{CARD}")


def test_a_variable_of_another_loop_leaves_the_page_alone() -> None:
    both = pair()
    name = both.names.at(GAME.index("'P "))
    assert both.rename(name, "SEAT")[1] == []


def test_a_rename_that_would_be_wrong_is_refused() -> None:
    with pytest.raises(CannotRename, match="something else is already called HAND"):
        renamed("STOCK", "HAND")
    with pytest.raises(CannotRename, match="only names"):
        pair().rename(None, "X")


@pytest.mark.slow
@pytest.mark.parametrize("game", names())
def test_every_name_on_a_page_of_the_library_is_renamed_and_both_stay_sound(game: str) -> None:
    file = find(game)
    assert file.page_text is not None
    both = Pair(file.source, Source(f"{game}.md", file.page_text))
    places = {place.span.start for place in both.page_names}
    chosen = {name for name in map(both.at_page, sorted(places)) if name is not None}
    assert chosen
    for name in sorted(chosen, key=lambda one: one.span.start)[:4]:
        try:
            edits, page_edits = both.rename(name, "ZZZ")
        except CannotRename:
            continue
        after = Pair(
            Source("after.rcy", edited(file.source.text, edits)),
            Source("after.md", edited(file.page_text, page_edits)),
        )
        assert after.page_reports() == both.page_reports()
        assert not any(report.is_error for report in after.program_reports())


# ---------------------------------------------------------------------------- at a glance


def test_the_outline_of_a_program() -> None:
    (game,) = program_parts(Source("", GAME))
    assert [part.name for part in game.inside] == [
        "declare 'OPEN",
        "define DRAW",
        "setup",
        "do",
        "stage player once",
        "scoring",
    ]
    (choice,) = game.inside[4].inside
    assert [part.name for part in choice.inside] == ["as LAY"]


def test_the_outline_of_a_page() -> None:
    parts = page_parts(Source("", PAGE))
    assert [part.name for part in parts] == [
        *("title", "options.OPEN", "layout", "layout.names", "moves", "Laying")
    ]
    assert [key.name for key in parts[3].inside] == ["STOCK", "TABLE"]


def test_lists_and_tables_fold() -> None:
    assert (0, GAME.count("\n") - 1) in program_folds(Source("", GAME))
    folds = page_folds(Source("", PAGE))
    assert (0, 17) in folds
    assert (11, 13) in folds


def test_words_have_sorts() -> None:
    sorts = {GAME[span.start : span.end]: sort for span, sort in program_words(pair())}
    assert sorts["game"] == "keyword"
    assert (sorts["HAND"], sorts["ROUND"], sorts["'P"]) == ("class", "property", "variable")
    assert (sorts["DRAW"], sorts["LAY"], sorts["RANK"]) == ("function", "method", "type")
    on_page = [(PAGE[span.start : span.end], sort) for span, sort in page_words(pair())]
    assert on_page == [
        *(("OPEN", "variable"), ("ON", "enumMember"), ("ROUND", "property"), ("STOCK", "class")),
        *(("TABLE", "class"), ("LAY", "method"), ("C", "variable")),
    ]


@pytest.mark.parametrize(
    ("typed", "form", "part"),
    [
        ("(game (do ((move ", "(move CARD CARD)", 0),
        ("(game (do ((move (top (game iloc STOCK)) ", "(move CARD CARD)", 1),
        ("(game (define DRAW ('WHO 'N) (turn pass)) (do ((DRAW 'P ", "(DRAW 'WHO 'N)", 1),
        ("(game (use tricks) (TRICKS (PLAYEDOUT) ", "(TRICKS 'END 'MAY 'AFTER 'WON)", 1),
    ],
)
def test_the_list_being_typed_says_what_it_wants(typed: str, form: str, part: int) -> None:
    found = signatures(Source("", typed), len(typed))
    assert found is not None
    way = found.ways[0]
    assert found.part == part
    assert [way.form[span.start : span.end] for span in way.parts] == form[1:-1].split()[1:]


def test_nothing_is_known_of_strange_lists() -> None:
    for typed in ("", "(", ";; (move ", "(nosuch "):
        assert signatures(Source("", typed), len(typed)) is None


def test_a_broken_text_is_answered_all_the_same() -> None:
    for cut in range(0, len(PAGE), 7):
        both = pair(GAME[: cut * 2], PAGE[:cut])
        both.program_reports()
        both.page_reports()
        list(program_words(both))
        list(page_words(both))
        page_parts(Source("", PAGE[:cut]))
        page_folds(Source("", PAGE[:cut]))


# ---------------------------------------------------------------------------- over the wire


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    with Editor() as editor:
        assert editor.open(GAME) != [], "without its page, nothing reads ROUND"
        assert editor.open(PAGE, PAGE_URI) == []
        assert editor.told(URI) == []
        yield editor


def at(word: str) -> tuple[int, int]:
    before = PAGE[: PAGE.index(word)]
    return before.count("\n"), len(before) - before.rfind("\n") - 1


@pytest.mark.slow
def test_a_page_is_no_program(editor: Editor) -> None:
    strange = PAGE_URI.replace("mine", "other")
    assert editor.open("# Notes\n\n+++ (nothing\n", strange) == []
    tidy = {"tabSize": 1, "insertSpaces": True}
    asked = {"textDocument": {"uri": strange}, "options": tidy}
    assert editor.ask("textDocument/formatting", **asked) == []
    editor.close(strange)


@pytest.mark.slow
def test_the_page_is_renamed_with_the_program(editor: Editor) -> None:
    answer = editor.at("rename", *at("STOCK"), more={"newName": "PACK"}, uri=PAGE_URI)
    assert set(answer["changes"]) == {URI, PAGE_URI}
    assert len(answer["changes"][PAGE_URI]) == 1


@pytest.mark.slow
def test_a_name_on_the_page_leads_to_the_program(editor: Editor) -> None:
    (found,) = editor.at("definition", *at("STOCK"), uri=PAGE_URI)
    assert found["uri"] == URI
    (here,) = editor.at("documentHighlight", *at("STOCK"), uri=PAGE_URI)
    assert here["range"]["start"]["line"] == at("STOCK")[0]
    assert "location" in editor.at("hover", *at("STOCK"), uri=PAGE_URI)["contents"]["value"]


@pytest.mark.slow
def test_names_of_the_program_are_proposed_on_the_page(editor: Editor) -> None:
    line, column = at("STOCK")
    found = editor.at("completion", line, column + 2, uri=PAGE_URI)
    labels = {item["label"] for item in found}
    assert {"STOCK", "TABLE", "HAND", "ROUND", "LAY", "OPEN"} <= labels


@pytest.mark.slow
@pytest.mark.parametrize("uri", [URI, PAGE_URI])
def test_both_have_an_outline_folds_and_colours(editor: Editor, uri: str) -> None:
    symbols: list[dict[str, Any]] = editor.of("documentSymbol", uri)
    assert symbols
    assert all(symbol["name"] for symbol in symbols)
    assert editor.of("foldingRange", uri)
    data = editor.of("semanticTokens/full", uri)["data"]
    assert data
    assert len(data) % 5 == 0
    assert all(number >= 0 for number in data)


@pytest.mark.slow
def test_the_form_of_a_list_is_shown(editor: Editor) -> None:
    line = next(
        n for n, text in enumerate(GAME.splitlines()) if "(shuffle" in text or "(move" in text
    )
    column = GAME.splitlines()[line].index("(move ") + len("(move ")
    help_ = editor.at("signatureHelp", line, column)
    assert help_["signatures"][0]["label"].startswith("(move ")
    assert editor.at("signatureHelp", 0, 0, uri=PAGE_URI) is None
