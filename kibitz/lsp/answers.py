"""What one open text answers an editor, in the protocol's own values."""

from __future__ import annotations

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from kibitz.lsp.completion import CompletionKind, complete
from kibitz.lsp.documents import EditorText, document_at, document_beside, folder_of
from kibitz.lsp.hover import Hover, explain
from kibitz.lsp.names import CannotRename, Name, names_of
from kibitz.lsp.pair import Pair
from kibitz.recycle import Diagnostic, Edit, RecycleError, Severity, Span, format_text

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
}
_KINDS = {
    CompletionKind.WORD: types.CompletionItemKind.Keyword,
    CompletionKind.VARIABLE: types.CompletionItemKind.Variable,
    CompletionKind.NAME: types.CompletionItemKind.Value,
}


class Answers:
    """What one open text has to say, a program or a page, with the other beside it."""

    def __init__(self, server: LanguageServer, uri: str) -> None:
        self._server = server
        self.own = document_at(server, uri)
        other = document_beside(server, uri)
        self._program: EditorText | None = other if self.own.is_page else self.own
        self._page: EditorText | None = self.own if self.own.is_page else other
        self.pair = Pair(
            None if self._program is None else self._program.source,
            None if self._page is None else self._page.source,
            folder_of(uri),
        )

    # ------------------------------------------------------------------ reports and cures

    def reports(self) -> tuple[Diagnostic, ...]:
        if self.own.refusal:
            return self.own.refusal
        return self.pair.page_reports() if self.own.is_page else self.pair.program_reports()

    def diagnostics(self) -> list[types.Diagnostic]:
        return [self._diagnostic(report) for report in self.reports()]

    def _diagnostic(self, report: Diagnostic) -> types.Diagnostic:
        texts = (report.headline, report.primary.text, *report.notes, report.help)
        labels = [label for label in report.secondary if label.text]
        return types.Diagnostic(
            range=self.own.positions.range(report.primary.span),
            message="\n".join(filter(None, texts)),
            severity=_SEVERITIES[report.severity],
            code=report.slug,
            source="kibitz",
            related_information=[
                types.DiagnosticRelatedInformation(self.own.location(label.span), label.text)
                for label in labels
            ],
        )

    def cures(self, wanted: types.Range) -> list[types.CodeAction]:
        low, high = self._offset(wanted.start), self._offset(wanted.end)
        return [
            types.CodeAction(
                title=report.help or f"cure: {report.headline}",
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[self._diagnostic(report)],
                edit=_changes((self.own, list(report.edits))),
                is_preferred=True,
            )
            for report in self.reports()
            if report.edits and report.primary.span.start <= high and low <= report.primary.span.end
        ]

    def _offset(self, position: types.Position) -> int:
        return self.own.positions.offset(position)

    # ------------------------------------------------------------------ changes

    def formatting(self) -> list[types.TextEdit]:
        """None where the words and parentheses do not make forms, and none of a page."""
        if self.own.is_page or self.own.refusal:
            return []
        try:
            text = format_text(self.own.source)
        except RecycleError:
            return []
        same = text == self.own.source.text
        return [] if same else [types.TextEdit(self.own.positions.everything, text)]

    def renaming(self, position: types.Position, wanted: str) -> types.WorkspaceEdit:
        try:
            in_program, on_page = self.pair.rename(self.name(position), wanted)
        except CannotRename as refusal:
            raise JsonRpcInvalidParams(str(refusal)) from None
        assert self._program is not None, "a name that can be renamed is the program's"
        changes = [(self._program, in_program)]
        if self._page is not None and on_page:
            changes.append((self._page, on_page))
        return _changes(*changes)

    # ------------------------------------------------------------------ names and words

    def name(self, position: types.Position) -> Name | None:
        """The name of the program at the position."""
        offset = self._offset(position)
        return self.pair.at_page(offset) if self.own.is_page else self.pair.names.at(offset)

    def same(self, position: types.Position) -> list[types.Location]:
        """The name at the position in all its places, the one that makes it first."""
        found = self.name(position)
        if found is None or self._program is None:
            return []
        same = sorted(self.pair.names.same(found), key=lambda other: other.span != found.binder)
        places = [self._program.location(other.span) for other in same]
        if self._page is not None:
            places += [self._page.location(span) for span in self.pair.on_page(found)]
        return places

    def definition(self, position: types.Position) -> list[types.Location]:
        """Where the name at the position is made, in the program or in a file of definitions."""
        there = None if self.own.is_page else self.pair.elsewhere(self._offset(position))
        if there is None:
            return self.same(position)[:1]
        path, wanted = there
        file = document_at(self._server, path.as_uri())
        made = (name for name in names_of(file.source).every if name.is_made)
        span = next((name.span for name in made if name.text == wanted), Span(0, 0))
        return [file.location(span)]

    def highlights(self, position: types.Position) -> list[types.DocumentHighlight]:
        """The same name in this text."""
        here = (place for place in self.same(position) if place.uri == self.own.uri)
        return [types.DocumentHighlight(place.range) for place in here]

    def hover(self, position: types.Position) -> types.Hover | None:
        offset = self._offset(position)
        if self.own.is_page:
            found = self.pair.at_page(offset)
            explained = self._explained(found.span.start) if found else None
            span = next((s for s in self._spans_here(found) if s.start <= offset <= s.end), None)
        else:
            explained = self._explained(offset)
            span = explained.span if explained else None
        if explained is None or span is None:
            return None
        text = types.MarkupContent(types.MarkupKind.Markdown, explained.text)
        return types.Hover(text, self.own.positions.range(span))

    def _explained(self, offset: int) -> Hover | None:
        return None if self.pair.whole is None else explain(self.pair.whole, offset)

    def _spans_here(self, found: Name | None) -> list[Span]:
        return [] if found is None else self.pair.on_page(found)

    def completion(self, position: types.Position) -> list[types.CompletionItem]:
        offset = self._offset(position)
        found = (
            self.pair.proposed(offset) if self.own.is_page else complete(self.own.source, offset)
        )
        place = self.own.positions.range(found.span)
        return [
            types.CompletionItem(
                label=proposal.text,
                kind=_KINDS[proposal.kind],
                detail=proposal.detail or None,
                text_edit=types.TextEdit(place, proposal.text),
            )
            for proposal in found.proposals
        ]


def _changes(*changes: tuple[EditorText, list[Edit]]) -> types.WorkspaceEdit:
    return types.WorkspaceEdit(
        changes={
            document.uri: [
                types.TextEdit(document.positions.range(edit.span), edit.replacement)
                for edit in edits
            ]
            for document, edits in changes
        }
    )
