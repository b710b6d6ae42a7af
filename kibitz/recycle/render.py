"""Diagnostics as people read them: headline, marked lines of the program, notes, help, the edit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from kibitz.recycle.diagnostic import Diagnostic, Edit, Severity
from kibitz.recycle.snippet import ShownLine, Underline, displayed, excerpt, marks_of, shown_lines
from kibitz.recycle.source import Source, Span

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
    reports = [_Report(source, diagnostic, brush).text() for diagnostic in diagnostics]
    return "\n".join([*reports, f"{_summary(source, diagnostics)}\n"])


class _Plain:
    def paint(self, text: str, ink: _Ink) -> str:
        return text


class _Coloured(_Plain):
    def paint(self, text: str, ink: _Ink) -> str:
        return f"\x1b[{ink.value}m{text}\x1b[0m" if text else ""


class _Report:
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
