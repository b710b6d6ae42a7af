"""Awards that a point map lists twice."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.recycle.diagnostic import Diagnostic, Label
from kibitz.recycle.lint.constants import Constant, Constants
from kibitz.recycle.lint.report import warning
from kibitz.recycle.lint.survey import Survey
from kibitz.recycle.source import Span
from kibitz.recycle.syntax import Award, GuardedAward, SetPoints

Tests = frozenset[tuple[Constant, Constant]]


def check_awards(survey: Survey, constants: Constants) -> Iterator[Diagnostic]:
    """A report for each award whose tests an earlier award of the same map has already made."""
    for points in survey.all_of(SetPoints):
        first_by_tests: dict[Tests, Award] = {}
        for award in points.awards:
            if isinstance(award, GuardedAward):
                continue
            tests = _tests(constants, award)
            if tests is None:
                continue
            first = first_by_tests.setdefault(tests, award)
            if first is not award:
                yield _repeated(survey, award, first)


def _tests(constants: Constants, award: Award) -> Tests | None:
    found = set()
    for test in award.tests:
        attribute, value = constants.single(test.attribute), constants.single(test.value)
        if attribute is None or value is None:
            return None
        found.add((attribute, value))
    return frozenset(found)


def _repeated(survey: Survey, award: Award, first: Award) -> Diagnostic:
    tests = _span(award)
    return warning(
        "repeated-award",
        f"the point map already has an award for `{survey.source.slice(tests)}`",
        Label(award.span, "the points add up"),
        Label(first.span, "first here"),
    )


def _span(award: Award) -> Span:
    return award.tests[0].span.to(award.tests[-1].span)
