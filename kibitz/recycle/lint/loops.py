"""`any` where nobody chooses."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.recycle.diagnostic import Diagnostic, Edit, Label
from kibitz.recycle.lint.report import Cure, warning
from kibitz.recycle.lint.survey import Survey
from kibitz.recycle.source import Span
from kibitz.recycle.syntax import Choice, Loop, Quantifier


def check_loops(survey: Survey) -> Iterator[Diagnostic]:
    """A report for each `any` statement outside a choice."""
    for visit in survey.visits_of(Loop):
        loop = visit.node
        assert isinstance(loop, Loop)
        if loop.quantifier is not Quantifier.ANY:
            continue
        if any(isinstance(around.node, Choice) for around in visit.ancestors()):
            continue
        word = _word(survey, loop)
        yield warning(
            "any-outside-choice",
            "`any` outside a choice behaves like `all`",
            Label(word, "done for every element"),
            cure=Cure("write `all`, or put it into a `choice`", Edit(word, "all")),
        )


def _word(survey: Survey, loop: Loop) -> Span:
    start = survey.source.text.index(Quantifier.ANY.value, loop.span.start)
    return Span(start, start + len(Quantifier.ANY.value))
