"""What each piece of a program is to a reader, for everybody who shows programs in colours."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from kibitz.recycle.keywords import KEYWORDS
from kibitz.recycle.tokens import Token, TokenKind, tokens


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
