"""Conditions that come out the same in every match, and conditions that exclude each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from kibitz.recycle import syntax as s
from kibitz.recycle.arithmetic import COMPARISONS
from kibitz.recycle.lint.constants import MANY, Constant, Constants
from kibitz.recycle.lint.shape import Shape, is_steady, shape

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


def truth(constants: Constants, condition: s.BoolExpr) -> bool | None:
    """Whether the condition holds in every match, or in none; None when that depends."""
    match condition:
        case s.And():
            return _all(truth(constants, operand) for operand in condition.operands)
        case s.Or():
            return _invert(
                _all(_invert(truth(constants, operand)) for operand in condition.operands)
            )
        case s.Not():
            return _invert(truth(constants, condition.operand))
        case s.Compare() | s.Equal():
            return _compared(constants, condition)
        case s.Quantified():
            return None


def conjuncts(condition: s.BoolExpr) -> list[s.BoolExpr]:
    """The conditions that must all hold for this one to hold."""
    if not isinstance(condition, s.And):
        return [condition]
    return [inner for operand in condition.operands for inner in conjuncts(operand)]


def contradiction(
    constants: Constants, conditions: Iterable[s.BoolExpr]
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


def _compared(constants: Constants, condition: s.Compare | s.Equal) -> bool | None:
    left, right = constants.values(condition.left), constants.values(condition.right)
    if not left or not right or len(left) * len(right) > MANY:
        return None
    operator = operator_of(condition)
    pairs = product(left, right)
    outcomes = {_holds(operator, first, second) for first, second in pairs}
    return outcomes.pop() if len(outcomes) == 1 else None


def operator_of(condition: s.Compare | s.Equal) -> str:
    if isinstance(condition, s.Compare):
        return condition.operator
    return "!=" if condition.negated else "=="


def _holds(operator: str, left: Constant, right: Constant) -> bool:
    if isinstance(left, int) and isinstance(right, int):
        return COMPARISONS[operator](left, right)
    return (left == right) == (operator == "==")


def _claim(constants: Constants, condition: s.BoolExpr) -> Claim | None:
    """The condition as a claim about one subject; of two subjects, about their difference."""
    inner, inverted = condition, False
    while isinstance(inner, s.Not):
        inner, inverted = inner.operand, not inverted
    if not isinstance(inner, s.Compare | s.Equal) or not is_steady(inner):
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
    return Claim(shape(subject), operator, constant, condition, isinstance(subject, s.Size))


def _about_both(inner: s.Compare | s.Equal, operator: str, condition: s.BoolExpr) -> Claim:
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
