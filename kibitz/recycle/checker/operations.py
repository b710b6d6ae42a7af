"""Numbers, conditions and loops as values."""

from __future__ import annotations

from functools import partial

from kibitz.recycle import limits
from kibitz.recycle import syntax as s
from kibitz.recycle.checker import operand_faults
from kibitz.recycle.checker.checking import HOLE, Checking, Rule, Typed
from kibitz.recycle.checker.shapes import Shape, has_words, is_word
from kibitz.recycle.diagnostic import fault
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
    return Typed(s.ArithmeticNode(operator, operands, span=form.span), s.Type.INT)


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
        f"({goal.value} CARDS using POINTS)", s.Type.CARD, partial(s.ExtremeCardNode, goal)
    )
    for goal in s.Goal
}


def _of_one(operator: str, operand: s.IntExpr, span: Span) -> s.ArithmeticNode:
    return s.ArithmeticNode(operator, (operand,), span=span)


def random(check: Checking, form: List) -> Typed:
    """`(random n)` from 0, `(random a .. b)` from a."""
    if not has_words(check, form, "(random INT)", "(random INT .. INT)"):
        return HOLE
    first = check.expect(form.items[1], s.Type.INT, "random")
    if len(form.items) == 2:
        return Typed(
            s.RandomNode(s.IntLiteralNode(0, span=form.span), first, span=form.span), s.Type.INT
        )
    high = check.expect(form.items[3], s.Type.INT, "random")
    return Typed(s.RandomNode(first, high, span=form.span), s.Type.INT)


INTEGER_RULES: dict[str, Rule] = {
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
    "size": Shape("(size COLLECTION)", s.Type.INT, s.SizeNode),
    "sum": Shape("(sum CARDS using POINTS)", s.Type.INT, s.SumNode),
    "score": Shape("(score CARD using POINTS)", s.Type.INT, s.ScoreNode),
    "scoremax": Shape(
        "(scoremax CARDS using POINTS)", s.Type.INT, partial(s.ExtremeScoreNode, s.Goal.MAX)
    ),
    "scoremin": Shape(
        "(scoremin CARDS using POINTS)", s.Type.INT, partial(s.ExtremeScoreNode, s.Goal.MIN)
    ),
    "pid": Shape("(pid PLAYER)", s.Type.INT, s.PlayerNumberNode),
    "tid": Shape("(tid TEAM)", s.Type.INT, s.TeamNumberNode),
    "range": Shape("(range INT .. INT)", s.Type.INTS, s.RangeNode),
    "cardatt": Shape("(cardatt STR CARD)", s.Type.STR, s.CardAttributeNode),
}


# ---------------------------------------------------------------------------- conditions


COMPARABLE = frozenset({s.Type.INT, s.Type.STR, s.Type.CARD, s.Type.PLAYER, s.Type.TEAM})
_CONNECTIVES = {"and": s.AndNode, "or": s.OrNode}


def connective(check: Checking, form: List) -> Typed:
    """`and` and `or` of two or more conditions."""
    word = check.text(form.items[0])
    if len(form.items) < 3:
        return check.report(fault("too-few-operands", form.span, word=word, operands="conditions"))
    operands = tuple(check.expect(item, s.Type.BOOL, word) for item in form.items[1:])
    return Typed(_CONNECTIVES[word](operands, span=form.span), s.Type.BOOL)


def equality(check: Checking, form: List) -> Typed:
    """`==` and `!=` of two values of one type."""
    operator = check.text(form.items[0])
    if not has_words(check, form, f"({operator} VALUE VALUE)"):
        return HOLE
    left, right = (check.value(item) for item in form.items[1:])
    if left.type is None or right.type is None:
        return Typed(None, s.Type.BOOL)
    if left.type is not right.type:
        return check.report(
            operand_faults.unlike_operands(form, check.source, left.type, right.type)
        )
    if left.type not in COMPARABLE:
        return check.report(operand_faults.not_comparable(form, left.type))
    node = s.EqualNode(left.type, operator == "!=", left.node, right.node, span=form.span)
    return Typed(node, s.Type.BOOL)


CONDITION_RULES: dict[str, Rule] = {
    "and": connective,
    "or": connective,
    "not": Shape("(not BOOL)", s.Type.BOOL, s.NotNode),
    "==": equality,
    "!=": equality,
    **{
        operator: Shape(f"({operator} INT INT)", s.Type.BOOL, partial(s.CompareNode, operator))
        for operator in ("<", ">", "<=", ">=")
    },
}


# ---------------------------------------------------------------------------- loops


def quantified(check: Checking, form: List) -> Typed:
    """`any` / `all` with a body that is a condition, or `all` with integers or card lists."""
    word = check.text(form.items[0])
    if not has_words(check, form, f"({word} COLLECTION 'VARIABLE BODY)"):
        return HOLE
    collection = check.collection(form.items[1], word)
    element = check.element_of(collection)
    binding = check.bind(form.items[2], element, word, form.items[1].span)
    with check.within(binding) as binder:
        body = check.value(form.items[3])
    if body.type is None:
        return HOLE
    match body.type:
        case s.Type.BOOL:
            node = s.QuantifiedNode(
                s.Quantifier(word), collection.node, binder, body.node, span=form.span
            )
            return Typed(node, s.Type.BOOL)
        case s.Type.INT if word == "all":
            return Typed(
                s.SumOverNode(collection.node, binder, body.node, span=form.span), s.Type.INT
            )
        case s.Type.CARDS | s.Type.LOCATION if word == "all":
            groups = s.Type.LOCATIONS if body.type is s.Type.LOCATION else s.Type.GROUPS
            collected = s.CollectNode(groups, collection.node, binder, body.node, span=form.span)
            return Typed(collected, groups, body.location_class)
        case _:
            return check.report(operand_faults.wrong_body(form, body.type, word))


def filtered(check: Checking, form: List) -> Typed:
    """`(filter X 'V BOOL)`: a collection of the same kind; of a location, a plain card list."""
    if not has_words(check, form, "(filter COLLECTION 'VARIABLE BOOL)"):
        return HOLE
    collection = check.collection(form.items[1], "filter")
    element = check.element_of(collection)
    binding = check.bind(form.items[2], element, "filter", form.items[1].span)
    with check.within(binding) as binder:
        condition = check.expect(form.items[3], s.Type.BOOL, "filter")
    if collection.type is None:
        return HOLE
    kept = s.Type.CARDS if collection.type is s.Type.LOCATION else collection.type
    node = s.FilterNode(kept, collection.node, binder, condition, span=form.span)
    return Typed(node, kept, collection.location_class if kept is s.Type.LOCATIONS else None)
