"""Where program text comes from, how a place in it is named, and the text as nested lists, before
any meaning: what the reader gives and the printer takes.

Spans do not take part in equality, so two texts that differ only in layout read as equal forms.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TypeGuard


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


# ---------------------------------------------------------------------------- forms


class AtomKind(StrEnum):
    """The kinds of word; the values are what we call them to people."""

    NAME = "a name"
    VARIABLE = "a variable"
    INTEGER = "an integer"
    KEYWORD = "a keyword"
    OPERATOR = "an operator"
    COMMA = "a comma"
    COLON = "a colon"
    DOTS = "`..`"


@dataclass(frozen=True, slots=True)
class Atom:
    """One word of the program, as written (a variable keeps its quote)."""

    kind: AtomKind
    text: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class List:
    """A parenthesised list; the span includes both parentheses."""

    items: tuple[Form, ...]
    span: Span = field(compare=False)


Form = Atom | List


def is_word(form: Form | None, *texts: str) -> bool:
    """Whether the form is one of these words."""
    return isinstance(form, Atom) and form.text in texts


def is_name(form: Form) -> TypeGuard[Atom]:
    return isinstance(form, Atom) and form.kind is AtomKind.NAME


def is_variable(form: Form) -> TypeGuard[Atom]:
    return isinstance(form, Atom) and form.kind is AtomKind.VARIABLE


def head_word(form: Form) -> str:
    """The word a list starts with, or nothing."""
    head = form.items[0] if isinstance(form, List) and form.items else None
    return head.text if isinstance(head, Atom) else ""


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment from `;;` to the end of its line, without the line end."""

    text: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Document:
    """A whole file as read: the game form, the comments, and anything after the game."""

    source: Source = field(compare=False)
    forms: tuple[Form, ...]
    comments: tuple[Comment, ...]
