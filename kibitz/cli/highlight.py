"""RECYCLE in colours, from the language's own tokens."""

from __future__ import annotations

from rich.text import Text

from kibitz.recycle.keywords import KEYWORDS
from kibitz.recycle.tokens import Token, TokenKind, tokens

_STYLES = {
    TokenKind.COMMENT: "italic dim",
    TokenKind.OPEN: "dim",
    TokenKind.CLOSE: "dim",
    TokenKind.OPERATOR: "bold",
    TokenKind.STRAY: "reverse",
}


def highlighted(program: str) -> Text:
    """The program, every token in the style of its kind; the characters stay as they are."""
    text = Text(program)
    for token in tokens(program):
        style = _style(token)
        if style:
            text.stylize(style, token.start, token.end)
    return text


def _style(token: Token) -> str:
    if token.kind is not TokenKind.WORD:
        return _STYLES.get(token.kind, "")
    if token.text.startswith("'"):
        return "magenta"
    if token.text.isdecimal():
        return "green"
    return "bold" if token.text in KEYWORDS else ""
