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
    """True parts vanish; nothing after a false part is ever looked at."""
    kept: list[p.Condition] = []
    for operand in operands:
        if operand == p.Truth(True):
            continue
        kept.append(operand)
        if operand == p.Truth(False):
            break
    if not kept:
        return p.Truth(True)
    return kept[0] if len(kept) == 1 else p.And(tuple(kept))


def disjunction(operands: Iterable[p.Condition]) -> p.Condition:
    kept: list[p.Condition] = []
    for operand in operands:
        if operand == p.Truth(False):
            continue
        kept.append(operand)
        if operand == p.Truth(True):
            break
    if not kept:
        return p.Truth(False)
    return kept[0] if len(kept) == 1 else p.Or(tuple(kept))


def block(statements: Iterable[p.Statement]) -> p.Statement:
    """A flat block: nested blocks opened, empty ones gone."""
    flat: list[p.Statement] = []
    for statement in statements:
        if isinstance(statement, p.Block):
            flat.extend(statement.statements)
        else:
            flat.append(statement)
    return flat[0] if len(flat) == 1 else p.Block(tuple(flat))


def when(condition: p.Condition, statement: p.Statement, span: Span) -> p.Statement:
    """`span`: of the condition as it is written."""
    if statement == NOTHING and isinstance(condition, p.Truth):
        return NOTHING
    match condition:
        case p.Truth(value=True):
            return statement
        case p.Truth(value=False):
            return NOTHING
        case _:
            return p.When(condition, statement, span)


def over_elements(loop: p.Each | p.Pick) -> p.Statement:
    return NOTHING if loop.collection == p.Constants(()) else loop
