"""The language server answers an editor that opens bombs, in 5 seconds and 512 MiB."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from bombs import each, game, listed, names, nested
from sandbox import CPU_SECONDS, MEBIBYTES, run

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")
pytestmark = pytest.mark.slow

URI = "file:///games/mine.rcy"
DOCUMENTS = {
    "a document of eight megabytes": "(game " + "x" * 8_000_000,
    "a document of a million lines": "(game\n" * 1_000_000,
    "parentheses in parentheses": "(" * 200_000,
    "tests in tests": game(nested("(if (== 1 1)", "(turn pass)", 3_000)),
    "a line of thousands of names": game(f"(do ((set (game str NAME) ({listed(15_000)}))))"),
    "thousands of faults": game("(do (" + each("(set (game sto ?) 'NOBODY)", 5_000) + "))"),
    "thousands of unknown words": each("(? ? ?)", 10_000),
    "a comment of a megabyte": game() + ";" * 1_000_000,
    "signs of four bytes": "\U0001f0a1" * 200_000,
}
HUGE = 2**31 - 1
FORMATTING = {"options": {"tabSize": 1, "insertSpaces": True}}


def framed(method: str, params: object, number: int | None = None) -> bytes:
    asked = {} if number is None else {"id": number}
    body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **asked}).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def spoken(text: str, questions: Sequence[tuple[str, Mapping[str, object]]]) -> bytes:
    """An editor opens the document, asks, and leaves."""
    document = {"uri": URI, "languageId": "recycle", "version": 0, "text": text}
    begin: dict[str, object] = {"processId": None, "rootUri": None, "capabilities": {}}
    asked = [
        framed(f"textDocument/{method}", {"textDocument": {"uri": URI}, **more}, number)
        for number, (method, more) in enumerate(questions, 2)
    ]
    return b"".join(
        [
            framed("initialize", begin, 1),
            framed("initialized", {}),
            framed("textDocument/didOpen", {"textDocument": document}),
            *asked,
            framed("shutdown", None, len(asked) + 2),
            framed("exit", None),
        ]
    )


def check_answers(typed: bytes, questions: int, folder: Path) -> None:
    ending = run(["lsp"], {}, folder, typed=typed)
    assert ending.cpu_seconds <= CPU_SECONDS, ending
    assert ending.mebibytes <= MEBIBYTES, ending
    assert ending.exit_code == 0, ending
    assert "Traceback" not in ending.said
    assert ending.said.count('"id":') >= questions + 2, "not every question was answered"
    assert len(ending.said) < 4_000_000, "too much for an editor to show"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_looked_at(name: str, tmp_path: Path) -> None:
    where = {"position": {"line": 0, "character": 3}}
    questions = [("hover", where), ("completion", where), ("formatting", FORMATTING)]
    check_answers(spoken(DOCUMENTS[name], questions), len(questions), tmp_path)


@pytest.mark.parametrize(
    ("method", "more"),
    [
        ("hover", {"position": {"line": HUGE, "character": HUGE}}),
        ("completion", {"position": {"line": HUGE, "character": 0}}),
        ("rename", {"position": {"line": 0, "character": HUGE}, "newName": "X" * 5_000_000}),
        (
            "references",
            {"position": {"line": 2, "character": HUGE}, "context": {"includeDeclaration": True}},
        ),
        ("definition", {"position": {"line": HUGE, "character": HUGE}}),
    ],
)
def test_a_question_about_a_place_that_is_not_there(
    method: str, more: Mapping[str, object], tmp_path: Path
) -> None:
    text = game(each("(do ((set (game sto ?) 1)))", 300))
    check_answers(spoken(text, [(method, more)]), 1, tmp_path)


def test_a_name_that_stands_in_thousands_of_places_is_renamed(tmp_path: Path) -> None:
    text = game("(do (" + "(inc (game sto MANY)) " * 5_000 + "))")
    where = {"line": 2, "character": text.splitlines()[2].index("MANY")}
    asked = spoken(text, [("rename", {"position": where, "newName": names(1)[0] * 20})])
    check_answers(asked, 1, tmp_path)
