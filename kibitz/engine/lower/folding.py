"""Small simplifications made while lowering: constants computed, dead branches dropped."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.engine.program import (
    And,
    Arithmetic,
    Block,
    Compare,
    Condition,
    Const,
    Constants,
    Each,
    Not,
    Or,
    Pick,
    Statement,
    Truth,
    Value,
    When,
)
from kibitz.recycle.arithmetic import COMPARISONS, Overflow, calculate
from kibitz.recycle.source import Span

NOTHING = Block(())


def arithmetic(operator: str, operands: tuple[Value, ...], span: Span) -> Value:
    """Computed now when all operands are constants; a fault is left for play to report."""
    numbers = [operand.value for operand in operands if isinstance(operand, Const)]
    if len(numbers) == len(operands):
        try:
            return Const(calculate(operator, *numbers))
        except (Overflow, ZeroDivisionError):
            pass
    return Arithmetic(operator, operands, span)


def compare(operator: str, left: Value, right: Value) -> Condition:
    if isinstance(left, Const) and isinstance(right, Const):
        return Truth(COMPARISONS[operator](left.value, right.value))
    return Compare(operator, left, right)


def negate(operand: Condition) -> Condition:
    return Truth(not operand.value) if isinstance(operand, Truth) else Not(operand)


def conjunction(operands: Iterable[Condition]) -> Condition:
    """True parts vanish; nothing after a false part is ever looked at."""
    kept: list[Condition] = []
    for operand in operands:
        if operand == Truth(True):
            continue
        kept.append(operand)
        if operand == Truth(False):
            break
    if not kept:
        return Truth(True)
    return kept[0] if len(kept) == 1 else And(tuple(kept))


def disjunction(operands: Iterable[Condition]) -> Condition:
    kept: list[Condition] = []
    for operand in operands:
        if operand == Truth(False):
            continue
        kept.append(operand)
        if operand == Truth(True):
            break
    if not kept:
        return Truth(False)
    return kept[0] if len(kept) == 1 else Or(tuple(kept))


def block(statements: Iterable[Statement]) -> Statement:
    """A flat block: nested blocks opened, empty ones gone."""
    flat: list[Statement] = []
    for statement in statements:
        if isinstance(statement, Block):
            flat.extend(statement.statements)
        else:
            flat.append(statement)
    return flat[0] if len(flat) == 1 else Block(tuple(flat))


def when(condition: Condition, statement: Statement, span: Span) -> Statement:
    """`span`: of the condition as it is written."""
    if statement == NOTHING and isinstance(condition, Truth):
        return NOTHING
    match condition:
        case Truth(value=True):
            return statement
        case Truth(value=False):
            return NOTHING
        case _:
            return When(condition, statement, span)


def over_elements(loop: Each | Pick) -> Statement:
    return NOTHING if loop.collection == Constants(()) else loop
