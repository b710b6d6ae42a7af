"""Conditions that are false in every match, and comparisons of a thing with itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from kibitz.recycle import syntax as s
from kibitz.recycle.arithmetic import COMPARISONS
from kibitz.recycle.diagnostic import Diagnostic, Label
from kibitz.recycle.lint.constants import MANY, Constant, PossibleValues
from kibitz.recycle.lint.survey import Shape, Survey, is_steady, one_of, shape, warning
from kibitz.recycle.walk import Visit

MOST_CLAIMS = 10
"""Conditions about one thing beyond this many are not compared with each other."""

OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRROR = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


@dataclass(frozen=True, slots=True)
class Claim:
    """A condition of the form SUBJECT compared with a constant."""

    subject: Shape
    operator: str
    constant: Constant
    condition: s.BoolExpr
    is_count: bool
    """The subject is a size: an integer that is never negative."""

    def allows(self, value: Constant) -> bool:
        if isinstance(value, int) and isinstance(self.constant, int):
            in_reach = value >= 0 or not self.is_count
            return in_reach and COMPARISONS[self.operator](value, self.constant)
        return (value == self.constant) == (self.operator == "==")


def truth(constants: PossibleValues, condition: s.BoolExpr) -> bool | None:
    """Whether the condition holds in every match, or in none; None when that depends."""
    match condition:
        case s.AndNode():
            return _all(truth(constants, operand) for operand in condition.operands)
        case s.OrNode():
            return _invert(
                _all(_invert(truth(constants, operand)) for operand in condition.operands)
            )
        case s.NotNode():
            return _invert(truth(constants, condition.operand))
        case s.CompareNode() | s.EqualNode():
            return _compared(constants, condition)
        case s.QuantifiedNode():
            return None


def conjuncts(condition: s.BoolExpr) -> list[s.BoolExpr]:
    """The conditions that must all hold for this one to hold."""
    if not isinstance(condition, s.AndNode):
        return [condition]
    return [inner for operand in condition.operands for inner in conjuncts(operand)]


def contradiction(
    constants: PossibleValues, conditions: Iterable[s.BoolExpr]
) -> tuple[s.BoolExpr, s.BoolExpr] | None:
    """Two of the conditions that cannot hold together, in the order given."""
    claims_by_subject: dict[Shape, list[Claim]] = {}
    for condition in conditions:
        claim = _claim(constants, condition)
        if claim is None:
            continue
        earlier = claims_by_subject.setdefault(claim.subject, [])
        for other in earlier[:MOST_CLAIMS]:
            if _exclude(other, claim):
                return other.condition, condition
        earlier.append(claim)
    return None


def _all(truths: Iterable[bool | None]) -> bool | None:
    known = list(truths)
    if False in known:
        return False
    return None if None in known else True


def _invert(value: bool | None) -> bool | None:
    return None if value is None else not value


def _compared(constants: PossibleValues, condition: s.CompareNode | s.EqualNode) -> bool | None:
    left, right = constants.values(condition.left), constants.values(condition.right)
    if not left or not right or len(left) * len(right) > MANY:
        return None
    operator = operator_of(condition)
    pairs = product(left, right)
    outcomes = {_holds(operator, first, second) for first, second in pairs}
    return outcomes.pop() if len(outcomes) == 1 else None


def operator_of(condition: s.CompareNode | s.EqualNode) -> str:
    if isinstance(condition, s.CompareNode):
        return condition.operator
    return "!=" if condition.negated else "=="


def _holds(operator: str, left: Constant, right: Constant) -> bool:
    if isinstance(left, int) and isinstance(right, int):
        return COMPARISONS[operator](left, right)
    return (left == right) == (operator == "==")


def _claim(constants: PossibleValues, condition: s.BoolExpr) -> Claim | None:
    """The condition as a claim about one subject; of two subjects, about their difference."""
    inner, inverted = condition, False
    while isinstance(inner, s.NotNode):
        inner, inverted = inner.operand, not inverted
    if not isinstance(inner, s.CompareNode | s.EqualNode) or not is_steady(inner):
        return None
    operator = OPPOSITE[operator_of(inner)] if inverted else operator_of(inner)
    left, right = constants.single(inner.left), constants.single(inner.right)
    if left is None and right is not None:
        return _about(inner.left, operator, right, condition)
    if left is not None and right is None:
        return _about(inner.right, MIRROR[operator], left, condition)
    if left is None and right is None:
        return _about_both(inner, operator, condition)
    return None


def _about(subject: s.Node, operator: str, constant: Constant, condition: s.BoolExpr) -> Claim:
    return Claim(shape(subject), operator, constant, condition, isinstance(subject, s.SizeNode))


def _about_both(inner: s.CompareNode | s.EqualNode, operator: str, condition: s.BoolExpr) -> Claim:
    left, right = shape(inner.left), shape(inner.right)
    if repr(left) > repr(right):
        left, right, operator = right, left, MIRROR[operator]
    return Claim((left, right), operator, 0, condition, is_count=False)


def _exclude(first: Claim, second: Claim) -> bool:
    """Whether no value satisfies both; near the two constants is where one would be found."""
    if isinstance(first.constant, int) and isinstance(second.constant, int):
        ends = (first.constant, second.constant)
        near = {end + step for end in ends for step in (-1, 0, 1)}
        return not any(first.allows(value) and second.allows(value) for value in near)
    operators = {first.operator, second.operator}
    same = first.constant == second.constant
    return (operators == {"=="} and not same) or (operators == {"==", "!="} and same)


# ---------------------------------------------------------------------------- conditions


Condition = s.AndNode | s.OrNode | s.NotNode | s.CompareNode | s.EqualNode | s.QuantifiedNode


def check_conditions(survey: Survey, constants: PossibleValues) -> Iterator[Diagnostic]:
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
    for visit in survey.visits_of(s.CompareNode, s.EqualNode):
        node = visit.node
        assert isinstance(node, s.CompareNode | s.EqualNode)
        if _is_self_comparison(node) and not isinstance(
            node.left, s.IntLiteralNode | s.StrLiteralNode
        ):
            yield warning(
                "self-comparison",
                f"`{survey.quote(node.left)}` is compared with itself",
                Label(node.span, "always true" if _holds_for_equals(node) else "never true"),
            )


def _holds_for_equals(node: s.CompareNode | s.EqualNode) -> bool:
    return not node.negated if isinstance(node, s.EqualNode) else "=" in node.operator


def _decides(visit: Visit) -> bool:
    """Whether something is lost when this condition is false."""
    assert visit.parent is not None
    match visit.parent.node:
        case (
            s.ConditionalNode()
            | s.GuardedDeckNode()
            | s.GuardedAwardNode()
            | s.FilterNode()
            | s.OrNode()
        ):
            return True
        case s.QuantifiedNode(quantifier=quantifier):
            return quantifier is s.Quantifier.ANY
        case _:
            return False


def _constant(survey: Survey, constants: PossibleValues, visit: Visit) -> Diagnostic | None:
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


def _culprit(constants: PossibleValues, condition: s.BoolExpr) -> s.BoolExpr:
    return next(c for c in conjuncts(condition) if truth(constants, c) is False)


def _is_self_comparison(condition: s.CompareNode | s.EqualNode) -> bool:
    return is_steady(condition) and shape(condition.left) == shape(condition.right)


def _values_of(survey: Survey, constants: PossibleValues, culprit: s.BoolExpr) -> tuple[str, ...]:
    """What the variables of a comparison stand for."""
    if not isinstance(culprit, s.CompareNode | s.EqualNode):
        return ()
    return tuple(
        f"`{survey.quote(side)}` is {one_of(constants.values(side) or ())}"
        for side in (culprit.left, culprit.right)
        if not isinstance(side, s.IntLiteralNode | s.StrLiteralNode)
    )


def _contradictory(constants: PossibleValues, visit: Visit) -> Diagnostic | None:
    condition = visit.node
    assert isinstance(condition, Condition)
    pair = contradiction(constants, conjuncts(condition))
    if pair is None:
        return None
    return warning(
        "condition-never-true",
        _headline(visit),
        Label(pair[1].span, "never true"),
        Label(pair[0].span, "together with this"),
    )


def _headline(visit: Visit) -> str:
    parent = visit.parent
    assert parent is not None
    match parent.node:
        case s.ConditionalNode() if parent.parent is not None and isinstance(
            parent.parent.node, s.ChoiceNode
        ):
            return "this alternative can never be chosen"
        case s.ConditionalNode():
            return "this statement can never run"
        case s.GuardedDeckNode():
            return "this deck is never created"
        case s.GuardedAwardNode():
            return "this award is never made"
        case _:
            return "this condition can never be true"
