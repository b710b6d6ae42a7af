"""A `union` that holds the same location twice."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.recycle.diagnostic import Diagnostic, Label
from kibitz.recycle.lint.report import warning
from kibitz.recycle.lint.shape import Shape, is_steady, shape
from kibitz.recycle.lint.survey import Survey
from kibitz.recycle.syntax import Location, Node, Union


def check_unions(survey: Survey) -> Iterator[Diagnostic]:
    """A report for each location that a `union` repeats."""
    for visit in survey.visits_of(Union):
        assert isinstance(visit.node, Union)
        if visit.parent is None or not isinstance(visit.parent.node, Union):
            yield from _repetitions(survey, visit.node)


def _repetitions(survey: Survey, union: Union) -> Iterator[Diagnostic]:
    first_by_shape: dict[Shape, Node] = {}
    for part in _flat(union):
        location = survey.resolve(part)
        if not isinstance(location, Location) or not is_steady(location):
            continue
        first = first_by_shape.setdefault(shape(location), part)
        if first is not part:
            yield _repeated(survey, part, first)


def _flat(union: Union) -> Iterator[Node]:
    for part in union.parts:
        if isinstance(part, Union):
            yield from _flat(part)
        else:
            yield part


def _repeated(survey: Survey, part: Node, first: Node) -> Diagnostic:
    return warning(
        "union-with-itself",
        f"`{survey.quote(part)}` is in this `union` twice",
        Label(part.span, "again"),
        Label(first.span, "first here"),
        notes=("a `union` keeps repeated cards: each one counts twice",),
    )
