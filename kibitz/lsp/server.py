"""The language server: which question goes to which answer."""

from __future__ import annotations

import logging
import os
import re
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError
from pygls.lsp.server import LanguageServer

from kibitz import __version__
from kibitz.lsp import looks
from kibitz.lsp.answers import Answers
from kibitz.lsp.documents import beside, is_open
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
            types.PublishDiagnosticsParams(uri, answers.diagnostics(), answers.own.version)
        )

    def publish_both(uri: str) -> None:
        """Of the text that has changed, and of the one beside it if that is open, too."""
        publish(uri)
        other = beside(uri)
        if other is not None and is_open(server, other):
            publish(other)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        publish_both(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        publish_both(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


def _answer(server: LanguageServer) -> None:
    typed = types.CompletionOptions(trigger_characters=["(", "'", " "])
    spaced = types.SignatureHelpOptions(trigger_characters=["(", " "])
    cures = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
    shown: tuple[tuple[str, Answer, object], ...] = (
        (types.TEXT_DOCUMENT_HOVER, lambda own, asked: own.hover(asked.position), None),
        (types.TEXT_DOCUMENT_COMPLETION, lambda own, asked: own.completion(asked.position), typed),
        (types.TEXT_DOCUMENT_DEFINITION, lambda own, asked: own.definition(asked.position), None),
        (types.TEXT_DOCUMENT_REFERENCES, lambda own, asked: own.same(asked.position), None),
        (
            types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT,
            lambda own, asked: own.highlights(asked.position),
            None,
        ),
        (
            types.TEXT_DOCUMENT_RENAME,
            lambda own, asked: own.renaming(asked.position, asked.new_name),
            None,
        ),
        (types.TEXT_DOCUMENT_FORMATTING, lambda own, asked: own.formatting(), None),
        (types.TEXT_DOCUMENT_CODE_ACTION, lambda own, asked: own.cures(asked.range), cures),
        (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, lambda own, asked: looks.symbols(own), None),
        (types.TEXT_DOCUMENT_FOLDING_RANGE, lambda own, asked: looks.folds(own), None),
        (
            types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
            lambda own, asked: looks.colours(own),
            looks.LEGEND,
        ),
        (
            types.TEXT_DOCUMENT_SIGNATURE_HELP,
            lambda own, asked: looks.signature_help(own, asked.position),
            spaced,
        ),
    )
    for feature, answer, options in shown:
        server.feature(feature, options)(_handler(server, answer))


Answer = Callable[[Answers, Any], object]
"""To what is asked about a text."""


def _handler(server: LanguageServer, answer: Answer) -> Callable[[Any], object]:
    """Whatever goes wrong is said in a sentence: no editor shows people our stack."""

    def handle(params: Any) -> object:
        try:
            return answer(Answers(server, params.text_document.uri), params)
        except JsonRpcException:
            raise
        except Exception as error:
            said = f"this is a bug in kibitz, not your fault ({type(error).__name__})"
            raise JsonRpcInternalError(said) from None

    return handle
