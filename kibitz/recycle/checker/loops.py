"""What goes over the elements of a collection: `any`, `all`, `best`, `most`, `least`, `filter`."""

from __future__ import annotations

from dataclasses import replace

from kibitz.recycle import syntax as s
from kibitz.recycle.checker.checking import HOLE, Checking, Rule, Typed
from kibitz.recycle.source import List, head_word


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
    **dict.fromkeys(("any", "all"), quantified),
    **dict.fromkeys(("best", *_EXTREMES), best),
    "filter": filtered,
}
