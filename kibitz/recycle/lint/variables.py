"""Variables that nothing uses, and loops that do not do what they seem to."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.recycle import syntax as s
from kibitz.recycle.diagnostic import Diagnostic, Edit, Label
from kibitz.recycle.lint.survey import Binding, Cure, Survey, warning
from kibitz.recycle.source import Span

_CARDS = frozenset({s.Type.CARD, s.Type.CARDS, s.Type.LOCATION})


def check_variables(survey: Survey) -> Iterator[Diagnostic]:
    """A report for each variable whose absence from its scope is a sign of a slip.

    A loop over numbers, players or strings may merely count, and needs no use of its variable.
    """
    used = {variable.binder.number for variable in survey.all_of(s.VariableNode)}
    for visit in survey.visits_of(s.BinderNode):
        assert isinstance(visit.node, s.BinderNode)
        binder = visit.node
        binding = survey.binding_by_number[binder.number]
        if binder.number not in used and _should_be_used(binder, binding):
            yield warning(
                "unused-variable",
                f"`'{binder.name}` is never used",
                Label(binder.span, _what_it_is(binding)),
            )


def _should_be_used(binder: s.BinderNode, binding: Binding) -> bool:
    return (
        isinstance(binding, s.DeclareNode | s.OptionNode | s.LetNode | s.FilterNode)
        or binder.type in _CARDS
    )


def _what_it_is(binding: Binding) -> str:
    match binding:
        case s.OptionNode():
            return "this option changes nothing"
        case s.DeclareNode():
            return "declared here"
        case s.LetNode():
            return "bound here"
        case s.FilterNode():
            return "the condition does not look at it"
        case _:
            return "the same is done for each"


# ---------------------------------------------------------------------------- loops


def check_loops(survey: Survey) -> Iterator[Diagnostic]:
    """A report for each `any` statement outside a choice."""
    for visit in survey.visits_of(s.LoopNode):
        loop = visit.node
        assert isinstance(loop, s.LoopNode)
        if loop.quantifier is not s.Quantifier.ANY:
            continue
        if any(isinstance(around.node, s.ChoiceNode) for around in visit.ancestors()):
            continue
        word = _word(survey, loop)
        yield warning(
            "any-outside-choice",
            "`any` outside a choice behaves like `all`",
            Label(word, "done for every element"),
            cure=Cure("write `all`, or put it into a `choice`", Edit(word, "all")),
        )


def _word(survey: Survey, loop: s.LoopNode) -> Span:
    start = survey.source.text.index(s.Quantifier.ANY.value, loop.span.start)
    return Span(start, start + len(s.Quantifier.ANY.value))
