"""What the reader says of text that makes no forms: parentheses that do not pair, stray characters.

A missing parenthesis is found by the indentation. The parentheses say how lists nest and the layout
says it again. Where the two first disagree, a parenthesis has most likely been forgotten; as layout
is sometimes careless, the place is chosen that leaves the least disorder once it is repaired.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import NamedTuple

from kibitz.recycle import limits
from kibitz.recycle.diagnostic import Diagnostic, Edit, Label, fault, quoted
from kibitz.recycle.forms import Form
from kibitz.recycle.source import Span
from kibitz.recycle.tokens import Token, TokenKind, tokens

_TAB_WIDTH = 8
_MOST_CANDIDATES = 8
"""Each is tried out on the whole text; the true place is nearly always among the first."""
_MOST_STEPS = 400_000
"""Of trying out; in a huge text fewer candidates are tried."""


@dataclass(frozen=True, slots=True)
class ParenthesisGap:
    """A place where closing parentheses are likely missing."""

    offset: int
    """Where they should stand: after the last word before the gap."""
    resume: int
    """Where the text that no longer belongs inside begins (the end, if there is none)."""
    count: int
    opening: int
    """The opening parenthesis of the outermost list that should have ended."""


class _Placed(NamedTuple):
    """A token with the indentation of its line."""

    token: Token
    indentation: int
    starts_line: bool


@dataclass(slots=True)
class _Opened:
    """A list not yet ended."""

    offset: int
    indentation: int
    """Of the line on which the list was opened."""
    column: int | None = None
    """Where the last member stood that began a line."""


def likely_gap(text: str) -> ParenthesisGap:
    """The place where the layout of `text`, which has lists without an end, says one has ended."""
    placed = list(_placed(text))
    most = min(_MOST_CANDIDATES, max(1, _MOST_STEPS // len(placed)))
    candidates = list(islice(_candidates(placed), most))
    candidates.append(_gap_at_the_end(text, placed))
    return min(candidates, key=lambda gap: _disorder(placed, gap))


def _placed(text: str) -> Iterator[_Placed]:
    """The tokens of `text` except comments."""
    indentation, line_end = 0, -1
    for token in tokens(text):
        if token.kind is TokenKind.COMMENT:
            continue
        starts_line = token.start > line_end
        if starts_line:
            line_start = text.rfind("\n", 0, token.start) + 1
            line_end = text.find("\n", token.start)
            line_end = len(text) if line_end < 0 else line_end
            indentation = len(text[line_start : token.start].expandtabs(_TAB_WIDTH))
        yield _Placed(token, indentation, starts_line)


def _candidates(placed: list[_Placed]) -> Iterator[ParenthesisGap]:
    """Before each line that starts no further right than the line where an open list began."""
    opened: list[_Opened] = []
    last_end = 0
    for here, kept_open in zip(placed, _lists_kept(placed), strict=True):
        if _is_member_line(here):
            unended = sum(1 for one in opened if one.indentation >= here.indentation)
            if count := min(unended, kept_open):
                yield ParenthesisGap(last_end, here.token.start, count, opened[-count].offset)
        _step(opened, here)
        last_end = here.token.end


def _lists_kept(placed: list[_Placed]) -> list[int]:
    """For each token, how many lists around it are open from there to the end of the text."""
    depths = [0]
    for here in placed:
        step = {TokenKind.OPEN: 1, TokenKind.CLOSE: -1}.get(here.token.kind, 0)
        depths.append(max(0, depths[-1] + step))
    return list(accumulate(reversed(depths), min))[:0:-1]


def _gap_at_the_end(text: str, placed: list[_Placed]) -> ParenthesisGap:
    opened: list[_Opened] = []
    for here in placed:
        _step(opened, here)
    return ParenthesisGap(placed[-1].token.end, len(text), len(opened), opened[0].offset)


def _disorder(placed: list[_Placed], gap: ParenthesisGap) -> int:
    """How many lines still contradict the parentheses when the gap is closed."""
    opened: list[_Opened] = []
    contradictions = 0
    for here in placed:
        if here.token.start == gap.resume:
            del opened[len(opened) - gap.count :]
        if opened and _is_member_line(here):
            around = opened[-1]
            contradictions += here.indentation <= around.indentation
            contradictions += around.column not in (None, here.indentation)
            around.column = here.indentation
        _step(opened, here)
    return contradictions


def _is_member_line(here: _Placed) -> bool:
    return here.starts_line and here.token.kind is not TokenKind.CLOSE


def _step(opened: list[_Opened], here: _Placed) -> None:
    if here.token.kind is TokenKind.OPEN:
        opened.append(_Opened(here.token.start, here.indentation))
    elif here.token.kind is TokenKind.CLOSE and opened:
        opened.pop()


# ---------------------------------------------------------------------------- parentheses


def missing_parenthesis(gap: ParenthesisGap) -> Diagnostic:
    parentheses = ")" * gap.count
    several = gap.count > 1
    return Diagnostic(
        slug="missing-parenthesis",
        headline=f"{gap.count} closing parentheses are missing"
        if several
        else "a closing parenthesis is missing",
        primary=Label(Span(gap.offset, gap.offset), f"`{parentheses}` is likely missing here"),
        secondary=(Label(Span(gap.opening, gap.opening + 1), "this list has not ended"),),
        help=f"close the list with `{parentheses}`",
        edit=Edit(Span(gap.offset, gap.offset), parentheses),
    )


def extra_parenthesis(closing: Token, before: Sequence[Form]) -> Diagnostic:
    """A closing parenthesis without its opening one, after the top-level forms `before`."""
    labels = []
    if before:
        end = before[0].span.end
        labels.append(Label(Span(end - 1, end), "the game already ends here"))
    if len(before) > 1:
        start = before[1].span.start
        labels.append(Label(Span(start, start + 1), "so this is no part of it"))
    is_near = len(before) < 2
    return Diagnostic(
        slug="extra-parenthesis",
        headline="a closing parenthesis closes nothing",
        primary=Label(closing.span, "no list is open here"),
        secondary=tuple(labels),
        help="remove it" if is_near else None,
        edit=Edit(closing.span, "") if is_near else None,
    )


def too_many_words(token: Token) -> Diagnostic:
    return fault("too-many-words", token.span, words=limits.WORDS)


def too_deep(opening: Token) -> Diagnostic:
    return fault("too-deep", opening.span, nesting=limits.NESTING)


# ---------------------------------------------------------------------------- strays


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
    return fault("single-semicolon", token.span, edit=Edit(token.span, ";;"))


def lone_quote(quote: Token, text: str) -> Diagnostic:
    """A quote without its name; a name that follows after a blank is most likely the one."""
    name = _NAME_AFTER_BLANK.match(text, quote.end)
    return fault(
        "lone-quote",
        quote.span,
        help="write " + quoted(f"'{name[1]}") if name else None,
        edit=Edit(Span(quote.start, name.end()), f"'{name[1]}") if name else None,
    )


def negative_number(start: int, number: Token) -> Diagnostic:
    span = Span(start, number.end)
    subtraction = f"(- 0 {number.text})"
    return fault(
        "negative-number", span, subtraction=quoted(subtraction), edit=Edit(span, subtraction)
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
