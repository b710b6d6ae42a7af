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

from kibitz.recycle.diagnostic import Diagnostic, Edit, fault, quoted
from kibitz.recycle.source import Form, Span
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
    at_the_end = _gap_at_the_end(text, placed)
    candidates = [*islice(_candidates(placed), most), at_the_end]
    return min(candidates, key=lambda gap: _disorder(placed, gap, at_the_end.count - gap.count))


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


def unpaired(text: str) -> int:
    """How many parentheses have no other half."""
    opened = extra = 0
    for token in tokens(text):
        opened += token.kind is TokenKind.OPEN
        if token.kind is TokenKind.CLOSE:
            extra, opened = (extra, opened - 1) if opened else (extra + 1, 0)
    return opened + extra


def _disorder(placed: list[_Placed], gap: ParenthesisGap, others: int) -> int:
    """How many lines still contradict the parentheses when the gap is closed.

    As many as `others` may be missing elsewhere: they are closed where a line first asks for it.
    """
    opened: list[_Opened] = []
    contradictions = 0
    for here in placed:
        if here.token.start == gap.resume:
            del opened[len(opened) - gap.count :]
        if opened and _is_member_line(here):
            if here.token.start > gap.resume:
                others -= _close_by_layout(opened, here, others)
            around = opened[-1]
            contradictions += here.indentation <= around.indentation
            contradictions += around.column not in (None, here.indentation)
            around.column = here.indentation
        _step(opened, here)
    return contradictions


def _close_by_layout(opened: list[_Opened], here: _Placed, most: int) -> int:
    """End the lists that the line says have ended, at most so many; how many it were."""
    count = 0
    while count < most and len(opened) > 1 and opened[-1].indentation >= here.indentation:
        opened.pop()
        count += 1
    return count


def _is_member_line(here: _Placed) -> bool:
    return here.starts_line and here.token.kind is not TokenKind.CLOSE


def _step(opened: list[_Opened], here: _Placed) -> None:
    if here.token.kind is TokenKind.OPEN:
        opened.append(_Opened(here.token.start, here.indentation))
    elif here.token.kind is TokenKind.CLOSE and opened:
        opened.pop()


# ---------------------------------------------------------------------------- reports


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
    "…": "..",
    "&": "and",
    "&&": "and",
    "|": "or",
    "||": "or",
    **dict.fromkeys("−–", "-"),
    **dict.fromkeys("‘’`", "'"),
    **dict.fromkeys("[{", "("),
    **dict.fromkeys("]}", ")"),
}
_NAME_AFTER_BLANK = re.compile(r"[ \t]+([A-Z]+)\b")


def missing_parenthesis(gap: ParenthesisGap) -> Diagnostic:
    case = ".several" if gap.count > 1 else ""
    place, opening = Span(gap.offset, gap.offset), Span(gap.opening, gap.opening + 1)
    return fault(
        f"missing-parenthesis{case}", place, opening, count=gap.count, edit=")" * gap.count
    )


def extra_parenthesis(closing: Token, before: Sequence[Form]) -> Diagnostic:
    """A closing parenthesis without its opening one, after the top-level forms `before`."""
    end = before[0].span.end if before else 0
    start = before[1].span.start if len(before) > 1 else 0
    return fault(
        "extra-parenthesis",
        closing.span,
        Span(end - 1, end) if before else None,
        Span(start, start + 1) if len(before) > 1 else None,
        edit="" if len(before) < 2 else None,
    )


def stray_characters(token: Token) -> Diagnostic:
    """What is wrong with a run of characters that belong to no token."""
    sign, meant = _named(token.text), _MEANT.get(token.text)
    if token.text == "\u00a0":
        return fault("stray-character.blank", token.span, sign=sign, edit=" ")
    if any(mark in token.text for mark in '"“”'):
        return fault("stray-character.quotation", token.span, sign=sign)
    return fault("stray-character", token.span, sign=sign, edit=meant)


def lone_quote(quote: Token, text: str) -> Diagnostic:
    """A quote without its name; a name that follows after a blank is most likely the one."""
    name = _NAME_AFTER_BLANK.match(text, quote.end)
    edit = Edit(Span(quote.start, name.end()), f"'{name[1]}") if name else None
    return fault("lone-quote", quote.span, edit=edit, quoted=quoted(f"'{name[1]}" if name else ""))


def _named(text: str) -> str:
    if text.isprintable() and not text.isspace() and "`" not in text:
        return quoted(text)
    if len(text) > 1:
        return f"a run of {len(text)} strange characters"
    return f"the character {unicodedata.name(text, f'number {ord(text)}').lower()}"
