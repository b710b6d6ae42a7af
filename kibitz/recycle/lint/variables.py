"""Variables that nothing uses."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.recycle.diagnostic import Diagnostic, Label
from kibitz.recycle.lint.report import warning
from kibitz.recycle.lint.survey import Binding, Survey
from kibitz.recycle.syntax import Binder, Declare, Filter, Let, Option, Type, Variable

_CARDS = frozenset({Type.CARD, Type.CARDS, Type.LOCATION})


def check_variables(survey: Survey) -> Iterator[Diagnostic]:
    """A report for each variable whose absence from its scope is a sign of a slip.

    A loop over numbers, players or strings may merely count, and needs no use of its variable.
    """
    used = {variable.binder.number for variable in survey.all_of(Variable)}
    for visit in survey.visits_of(Binder):
        assert isinstance(visit.node, Binder)
        binder = visit.node
        binding = survey.binding_by_number[binder.number]
        if binder.number not in used and _should_be_used(binder, binding):
            yield warning(
                "unused-variable",
                f"`'{binder.name}` is never used",
                Label(binder.span, _what_it_is(binding)),
            )


def _should_be_used(binder: Binder, binding: Binding) -> bool:
    return isinstance(binding, Declare | Option | Let | Filter) or binder.type in _CARDS


def _what_it_is(binding: Binding) -> str:
    match binding:
        case Option():
            return "this option changes nothing"
        case Declare():
            return "declared here"
        case Let():
            return "bound here"
        case Filter():
            return "the condition does not look at it"
        case _:
            return "the same is done for each"
