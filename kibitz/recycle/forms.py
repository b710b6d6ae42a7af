"""Program text as nested lists, before any meaning: what the reader gives and the printer takes.

Spans do not take part in equality, so two texts that differ only in layout read as equal forms.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from kibitz.recycle.source import Source, Span


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
