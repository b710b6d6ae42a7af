"""Diagnostics as people read them: headline, marked lines of the program, notes, help, the edit."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, groupby

from kibitz.recycle.diagnostic import Diagnostic, Edit, Label, Severity
from kibitz.recycle.source import Source, Span, TextPosition

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


def _ends(source: Source, span: Span) -> tuple[TextPosition, TextPosition]:
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


# ---------------------------------------------------------------------------- render


_LONGEST_EDIT = 6
"""Changed lines shown; a longer edit is for editors, not for reading."""


class _Ink(StrEnum):
    """What is written, and its ANSI code."""

    ERROR = "1;31"
    WARNING = "1;33"
    HEADLINE = "1"
    FRAME = "1;34"
    SECONDARY = "34"
    HELP = "1;32"
    ADDED = "32"
    REMOVED = "31"


_INK_BY_SEVERITY = {Severity.ERROR: _Ink.ERROR, Severity.WARNING: _Ink.WARNING}


def render(source: Source, diagnostics: Sequence[Diagnostic], *, colour: bool) -> str:
    """The diagnostics as text, one report each and a count at the end; empty if there are none."""
    if not diagnostics:
        return ""
    brush = _Coloured() if colour else _Plain()
    reports = [_ReportWriter(source, diagnostic, brush).text() for diagnostic in diagnostics]
    return "\n".join([*reports, f"{_summary(source, diagnostics)}\n"])


class _Plain:
    def paint(self, text: str, ink: _Ink) -> str:
        return text


class _Coloured(_Plain):
    def paint(self, text: str, ink: _Ink) -> str:
        return f"\x1b[{ink.value}m{text}\x1b[0m" if text else ""


class _ReportWriter:
    """One diagnostic being written."""

    def __init__(self, source: Source, diagnostic: Diagnostic, brush: _Plain) -> None:
        self._source = source
        self._diagnostic = diagnostic
        self._paint = brush.paint
        self._ink = _INK_BY_SEVERITY[diagnostic.severity]
        marks = list(marks_of(source, diagnostic.primary, is_primary=True))
        for label in diagnostic.secondary:
            marks += marks_of(source, label, is_primary=False)
        self._shown = list(shown_lines(source, marks)) if source.text else []
        self._changed = list(_changed_lines(source, diagnostic.edit))
        numbers = [line.number for line in self._shown if line]
        numbers += [number for number, _, _ in self._changed]
        self._gutter = len(str(max(numbers, default=1)))

    def text(self) -> str:
        lines = [*self._head(), *self._snippet(), *self._remarks(), *self._edit()]
        return "".join(f"{line.rstrip()}\n" for line in lines)

    def _head(self) -> Iterator[str]:
        diagnostic = self._diagnostic
        kind = self._paint(f"{diagnostic.severity.value}[{diagnostic.slug}]", self._ink)
        yield kind + self._paint(f": {displayed(diagnostic.headline)}", _Ink.HEADLINE)
        arrow = self._paint(f"{' ' * self._gutter}-->", _Ink.FRAME)
        yield f"{arrow} {displayed(self._source.name)}{self._place()}"

    def _place(self) -> str:
        if not self._source.text:
            return ""
        start = min(self._diagnostic.primary.span.start, len(self._source.text))
        place = self._source.position(start)
        return f":{place.line}:{place.column}"

    def _snippet(self) -> Iterator[str]:
        for line in self._shown:
            if line is None:
                yield self._paint("...", _Ink.FRAME)
            else:
                yield from self._marked(line)

    def _marked(self, line: ShownLine) -> Iterator[str]:
        yield f"{self._frame(str(line.number), '|')} {line.text}"
        for underline in line.underlines:
            yield f"{self._frame('', '|')} {self._underline(underline)}"

    def _underline(self, underline: Underline) -> str:
        mark = underline.mark
        sign, ink = ("^", self._ink) if mark.is_primary else ("-", _Ink.SECONDARY)
        text = f"{sign * underline.width} {displayed(mark.text)}".rstrip()
        return " " * underline.indentation + self._paint(text, ink)

    def _remarks(self) -> Iterator[str]:
        for note in self._diagnostic.notes:
            yield f"{self._frame('', '=')} note: {displayed(note)}"
        if self._diagnostic.help is not None:
            word = self._paint("help", _Ink.HELP)
            yield f"{self._frame('', '=')} {word}: {displayed(self._diagnostic.help)}"

    def _edit(self) -> Iterator[str]:
        for number, sign, text in self._changed:
            ink = _Ink.ADDED if sign == "+" else _Ink.REMOVED
            changed = self._paint(f"{sign} {text}".rstrip(), ink)
            yield f"{self._paint(f'{number:>{self._gutter}}', _Ink.FRAME)} {changed}"

    def _frame(self, number: str, line: str) -> str:
        return self._paint(f"{number:>{self._gutter}} {line}", _Ink.FRAME)


def _changed_lines(source: Source, edit: Edit | None) -> Iterator[tuple[int, str, str]]:
    """Number, sign and text of the lines before (`-`) and after (`+`) the edit."""
    if edit is None or not source.text:
        return
    start, end = _whole_lines(source.text, edit.span)
    before = source.text[start:end]
    after = source.text[start : edit.span.start] + edit.replacement
    after += source.text[edit.span.end : end]
    if len(before.split("\n")) + len(after.split("\n")) > _LONGEST_EDIT:
        return
    place = source.position(edit.span.start)
    for sign, text in (("-", before), ("+", after)):
        for offset, line in enumerate(text.split("\n")):
            yield place.line + offset, sign, excerpt(line, place.column - 1)


def _whole_lines(text: str, span: Span) -> tuple[int, int]:
    end = text.find("\n", span.end)
    return text.rfind("\n", 0, span.start) + 1, len(text) if end < 0 else end


def _summary(source: Source, diagnostics: Sequence[Diagnostic]) -> str:
    errors = sum(diagnostic.is_error for diagnostic in diagnostics)
    counts = ((errors, "error"), (len(diagnostics) - errors, "warning"))
    words = [f"{n} {word}{'' if n == 1 else 's'}" for n, word in counts if n]
    return f"{', '.join(words)} in {displayed(source.name)}"
