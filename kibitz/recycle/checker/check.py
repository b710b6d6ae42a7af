"""From program text to a checked game; and cures carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256

from kibitz.recycle.checker import faults
from kibitz.recycle.checker.checking import Checking, EnoughErrors
from kibitz.recycle.checker.definitions import Definitions
from kibitz.recycle.checker.game import game
from kibitz.recycle.checker.values import rule_for
from kibitz.recycle.checker.words import look_at_words
from kibitz.recycle.diagnostic import MOST_REPORTS, Diagnostic, Edit, and_more, at_use, fault
from kibitz.recycle.lint import ReadOutside, lint
from kibitz.recycle.reader import read
from kibitz.recycle.reader_faults import unpaired
from kibitz.recycle.source import Atom, Form, List, Source, Span, head_word
from kibitz.recycle.syntax import CheckedGame, GameSyntax
from kibitz.recycle.using import completed


@dataclass(frozen=True)
class CheckResult:
    """What is wrong with a program, and the game it describes if nothing is."""

    source: Source
    game: CheckedGame | None
    """None exactly when there is an error."""
    reports: tuple[Diagnostic, ...]
    """What was found on the way to the game."""
    definitions: Definitions | None = field(default=None, compare=False, repr=False)

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """In the order of the text, errors and warnings, of the program by itself.

        A game is gone over for warnings when this is first asked for: who plays it does not ask.
        """
        return self.diagnostics_beside(ReadOutside())

    def diagnostics_beside(self, outside: ReadOutside) -> tuple[Diagnostic, ...]:
        """The same of a program beside which others read."""
        if self.game is None or self.definitions is None:
            return self.reports
        return _in_order([*self.reports, *_once(self.definitions, lint(self.game, outside))])


def check(source: Source) -> CheckResult:
    """The game that a program describes, or what is wrong with the program.

    Independent faults are reported together, up to twenty. Never raises.
    """
    source = completed(source)
    document, misspellings = read(source)
    if any(diagnostic.is_error for diagnostic in misspellings):
        return CheckResult(source, None, misspellings)
    if not document.forms or head_word(document.forms[0]) != "game":
        span = faults.start(document.forms[0]) if document.forms else Span(0, 0)
        case = "" if document.forms else ".empty"
        return CheckResult(source, None, (*misspellings, fault(f"not-a-game{case}", span)))
    form = document.forms[0]
    assert isinstance(form, List)
    given = tuple(item for item in document.forms[1:] if head_word(item) == "definitions")
    whole = List((form, *given), form.span) if given else form
    checking = Checking(source, look_at_words(whole), rule_for)
    try:
        syntax = game(checking, form, after=document.forms[1:])
    except EnoughErrors:
        syntax = None
    reports = [*misspellings, *checking.diagnostics]
    return _result(source, whole, syntax, reports, checking.definitions)


def _result(
    source: Source,
    form: List,
    syntax: GameSyntax | None,
    reports: list[Diagnostic],
    definitions: Definitions,
) -> CheckResult:
    if syntax is None or any(report.is_error for report in reports):
        return CheckResult(source, None, _in_order(reports))
    return CheckResult(
        source, CheckedGame(source, syntax, digest(form)), tuple(reports), definitions
    )


def _once(definitions: Definitions, reports: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """What is said about a definition only if it is so in every use, and then once."""
    in_uses: dict[tuple[str, int, int], dict[Span, Diagnostic]] = {}
    for report in reports:
        span = report.primary.span
        if span.use is None:
            yield report
        else:
            in_uses.setdefault((report.slug, span.start, span.end), {})[span.use] = report
    for (_, start, _), found in in_uses.items():
        if len(found) == len(definitions.around(start).uses):
            yield next(iter(found.values()))


def _in_order(reports: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The reports in the order of the text; of too many, the errors first and then the first."""
    reports = list(map(at_use, reports))
    errors_first = sorted(reports, key=lambda report: (not report.is_error, _place(report)))
    kept = sorted(errors_first[:MOST_REPORTS], key=_place)
    return tuple(kept) if len(kept) == len(reports) else and_more(kept)


def _place(report: Diagnostic) -> tuple[int, int]:
    return report.primary.span.start, report.primary.span.end


def digest(form: Form) -> str:
    """SHA-256 over the words of the form, separated by single blanks."""
    return sha256(" ".join(_words(form)).encode()).hexdigest()


def _words(form: Form) -> Iterator[str]:
    waiting: list[Form | str] = [form]
    while waiting:
        current = waiting.pop()
        match current:
            case str():
                yield current
            case Atom():
                yield current.text
            case List():
                yield "("
                waiting.append(")")
                waiting.extend(reversed(current.items))


# ---------------------------------------------------------------------------- cures


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

    One gap is told at a time, so each parenthesis without its other half counts by itself. Where
    there are more errors than are told, it is better if the first comes later.
    """
    reports = read(source)[1]
    is_unreadable = any(report.is_error for report in reports)
    if not is_unreadable:
        reports = check(source).diagnostics
    errors = tuple(report for report in reports if report.is_error)
    place = -errors[0].primary.span.start if len(errors) == MOST_REPORTS else 0
    return (is_unreadable, len(errors) + unpaired(source.text), place), errors


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
        if not error.edits:
            continue
        after = Source(source.name, edited(source.text, error.edits))
        if judge(after)[0] < before:
            return after, error
    return None
