"""Which collections emitted code may look at piece by piece.

The interpreter works a collection out before it looks at the first element. A loop in emitted
code does both at once, and may stop early. That comes to the same only where the later elements
can hide no fault, draw no chance and cost no work.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from kibitz.engine import program as p
from kibitz.engine.program.facts import ExpressionNode
from kibitz.engine.program.walk import nodes
from kibitz.engine.program.work import copies_lists
from kibitz.recycle import End, LocationClass


def draws(node: p.Collection | p.Value | p.Condition | p.Card) -> bool:
    """Whether working it out may use chance, so that it must be done exactly once."""
    return any(isinstance(part, ExpressionNode) and part.draws for part in nodes(node))


def joins(node: p.Collection) -> bool:
    """Whether it has parts that are put together before anybody looks at them."""
    kept = p.JoinGroups | p.EitherGroups | p.EitherValues | p.ListedValues
    return any(isinstance(part, kept) for part in nodes(node))


def is_calm(node: p.Collection) -> bool:
    """Whether nothing can happen between its first element and its last."""
    match node:
        case p.FilterGroups() if copies_lists(node):
            return False
        case (
            p.FilterCards(cards=source)
            | p.FilterGroups(groups=source)
            | p.FilterValues(values=source)
        ):
            return is_calm(source) and cannot_fail(node.condition)
        case p.Collect():
            return is_calm(node.collection) and _is_still(node.body)
        case p.Combine() | p.CombineGroups() if node.operator is p.SetOperator.UNION:
            return False  # they charge part by part
        case p.Subsets():
            return node.operator is None
        case _:
            return node.calm


def _is_still(node: p.Cards) -> bool:
    """A place that can be looked up any time, without fault, chance or work."""
    match node:
        case p.LocationVar():
            return True
        case p.Location():
            is_fixed = node.name is None and isinstance(node.index, p.Const)
            return is_fixed and (node.owner is None or is_plain(node.owner))
        case _:
            return False


def cannot_fail(node: p.Condition) -> bool:
    match node:
        case p.And(operands=operands) | p.Or(operands=operands):
            return all(map(cannot_fail, operands))
        case p.Not():
            return cannot_fail(node.operand)
        case p.Compare():
            return all(map(is_plain, (node.left, node.right)))
        case _:
            return isinstance(node, p.Truth)


def is_plain(node: p.Value) -> bool:
    """A number that is there to be read."""
    match node:
        case p.Const() | p.Var() | p.TurnOf():
            return True
        case p.Load(slot=slot):
            owner, name = slot.owner, slot.name
            return (owner is None or is_plain(owner)) and (name is None or is_plain(name))
        case p.AttributeOf(attribute=p.Const(), card=p.CardVar()):
            return True
        case p.AttributeOf(
            attribute=p.Const(), card=p.CardAt(where=End(), cards=p.Location() as location)
        ):
            return _is_still(location)
        case _:
            return False


def is_steady(node: p.Indexed) -> bool:
    """Whether it is the same places whatever is picked, few enough to have a digit each."""
    location = node.location
    if location.name is not None or location.families[0].location_class is LocationClass.MEMORY:
        return False
    owner = location.owner
    is_fixed = owner is None or isinstance(owner, p.Const | p.TurnOf)
    return is_fixed and location.families[0].indices <= 64


MOST_LOOKS = 32
"""Beyond so many, whether all or some are so is looked for only up to the first that tells."""


def looks(node: p.Condition, values: Mapping[int, tuple[int, ...]]) -> float:
    """How many numbers are read to test it, all of them whatever the first ones are; infinite if
    it may fail or costs more than reading. `values`: those that variables can have, as far as the
    rules tell."""
    match node:
        case (
            p.Every(collection=p.Constants(values=found))
            | p.Some(collection=p.Constants(values=found))
        ):
            return len(found) * looks(node.body, {**values, node.slot: found})
        case p.And(operands=operands) | p.Or(operands=operands):
            return sum(looks(operand, values) for operand in operands)
        case p.Not():
            return looks(node.operand, values)
        case p.Compare():
            return _reads(node.left, values) + _reads(node.right, values)
        case _:
            return 0 if isinstance(node, p.Truth) else inf


def _reads(node: p.Value, values: Mapping[int, tuple[int, ...]]) -> float:
    match node:
        case p.Const() | p.Var():
            return 0
        case p.Size(collection=p.Location(name=None, families=(family,)) as location):
            is_there = location.owner is None or is_plain(location.owner)
            return 1 if is_there and _is_within(location.index, values, family.indices) else inf
        case _:
            return 1 if is_plain(node) else inf


def _is_within(node: p.Value, values: Mapping[int, tuple[int, ...]], indices: int) -> bool:
    match node:
        case p.Const(value=value):
            return 0 <= value < indices
        case p.Var(slot=slot):
            return slot in values and all(0 <= value < indices for value in values[slot])
        case _:
            return False
