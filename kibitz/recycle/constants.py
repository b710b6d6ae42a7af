"""What is fixed before a match starts: which expressions are, and their values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.recycle import limits
from kibitz.recycle import syntax as s
from kibitz.recycle.arithmetic import COMPARISONS, Overflow, calculate_all
from kibitz.recycle.source import Span

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
        case s.RangeNode():
            return _first_changing(node.low, node.high)
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
            return tuple(range(low, high + 1))
        case s.ArithmeticNode():
            return _arithmetic(value, values)
        case s.SizeNode():
            listed = evaluate(value.collection, values)
            assert isinstance(listed, tuple)
            return len(listed)
        case _:
            raise NotConstant


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


def _quantified(condition: s.QuantifiedNode, values: Mapping[int, Constant]) -> bool:
    listed = evaluate(condition.collection, values)
    assert isinstance(listed, tuple)
    results = (
        holds(condition.body, {**values, condition.binder.number: element}) for element in listed
    )
    return any(results) if condition.quantifier is s.Quantifier.ANY else all(results)
