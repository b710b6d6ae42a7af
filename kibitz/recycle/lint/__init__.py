"""Warnings: what a game says that its author can hardly have meant.

In comes a `CheckedGame`, out go diagnostics of severity WARNING in the order of the text. They find
names that are misspelt and things that are forgotten, not what a match would show: a warning is
given only when the fault is certain, and correct games get none. `survey` is what all checks read.
"""

from __future__ import annotations

from itertools import islice

from kibitz.recycle.diagnostic import Diagnostic
from kibitz.recycle.lint import hints, places, slips, storages, texts
from kibitz.recycle.lint.survey import ReadOutside, Survey
from kibitz.recycle.syntax import CheckedGame

__all__ = ["ReadOutside", "lint"]

MOST_OF_A_KIND = 20
"""More reports on one subject help nobody."""


def lint(checked: CheckedGame, outside: ReadOutside) -> tuple[Diagnostic, ...]:
    """The warnings for a game without errors, in the order of the text."""
    survey = Survey(checked.source, checked.game)
    known = storages.Storages(survey)
    checks = (
        places.check_locations(survey),
        storages.check_storages(survey, known, outside.storages),
        storages.check_fresh(survey, known),
        texts.check_attributes(survey),
        texts.check_values(survey, texts.PossibleTexts(survey, known)),
        slips.check_conditions(survey),
        slips.check_comparisons(survey),
        slips.check_variables(survey, outside.variables),
        slips.check_loops(survey),
        slips.check_unions(survey),
        slips.check_awards(survey),
        hints.check_hints(survey),
    )
    found = (report for reports in checks for report in islice(reports, MOST_OF_A_KIND))
    return tuple(sorted(found, key=lambda d: (d.primary.span.start, d.primary.span.end, d.slug)))
