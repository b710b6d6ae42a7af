"""The smallest pieces of program text: the words of the language, tokens before any is judged, and
what each is to a reader, for everybody who shows programs in colours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from kibitz.recycle.source import Span

_WORDS = """
    game declare define option require setup scoring min max stage player players team teams end
    once as
    choice do any all let create deck set update inc dec move swap remember forget shuffle cycle
    next current previous turn pass repeat top bottom owner using points sto str vloc iloc hloc
    oloc mem range other union intersect disjunction filter run runs largest subsets partition
    indexed sum score scoremax scoremin size pid tid cardatt tri fib random and or not
"""

KEYWORDS = frozenset(_WORDS.split())


# ---------------------------------------------------------------------------- tokens


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


# ---------------------------------------------------------------------------- shades


class Shade(StrEnum):
    COMMENT = "comment"
    PARENTHESIS = "parenthesis"
    OPERATOR = "operator"
    KEYWORD = "keyword"
    VARIABLE = "variable"
    NUMBER = "number"
    PLAIN = "plain"
    STRAY = "stray"
    """What no program contains."""


_SHADES = {
    TokenKind.COMMENT: Shade.COMMENT,
    TokenKind.OPEN: Shade.PARENTHESIS,
    TokenKind.CLOSE: Shade.PARENTHESIS,
    TokenKind.OPERATOR: Shade.OPERATOR,
    TokenKind.STRAY: Shade.STRAY,
}


def shaded_tokens(program: str) -> Iterator[tuple[Token, Shade]]:
    """Every token of the text with its shade, in order; blanks lie between them."""
    for token in tokens(program):
        yield token, _shade(token)


def _shade(token: Token) -> Shade:
    if token.kind is not TokenKind.WORD:
        return _SHADES.get(token.kind, Shade.PLAIN)
    if token.text.startswith("'"):
        return Shade.VARIABLE
    if token.text.isdecimal():
        return Shade.NUMBER
    return Shade.KEYWORD if token.text in KEYWORDS else Shade.PLAIN
