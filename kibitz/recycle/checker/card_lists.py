"""Cards, lists of cards, and lists of those."""

from __future__ import annotations

from typing import Any

from kibitz.recycle import syntax as s
from kibitz.recycle.checker import faults
from kibitz.recycle.checker.checking import HOLE, Checking, Rule, Typed, fits
from kibitz.recycle.checker.words import SIZE_OPERATORS
from kibitz.recycle.diagnostic import Edit
from kibitz.recycle.source import Form, List, is_name, is_word

PLACES = frozenset({s.Type.LOCATION, s.Type.LOCATIONS})
_OF_LISTS = {
    "union": s.UnionNode,
    "intersect": s.IntersectionNode,
    "disjunction": s.DisjunctionNode,
}
_OF_GROUPS = {
    "union": s.UnionOfGroupsNode,
    "intersect": s.IntersectionOfGroupsNode,
    "disjunction": s.DisjunctionOfGroupsNode,
}


def end_of(check: Checking, form: List) -> Typed:
    """`(top X)`, `(bottom X)`: a card of a card list, a member of a list of lists;
    `(top n X)`: several cards."""
    word = check.text(form.items[0])
    if not check.has_words(form, f"({word} CARDS)", f"({word} INT CARDS)"):
        return HOLE
    if len(form.items) == 2:
        return _position(check, form, s.End(word), word)
    count = check.expect(form.items[1], s.Type.INT, word)
    cards = check.expect(form.items[2], s.Type.CARDS, word)
    return Typed(s.SequenceNode(s.End(word), count, cards, span=form.span), s.Type.CARDS)


def numbered(check: Checking, form: List) -> Typed:
    """`(n X)`: the card, or the member, with that number."""
    head = check.value(form.items[0])
    if head.type is None:
        return HOLE
    if head.type is not s.Type.INT or len(form.items) != 2:
        owner = check.text(form.items[0])
        is_owner = head.type in (s.Type.PLAYER, s.Type.TEAM) and len(owner) < 30
        case = ".owner" if is_owner else ""
        return check.fault(f"no-such-form{case}", form.span, actual=head.type, owner=owner)
    return _position(check, form, head.node, "a number before a card list")


def _position(check: Checking, form: List, where: Any, user: str) -> Typed:
    whole = check.value(form.items[1])
    match whole.type:
        case None:
            return HOLE
        case s.Type.CARDS | s.Type.LOCATION:
            card = s.CardAtNode(where, whole.node, span=form.span)
            return Typed(card, s.Type.CARD, whole.location_class)
        case s.Type.GROUPS | s.Type.LOCATIONS:
            is_place = whole.type is s.Type.LOCATIONS
            member = s.Type.LOCATION if is_place else s.Type.CARDS
            node = s.MemberNode(member, where, whole.node, span=form.span)
            return Typed(node, member, whole.location_class)
        case _:
            return check.wrong_type(form.items[1], whole.type, s.Type.CARDS, user)


def combination(check: Checking, form: List) -> Typed:
    """`union`, `intersect`, `disjunction` of card lists, or of the members of one list; `union` of
    several lists of lists."""
    word = check.text(form.items[0])
    if len(form.items) < 2:
        return check.report(faults.unlike_usage(form, (f"({word} CARDS)",)))
    typed = [check.value(item) for item in form.items[1:]]
    if word == "union" and len(typed) > 1 and _is_groups(typed[0]):
        return _joined(check, form, typed)
    groups, parts = _lists(check, form.items[1:], typed, word)
    if groups is not None:
        return Typed(_OF_GROUPS[word](groups, span=form.span), s.Type.CARDS)
    return Typed(_OF_LISTS[word](parts, span=form.span), s.Type.CARDS)


def partition(check: Checking, form: List) -> Typed:
    """`(partition ATTRIBUTE X …)`: one list for each value of the attribute."""
    if len(form.items) < 3:
        return check.report(faults.unlike_usage(form, ("(partition STR CARDS)",)))
    attribute = check.value(form.items[1])
    if _is_card_list(attribute) and is_name(form.items[-1]):
        *cards, name = (check.text(item) for item in form.items[1:])
        new = f"(partition {name} {' '.join(cards)})"
        case = "" if len(new) < 80 else ".long"
        places = form.items[-1].span, form.items[1].span
        return check.fault(f"reversed-partition{case}", *places, edit=Edit(form.span, new))
    if attribute.type is not None and attribute.type is not s.Type.STR:
        check.wrong_type(form.items[1], attribute.type, s.Type.STR, "partition")
    typed = [check.value(item) for item in form.items[2:]]
    groups, parts = _lists(check, form.items[2:], typed, "partition")
    if groups is not None:
        return Typed(s.PartitionOfGroupsNode(attribute.node, groups, span=form.span), s.Type.GROUPS)
    return Typed(s.PartitionNode(attribute.node, parts, span=form.span), s.Type.GROUPS)


def _is_card_list(typed: Typed) -> bool:
    return typed.type is not None and fits(typed.type, s.Type.CARDS)


def _lists(
    check: Checking, items: tuple[Form, ...], typed: list[Typed], user: str
) -> tuple[Any, tuple[Any, ...]]:
    """A single list of lists, or else the card lists."""
    if len(typed) == 1 and _is_groups(typed[0]):
        return typed[0].node, ()
    nodes = (
        check.fitting(part, item, s.Type.CARDS, user)
        for part, item in zip(typed, items, strict=True)
    )
    return None, tuple(nodes)


def _is_groups(typed: Typed) -> bool:
    return typed.type is not None and fits(typed.type, s.Type.GROUPS)


def _joined(check: Checking, form: List, typed: list[Typed]) -> Typed:
    """`(union GROUPS GROUPS …)`."""
    for part, item in zip(typed, form.items[1:], strict=True):
        check.fitting(part, item, s.Type.GROUPS, "union")
    kind, parts = joined_kind(check, typed)
    location_class = typed[0].location_class if kind in PLACES else None
    return Typed(s.JoinedNode(kind, parts, span=form.span), kind, location_class)


def alike(one: Typed, other: Typed) -> bool:
    """Whether the two are of one type, or both are card lists, or lists of those."""
    assert one.type is not None
    assert other.type is not None
    return fits(one.type, other.type) or fits(other.type, one.type)


def joined_kind(check: Checking, typed: list[Typed]) -> tuple[Any, tuple[Any, ...]]:
    """The type of what is each of these, or one of them, and their nodes as such: locations stay
    locations if all are of one class."""
    kinds = {part.type for part in typed}
    classes = {part.location_class for part in typed}
    nodes = tuple(part.node for part in typed)
    if len(kinds) == 1 and (len(classes) == 1 or not kinds & PLACES):
        (kind,) = kinds
        is_lists = kind is s.Type.GROUPS
        return kind, tuple(_as_lists(check, part) for part in typed) if is_lists else nodes
    if kinds <= {s.Type.GROUPS, s.Type.LOCATIONS, None}:
        return s.Type.GROUPS, tuple(_as_lists(check, part) for part in typed)
    return s.Type.CARDS, nodes


def _as_lists(check: Checking, groups: Typed) -> Any:
    """Groups that share their lists with nothing: of locations and variables, copies."""
    is_faulty = groups.node is None
    if is_faulty or (groups.type is s.Type.GROUPS and not isinstance(groups.node, s.VariableNode)):
        return groups.node
    binder = check.new_binder("", check.element_of(groups).type, groups.node.span)
    member = s.VariableNode(binder, span=groups.node.span)
    copy = s.UnionNode((member,), span=groups.node.span)
    return s.CollectNode(s.Type.GROUPS, groups.node, binder, copy, span=groups.node.span)


def subsets(check: Checking, form: List) -> Typed:
    """`(subsets X)`, or only those of some size: `(subsets X == 2)`, or worth so much:
    `(subsets X == 9 using P)`."""
    compared = len(form.items) > 3 and is_word(form.items[2], *SIZE_OPERATORS)
    worth = compared and len(form.items) == 6 and is_word(form.items[4], "using")
    sized = compared and len(form.items) == 4
    usages = ("(subsets CARDS)", "(subsets CARDS == INT)", "(subsets CARDS == INT using POINTS)")
    if not sized and not worth and not check.has_words(form, *usages):
        return HOLE
    cards = check.expect(form.items[1], s.Type.CARDS, "subsets")
    if not compared:
        return Typed(s.SubsetsNode(cards, None, None, None, span=form.span), s.Type.GROUPS)
    operator = check.text(form.items[2])
    limit = check.expect(form.items[3], s.Type.INT, "subsets")
    points = check.expect(form.items[5], s.Type.POINTS, "subsets") if worth else None
    return Typed(s.SubsetsNode(cards, operator, limit, points, span=form.span), s.Type.GROUPS)


RULES: dict[str, Rule] = {
    "top": end_of,
    "bottom": end_of,
    "union": combination,
    "intersect": combination,
    "disjunction": combination,
    "partition": partition,
    "subsets": subsets,
}
