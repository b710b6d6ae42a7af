"""The language server: which question goes to which answer."""

from __future__ import annotations

import os
import sys

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from kibitz import __version__
from kibitz.lsp.answers import Answers


def serve() -> None:
    """Speak with the editor at the other end of standard input and output, until it hangs up."""
    server = LanguageServer(
        "kibitz", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full
    )
    _report_faults(server)
    _answer(server)
    # A stream of its own: it is closed at the end, and the command may still want to say something.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as editor:
        server.start_io(stdout=editor)


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
