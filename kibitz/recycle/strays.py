"""Characters that stand in no RECYCLE program, and what their writer most likely meant."""

from __future__ import annotations

import unicodedata

from kibitz.recycle.diagnostic import Diagnostic, Edit, Label
from kibitz.recycle.source import Span
from kibitz.recycle.tokens import Token

_MEANT = {
    "=": "==",
    "!": "!=",
    "/": "//",
    ".": "..",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "×": "*",
    "÷": "//",
    "−": "-",
    "–": "-",
    "…": "..",
    "‘": "'",
    "’": "'",
    "`": "'",
    "[": "(",
    "{": "(",
    "]": ")",
    "}": ")",
    "&": "and",
    "&&": "and",
    "|": "or",
    "||": "or",
    "\u00a0": " ",
}


def stray_characters(token: Token) -> Diagnostic:
    """What is wrong with a run of characters that belong to no token."""
    meant = _MEANT.get(token.text)
    return Diagnostic(
        slug="stray-character",
        headline=f"{_named(token.text)} has no meaning here",
        primary=Label(token.span),
        help=_help(token.text, meant),
        edit=Edit(token.span, meant) if meant else None,
    )


def single_semicolon(token: Token) -> Diagnostic:
    return Diagnostic(
        slug="single-semicolon",
        headline="a single `;` does not start a comment",
        primary=Label(token.span, "one of two"),
        help="write `;;`",
        edit=Edit(token.span, ";;"),
    )


def lone_quote(token: Token) -> Diagnostic:
    return Diagnostic(
        slug="lone-quote",
        headline="a quote stands without the name of a variable",
        primary=Label(token.span, "no name follows at once"),
        notes=("a variable is a quote and capitals without a blank between, as in `'P`",),
    )


def negative_number(start: int, number: Token) -> Diagnostic:
    span = Span(start, number.end)
    subtraction = f"(- 0 {number.text})"
    return Diagnostic(
        slug="negative-number",
        headline="a number cannot be written with a minus sign",
        primary=Label(span, "numbers start at 0"),
        help=f"write `{subtraction}`",
        edit=Edit(span, subtraction),
    )


def _help(text: str, meant: str | None) -> str | None:
    if meant:
        return f"write {'a blank' if meant.isspace() else f'`{meant}`'}"
    if '"' in text or "“" in text or "”" in text:
        return "names stand without quotation marks"
    return None


def _named(text: str) -> str:
    if text.isprintable() and not text.isspace() and "`" not in text:
        return f"`{text}`" if len(text) <= 20 else f"`{text[:20]}…`"
    if len(text) > 1:
        return f"a run of {len(text)} strange characters"
    return f"the character {unicodedata.name(text, f'number {ord(text)}').lower()}"
