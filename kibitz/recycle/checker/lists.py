"""Lists of numbers and of texts, and their elements."""

from __future__ import annotations

from kibitz.recycle import syntax as s
from kibitz.recycle.checker.checking import ELEMENTS, HOLE, Checking, Rule, Typed
from kibitz.recycle.source import List, is_name, is_variable, is_word

_LISTS = (s.Type.INTS, s.Type.STRS, s.Type.PLAYERS, s.Type.TEAMS)


def strings(check: Checking, form: List) -> Typed:
    """`(A, B, C)`: a list of strings; commas carry no meaning."""
    names = [item for item in form.items if not is_word(item, ",")]
    if is_list(form) and any(isinstance(item, List) or is_variable(item) for item in names):
        return listed(check, form)
    for name in names:
        if not is_name(name):
            return check.fault("not-a-name", name.span, form.items[0].span)
    return Typed(
        s.StringsNode(tuple(check.text(name) for name in names), span=form.span), s.Type.STRS
    )


def is_list(form: List) -> bool:
    """Whether it has a comma behind its first member."""
    return len(form.items) > 1 and is_word(form.items[1], ",")


def listed(check: Checking, form: List) -> Typed:
    """`(3, 1, 'N)`: a list of numbers, or of texts of which not all are written as names."""
    items = [item for item in form.items if not is_word(item, ",")]
    first = check.value(items[0])
    if first.type is None:
        return HOLE
    is_text = first.type is s.Type.STR
    element, whole = (s.Type.STR, s.Type.STRS) if is_text else (s.Type.INT, s.Type.INTS)
    others = [check.expect(item, element, "a list") for item in items[1:]]
    elements = check.fitting(first, items[0], element, "a list"), *others
    return Typed(s.ListedNode(whole, elements, span=form.span), whole)


def at(check: Checking, form: List) -> Typed:
    """`(at INT LIST)`: the element with that number, from 1."""
    if not check.has_words(form, "(at INT COLLECTION)"):
        return HOLE
    number = check.expect(form.items[1], s.Type.INT, "at")
    collection = check.collection(form.items[2], "at")
    if collection.type is None:
        return HOLE
    if collection.type not in _LISTS:
        return check.fault("wrong-type.at", form.items[2].span, actual=collection.type)
    element = ELEMENTS[collection.type]
    return Typed(s.AtNode(element, number, collection.node, span=form.span), element)


RULES: dict[str, Rule] = {"at": at}
