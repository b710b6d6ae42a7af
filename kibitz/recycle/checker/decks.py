"""Decks: `create deck`, in the setup and during play."""

from __future__ import annotations

from typing import Any

from kibitz.recycle import syntax as s
from kibitz.recycle.checker import faults, legacy
from kibitz.recycle.checker.checking import Checking
from kibitz.recycle.checker.shapes import has_words, head_word, is_word
from kibitz.recycle.diagnostic import fault
from kibitz.recycle.forms import Atom, AtomKind, Form, List

_USAGES = ("(create deck LOCATION DECK)", "(create deck STR LOCATION DECK)")


def create(check: Checking, form: List) -> s.CreateDeckNode | None:
    """`create` as a statement: only decks are created during play."""
    second = form.items[1] if len(form.items) > 1 else None
    if second is not None and is_word(second, "teams", "players"):
        check.report(fault("teams-during-play", form.span, word=check.text(second)))
        return None
    return create_deck(check, form)


def create_deck(check: Checking, form: List) -> s.CreateDeckNode | None:
    """`(create deck [BACK] LOCATION (deck …))`."""
    if not has_words(check, form, *_USAGES):
        return None
    *back_form, location_form, deck_form = form.items[2:]
    back = check.expect(back_form[0], s.Type.STR, "create deck") if back_form else None
    location = _location(check, location_form)
    attributes = _deck(check, deck_form)
    return s.CreateDeckNode(back, location, attributes, span=form.span)


def _location(check: Checking, form: Form) -> Any:
    place = check.value(form)
    if place.type is None:
        return None
    if not isinstance(place.node, s.LocationNode):
        return check.report(fault("deck-without-place", form.span)).node
    if place.location_class is s.LocationClass.MEMORY:
        return check.report(faults.misplaced_memory(form, "create deck", None)).node
    return place.node


def _deck(check: Checking, form: Form) -> tuple[s.AttributeNode, ...]:
    if not isinstance(form, List) or head_word(form) != "deck" or len(form.items) < 2:
        check.report(fault("malformed-deck", form.span))
        return ()
    if check.is_spoiled(form):
        return ()
    first = form.items[1]
    if isinstance(first, Atom) and first.kind is AtomKind.INTEGER:
        check.report(legacy.counted_deck(form, first))
        return ()
    if any(isinstance(item, Atom) for item in form.items[1:]):
        check.report(fault("malformed-deck", form.span))
        return ()
    attributes = tuple(_attribute(check, item, {}) for item in form.items[1:])
    _refuse_repeated_attributes(check, attributes)
    return tuple(attribute for attribute in attributes if attribute is not None)


def _attribute(check: Checking, form: Form, above: dict[str, Atom]) -> s.AttributeNode | None:
    """One attribute; `above` are the attributes on the way to it."""
    if check.is_spoiled(form):
        return None
    if not isinstance(form, List) or len(form.items) < 2 or not _is_name(form.items[0]):
        check.report(fault("malformed-deck", form.span))
        return None
    name = form.items[0]
    assert isinstance(name, Atom)
    if name.text in above:
        check.report(fault("duplicate-attribute", name.span, above[name.text].span, name=name.text))
    path = {**above, name.text: name}
    values = form.items[1]
    if len(form.items) == 2 and isinstance(values, List) and _is_flat(values):
        branches = _plain_values(check, values)
    else:
        branches = tuple(_branch(check, item, path) for item in form.items[1:])
    return s.AttributeNode(name.text, branches, span=form.span)


def _is_flat(values: List) -> bool:
    is_nothing = all(is_word(item, ",") for item in values.items)
    return not is_nothing and all(isinstance(item, Atom) for item in values.items)


def _plain_values(check: Checking, values: List) -> tuple[s.BranchNode, ...]:
    """The values of `(RANK (A, B, C))`; commas carry no meaning."""
    names = [item for item in values.items if isinstance(item, Atom) and not is_word(item, ",")]
    other = next((item for item in names if not _is_name(item)), None)
    if other is not None and not check.is_spoiled(values):
        check.report(fault("malformed-deck", other.span))
    return tuple(s.BranchNode(name.text, span=name.span) for name in names)


def _branch(check: Checking, form: Form, above: dict[str, Atom]) -> s.BranchNode:
    if check.is_spoiled(form):
        return s.BranchNode("", span=form.span)
    if not isinstance(form, List) or not form.items or not _is_name(form.items[0]):
        check.report(fault("malformed-deck", form.span))
        return s.BranchNode("", span=form.span)
    value = form.items[0]
    assert isinstance(value, Atom)
    below = [_attribute(check, item, above) for item in form.items[1:]]
    attributes = tuple(attribute for attribute in below if attribute is not None)
    return s.BranchNode(value.text, attributes, span=form.span)


def _is_name(form: Form) -> bool:
    return isinstance(form, Atom) and form.kind is AtomKind.NAME


def _refuse_repeated_attributes(
    check: Checking, attributes: tuple[s.AttributeNode | None, ...]
) -> None:
    """Every card has one value of each of the deck's attributes, so no two may share a name."""
    seen: dict[str, s.AttributeNode] = {}
    for attribute in attributes:
        if attribute is None:
            continue
        inside = {part.name: part for part in _all_below(attribute)}
        for name in sorted(inside.keys() & seen.keys()):
            check.report(
                fault("duplicate-attribute", inside[name].span, seen[name].span, name=name)
            )
        seen.update(inside)


def _all_below(attribute: s.AttributeNode) -> list[s.AttributeNode]:
    found = [attribute]
    for branch in attribute.branches:
        for below in branch.attributes:
            found += _all_below(below)
    return found
