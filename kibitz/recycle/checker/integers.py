"""Integers, and the strings read off cards."""

from __future__ import annotations

from functools import partial

from kibitz.recycle import limits
from kibitz.recycle import syntax as s
from kibitz.recycle.checker.checking import HOLE, Checking, Rule, Typed
from kibitz.recycle.checker.faults import fault
from kibitz.recycle.checker.shapes import Shape, has_words, is_word
from kibitz.recycle.forms import Form, List
from kibitz.recycle.source import Span


def arithmetic_of_many(check: Checking, form: List) -> Typed:
    """`+`, `*`, `min` and `max` of two or more integers."""
    operator = check.text(form.items[0])
    if len(form.items) < 3:
        return check.report(
            fault("too-few-operands", form.span, word=operator, operands="integers")
        )
    return _arithmetic(check, form, operator)


def arithmetic_of_two(check: Checking, form: List) -> Typed:
    """`-`, `//`, `%` and `^` of exactly two integers."""
    operator = check.text(form.items[0])
    if not has_words(check, form, f"({operator} INT INT)"):
        return HOLE
    return _arithmetic(check, form, operator)


def _arithmetic(check: Checking, form: List, operator: str) -> Typed:
    count = len(form.items) - 1
    if check.operands + count > limits.OPERANDS:
        return check.report(fault("too-many-operands", form.span, operands=limits.OPERANDS))
    check.operands += count
    operands = tuple(check.expect(item, s.Type.INT, operator) for item in form.items[1:])
    check.operands -= count
    return Typed(s.Arithmetic(operator, operands, span=form.span), s.Type.INT)


def extreme(check: Checking, form: List) -> Typed:
    """`(max INT INT …)`, or `(max CARDS using POINTS)`, a card: known by the point map."""
    word = check.text(form.items[0])
    if len(form.items) < 3 or any(map(_tells_of_points, form.items)):
        return _EXTREME_CARDS[word](check, form)
    return arithmetic_of_many(check, form)


def _tells_of_points(form: Form) -> bool:
    is_map = isinstance(form, List) and len(form.items) > 1 and is_word(form.items[1], "points")
    return is_map or is_word(form, "using")


_EXTREME_CARDS = {
    goal.value: Shape(
        f"({goal.value} CARDS using POINTS)", s.Type.CARD, partial(s.ExtremeCard, goal)
    )
    for goal in s.Goal
}


def _of_one(operator: str, operand: s.IntExpr, span: Span) -> s.Arithmetic:
    return s.Arithmetic(operator, (operand,), span=span)


def random(check: Checking, form: List) -> Typed:
    """`(random n)` from 0, `(random a .. b)` from a."""
    if not has_words(check, form, "(random INT)", "(random INT .. INT)"):
        return HOLE
    first = check.expect(form.items[1], s.Type.INT, "random")
    if len(form.items) == 2:
        return Typed(s.Random(s.IntLiteral(0, span=form.span), first, span=form.span), s.Type.INT)
    high = check.expect(form.items[3], s.Type.INT, "random")
    return Typed(s.Random(first, high, span=form.span), s.Type.INT)


RULES: dict[str, Rule] = {
    "+": arithmetic_of_many,
    "*": arithmetic_of_many,
    "-": arithmetic_of_two,
    "//": arithmetic_of_two,
    "%": arithmetic_of_two,
    "^": arithmetic_of_two,
    "min": extreme,
    "max": extreme,
    "random": random,
    "tri": Shape("(tri INT)", s.Type.INT, partial(_of_one, "tri")),
    "fib": Shape("(fib INT)", s.Type.INT, partial(_of_one, "fib")),
    "size": Shape("(size COLLECTION)", s.Type.INT, s.Size),
    "sum": Shape("(sum CARDS using POINTS)", s.Type.INT, s.Sum),
    "score": Shape("(score CARD using POINTS)", s.Type.INT, s.Score),
    "scoremax": Shape(
        "(scoremax CARDS using POINTS)", s.Type.INT, partial(s.ExtremeScore, s.Goal.MAX)
    ),
    "scoremin": Shape(
        "(scoremin CARDS using POINTS)", s.Type.INT, partial(s.ExtremeScore, s.Goal.MIN)
    ),
    "pid": Shape("(pid PLAYER)", s.Type.INT, s.PlayerNumber),
    "tid": Shape("(tid TEAM)", s.Type.INT, s.TeamNumber),
    "range": Shape("(range INT .. INT)", s.Type.INTS, s.Range),
    "cardatt": Shape("(cardatt STR CARD)", s.Type.STR, s.CardAttribute),
}
