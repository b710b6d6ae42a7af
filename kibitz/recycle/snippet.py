"""Lines of program text as a terminal shows them, with marks below the stretches that matter."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, groupby

from kibitz.recycle.diagnostic import Label
from kibitz.recycle.source import Position, Source, Span

WIDEST_LINE = 100
"""Columns of program text shown; longer lines are cut around their marks."""
LONGEST_TEXT = 2000
"""Characters of one sentence."""
_TAB = "    "
_CUT = "…"


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of one line, columns from 0, and what is said about it."""

    line: int
    start: int
    end: int
    text: str
    is_primary: bool


@dataclass(frozen=True, slots=True)
class Underline:
    """A mark as it is drawn: so many columns in, so many columns wide."""

    indentation: int
    width: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class ShownLine:
    number: int
    text: str
    underlines: tuple[Underline, ...]


def marks_of(source: Source, label: Label, *, is_primary: bool) -> tuple[Mark, ...]:
    """One mark for a stretch within a line, one at each end of a longer stretch."""
    first, last = _ends(source, label.span)
    if first.line == last.line:
        end = max(last.column - 1, first.column)
        return (Mark(first.line, first.column - 1, end, label.text, is_primary),)
    opening, closing = source.lines[first.line - 1], source.lines[last.line - 1]
    indentation = len(closing) - len(closing.lstrip())
    start = min(indentation, last.column - 2)
    return (
        Mark(first.line, first.column - 1, len(opening.rstrip()), label.text, is_primary),
        Mark(last.line, max(start, 0), last.column - 1, "up to here", is_primary),
    )


def shown_lines(source: Source, marks: list[Mark]) -> Iterator[ShownLine | None]:
    """The marked lines in order, None for lines left out between them."""
    previous = None
    for number, on_line in groupby(sorted(marks, key=_reading_order), key=lambda mark: mark.line):
        if previous is not None and number == previous + 2:
            yield from _shown(source, number - 1, [])
        elif previous is not None and number > previous + 2:
            yield None
        yield from _shown(source, number, list(on_line))
        previous = number


def displayed(text: str) -> str:
    """`text`, cut where it is very long, every character that would disturb a terminal harmless."""
    shown = text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}{_CUT}"
    return "".join(map(_displayed_character, shown))


def excerpt(line: str, column: int) -> str:
    """The part of `line` around `column` (from 0) that a report has room for."""
    return _cut_line(line, 0, [], _window(line, column)).text


def _reading_order(mark: Mark) -> tuple[int, int, int]:
    return mark.line, mark.start, mark.end


def _ends(source: Source, span: Span) -> tuple[Position, Position]:
    start = min(span.start, len(source.text))
    end = max(start, min(span.end, len(source.text)))
    while end > start and source.text[end - 1] in "\r\n":
        end -= 1
    return source.position(start), source.position(end)


def _shown(source: Source, number: int, marks: list[Mark]) -> Iterator[ShownLine]:
    line = source.lines[number - 1]
    if not marks:
        yield _cut_line(line, number, [], (0, WIDEST_LINE))
        return
    first, last = min(mark.start for mark in marks), max(mark.end for mark in marks)
    if len(line) <= WIDEST_LINE or last - first <= WIDEST_LINE // 2:
        yield _cut_line(line, number, marks, _window(line, first))
        return
    for mark in marks:
        yield _cut_line(line, number, [mark], _window(line, mark.start))


def _window(line: str, start: int) -> tuple[int, int]:
    if len(line) <= WIDEST_LINE:
        return 0, len(line)
    low = max(0, min(start - WIDEST_LINE // 4, len(line) - WIDEST_LINE))
    return low, low + WIDEST_LINE


def _cut_line(line: str, number: int, marks: list[Mark], window: tuple[int, int]) -> ShownLine:
    low, high = window
    before = _CUT if low > 0 else ""
    after = _CUT if high < len(line) else ""
    text = f"{before}{displayed(line[low:high])}{after}".rstrip()
    columns = list(accumulate(map(_width, line[low:high]), initial=len(before)))

    def underline(mark: Mark) -> Underline:
        start = columns[min(max(mark.start - low, 0), len(columns) - 1)]
        end = columns[min(max(mark.end - low, 0), len(columns) - 1)]
        return Underline(start, max(1, end - start), mark)

    return ShownLine(number, text, tuple(underline(mark) for mark in marks))


def _displayed_character(character: str) -> str:
    if character == "\t":
        return _TAB
    return character if character.isprintable() else "\ufffd"


def _width(character: str) -> int:
    if character == "\t":
        return len(_TAB)
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
