"""Cures carried out: the text with edits made, and a program with its sure cures applied."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.recycle.checker import check
from kibitz.recycle.diagnostic import MOST_REPORTS, Diagnostic, Edit
from kibitz.recycle.reader import read
from kibitz.recycle.source import Source

MOST_CURES = 100
"""A text with more faults than that is no program."""


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with every edit made; they do not overlap."""
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        text = text[: edit.span.start] + edit.replacement + text[edit.span.end :]
    return text


def fixed(source: Source) -> tuple[Source, tuple[Diagnostic, ...]]:
    """The program with every sure cure made, and the errors that are gone by it.

    A cure is sure if with it there is an error less, or the text can be read at last. Warnings are
    left to the writer: the game can be played, and only they know what was meant.
    """
    cured: list[Diagnostic] = []
    while len(cured) < MOST_CURES and (step := _first_sure(source)) is not None:
        source, error = step
        cured.append(error)
    return source, tuple(cured)


def _first_sure(source: Source) -> tuple[Source, Diagnostic] | None:
    before, errors = _standing(source)
    for error in errors:
        if error.edit is None:
            continue
        after = Source(source.name, edited(source.text, [error.edit]))
        if _standing(after)[0] < before:
            return after, error
    return None


def _standing(source: Source) -> tuple[tuple[bool, int, int], tuple[Diagnostic, ...]]:
    """How bad it is, the less the better, and the errors.

    Where there are more errors than are told, it is better if the first comes later.
    """
    reports = read(source)[1]
    is_unreadable = any(report.is_error for report in reports)
    if not is_unreadable:
        reports = check(source).diagnostics
    errors = tuple(report for report in reports if report.is_error)
    place = -errors[0].primary.span.start if len(errors) == MOST_REPORTS else 0
    return (is_unreadable, len(errors), place), errors
