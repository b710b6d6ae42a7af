"""The language server: which question goes to which answer."""

from __future__ import annotations

import logging
import os
import re
import sys
from typing import BinaryIO

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from kibitz import __version__
from kibitz.lsp.answers import Answers
from kibitz.recycle import KibitzError

_MOST_BYTES = 1 << 24
"""Of one message: a program, every sign of it written in six, is far smaller."""
_LONGEST_HEADER = 4096
_ANNOUNCED = re.compile(rb"\s*content-length:\s*(\d+)\s*", re.IGNORECASE)


class TooLongMessage(KibitzError):
    """A message that no editor sends."""


class _Bounded:
    """What the editor says, up to a message that is too long; there the stream ends."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.is_refused = False

    def readline(self) -> bytes:
        line = self._stream.readline(_LONGEST_HEADER)
        announced = _ANNOUNCED.fullmatch(line)
        digits = announced[1].lstrip(b"0") if announced else b""
        is_long = len(digits) > len(str(_MOST_BYTES)) or int(digits or b"0") > _MOST_BYTES
        self.is_refused = is_long or len(line) == _LONGEST_HEADER
        return b"" if self.is_refused else line

    def read(self, size: int) -> bytes:
        return self._stream.read(size)


def serve() -> None:
    """Speak with the editor at the other end of standard input and output, until it hangs up.

    Raises TooLongMessage.
    """
    server = LanguageServer(
        "kibitz", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full
    )
    _report_faults(server)
    _answer(server)
    logging.getLogger("pygls").addHandler(logging.NullHandler())  # the editor is told what is wrong
    logging.getLogger("pygls").propagate = False
    asked = _Bounded(sys.stdin.buffer)
    # A stream of its own: it is closed at the end, and the command may still want to say something.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as editor:
        server.start_io(stdin=asked, stdout=editor)  # type: ignore[arg-type]  # it reads, no more
    if asked.is_refused:
        raise TooLongMessage(f"the editor announced a message of more than {_MOST_BYTES:,} bytes")


def _report_faults(server: LanguageServer) -> None:
    def publish(uri: str) -> None:
        answers = Answers(server, uri)
        server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, answers.diagnostics(), answers.version)
        )

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        publish(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        publish(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


def _answer(server: LanguageServer) -> None:
    def of(document: types.TextDocumentIdentifier) -> Answers:
        return Answers(server, document.uri)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        return of(params.text_document).hover(params.position)

    typed = types.CompletionOptions(trigger_characters=["(", "'", " "])

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, typed)
    def completion(params: types.CompletionParams) -> list[types.CompletionItem]:
        return of(params.text_document).completion(params.position)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> list[types.Location]:
        answers = of(params.text_document)
        return [answers.location(name) for name in answers.same(params.position)[:1]]

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[types.Location]:
        answers = of(params.text_document)
        return [answers.location(name) for name in answers.same(params.position)]

    @server.feature(types.TEXT_DOCUMENT_RENAME)
    def rename(params: types.RenameParams) -> types.WorkspaceEdit:
        return of(params.text_document).renaming(params.position, params.new_name)

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        return of(params.text_document).formatting()

    cures = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, cures)
    def code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        return of(params.text_document).cures(params.range)
