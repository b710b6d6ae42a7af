"""How large a collection can get, as far as a look at the program tells."""

from __future__ import annotations

from kibitz.engine import limits
from kibitz.engine import program as p
from kibitz.engine.native.runtime.state_layout import StateLayout
from kibitz.recycle import LocationClass

UNKNOWN = limits.CARDS + 1


def most_elements(layout: StateLayout, node: p.Collection) -> int:
    """An upper bound of the number of elements."""
    match node:
        case p.Constants(values=values):
            return len(values)
        case p.Others() | p.Members():
            return limits.PLAYERS
        case p.Range(low=p.Const(value=low), high=p.Const(value=high)):
            return max(0, high - low + 1)
        case p.FilterValues():
            return most_elements(layout, node.values)
        case p.FilterGroups():
            return most_elements(layout, node.groups)
        case p.Collect():
            return most_elements(layout, node.collection)
        case p.JoinGroups():
            return min(limits.ELEMENTS, sum(most_elements(layout, part) for part in node.parts))
        case p.Partition():
            return limits.LIST_CARDS
        case p.Indexed():
            return limits.INDICES
        case p.Range() | p.ValuesVar() | p.GroupsVar() | p.Subsets() | p.Runs():
            return limits.ELEMENTS
        case _:
            return longest(layout, node)


def longest(layout: StateLayout, node: p.Cards) -> int:
    """An upper bound; more than limits.CARDS where the list itself must be watched."""
    match node:
        case p.Location():
            return _pile(layout, node)
        case p.FilterCards() | p.Sequence() | p.Run():
            return longest(layout, node.cards)
        case p.Combine(operator=p.SetOperator.UNION):
            return sum(longest(layout, part) for part in node.parts)
        case p.CombineGroups(operator=p.SetOperator.UNION):
            return together(layout, node.groups)
        case _:
            return limits.CARDS


def _pile(layout: StateLayout, node: p.Location) -> int:
    is_memory = node.families[0].location_class is LocationClass.MEMORY
    return limits.CARDS if is_memory else layout.cards


def together(layout: StateLayout, node: p.Groups) -> int:
    """All groups, one after the other."""
    match node:
        case p.Collect(collection=p.Constants(values=values), body=p.Location() as body) if (
            len(set(values)) == len(values)
            and p.Var(node.slot) in (body.owner, body.index)
            and body.families[0].location_class is not LocationClass.MEMORY
        ):
            return layout.cards  # the places differ, and a card lies in one of them
        case p.Collect(collection=p.Constants(values=values)):
            return len(values) * longest(layout, node.body)
        case p.FilterGroups():
            return together(layout, node.groups)
        case p.JoinGroups():
            return sum(together(layout, part) for part in node.parts)
        case p.Partition():
            if isinstance(node.source, tuple):
                return sum(longest(layout, part) for part in node.source)
            return together(layout, node.source)
        case p.Indexed() if node.location.families[0].location_class is not LocationClass.MEMORY:
            return layout.cards
        case _:
            return UNKNOWN
