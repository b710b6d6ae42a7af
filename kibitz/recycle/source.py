"""Where program text comes from, and how a place in it is named."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of program text: offsets `start` up to, not including, `end`."""

    start: int
    end: int
    use: Span | None = None
    """In a definition: the use of it that is meant."""

    def to(self, other: Span) -> Span:
        """The stretch from the start of this one to the end of `other`; if one of them is in a
        definition and the other is not, this one alone."""
        if self.use != other.use:
            return self
        return Span(self.start, max(self.end, other.end), self.use)


@dataclass(frozen=True, slots=True)
class TextPosition:
    """A place as people say it: line and column, both from 1."""

    line: int
    column: int


@dataclass(frozen=True)
class Source:
    """One program text and the name its reader knows it by (a path, a library name)."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        return tuple(line.rstrip("\r") for line in self.text.split("\n"))

    @cached_property
    def _line_starts(self) -> tuple[int, ...]:
        starts = [0]
        for line in self.text.split("\n"):
            starts.append(starts[-1] + len(line) + 1)
        return tuple(starts[:-1])

    def position(self, offset: int) -> TextPosition:
        line = bisect_right(self._line_starts, offset)
        return TextPosition(line, offset - self._line_starts[line - 1] + 1)

    def slice(self, span: Span) -> str:
        return self.text[span.start : span.end]
