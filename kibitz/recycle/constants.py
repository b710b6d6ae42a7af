"""What is fixed before a match starts: the arithmetic of RECYCLE (32-bit signed, truncating
division, overflow is a fault), which expressions are constant, and their values.
"""

from __future__ import annotations

import operator as operators
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import cast

from kibitz.recycle import limits
from kibitz.recycle import syntax as s
from kibitz.recycle.source import Span

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": operators.eq,
    "!=": operators.ne,
    "<": operators.lt,
    ">": operators.gt,
    "<=": operators.le,
    ">=": operators.ge,
}
SMALLEST = -(2**31)
LARGEST = 2**31 - 1


class Overflow(Exception):
    """The result does not fit in 32 bits."""


def fit(value: int) -> int:
    if SMALLEST <= value <= LARGEST:
        return value
    raise Overflow


def divide(left: int, right: int) -> int:
    """Division that drops the fraction, towards zero."""
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def remainder(left: int, right: int) -> int:
    """What division leaves; it has the sign of the dividend."""
    return left - right * divide(left, right)


def power(base: int, exponent: int) -> int:
    """`base` to the `exponent`; a negative exponent rounds to the nearest, ties to even."""
    if exponent < 0:
        return _reciprocal_power(base, -exponent)
    if abs(base) > 1 and exponent > 31:
        raise Overflow
    if abs(base) <= 1:
        exponent = min(exponent, 2 + exponent % 2)
    return int(base**exponent)


def _reciprocal_power(base: int, exponent: int) -> int:
    if base == 0:
        raise ZeroDivisionError
    if abs(base) == 1:
        return base if exponent % 2 else 1
    return 0  # 1/2 is a tie and goes to the even 0; everything else is nearer to 0


def triangular(number: int) -> int:
    """0, 1, 3, 6, 10 … also for negative numbers, by n(n+1)/2."""
    return fit(number * (number + 1) // 2)


def fibonacci(number: int) -> int:
    """0, 1, 1, 2, 3, 5 …; a number below 0 counts as 0."""
    if number > 46:
        raise Overflow
    before, current = 1, 0
    for _ in range(number):
        before, current = current, before + current
    return current


def lesser(left: int, right: int) -> int:
    return min(left, right)


def greater(left: int, right: int) -> int:
    return max(left, right)


OPERATIONS: dict[str, Callable[..., int]] = {
    "+": operators.add,
    "-": operators.sub,
    "*": operators.mul,
    "//": divide,
    "%": remainder,
    "^": power,
    "min": lesser,
    "max": greater,
    "tri": triangular,
    "fib": fibonacci,
}
"""By operator: of one number or of two."""


def calculate(operator: str, *operands: int) -> int:
    """Raises Overflow or ZeroDivisionError."""
    return fit(OPERATIONS[operator](*operands))


def calculate_all(operator: str, operands: Iterable[int]) -> int:
    """Of one number, or of two and more from the left."""
    first, *rest = operands
    if not rest:
        return calculate(operator, first)
    return reduce(lambda left, right: calculate(operator, left, right), rest, first)


# ---------------------------------------------------------------------------- constants


Constant = int | str | tuple[int, ...] | tuple[str, ...]


class NotConstant(Exception):
    """The expression depends on the state of play."""


@dataclass
class NotComputable(Exception):
    """A constant expression without a value: where, and why."""

    span: Span
    fact: str


def changing_part(node: s.Node | None) -> s.Node | None:
    """The first part of the value that only a match could know; None for a constant.

    In the places that need constants only declared variables are in scope, and those are constants.
    """
    match node:
        case None | s.IntLiteralNode() | s.StrLiteralNode() | s.VariableNode() | s.StringsNode():
            return None
        case s.ArithmeticNode() | s.AndNode() | s.OrNode():
            return _first_changing(*node.operands)
        case s.NotNode():
            return changing_part(node.operand)
        case s.IfNode():
            return _first_changing(node.condition, node.yes, node.no)
        case s.CountNode():
            return changing_part(node.condition)
        case s.RangeNode():
            return _first_changing(node.low, node.high)
        case s.ListedNode():
            return _first_changing(*node.elements)
        case s.AtNode():
            return _first_changing(node.number, node.collection)
        case s.CompareNode():
            return _first_changing(node.left, node.right)
        case s.EqualNode() if node.type in (s.Type.INT, s.Type.STR):
            return _first_changing(node.left, node.right)
        case s.LocationNode(owner=s.TableNode()):
            return _first_changing(node.name, node.index)
        case _:
            return node


def _first_changing(*nodes: s.Node | None) -> s.Node | None:
    return next((part for node in nodes if (part := changing_part(node)) is not None), None)


def evaluate(value: s.Value, values: Mapping[int, Constant]) -> Constant:
    """The value of a constant expression. Raises NotConstant when it depends on play."""
    match value:
        case s.IntLiteralNode() | s.StrLiteralNode():
            return value.value
        case s.StringsNode(values=texts):
            return texts
        case s.VariableNode() if value.binder.number in values:
            return values[value.binder.number]
        case s.RangeNode():
            low, high = integer(value.low, values), integer(value.high, values)
            if high - low >= limits.CONSTANTS:
                fact = f"a declared list has at most {limits.CONSTANTS} elements"
                raise NotComputable(value.span, fact)
            return tuple(range(low, high + 1))[:: -1 if value.backwards else 1]
        case s.ListedNode():
            return tuple(evaluate(element, values) for element in value.elements)  # type: ignore[return-value]  # all of one type
        case s.AtNode():
            return _at(value, values)
        case s.ArithmeticNode():
            return _arithmetic(value, values)
        case s.SizeNode():
            listed = evaluate(value.collection, values)
            assert isinstance(listed, tuple)
            return len(listed)
        case s.IfNode():
            return evaluate(value.yes if holds(value.condition, values) else value.no, values)
        case s.CountNode():
            return int(holds(value.condition, values))
        case _:
            raise NotConstant


def _at(value: s.AtNode, values: Mapping[int, Constant]) -> Constant:
    number, listed = integer(value.number, values), evaluate(value.collection, values)
    assert isinstance(listed, tuple)
    if not 1 <= number <= len(listed):
        raise NotComputable(value.span, f"there is no element {number}, of {len(listed)}")
    return listed[number - 1]


def integer(value: s.IntExpr, values: Mapping[int, Constant]) -> int:
    result = evaluate(value, values)
    assert isinstance(result, int)
    return result


def _arithmetic(value: s.ArithmeticNode, values: Mapping[int, Constant]) -> int:
    operands = [integer(operand, values) for operand in value.operands]
    try:
        return calculate_all(value.operator, operands)
    except Overflow:
        raise NotComputable(value.span, "the result does not fit in 32 bits") from None
    except ZeroDivisionError:
        raise NotComputable(value.span, "this divides by zero") from None


def holds(condition: s.BoolExpr, values: Mapping[int, Constant]) -> bool:
    """Whether a condition over constants is true. Raises NotConstant when it depends on play."""
    match condition:
        case s.AndNode():
            return all(holds(operand, values) for operand in condition.operands)
        case s.OrNode():
            return any(holds(operand, values) for operand in condition.operands)
        case s.NotNode():
            return not holds(condition.operand, values)
        case s.CompareNode():
            left = integer(condition.left, values)
            right = integer(condition.right, values)
            return COMPARISONS[condition.operator](left, right)
        case s.EqualNode():
            left_value = evaluate(condition.left, values)
            right_value = evaluate(condition.right, values)
            return (left_value == right_value) is not condition.negated
        case s.QuantifiedNode():
            return _quantified(condition, values)
        case s.IfNode():
            side = condition.yes if holds(condition.condition, values) else condition.no
            return holds(cast(s.BoolExpr, side), values)


def _quantified(condition: s.QuantifiedNode, values: Mapping[int, Constant]) -> bool:
    listed = evaluate(condition.collection, values)
    assert isinstance(listed, tuple)
    results = (
        holds(condition.body, {**values, condition.binder.number: element}) for element in listed
    )
    return any(results) if condition.quantifier is s.Quantifier.ANY else all(results)
