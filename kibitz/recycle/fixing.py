"""Cures carried out: a text with edits made, and one with all its sure cures."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kibitz.recycle.checker.check import check
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


Judge = Callable[[Source], tuple[tuple[int, ...], tuple[Diagnostic, ...]]]
"""How bad a text is, the less the better, and its errors."""


def program_judge(source: Source) -> tuple[tuple[int, ...], tuple[Diagnostic, ...]]:
    """A program that cannot be read is worse than any that can.

    Where there are more errors than are told, it is better if the first comes later.
    """
    reports = read(source)[1]
    is_unreadable = any(report.is_error for report in reports)
    if not is_unreadable:
        reports = check(source).diagnostics
    errors = tuple(report for report in reports if report.is_error)
    place = -errors[0].primary.span.start if len(errors) == MOST_REPORTS else 0
    return (is_unreadable, len(errors), place), errors


def fixed(source: Source, judge: Judge = program_judge) -> tuple[Source, tuple[Diagnostic, ...]]:
    """The text with every sure cure made, and the errors that are gone by it.

    A cure is sure if with it there is an error less, or the text can be read at last. Warnings are
    left to the writer: the game can be played, and only they know what was meant.
    """
    cured: list[Diagnostic] = []
    while len(cured) < MOST_CURES and (step := _first_sure(source, judge)) is not None:
        source, error = step
        cured.append(error)
    return source, tuple(cured)


def _first_sure(source: Source, judge: Judge) -> tuple[Source, Diagnostic] | None:
    before, errors = judge(source)
    for error in errors:
        if error.edit is None:
            continue
        after = Source(source.name, edited(source.text, [error.edit]))
        if judge(after)[0] < before:
            return after, error
    return None
