"""Slips of many kinds: conditions that no option fulfils, comparisons of a thing with itself, what
is said twice, variables that nothing uses, and loops that do not do what they seem to.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import product

from kibitz.recycle import syntax as s
from kibitz.recycle.constants import COMPARISONS
from kibitz.recycle.diagnostic import Diagnostic, fault
from kibitz.recycle.lint.survey import MANY, Binding, Constant, Survey, Values, is_said, is_steady
from kibitz.recycle.source import Span
from kibitz.recycle.syntax.types import Visit

Comparison = s.CompareNode | s.EqualNode
Condition = s.AndNode | s.OrNode | s.NotNode | s.CompareNode | s.EqualNode | s.QuantifiedNode
Tests = frozenset[tuple[Constant, Constant]]
_LITERALS = s.IntLiteralNode | s.StrLiteralNode
_CARDS = frozenset({s.Type.CARD, s.Type.CARDS, s.Type.LOCATION})


# ---------------------------------------------------------------------------- conditions


def check_conditions(survey: Survey) -> Iterator[Diagnostic]:
    """A report for each condition that is false whatever the options are."""
    reported: set[int] = set()
    for visit in survey.visits:
        if not isinstance(visit.node, Condition) or not _decides(visit):
            continue
        culprit = _never_true(survey, visit.node)
        if culprit is None or any(id(around.node) in reported for around in visit.ancestors()):
            continue
        reported.add(id(visit.node))
        notes = _values_of(survey, culprit) if isinstance(culprit, Comparison) else ()
        yield fault(f"condition-never-true{_case(visit)}", culprit.span, notes=notes)


def _decides(visit: Visit) -> bool:
    """Whether something is lost when this condition is false."""
    around = visit.parent and visit.parent.node
    if isinstance(around, s.QuantifiedNode):
        return around.quantifier is s.Quantifier.ANY
    return isinstance(
        around,
        s.ConditionalNode
        | s.GuardedNode
        | s.GuardedDeckNode
        | s.GuardedAwardNode
        | s.FilterNode
        | s.OrNode
        | s.StageNode,
    )


def _never_true(survey: Survey, condition: s.BoolExpr) -> s.BoolExpr | None:
    """The part of the condition for which it is always false."""
    match condition:
        case s.AndNode():
            found = (_never_true(survey, operand) for operand in condition.operands)
            return next((culprit for culprit in found if culprit is not None), None)
        case s.OrNode():
            is_false = all(_never_true(survey, operand) for operand in condition.operands)
            return condition if is_false else None
        case s.CompareNode() | s.EqualNode():
            left, right = survey.values(condition.left), survey.values(condition.right)
            if not left or not right or len(left) * len(right) > MANY:
                return None
            pairs = product(left, right)
            return None if any(_holds(condition, *pair) for pair in pairs) else condition
        case _:
            return None


def _holds(condition: Comparison, left: Constant, right: Constant) -> bool:
    if isinstance(condition, s.EqualNode):
        return (left == right) is not condition.negated
    assert isinstance(left, int)
    assert isinstance(right, int)
    return COMPARISONS[condition.operator](left, right)


def _values_of(survey: Survey, culprit: Comparison) -> tuple[str, ...]:
    """What the variables of a comparison stand for."""
    return tuple(
        f"`{survey.quote(side)}` is {_one_of(survey.values(side))}"
        for side in (culprit.left, culprit.right)
        if not isinstance(side, _LITERALS)
    )


def _one_of(values: Values, most: int = 6) -> str:
    """A, B or C; a stretch of many integers by its ends."""
    numbers = sorted(value for value in values or () if isinstance(value, int))
    words = [str(n) for n in numbers] or sorted(str(value) for value in values or ())
    if len(words) > most:
        return f"from {words[0]} to {words[-1]}" if numbers else f"{words[0]}, {words[1]} …"
    return " or ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def _case(visit: Visit) -> str:
    parent = visit.parent
    assert parent is not None
    match parent.node:
        case s.ConditionalNode():
            around = parent.parent and parent.parent.node
            return ".alternative" if isinstance(around, s.ChoiceNode) else ".statement"
        case s.GuardedDeckNode():
            return ".deck"
        case s.GuardedAwardNode():
            return ".award"
        case _:
            return ""


def check_comparisons(survey: Survey) -> Iterator[Diagnostic]:
    """A report for each comparison of an expression with itself.

    Two equal literals are left alone: the language has no other word for what is always true.
    """
    for visit in survey.visits:
        node = visit.node
        if not isinstance(node, Comparison) or node.left != node.right or not is_steady(node):
            continue
        if isinstance(node.left, _LITERALS):
            continue
        holds = not node.negated if isinstance(node, s.EqualNode) else "=" in node.operator
        outcome = "always true" if holds else "never true"
        yield fault("self-comparison", node.span, side=survey.quote(node.left), outcome=outcome)


# ---------------------------------------------------------------------------- said twice


def check_awards(survey: Survey) -> Iterator[Diagnostic]:
    """A report for each award whose tests an earlier award of the same map has already made."""
    for points in survey.all_of(s.SetPointsNode):
        first_by_tests: dict[Tests, s.AwardNode] = {}
        for award in points.awards:
            tests = None if isinstance(award, s.GuardedAwardNode) else _tests(survey, award)
            if isinstance(award, s.GuardedAwardNode) or tests is None:
                continue
            first = first_by_tests.setdefault(tests, award)
            if first is not award:
                text = survey.source.slice(award.tests[0].span.to(award.tests[-1].span))
                yield fault("repeated-award", award.span, first.span, tests=text)


def _tests(survey: Survey, award: s.AwardNode) -> Tests | None:
    found: set[tuple[Constant, Constant]] = set()
    for test in award.tests:
        attributes, values = survey.values(test.attribute), survey.values(test.value)
        if attributes is None or values is None or len(attributes) * len(values) != 1:
            return None
        found.add((*attributes, *values))  # type: ignore[arg-type]  # one of each
    return frozenset(found)


def check_unions(survey: Survey) -> Iterator[Diagnostic]:
    """A report for each location that a `union` repeats."""
    for visit in survey.visits_of(s.UnionNode):
        assert isinstance(visit.node, s.UnionNode)
        if visit.parent is not None and isinstance(visit.parent.node, s.UnionNode):
            continue
        first_by_location: dict[s.Node, s.Node] = {}
        for part in _members(visit.node):
            location = survey.resolve(part)
            if not isinstance(location, s.LocationNode) or not is_steady(location):
                continue
            first = first_by_location.setdefault(location, part)
            if first is not part:
                text = survey.quote(part)
                yield fault("union-with-itself", part.span, first.span, location=text)


def _members(union: s.UnionNode) -> Iterator[s.Node]:
    for part in union.parts:
        if isinstance(part, s.UnionNode):
            yield from _members(part)
        else:
            yield part


# ---------------------------------------------------------------------------- variables


def check_variables(survey: Survey, told: Container[str]) -> Iterator[Diagnostic]:
    """A report for each variable whose absence from its scope is a sign of a slip.

    A loop over numbers, players or strings may merely count, and needs no use of its variable. What
    is picked for a move with a name, or is `told` in its words, is there for people.
    """
    used = {variable.binder.number for variable in survey.all_of(s.VariableNode)}
    for binder in survey.all_of(s.BinderNode):
        binding = survey.binding_by_number[binder.number]
        case = _binding_case(binding)
        if binder.number in used or not (case or binder.type in _CARDS):
            continue
        if binder.name not in told and not is_said(binding):
            yield fault(f"unused-variable{case}", binder.span, variable=f"'{binder.name}")


def _binding_case(binding: Binding) -> str:
    match binding:
        case s.OptionNode():
            return ".option"
        case s.DeclareNode():
            return ".declare"
        case s.LetNode():
            return ".let"
        case s.FilterNode():
            return ".filter"
        case _:
            return ""


def check_loops(survey: Survey) -> Iterator[Diagnostic]:
    """A report for each `any` statement outside a choice."""
    for visit in survey.visits_of(s.LoopNode):
        loop = visit.node
        assert isinstance(loop, s.LoopNode)
        if loop.quantifier is not s.Quantifier.ANY:
            continue
        if not any(isinstance(around.node, s.ChoiceNode) for around in visit.ancestors()):
            start = survey.source.text.index("any", loop.span.start)
            yield fault("any-outside-choice", Span(start, start + len("any")), edit="all")
