"""`any`, `all` and `filter` as values."""

from __future__ import annotations

from kibitz.recycle.checker import operand_faults
from kibitz.recycle.checker.checking import HOLE, Checking, Typed
from kibitz.recycle.checker.shapes import has_words
from kibitz.recycle.forms import List
from kibitz.recycle.syntax import Collect, Filter, Quantified, Quantifier, SumOver, Type


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
        case Type.BOOL:
            node = Quantified(Quantifier(word), collection.node, binder, body.node, span=form.span)
            return Typed(node, Type.BOOL)
        case Type.INT if word == "all":
            return Typed(SumOver(collection.node, binder, body.node, span=form.span), Type.INT)
        case Type.CARDS | Type.LOCATION if word == "all":
            groups = Type.LOCATIONS if body.type is Type.LOCATION else Type.GROUPS
            collected = Collect(groups, collection.node, binder, body.node, span=form.span)
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
        condition = check.expect(form.items[3], Type.BOOL, "filter")
    if collection.type is None:
        return HOLE
    kept = Type.CARDS if collection.type is Type.LOCATION else collection.type
    node = Filter(kept, collection.node, binder, condition, span=form.span)
    return Typed(node, kept, collection.location_class if kept is Type.LOCATIONS else None)
