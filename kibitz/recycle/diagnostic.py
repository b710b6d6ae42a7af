"""What is wrong with a program, as values.

A diagnostic says one thing once: a headline that is true without the snippet, labelled spans,
notes for context, and help with the edit when the cure is fairly sure. The words of all faults
stand in `faults.toml`; `fault` makes diagnostics of them. Nothing is printed here: `render` turns
diagnostics into text and `as_data` into JSON.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from kibitz.recycle.source import Source, Span


class KibitzError(Exception):
    """Something is wrong with what kibitz was given; the text says what, in a sentence."""


class BadArgument(KibitzError):
    """A value of a wrong kind or out of range; says what would have been right."""


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Label:
    """A marked stretch of text and the specific fact about it (may be empty)."""

    span: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Edit:
    """A change that would cure the fault: put `replacement` where `span` is."""

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault: `slug` names it (and its page in docs/diagnostics)."""

    slug: str
    headline: str
    """Lower case, no full stop, true without the snippet."""
    primary: Label
    secondary: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str | None = None
    """What to do, only when we are fairly sure."""
    edit: Edit | None = None
    severity: Severity = Severity.ERROR
    also: tuple[Edit, ...] = ()
    """The same cure in the other places where it is needed."""

    @property
    def edits(self) -> tuple[Edit, ...]:
        """All that cures it; none where nobody can tell."""
        return () if self.edit is None else (self.edit, *self.also)

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR


def fault(
    key: str,
    *spans: Span | None,
    edit: Edit | str | None = None,
    help: str | None = None,
    notes: tuple[str, ...] = (),
    **values: object,
) -> Diagnostic:
    """The fault in the words of `faults.toml`, whose key is `slug` or `slug.case`.

    It is at the first span, the others have a part in it where they are not None; a text as edit
    replaces the first. `values` fill the braces. Notes are added to those of the words, help stands
    in place of theirs.
    """
    slug, _, case = key.partition(".")
    words = {**_words()[slug], **_words()[slug].get(case, {})} if case else _words()[slug]
    assert spans[0] is not None
    edit = Edit(spans[0], edit) if isinstance(edit, str) else edit
    values["edit"] = edit and edit.replacement
    labels = zip(spans, words.get("labels", [""] * len(spans)), strict=True)
    marks = [Label(span, text.format(**values)) for span, text in labels if span is not None]
    said = words.get("help", words.get("cure", "") if edit else "").format(**values)
    return Diagnostic(
        slug,
        words["headline"].format(**values),
        marks[0],
        tuple(marks[1:]),
        (*(note.format(**values) for note in words.get("notes", ())), *notes),
        help or said or None,
        edit,
        Severity(words.get("severity", Severity.ERROR)),
    )


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("faults.toml").read_text("utf-8"))


_SHOWN_USES = 3
"""Of definitions that use each other."""


def at_use(report: Diagnostic) -> Diagnostic:
    """The report; of a fault in a definition, at its use, with the place in the definition."""
    span = report.primary.span
    if span.use is None:
        plain = tuple(Label(_plain(label.span), label.text) for label in report.secondary)
        return replace(report, secondary=plain)
    uses = [span.use]
    while (outer := uses[-1].use) is not None:
        uses.append(outer)
    places = [
        Label(_plain(span), report.primary.text or "here"),
        *(Label(_plain(use), "which is used here") for use in uses[:-1][:_SHOWN_USES]),
        *report.secondary,
    ]
    once = {_plain(label.span): Label(_plain(label.span), label.text) for label in reversed(places)}
    return replace(
        report,
        primary=Label(uses[-1], "in the definition used here"),
        secondary=tuple(reversed(once.values())),
        edit=None,
    )


def _plain(span: Span) -> Span:
    return Span(span.start, span.end)


MOST_REPORTS = 20
"""More reports than this for one file help nobody."""


def and_more(reports: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The reports; the last of them says that they are not all."""
    last = reports[-1]
    note = "there are more faults; they are shown when these are gone"
    return (*reports[:-1], replace(last, notes=(*last.notes, note)))


class RecycleError(KibitzError):
    """A program, or a choice of options for it, that cannot be used; carries every diagnostic."""

    def __init__(self, source: Source, diagnostics: tuple[Diagnostic, ...]) -> None:
        first = next((d for d in diagnostics if d.is_error), diagnostics[0])
        place = source.position(at_use(first).primary.span.start)
        super().__init__(f"{source.name}:{place.line}:{place.column}: {first.headline}")
        self.source = source
        self.diagnostics = tuple(map(at_use, diagnostics))


def as_data(source: Source, diagnostic: Diagnostic) -> dict[str, Any]:
    """The diagnostic as plain data, for `--json` and for editors."""

    def place(span: Span) -> dict[str, int]:
        start, end = source.position(span.start), source.position(span.end)
        return {
            "line": start.line,
            "column": start.column,
            "end_line": end.line,
            "end_column": end.column,
        }

    return {
        "file": source.name,
        "slug": diagnostic.slug,
        "severity": diagnostic.severity.value,
        "headline": diagnostic.headline,
        **place(diagnostic.primary.span),
        "label": diagnostic.primary.text,
        "related": [{**place(label.span), "label": label.text} for label in diagnostic.secondary],
        "notes": list(diagnostic.notes),
        "help": diagnostic.help,
        "edit": diagnostic.edit
        and {**place(diagnostic.edit.span), "replacement": diagnostic.edit.replacement},
    }


_LONGEST = 40


def quoted(text: str) -> str:
    """`text` between backquotes, shortened if it is very long."""
    return f"`{text}`" if len(text) <= _LONGEST else f"`{text[: _LONGEST - 1]}…`"


# ---------------------------------------------------------------------------- the nearest word


MOST_CANDIDATES = 128
"""Each costs the product of two lengths."""


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate a writer most likely meant, or None when nothing is close enough.

    A third of the letters may be wrong; a word of three letters or fewer may have one wrong letter.
    Among equally close ones the first letter decides, and if it does not, nothing is close enough.
    Among very many nothing is looked for.
    """
    allowed = min(max(1, len(word) // 3), len(word) - 1)
    by_distance: dict[int, list[str]] = {}
    known = set(candidates)
    for candidate in sorted(known) if len(known) <= MOST_CANDIDATES else ():
        if abs(len(candidate) - len(word)) <= allowed:
            by_distance.setdefault(edit_distance(word, candidate), []).append(candidate)
    closest = by_distance[min(by_distance)] if by_distance else []
    if not closest or min(by_distance) > allowed:
        return None
    if len(closest) == 1:
        return closest[0]
    return next((candidate for candidate in closest if candidate[0] == word[0]), None)


def edit_distance(first: str, second: str) -> int:
    """How many letters to insert, drop, change or exchange with a neighbour."""
    before_last: list[int] = []
    last = list(range(len(second) + 1))
    for row, letter in enumerate(first, start=1):
        current = [row]
        for column, other in enumerate(second, start=1):
            cost = min(
                last[column] + 1, current[column - 1] + 1, last[column - 1] + (letter != other)
            )
            exchanged = row > 1 and column > 1 and letter == second[column - 2]
            if exchanged and first[row - 2] == other:
                cost = min(cost, before_last[column - 2] + 1)
            current.append(cost)
        before_last, last = last, current
    return last[-1]
