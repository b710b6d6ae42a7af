"""Offsets in a program and positions as an editor counts them: lines and code units, from 0."""

from __future__ import annotations

from lsprotocol import types
from pygls.workspace import PositionCodec

from kibitz.recycle.source import Source, Span


class Positions:
    """Of one text, for one client."""

    def __init__(self, source: Source, codec: PositionCodec) -> None:
        self._source = source
        self._codec = codec

    def offset(self, position: types.Position) -> int:
        """The offset of a position; one beyond a line's end, or the text's, means that end."""
        lines = self._source.lines
        if position.line >= len(lines):
            return len(self._source.text)
        line, units, column = lines[position.line], 0, 0
        while column < len(line) and units < position.character:
            units += self._codec.client_num_units(line[column])
            column += 1
        return sum(len(before) + 1 for before in lines[: position.line]) + column

    def position(self, offset: int) -> types.Position:
        place = self._source.position(min(offset, len(self._source.text)))
        before = self._source.lines[place.line - 1][: place.column - 1]
        return types.Position(place.line - 1, self._codec.client_num_units(before))

    def range(self, span: Span) -> types.Range:
        return types.Range(self.position(span.start), self.position(max(span.start, span.end)))

    @property
    def everything(self) -> types.Range:
        return self.range(Span(0, len(self._source.text)))
