"""Lists of numbers and of texts, and their elements; and what goes over the elements of any
collection: `any`, `all`, `best`, `most`, `least`, `filter`."""

from __future__ import annotations

from dataclasses import replace

from kibitz.recycle import syntax as s
from kibitz.recycle.checker.checking import ELEMENTS, HOLE, Checking, Rule, Typed
from kibitz.recycle.source import List, head_word, is_name, is_variable, is_word

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


# ---------------------------------------------------------------------------- over elements


def quantified(check: Checking, form: List) -> Typed:
    """`any` / `all` with a body that is a condition, or `all` with integers or card lists."""
    word = head_word(form)
    if not check.has_words(form, f"({word} COLLECTION 'VARIABLE BODY)"):
        return HOLE
    collection, binding = check.bound_element(form, word)
    with check.within(binding) as binder:
        body = check.value(form.items[3])
    loop = collection.node, binder, body.node
    match body.type:
        case None:
            return HOLE
        case s.Type.BOOL:
            node = s.QuantifiedNode(s.Quantifier(word), *loop, span=form.span)
            return Typed(node, s.Type.BOOL)
        case s.Type.INT if word == "all":
            return Typed(s.SumOverNode(*loop, span=form.span), s.Type.INT)
        case s.Type.CARDS | s.Type.LOCATION if word == "all":
            groups = s.Type.LOCATIONS if body.type is s.Type.LOCATION else s.Type.GROUPS
            collected = s.CollectNode(groups, *loop, span=form.span)
            return Typed(collected, groups, body.location_class)
        case _:
            case = ".any" if word == "any" else ""
            return check.fault(f"wrong-body{case}", form.items[3].span, word=word, actual=body.type)


_EXTREMES = {"most": s.Goal.MAX, "least": s.Goal.MIN}


def best(check: Checking, form: List) -> Typed:
    """`(best COLLECTION 'V INT)`: an element; `most` and `least`: a number."""
    word = head_word(form)
    if not check.has_words(form, f"({word} COLLECTION 'VARIABLE INT)"):
        return HOLE
    collection, binding = check.bound_element(form, word)
    with check.within(binding) as binder:
        body = check.expect(form.items[3], s.Type.INT, word)
    loop = collection.node, binder, body
    if word in _EXTREMES:
        return Typed(s.ExtremeOverNode(_EXTREMES[word], *loop, span=form.span), s.Type.INT)
    element = check.element_of(collection)
    if element.type is None:
        return HOLE
    return replace(element, node=s.BestNode(element.type, *loop, span=form.span))


def filtered(check: Checking, form: List) -> Typed:
    """`(filter X 'V BOOL)`: a collection of the same kind; of a location, a plain card list."""
    if not check.has_words(form, "(filter COLLECTION 'VARIABLE BOOL)"):
        return HOLE
    collection, binding = check.bound_element(form, "filter")
    with check.within(binding) as binder:
        condition = check.expect(form.items[3], s.Type.BOOL, "filter")
    if collection.type is None:
        return HOLE
    kept = s.Type.CARDS if collection.type is s.Type.LOCATION else collection.type
    node = s.FilterNode(kept, collection.node, binder, condition, span=form.span)
    return Typed(node, kept, collection.location_class if kept is s.Type.LOCATIONS else None)


RULES: dict[str, Rule] = {
    "at": at,
    **dict.fromkeys(("any", "all"), quantified),
    **dict.fromkeys(("best", *_EXTREMES), best),
    "filter": filtered,
}
