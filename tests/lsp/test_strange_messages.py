"""An editor that says strange things is answered, or hung up on with a sentence."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable

import pytest

from kibitz.cli.main import main

URI = "file:///games/mine.rcy"
Ending = tuple[object, bytes, bytes]


def framed(message: dict[str, object]) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


@pytest.fixture
def ended(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Callable[[bytes], Ending]:
    """How the server ends when the editor says this and hangs up, and all that it said."""

    def ending(said: bytes) -> Ending:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(said)))
        with pytest.raises(SystemExit) as end:
            main(["lsp"])
        return end.value.code, *capfdbinary.readouterr()

    return ending


@pytest.mark.slow
@pytest.mark.parametrize(
    "said",
    [
        b"Content-Length: 99999999999999999999999\r\n\r\n{}",
        b"Content-Length: 999999999999\r\n\r\n{}",
        b"content-length:" + b"9" * 5_000 + b"\r\n\r\n{}",
        b"Content-Length: " + b"0" * 4_000 + b"16777217\r\n\r\n{}",
        b"\0" * 10_000_000,
    ],
    ids=["more than a machine word", "a terabyte", "digits", "zeros", "no end of a line"],
)
def test_a_message_that_is_too_long_is_refused(
    said: bytes, ended: Callable[[bytes], Ending]
) -> None:
    code, _, faults = ended(said)
    assert code == 1
    assert faults == b"kibitz: the editor announced a message of more than 16,777,216 bytes\n"


@pytest.mark.parametrize(
    "said",
    [
        b"Content-Length: 3\r\n\r\n{}}",
        b"Content-Length: 100000\r\n\r\n" + b"[" * 100_000,
        b"Content-Length: 5000\r\n\r\n" + b"9" * 5_000,
        b"Content-Length: 4\r\n\r\n\xff\xfe\x00\x00",
        framed({"id": 1, "method": "initialize", "params": {"capabilities": 7}}),
        framed({"method": "textDocument/didOpen", "params": {"textDocument": None}}),
        framed({"id": 1, "method": "no/such", "params": []}),
    ],
    ids=["braces", "brackets", "digits", "bytes", "capabilities", "document", "method"],
)
def test_what_is_no_message_is_told_to_the_editor_alone(
    said: bytes, ended: Callable[[bytes], Ending]
) -> None:
    code, heard, faults = ended(said)
    assert (code, faults) == (0, b"")
    assert b"Traceback" not in heard


def test_a_refused_renaming_is_told_to_the_editor_alone(ended: Callable[[bytes], Ending]) -> None:
    document = {"uri": URI, "languageId": "recycle", "version": 0, "text": "(game)"}
    where = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 2}}
    begin: dict[str, object] = {"processId": None, "rootUri": None, "capabilities": {}}
    code, heard, faults = ended(
        framed({"id": 1, "method": "initialize", "params": begin})
        + framed({"method": "initialized", "params": {}})
        + framed({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        + framed({"id": 2, "method": "textDocument/rename", "params": {**where, "newName": "X"}})
        + framed({"id": 3, "method": "shutdown"})
        + framed({"method": "exit"})
    )
    assert (code, faults) == (0, b"")
    assert b"only names and variables can be renamed" in heard
    assert b"Traceback" not in heard
