"""Conditions that can never be true, and comparisons of a thing with itself."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.recycle import syntax as s
from kibitz.recycle.diagnostic import Diagnostic, Label
from kibitz.recycle.lint.constants import Constants
from kibitz.recycle.lint.report import one_of, warning
from kibitz.recycle.lint.shape import is_steady, shape
from kibitz.recycle.lint.survey import Survey
from kibitz.recycle.lint.truth import conjuncts, contradiction, truth
from kibitz.recycle.walk import Visit

Condition = s.And | s.Or | s.Not | s.Compare | s.Equal | s.Quantified


def check_conditions(survey: Survey, constants: Constants) -> Iterator[Diagnostic]:
    """A report for each condition that is false in every match."""
    reported: set[int] = set()
    for visit in survey.visits:
        if not isinstance(visit.node, Condition) or not _decides(visit):
            continue
        if any(id(around.node) in reported for around in visit.ancestors()):
            continue
        report = _constant(survey, constants, visit) or _contradictory(constants, visit)
        if report is not None:
            reported.add(id(visit.node))
            yield report


def check_comparisons(survey: Survey) -> Iterator[Diagnostic]:
    """A report for each comparison of an expression with itself.

    Two equal literals are left alone: the language has no other word for what is always true.
    """
    for visit in survey.visits_of(s.Compare, s.Equal):
        node = visit.node
        assert isinstance(node, s.Compare | s.Equal)
        if _is_self_comparison(node) and not isinstance(node.left, s.IntLiteral | s.StrLiteral):
            yield warning(
                "self-comparison",
                f"`{survey.quote(node.left)}` is compared with itself",
                Label(node.span, "always true" if _holds_for_equals(node) else "never true"),
            )


def _holds_for_equals(node: s.Compare | s.Equal) -> bool:
    return not node.negated if isinstance(node, s.Equal) else "=" in node.operator


def _decides(visit: Visit) -> bool:
    """Whether something is lost when this condition is false."""
    assert visit.parent is not None
    match visit.parent.node:
        case s.Conditional() | s.GuardedDeck() | s.GuardedAward() | s.Filter() | s.Or():
            return True
        case s.Quantified(quantifier=quantifier):
            return quantifier is s.Quantifier.ANY
        case _:
            return False


def _constant(survey: Survey, constants: Constants, visit: Visit) -> Diagnostic | None:
    condition = visit.node
    assert isinstance(condition, Condition)
    if truth(constants, condition) is not False:
        return None
    culprit = _culprit(constants, condition)
    return warning(
        "condition-never-true",
        _headline(visit),
        Label(culprit.span, "never true"),
        notes=_values_of(survey, constants, culprit),
    )


def _culprit(constants: Constants, condition: s.BoolExpr) -> s.BoolExpr:
    return next(c for c in conjuncts(condition) if truth(constants, c) is False)


def _is_self_comparison(condition: s.Compare | s.Equal) -> bool:
    return is_steady(condition) and shape(condition.left) == shape(condition.right)


def _values_of(survey: Survey, constants: Constants, culprit: s.BoolExpr) -> tuple[str, ...]:
    """What the variables of a comparison stand for."""
    if not isinstance(culprit, s.Compare | s.Equal):
        return ()
    return tuple(
        f"`{survey.quote(side)}` is {one_of(constants.values(side) or ())}"
        for side in (culprit.left, culprit.right)
        if not isinstance(side, s.IntLiteral | s.StrLiteral)
    )


def _contradictory(constants: Constants, visit: Visit) -> Diagnostic | None:
    condition = visit.node
    assert isinstance(condition, Condition)
    around = [inner for outer in reversed(_in_force(visit)) for inner in conjuncts(outer)]
    own = conjuncts(condition)
    pair = contradiction(constants, [*around, *own])
    if pair is None or not any(pair[1] is inner for inner in own):
        return None
    return warning(
        "condition-never-true",
        _headline(visit),
        Label(pair[1].span, "never true"),
        Label(pair[0].span, "together with this"),
    )


def _in_force(visit: Visit) -> list[s.BoolExpr]:
    """The conditions around a conditional that still hold when it is asked, innermost first:
    those with nothing done in between."""
    found: list[s.BoolExpr] = []
    inner = visit.parent
    if inner is None or not isinstance(inner.node, s.Conditional):
        return found
    for outer in inner.ancestors():
        assert inner is not None
        if not _comes_at_once(inner, outer):
            break
        if isinstance(outer.node, s.Conditional):
            found.append(outer.node.condition)
        inner = outer
    return found


def _comes_at_once(inner: Visit, outer: Visit) -> bool:
    match outer.node:
        case s.Conditional() | s.Let() | s.Named():
            return True
        case s.Block(statements=statements):
            return statements[0] is inner.node
        case s.Loop(quantifier=s.Quantifier.ANY):
            return any(isinstance(around.node, s.Choice) for around in outer.ancestors())
        case _:
            return False


def _headline(visit: Visit) -> str:
    parent = visit.parent
    assert parent is not None
    match parent.node:
        case s.Conditional() if parent.parent is not None and _is_choice(parent.parent.node):
            return "this alternative can never be chosen"
        case s.Conditional():
            return "this statement can never run"
        case s.GuardedDeck():
            return "this deck is never created"
        case s.GuardedAward():
            return "this award is never made"
        case _:
            return "this condition can never be true"


def _is_choice(node: s.Node) -> bool:
    return isinstance(node, s.Choice)
