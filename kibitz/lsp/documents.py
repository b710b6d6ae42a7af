"""Texts as the editor has them: where they are, and positions in them."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer
from pygls.workspace import PositionCodec

from kibitz.games import PAGE, PROGRAM
from kibitz.recycle import Diagnostic, RecycleError, Source, Span, source_from_bytes


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


# ---------------------------------------------------------------------------- documents


@dataclass(frozen=True)
class EditorText:
    """One text, open or beside one that is."""

    uri: str
    version: int | None
    source: Source
    positions: Positions
    refusal: tuple[Diagnostic, ...] = ()
    """Why it cannot be read as a text at all."""

    @property
    def is_page(self) -> bool:
        return self.uri.endswith(PAGE)

    def location(self, span: Span) -> types.Location:
        return types.Location(self.uri, self.positions.range(span))


def document_at(server: LanguageServer, uri: str) -> EditorText:
    """The text that the editor has there, or that lies there."""
    found = server.workspace.get_text_document(uri)
    name = found.filename or uri
    refusal: tuple[Diagnostic, ...] = ()
    try:
        source = source_from_bytes(name, found.source.encode(errors="replace"))
    except (OSError, UnicodeError):  # never opened, and no file that can be read either
        source = Source(name, "")
    except RecycleError as unreadable:
        source, refusal = Source(name, ""), unreadable.diagnostics
    positions = Positions(source, server.workspace.position_codec)
    return EditorText(uri, found.version, source, positions, refusal)


def beside(uri: str) -> str | None:
    """Where the page of a program lies, or the program of a page."""
    for own, other in ((PROGRAM, PAGE), (PAGE, PROGRAM)):
        if uri.endswith(own):
            return uri.removesuffix(own) + other
    return None


def document_beside(server: LanguageServer, uri: str) -> EditorText | None:
    """None where there is none."""
    other = beside(uri)
    if other is None:
        return None
    path = uris.to_fs_path(other)
    is_file = path is not None and Path(path).is_file()
    return document_at(server, other) if is_file or is_open(server, other) else None


def folder_of(uri: str) -> Path | None:
    """None for a text that is no file."""
    path = uris.to_fs_path(uri)
    return Path(path).parent if path else None


def is_open(server: LanguageServer, uri: str) -> bool:
    return uri in server.workspace.text_documents
