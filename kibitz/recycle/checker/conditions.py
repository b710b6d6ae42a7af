"""Conditions."""

from __future__ import annotations

from functools import partial

from kibitz.recycle.checker import operand_faults
from kibitz.recycle.checker.checking import HOLE, Checking, Rule, Typed
from kibitz.recycle.checker.faults import fault
from kibitz.recycle.checker.shapes import Shape, has_words
from kibitz.recycle.forms import List
from kibitz.recycle.syntax import And, Compare, Equal, Not, Or, Type

COMPARABLE = frozenset({Type.INT, Type.STR, Type.CARD, Type.PLAYER, Type.TEAM})
_CONNECTIVES = {"and": And, "or": Or}


def connective(check: Checking, form: List) -> Typed:
    """`and` and `or` of two or more conditions."""
    word = check.text(form.items[0])
    if len(form.items) < 3:
        return check.report(fault("too-few-operands", form.span, word=word, operands="conditions"))
    operands = tuple(check.expect(item, Type.BOOL, word) for item in form.items[1:])
    return Typed(_CONNECTIVES[word](operands, span=form.span), Type.BOOL)


def equality(check: Checking, form: List) -> Typed:
    """`==` and `!=` of two values of one type."""
    operator = check.text(form.items[0])
    if not has_words(check, form, f"({operator} VALUE VALUE)"):
        return HOLE
    left, right = (check.value(item) for item in form.items[1:])
    if left.type is None or right.type is None:
        return Typed(None, Type.BOOL)
    if left.type is not right.type:
        return check.report(
            operand_faults.unlike_operands(form, check.source, left.type, right.type)
        )
    if left.type not in COMPARABLE:
        return check.report(operand_faults.not_comparable(form, left.type))
    node = Equal(left.type, operator == "!=", left.node, right.node, span=form.span)
    return Typed(node, Type.BOOL)


RULES: dict[str, Rule] = {
    "and": connective,
    "or": connective,
    "not": Shape("(not BOOL)", Type.BOOL, Not),
    "==": equality,
    "!=": equality,
    **{
        operator: Shape(f"({operator} INT INT)", Type.BOOL, partial(Compare, operator))
        for operator in ("<", ">", "<=", ">=")
    },
}
