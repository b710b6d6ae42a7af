"""The unit in which both engines count what playing costs: a look at an element.

Whatever goes over elements is charged when it begins, by what it goes over: so many visits for
every element of the list, range or variable at the bottom, one for each that combines, parts,
shuffles or keeps them. A filter or a union adds its own visits
to those of whoever goes over what it gives, so that nothing depends on how far anybody looks.
Loops over constants are part of the price of what they stand in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.engine import limits
from kibitz.engine import program as p
from kibitz.engine.program.walk import nodes, parts

STEP = limits.WORK // limits.STEPS - 1
"""Work of a step of the code, or a round of a statement loop, beside what it does."""
BROKEN = 20_000
"""What trying out an option costs that breaks off after its first action."""

_NODES_A_VISIT = 8
_TESTS_A_VISIT = 64


def copies_lists(node: p.FilterGroups) -> bool:
    """A new collection has lists of its own; those of the variable stay as they are."""
    return isinstance(node.groups, p.GroupsVar) and not node.live


def award_price(
    node: p.StorePoints, kinds: Sequence[p.CardKind], sites: Sequence[p.StorePoints]
) -> int:
    """Working out a point map: every award for every kind of card; nothing if it never changes."""
    if not node.update and all(
        isinstance(part, p.Const) for award in node.awards for part in parts(award)
    ):
        return 0
    awards = sum(len(site.awards) for site in sites) if node.update else len(node.awards)
    return len(kinds) * awards


def score_price(kinds: Sequence[p.CardKind], sites: Sequence[p.StorePoints]) -> int:
    """Visits of a card whose points are looked up: more than one only where very many awards are
    worked out in play, since emitted code looks at those one by one."""
    attributes = max((len(kind.attributes) for kind in kinds), default=0)
    tests = [
        1 if isinstance(attribute, p.Const) else attributes
        for site in sites
        for award in site.awards
        if not all(isinstance(part, p.Const) for part in parts(award))
        for attribute, _ in award.tests
    ]
    return 1 + sum(tests) // _TESTS_A_VISIT


def run_price(size: Any) -> Any:
    """Looks at the points of so many cards, a number or a word, to find the longest run of them."""
    return size * size * ((size >> 4) + 1)


def fixed_rounds(node: p.Collection | p.Value | p.Card) -> int | None:
    """How many elements a loop over it goes over at most, if the program alone tells."""
    match node:
        case p.Constants(values=values):
            return len(values)
        case p.Range(low=p.Const(value=low), high=p.Const(value=high)):
            return max(0, high - low + 1)
        case (
            p.FilterValues(values=source)
            | p.FilterGroups(groups=source)
            | p.Collect(collection=source)
        ):
            return fixed_rounds(source)
        case _:
            return None


def fixed_parts(node: p.JoinGroups) -> int:
    """How many groups of the parts the program alone tells: going over them is charged at once."""
    return sum(fixed_rounds(part) or 0 for part in node.parts)


class Prices:
    """What it costs to go through a part of a program once, loops over constants included."""

    def __init__(self, *roots: Any) -> None:
        self._roots = roots  # kept: sizes are found by identity
        self._sizes: dict[int, int] = {}
        for root in roots:
            for node in reversed(list(nodes(root))):  # every node after its parts
                self._sizes[id(node)] = self._size(node)

    def of(self, node: Any) -> int:
        return 1 + self._known(node) // _NODES_A_VISIT

    def _known(self, node: Any) -> int:
        size = self._sizes.get(id(node))
        return self._size(node) if size is None else size

    def _size(self, node: Any) -> int:
        """In nodes, each as often as it is gone through."""
        body, rounds = _body(node)
        total = 1 + _beside(node)
        total += sum(self._known(part) * (rounds if part is body else 1) for part in parts(node))
        return min(total, _NODES_A_VISIT * limits.WORK)


def _beside(node: Any) -> int:
    """What a node costs beside its parts: steps made, elements kept."""
    match node:
        case p.Each():
            return (fixed_rounds(node.collection) or 0) * STEP * _NODES_A_VISIT
        case p.Bind():
            return fixed_rounds(node.value) or 0
        case _:
            return 0


def _body(node: Any) -> tuple[Any, int]:
    """What a node goes through again and again, and how often as far as the program tells."""
    match node:
        case p.Every() | p.Some() | p.SumOver() | p.Collect() | p.ExtremeOver() | p.BestValue():
            return node.body, fixed_rounds(node.collection) or 1
        case p.LocationMember(where=p.BestPlace()) | p.ListMember(where=p.BestPlace()):
            return node.where, fixed_rounds(node.groups) or 1
        case p.FoundSeat():
            return node.condition, node.players
        case p.Each():
            return node.statement, fixed_rounds(node.collection) or 1
        case p.FilterValues(values=source) | p.FilterGroups(groups=source):
            return node.condition, fixed_rounds(source) or 1
        case _:
            return None, 1
