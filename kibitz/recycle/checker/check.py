"""From program text to a checked game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256

from kibitz.recycle.checker import faults
from kibitz.recycle.checker.checking import Checking, EnoughErrors
from kibitz.recycle.checker.definitions import Definitions
from kibitz.recycle.checker.game import game
from kibitz.recycle.checker.shapes import head_word
from kibitz.recycle.checker.values import rule_for
from kibitz.recycle.checker.words import look_at_words
from kibitz.recycle.diagnostic import MOST_REPORTS, Diagnostic, and_more, at_use
from kibitz.recycle.forms import Atom, Form, List
from kibitz.recycle.lint import lint
from kibitz.recycle.reader import read
from kibitz.recycle.source import Source, Span
from kibitz.recycle.syntax import CheckedGame, GameSyntax


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
        """In the order of the text, errors and warnings.

        A game is gone over for warnings when this is first asked for: who plays it does not ask.
        """
        if self.game is None or self.definitions is None:
            return self.reports
        return _in_order([*self.reports, *_once(self.definitions, lint(self.game))])


def check(source: Source) -> CheckResult:
    """The game that a program describes, or what is wrong with the program.

    Independent faults are reported together, up to twenty. Never raises.
    """
    document, misspellings = read(source)
    if any(diagnostic.is_error for diagnostic in misspellings):
        return CheckResult(source, None, misspellings)
    if not document.forms or head_word(document.forms[0]) != "game":
        fault = faults.not_a_game(document.forms)
        return CheckResult(source, None, (*misspellings, fault))
    form = document.forms[0]
    assert isinstance(form, List)
    checking = Checking(source, look_at_words(form), rule_for)
    try:
        syntax = game(checking, form, after=document.forms[1:])
    except EnoughErrors:
        syntax = None
    reports = [*misspellings, *checking.diagnostics]
    return _result(source, form, syntax, reports, checking.definitions)


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
