"""Small simplifications made while lowering: constants computed, dead branches dropped."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.engine import program as p
from kibitz.recycle import COMPARISONS, Overflow, Span, calculate

NOTHING = p.Block(())


def arithmetic(operator: str, operands: tuple[p.Value, ...], span: Span) -> p.Value:
    """Computed now when all operands are constants; a fault is left for play to report."""
    numbers = [operand.value for operand in operands if isinstance(operand, p.Const)]
    if len(numbers) == len(operands):
        try:
            return p.Const(calculate(operator, *numbers))
        except (Overflow, ZeroDivisionError):
            pass
    return p.Arithmetic(operator, operands, span)


def compare(operator: str, left: p.Value, right: p.Value) -> p.Condition:
    if isinstance(left, p.Const) and isinstance(right, p.Const):
        return p.Truth(COMPARISONS[operator](left.value, right.value))
    return p.Compare(operator, left, right)


def negate(operand: p.Condition) -> p.Condition:
    return p.Truth(not operand.value) if isinstance(operand, p.Truth) else p.Not(operand)


def conjunction(operands: Iterable[p.Condition]) -> p.Condition:
    return _joined(p.And, operands, p.Truth(True), p.Truth(False))


def disjunction(operands: Iterable[p.Condition]) -> p.Condition:
    return _joined(p.Or, operands, p.Truth(False), p.Truth(True))


def _joined(
    kind: type[p.And | p.Or], operands: Iterable[p.Condition], empty: p.Truth, decided: p.Truth
) -> p.Condition:
    """Parts that change nothing vanish; nothing after one that decides is ever looked at."""
    kept: list[p.Condition] = []
    for operand in operands:
        if operand != empty:
            kept.append(operand)
        if operand == decided:
            break
    if not kept:
        return empty
    return kept[0] if len(kept) == 1 else kind(tuple(kept))


def block(statements: Iterable[p.Statement]) -> p.Statement:
    """A flat block: nested blocks opened, empty ones gone."""
    flat = [
        part
        for statement in statements
        for part in (statement.statements if isinstance(statement, p.Block) else (statement,))
    ]
    return flat[0] if len(flat) == 1 else p.Block(tuple(flat))


def when(condition: p.Condition, statement: p.Statement, span: Span) -> p.Statement:
    """`span`: of the condition as it is written."""
    if isinstance(condition, p.Truth):
        return statement if condition.value else NOTHING
    return p.When(condition, statement, span)


def over_elements(loop: p.Each | p.Pick) -> p.Statement:
    return NOTHING if loop.collection == p.Constants(()) else loop
