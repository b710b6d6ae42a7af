"""What is wrong with a program, as values.

A diagnostic says one thing once: a headline that is true without the snippet, labelled spans,
notes for context, and help with the edit when the cure is fairly sure. Nothing is printed here;
`render` turns diagnostics into text and `as_data` into JSON.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from kibitz.recycle.errors import KibitzError
from kibitz.recycle.source import Source, Span


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

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR


def fault(
    slug: str,
    *spans: Span,
    notes: tuple[str, ...] = (),
    help: str | None = None,
    edit: Edit | None = None,
    **values: object,
) -> Diagnostic:
    """The fault of that slug in the words of `faults.toml`: at the first span, the others have a
    part in it; `values` fill the braces. Notes and help that the words do not have are added.
    """
    words = _words()[slug]
    labels = words.get("labels", [""] * len(spans))
    primary, *secondary = (
        Label(span, text.format(**values)) for span, text in zip(spans, labels, strict=True)
    )
    return Diagnostic(
        slug,
        words["headline"].format(**values),
        primary,
        tuple(secondary),
        (*(note.format(**values) for note in words.get("notes", ())), *notes),
        words["help"].format(**values) if "help" in words else help,
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
