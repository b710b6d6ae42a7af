"""Which places also keep the set of their cards, a bit for each.

A question about the faces of the cards of a pile, such as "is there a heart in this hand", need not
go through the pile where its set is known: it is the set and a constant. The set is kept up to date
by moves, so places that no rule asks such a question about have none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.engine import program as p
from kibitz.engine.native.layout.lazy_collections import cannot_fail, is_plain
from kibitz.engine.program.walk import nodes
from kibitz.recycle import LocationClass

MOST_CARDS = 64
"""As many as a set has bits."""
_LONGEST_LEAST = 8


def watched_families(program: p.Program, cards: int) -> frozenset[p.Family]:
    """The families whose locations keep sets; `cards` is how many there can ever be."""
    if cards > MOST_CARDS:
        return frozenset()
    return frozenset(
        family
        for node in nodes((program.code, program.score))
        for location in _asked(node)
        for family in location.families
        if family.location_class is not LocationClass.MEMORY
    )


def _asked(node: object) -> list[p.Location]:
    """The location whose set tells what a node asks about its cards."""
    match node:
        case p.FilterCards(cards=p.Location() as location) if is_by_face(node.condition, node.slot):
            return [location]
        case (
            p.Every(collection=p.Location() as location)
            | p.Some(collection=p.Location() as location)
        ) if is_by_face(node.body, node.slot):
            return [location]
        case (
            p.Each(collection=p.Partition(source=source))
            | p.Pick(collection=p.Partition(source=source))
        ) if sized_guard(node):
            return [part for part in nodes(source) if isinstance(part, p.Location)][:1]
        case p.Runs(cards=p.Location() as location) if has_least(node):
            return [location]
        case _:
            return []


def is_by_face(node: p.Condition, slot: int) -> bool:
    """Whether the condition is about nothing of the card in the variable but its attributes."""
    match node:
        case p.And(operands=operands) | p.Or(operands=operands):
            return all(is_by_face(operand, slot) for operand in operands)
        case p.Not():
            return is_by_face(node.operand, slot)
        case p.Compare(operator="==" | "!=") if attribute_and_text(node, slot):
            return True
        case _:
            return cannot_fail(node) and not mentions(node, slot)


def attribute_and_text(node: p.Compare, slot: int) -> tuple[int, p.Value] | None:
    """The attribute of the variable's card, and what it is compared with, in whatever order."""
    for side, other in ((node.left, node.right), (node.right, node.left)):
        match side:
            case p.AttributeOf(attribute=p.Const(value=attribute), card=p.CardVar(slot=found)) if (
                found == slot and is_plain(other) and not mentions(other, slot)
            ):
                return attribute, other
    return None


def mentions(node: p.Condition | p.Value, slot: int) -> bool:
    return any(getattr(part, "slot", None) == slot for part in nodes(node))


def sized_guard(node: p.Each | p.Pick) -> p.Condition | None:
    """What a part of a pile must be like for anything to be done with it, if its size tells.

    It is asked of all parts before anything is done, so nothing may count that can change.
    """
    match node.collection, node.statement:
        case p.Partition(attribute=p.Const(), source=(p.Location(),)), p.When() as body:
            return body.condition if _is_by_size(body.condition, node.slot) else None
        case _:
            return None


def _is_by_size(node: p.Condition, slot: int) -> bool:
    match node:
        case p.And(operands=operands) | p.Or(operands=operands):
            return all(_is_by_size(operand, slot) for operand in operands)
        case p.Not():
            return _is_by_size(node.operand, slot)
        case p.Compare():
            return all(_is_size_or_fixed(side, slot) for side in (node.left, node.right))
        case _:
            return False


def _is_size_or_fixed(node: p.Value, slot: int) -> bool:
    match node:
        case p.Size(collection=p.ListVar(slot=found)):
            return found == slot
        case _:
            return isinstance(node, p.Const | p.Var)


def has_least(node: p.Runs) -> bool:
    """Whether a set could tell that there is no run: the rules say how long it must be."""
    return isinstance(node.minimum, p.Const) and 2 <= node.minimum.value <= _LONGEST_LEAST


@dataclass(frozen=True, slots=True)
class PointSteps:
    """Cards worth different points, and how far from each is the one that is worth one more."""

    step: int
    """Its number less the other's."""
    followed: int
    """The set of the cards that have such a card."""


def ladder(scores: Sequence[int]) -> PointSteps | None:
    """By card what it is worth; None if two are worth the same, or steps differ."""
    card_by_score = {score: card for card, score in enumerate(scores)}
    followers = [
        (card, card_by_score[score + 1])
        for card, score in enumerate(scores)
        if score + 1 in card_by_score
    ]
    steps = {follower - card for card, follower in followers}
    if len(card_by_score) < len(scores) or len(steps) != 1:
        return None
    return PointSteps(steps.pop(), sum(1 << card for card, _ in followers))
