"""How large a collection can get, as far as a look at the program tells."""

from __future__ import annotations

from kibitz.engine import limits
from kibitz.engine.native.layout import StateLayout
from kibitz.engine.program import (
    Cards,
    Collect,
    Collection,
    Combine,
    CombineGroups,
    Const,
    Constants,
    FilterCards,
    FilterGroups,
    FilterValues,
    Groups,
    GroupsVar,
    Indexed,
    JoinGroups,
    Location,
    Members,
    Others,
    Partition,
    Range,
    Run,
    Runs,
    Sequence,
    SetOperator,
    Subsets,
    ValuesVar,
    Var,
)
from kibitz.recycle.syntax import LocationClass

UNKNOWN = limits.CARDS + 1


def most_elements(layout: StateLayout, node: Collection) -> int:
    """An upper bound of the number of elements."""
    match node:
        case Constants(values=values):
            return len(values)
        case Others() | Members():
            return limits.PLAYERS
        case Range(low=Const(value=low), high=Const(value=high)):
            return max(0, high - low + 1)
        case FilterValues():
            return most_elements(layout, node.values)
        case FilterGroups():
            return most_elements(layout, node.groups)
        case Collect():
            return most_elements(layout, node.collection)
        case JoinGroups():
            return min(limits.ELEMENTS, sum(most_elements(layout, part) for part in node.parts))
        case Partition():
            return limits.LIST_CARDS
        case Indexed():
            return limits.INDICES
        case Range() | ValuesVar() | GroupsVar() | Subsets() | Runs():
            return limits.ELEMENTS
        case _:
            return longest(layout, node)


def longest(layout: StateLayout, node: Cards) -> int:
    """An upper bound; more than limits.CARDS where the list itself must be watched."""
    match node:
        case Location():
            return _pile(layout, node)
        case FilterCards() | Sequence() | Run():
            return longest(layout, node.cards)
        case Combine(operator=SetOperator.UNION):
            return sum(longest(layout, part) for part in node.parts)
        case CombineGroups(operator=SetOperator.UNION):
            return together(layout, node.groups)
        case _:
            return limits.CARDS


def _pile(layout: StateLayout, node: Location) -> int:
    is_memory = node.families[0].location_class is LocationClass.MEMORY
    return limits.CARDS if is_memory else layout.cards


def together(layout: StateLayout, node: Groups) -> int:
    """All groups, one after the other."""
    match node:
        case Collect(collection=Constants(values=values), body=Location() as body) if (
            len(set(values)) == len(values)
            and Var(node.slot) in (body.owner, body.index)
            and body.families[0].location_class is not LocationClass.MEMORY
        ):
            return layout.cards  # the places differ, and a card lies in one of them
        case Collect(collection=Constants(values=values)):
            return len(values) * longest(layout, node.body)
        case FilterGroups():
            return together(layout, node.groups)
        case JoinGroups():
            return sum(together(layout, part) for part in node.parts)
        case Partition():
            if isinstance(node.source, tuple):
                return sum(longest(layout, part) for part in node.source)
            return together(layout, node.source)
        case Indexed() if node.location.families[0].location_class is not LocationClass.MEMORY:
            return layout.cards
        case _:
            return UNKNOWN
