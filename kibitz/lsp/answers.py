"""What one open text answers an editor, in the protocol's own values."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.workspace import PositionCodec

from kibitz.lsp.completion import CompletionKind, complete
from kibitz.lsp.hover import explain
from kibitz.lsp.names import CannotRename, Name, names_of, rename
from kibitz.recycle import (
    Diagnostic,
    Edit,
    RecycleError,
    Severity,
    Source,
    Span,
    check,
    format_text,
    source_from_bytes,
)


class Positions:
    """Of one text, for one client."""

    def __init__(self, source: Source, codec: PositionCodec) -> None:
        self._source = source
        self._codec = codec
        self._counted: dict[int, list[int]] = {}
        """By line, from 0: how many of the client's units stand before every column."""

    def offset(self, position: types.Position) -> int:
        """The offset of a position; one beyond a line's end, or the text's, means that end."""
        lines = self._source.lines
        if position.line >= len(lines):
            return len(self._source.text)
        column = bisect_left(self._units(position.line), position.character)
        column = min(column, len(lines[position.line]))
        return sum(len(before) + 1 for before in lines[: position.line]) + column

    def position(self, offset: int) -> types.Position:
        place = self._source.position(min(offset, len(self._source.text)))
        units = self._units(place.line - 1)
        # A line may end in a sign that is not shown.
        return types.Position(place.line - 1, units[min(place.column, len(units)) - 1])

    def _units(self, line: int) -> list[int]:
        if line not in self._counted:
            units = map(self._codec.client_num_units, self._source.lines[line])
            self._counted[line] = list(accumulate(units, initial=0))
        return self._counted[line]

    def range(self, span: Span) -> types.Range:
        return types.Range(self.position(span.start), self.position(max(span.start, span.end)))

    @property
    def everything(self) -> types.Range:
        return self.range(Span(0, len(self._source.text)))


# ---------------------------------------------------------------------------- answers


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
    """What one open text has to say."""

    def __init__(self, server: LanguageServer, uri: str) -> None:
        document = server.workspace.get_text_document(uri)
        self.uri = uri
        self.version = document.version
        self._refusal: tuple[Diagnostic, ...] = ()
        name = document.filename or uri
        try:
            self.source = source_from_bytes(name, document.source.encode(errors="replace"))
        except OSError:  # never opened, and no file either
            self.source = Source(name, "")
        except RecycleError as unreadable:
            self.source, self._refusal = Source(name, ""), unreadable.diagnostics
        self.positions = Positions(self.source, server.workspace.position_codec)

    # ------------------------------------------------------------------ reports and cures

    def reports(self) -> tuple[Diagnostic, ...]:
        return self._refusal or check(self.source).diagnostics

    def diagnostics(self) -> list[types.Diagnostic]:
        return [self._diagnostic(report) for report in self.reports()]

    def _diagnostic(self, report: Diagnostic) -> types.Diagnostic:
        texts = (report.headline, report.primary.text, *report.notes, report.help)
        labels = [label for label in report.secondary if label.text]
        return types.Diagnostic(
            range=self.positions.range(report.primary.span),
            message="\n".join(filter(None, texts)),
            severity=_SEVERITIES[report.severity],
            code=report.slug,
            source="kibitz",
            related_information=[
                types.DiagnosticRelatedInformation(
                    types.Location(self.uri, self.positions.range(label.span)), label.text
                )
                for label in labels
            ],
        )

    def cures(self, wanted: types.Range) -> list[types.CodeAction]:
        low, high = self.positions.offset(wanted.start), self.positions.offset(wanted.end)
        return [
            types.CodeAction(
                title=report.help or f"cure: {report.headline}",
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[self._diagnostic(report)],
                edit=self.workspace_edit([report.edit]),
                is_preferred=True,
            )
            for report in self.reports()
            if report.edit is not None
            and report.primary.span.start <= high
            and low <= report.primary.span.end
        ]

    # ------------------------------------------------------------------ changes

    def text_edit(self, edit: Edit) -> types.TextEdit:
        return types.TextEdit(self.positions.range(edit.span), edit.replacement)

    def workspace_edit(self, edits: list[Edit]) -> types.WorkspaceEdit:
        return types.WorkspaceEdit(changes={self.uri: [self.text_edit(edit) for edit in edits]})

    def formatting(self) -> list[types.TextEdit]:
        """None where the words and parentheses do not make forms: the reports say why."""
        try:
            text = format_text(self.source)
        except RecycleError:
            return []
        same = text == self.source.text or bool(self._refusal)
        return [] if same else [types.TextEdit(self.positions.everything, text)]

    def renaming(self, position: types.Position, name: str) -> types.WorkspaceEdit:
        try:
            return self.workspace_edit(rename(self.source, self.positions.offset(position), name))
        except CannotRename as refusal:
            raise JsonRpcInvalidParams(str(refusal)) from None

    # ------------------------------------------------------------------ names and words

    def same(self, position: types.Position) -> list[Name]:
        """The name at the position in all its places, the one that makes it first."""
        names = names_of(self.source)
        name = names.at(self.positions.offset(position))
        if name is None:
            return []
        return sorted(names.same(name), key=lambda other: other.span != name.binder)

    def location(self, name: Name) -> types.Location:
        return types.Location(self.uri, self.positions.range(name.span))

    def hover(self, position: types.Position) -> types.Hover | None:
        found = explain(self.source, self.positions.offset(position))
        if found is None:
            return None
        text = types.MarkupContent(types.MarkupKind.Markdown, found.text)
        return types.Hover(text, self.positions.range(found.span))

    def completion(self, position: types.Position) -> list[types.CompletionItem]:
        found = complete(self.source, self.positions.offset(position))
        place = self.positions.range(found.span)
        return [
            types.CompletionItem(
                label=proposal.text,
                kind=_KINDS[proposal.kind],
                detail=proposal.detail or None,
                text_edit=types.TextEdit(place, proposal.text),
            )
            for proposal in found.proposals
        ]
