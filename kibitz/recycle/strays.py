"""Characters that stand in no RECYCLE program, and what their writer most likely meant."""

from __future__ import annotations

import re
import unicodedata

from kibitz.recycle.diagnostic import Diagnostic, Edit, Label
from kibitz.recycle.quoting import quoted
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
_NAME_AFTER_BLANK = re.compile(r"[ \t]+([A-Z]+)\b")


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


def lone_quote(quote: Token, text: str) -> Diagnostic:
    """A quote without its name; a name that follows after a blank is most likely the one."""
    name = _NAME_AFTER_BLANK.match(text, quote.end)
    return Diagnostic(
        slug="lone-quote",
        headline="a quote stands without the name of a variable",
        primary=Label(quote.span, "no name follows at once"),
        notes=("a variable is a quote and capitals without a blank between, as in `'P`",),
        help="write " + quoted(f"'{name[1]}") if name else None,
        edit=Edit(Span(quote.start, name.end()), f"'{name[1]}") if name else None,
    )


def negative_number(start: int, number: Token) -> Diagnostic:
    span = Span(start, number.end)
    subtraction = f"(- 0 {number.text})"
    return Diagnostic(
        slug="negative-number",
        headline="a number cannot be written with a minus sign",
        primary=Label(span, "numbers start at 0"),
        help=f"write {quoted(subtraction)}",
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
        return quoted(text)
    if len(text) > 1:
        return f"a run of {len(text)} strange characters"
    return f"the character {unicodedata.name(text, f'number {ord(text)}').lower()}"
