"""The smallest pieces of program text, before any of them is judged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from kibitz.recycle.source import Span

BYTE_ORDER_MARK = "\ufeff"


class TokenKind(StrEnum):
    OPEN = "OPEN"
    CLOSE = "CLOSE"
    WORD = "WORD"
    """Letters, digits and underscores with or without a leading quote; not yet judged."""
    OPERATOR = "OPERATOR"
    COMMA = "COMMA"
    COLON = "COLON"
    DOTS = "DOTS"
    COMMENT = "COMMENT"
    SEMICOLON = "SEMICOLON"
    QUOTE = "QUOTE"
    STRAY = "STRAY"
    """A run of characters that no RECYCLE program contains."""


class Token(NamedTuple):
    kind: TokenKind
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


_PATTERN = re.compile(
    r"""
      [ \t\r\n]+
    | (?P<COMMENT> ;;[^\n]* )
    | (?P<OPEN> \( )
    | (?P<CLOSE> \) )
    | (?P<WORD> '?\w+ )
    | (?P<COMMA> , )
    | (?P<COLON> : )
    | (?P<DOTS> \.\. )
    | (?P<OPERATOR> == | != | <= | >= | // | [<>+\-*%^] )
    | (?P<SEMICOLON> ; )
    | (?P<QUOTE> ' )
    | (?P<STRAY> (?: (?! == | != | // | \.\. ) [^ \t\r\n\w;(),:'<>+\-*%^] )+ )
    """,
    re.VERBOSE,
)
_KIND_BY_GROUP = {kind.value: kind for kind in TokenKind}


def tokens(text: str) -> Iterator[Token]:
    """The tokens of `text` in order, each as long as it can be; a leading byte-order mark is none.

    Every character is a blank or belongs to a token: nothing is skipped silently.
    """
    start = 1 if text.startswith(BYTE_ORDER_MARK) else 0
    for match in _PATTERN.finditer(text, start):
        if match.lastgroup is not None:
            yield Token(_KIND_BY_GROUP[match.lastgroup], match.group(), match.start())
