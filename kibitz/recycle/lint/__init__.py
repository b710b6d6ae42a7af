"""Warnings: what a game says that its author can hardly have meant.

In comes a `CheckedGame`, out go diagnostics of severity WARNING in the order of the text. A warning
is given only when the fault is certain: correct games get none. `survey` is what all checks read;
each other file is one subject.
"""

from __future__ import annotations

from itertools import islice

from kibitz.recycle.diagnostic import Diagnostic
from kibitz.recycle.lint.attributes import PossibleTexts, check_attributes, check_values
from kibitz.recycle.lint.conditions import check_comparisons, check_conditions
from kibitz.recycle.lint.constants import PossibleValues
from kibitz.recycle.lint.hints import check_hints
from kibitz.recycle.lint.locations import check_locations
from kibitz.recycle.lint.places import Places
from kibitz.recycle.lint.repetitions import check_awards, check_overwritten, check_unions
from kibitz.recycle.lint.stages import check_stages
from kibitz.recycle.lint.storages import Storages, check_storages
from kibitz.recycle.lint.survey import Survey
from kibitz.recycle.lint.variables import check_loops, check_variables
from kibitz.recycle.syntax import CheckedGame

__all__ = ["lint"]

MOST_OF_A_KIND = 20
"""More reports on one subject help nobody."""


def lint(checked: CheckedGame) -> tuple[Diagnostic, ...]:
    """The warnings for a game without errors, in the order of the text."""
    survey = Survey(checked.source, checked.game)
    constants = PossibleValues(survey)
    places = Places(survey, constants)
    storages = Storages(survey, constants)
    checks = (
        check_locations(survey, places),
        check_storages(survey, storages),
        check_attributes(survey, constants),
        check_values(survey, PossibleTexts(survey, constants, storages)),
        check_conditions(survey, constants),
        check_comparisons(survey),
        check_variables(survey),
        check_loops(survey),
        check_unions(survey),
        check_awards(survey, constants),
        check_stages(survey, constants, places, storages),
        check_hints(survey, places),
        check_overwritten(survey, storages),
    )
    found = (report for reports in checks for report in islice(reports, MOST_OF_A_KIND))
    return tuple(sorted(found, key=lambda d: (d.primary.span.start, d.primary.span.end, d.slug)))
