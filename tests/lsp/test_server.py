"""`kibitz lsp`, asked by a client over its standard input and output."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from editor import URI, Editor

from kibitz.games import find
from kibitz.recycle import Source, format_text, standard_text

pytestmark = pytest.mark.slow

GAME = """\
(game
 (declare (option 2 (range 2..4)) 'SEATS)
 (setup
  (create players 'SEATS)
  (create deck (game iloc STOCK) (deck (RANK (ACE, TWO, THREE, FOUR, FIVE, SIX)))))
 (do (
  ;; 🂡🂡 the deal
  (shuffle (game iloc STOCK))
  (all player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND))))))
 (stage player
  once
  (choice (
   (any ((current player) iloc HAND) 'C
    (move 'C (top (game vloc TABLE)))))))
 (scoring max (size ((current player) iloc HAND))))
"""
LINES = GAME.splitlines()


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    with Editor() as editor:
        yield editor


@pytest.fixture
def program(editor: Editor) -> Editor:
    """The editor with the sound program in it."""
    assert editor.open(GAME) == []
    return editor


def place(line: int, word: str) -> tuple[int, int]:
    """Where the word begins in the line, counted from 0 in UTF-16."""
    before = LINES[line][: LINES[line].index(word)]
    return line, len(before.encode("utf-16-le")) // 2


def changed(text: str, edits: list[dict[str, Any]]) -> str:
    """The text with the edits of an answer made; it is plain ASCII where they are."""
    lines = text.split("\n")

    def offset(position: dict[str, int]) -> int:
        before = sum(len(line) + 1 for line in lines[: position["line"]])
        return before + position["character"]

    for edit in sorted(edits, key=lambda edit: offset(edit["range"]["start"]), reverse=True):
        start, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        text = text[:start] + edit["newText"] + text[end:]
    return text


def test_faults_are_told_while_they_are_typed_and_are_gone_when_they_are(program: Editor) -> None:
    (fault,) = program.type(GAME.replace("(shuffle", "(shufle"))
    assert (fault["code"], fault["severity"], fault["source"]) == ("unknown-keyword", 1, "kibitz")
    assert fault["range"]["start"] == {"line": 7, "character": 3}
    assert "shufle" in fault["message"]
    assert program.type(GAME) == []


def test_a_warning_is_a_warning(program: Editor) -> None:
    (warning,) = program.type(GAME.replace(" (setup", " (declare 3 'UNUSED)\n (setup"))
    assert warning["severity"] == 2


def test_a_cure_is_a_quick_fix(program: Editor) -> None:
    misspelt = GAME.replace("(shuffle", "(shufle")
    (fault,) = program.type(misspelt)
    where = {"textDocument": {"uri": URI}, "range": fault["range"]}
    (action,) = program.ask("textDocument/codeAction", **where, context={"diagnostics": [fault]})
    assert action["kind"] == "quickfix"
    assert action["diagnostics"] == [fault]
    assert program.type(changed(misspelt, action["edit"]["changes"][URI])) == []
    elsewhere = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}
    where["range"] = elsewhere
    program.type(misspelt)
    assert program.ask("textDocument/codeAction", **where, context={"diagnostics": []}) == []


def test_a_word_is_explained_by_the_reference_with_the_meaning_it_has_here(program: Editor) -> None:
    shown = program.at("hover", *place(8, "all"))
    assert shown["contents"]["value"].startswith("### `all`: for each")
    assert shown["range"]["start"] == {"line": 8, "character": 3}
    assert program.at("hover", *place(14, "max"))["contents"]["value"].startswith("### `scoring`")
    assert program.at("hover", *place(6, "deal")) is None


def test_a_variable_is_explained_by_its_type_and_its_place(program: Editor) -> None:
    shown = program.at("hover", *place(13, "'C"))
    assert shown["contents"]["value"] == "**'C**, a card, bound in line 13, in 2 places"


def test_definition_and_references_of_a_variable_and_a_location(program: Editor) -> None:
    (found,) = program.at("definition", *place(13, "'C"))
    assert found["range"]["start"] == dict(zip(("line", "character"), place(12, "'C"), strict=True))
    uses = program.at(
        "references", *place(8, "STOCK"), more={"context": {"includeDeclaration": True}}
    )
    assert [use["range"]["start"]["line"] for use in uses] == [4, 7, 8]


def test_what_a_game_uses_is_found_in_its_file(editor: Editor) -> None:
    uri = "file:///games/whist.rcy"
    text = find("whist").source.text
    editor.open(text, uri)
    lines = text.splitlines()
    line = next(number for number, one in enumerate(lines) if "(TRICKS " in one)
    (found,) = editor.at("definition", line, lines[line].index("(TRICKS") + 2, uri=uri)
    assert found["uri"].endswith("/kibitz/recycle/standard/tricks.rcy")
    made = standard_text("tricks").splitlines()[found["range"]["start"]["line"]]
    assert made.startswith(" (define TRICKS (")
    editor.close(uri)


def test_a_renamed_location_is_renamed_everywhere_and_nothing_else(program: Editor) -> None:
    renamed = program.at("rename", *place(8, "HAND"), more={"newName": "CARDS"})
    assert changed(GAME, renamed["changes"][URI]) == GAME.replace("HAND", "CARDS")


@pytest.mark.parametrize(
    ("where", "name", "said"),
    [
        (place(8, "HAND"), "hand", "letters from A to Z only"),
        (place(8, "HAND"), "STOCK", "already called STOCK"),
        (place(13, "'C"), "SEATS", "would have a fault more"),
        (place(8, "move"), "PUT", "only names and variables"),
    ],
)
def test_a_name_that_will_not_do_is_refused_in_words(
    program: Editor, where: tuple[int, int], name: str, said: str
) -> None:
    assert said in program.at("rename", *where, more={"newName": name})["message"]


def test_variables_in_scope_and_names_of_the_kind_are_proposed(editor: Editor) -> None:
    def proposed(text: str) -> list[str]:
        line = text.count("\n")
        editor.type(text)
        found = editor.at("completion", line, len(text.rpartition("\n")[2]))
        return [item["textEdit"]["newText"] for item in found]

    editor.open(GAME)
    begun = "\n".join(LINES[:8])
    assert proposed(f"{begun}\n  (all player 'P (move (top ('") == ["'P", "'SEATS"]
    assert proposed(f"{begun}\n  (all player 'P (move (top (game iloc S")[0] == "STOCK"
    assert {"shuffle", "move", "all", "'SEATS"} <= {*proposed(f"{begun}\n  (")}
    assert proposed(f"{begun}\n  ;; 'S") == []
    assert "'P" not in proposed(f"{begun}\n  (all player 'P (turn pass)) ('")


def test_a_program_is_laid_out_as_fmt_does(program: Editor) -> None:
    untidy = GAME.replace("\n  once\n", "   once ")
    program.type(untidy)
    options = {"textDocument": {"uri": URI}, "options": {"tabSize": 1, "insertSpaces": True}}
    edits = program.ask("textDocument/formatting", **options)
    assert changed(untidy, edits) == format_text(Source("", untidy))
    program.type("(game (")
    assert program.ask("textDocument/formatting", **options) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "(",
        ")",
        "(define",
        "(define X ('",
        "(game (define TWICE ('X) (+ 'X 'X)) (TWICE",
        "(((" * 4000,
        "'",
        ";;",
        "game",
        "\ud83d",
        "(any 'P",
        "\x00",
        "(game (deck (A",
        "x" * 200_000,
    ],
)
def test_whatever_is_typed_every_question_has_an_answer(editor: Editor, text: str) -> None:
    editor.open(GAME)
    editor.type(text)
    for method in ("hover", "completion", "definition", "references"):
        for line, character in ((0, 0), (0, 9), (9, 9)):
            context = {"context": {"includeDeclaration": True}} if method == "references" else {}
            answer = editor.at(method, line, character, more=context)
            assert not isinstance(answer, dict) or "message" not in answer, answer
    assert editor.type(GAME) == []


def test_a_file_that_was_never_opened_has_nothing_to_say(editor: Editor) -> None:
    document = {"uri": "file:///nowhere/other.rcy"}
    start = {"line": 0, "character": 0}
    assert editor.ask("textDocument/hover", textDocument=document, position=start) is None


def test_the_server_leaves_when_it_is_told_to_and_when_nobody_listens() -> None:
    with Editor() as editor:
        assert editor.leave() == 0
    ran = subprocess.run(
        [sys.executable, "-m", "kibitz", "lsp"],
        input=b"",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert b"Traceback" not in ran.stderr
