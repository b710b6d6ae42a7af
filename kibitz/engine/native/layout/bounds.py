"""How large collections and decisions can get, as far as a look at the program tells."""

from __future__ import annotations

from math import prod

from kibitz.engine import limits
from kibitz.engine import program as p
from kibitz.engine.native.layout.state_layout import StateLayout
from kibitz.engine.program import Bind, Block, Cases, Decide, Each, Pick, Program, Statement, When
from kibitz.engine.program.static_analysis import has_pick, most_picks
from kibitz.engine.program.walk import nodes
from kibitz.recycle import LocationClass

UNKNOWN = limits.CARDS + 1
"""More than any list has."""


def most_elements(layout: StateLayout, node: p.Collection) -> int:
    """An upper bound of the number of elements."""
    match node:
        case p.Constants(values=values) | p.ListedValues(values=values):
            return len(values)
        case p.Others() | p.Members() | p.SeatsBeside():
            return limits.PLAYERS
        case p.Range(low=p.Const(value=low), high=p.Const(value=high)):
            return max(0, high - low + 1)
        case p.FilterValues():
            return most_elements(layout, node.values)
        case p.FilterGroups():
            return most_elements(layout, node.groups)
        case p.Collect():
            return most_elements(layout, node.collection)
        case p.EitherGroups() | p.EitherValues():
            return max(most_elements(layout, side) for side in (node.yes, node.no))
        case p.JoinGroups():
            return min(limits.ELEMENTS, sum(most_elements(layout, part) for part in node.parts))
        case p.Partition():
            return layout.most_listed
        case p.Indexed():
            return limits.INDICES
        case p.Range() | p.ValuesVar() | p.GroupsVar() | p.Subsets() | p.Runs():
            return limits.ELEMENTS
        case _:
            return longest(layout, node)


def longest(layout: StateLayout, node: p.Cards) -> int:
    """An upper bound; more than a list can have where the list itself must be watched."""
    match node:
        case p.Location():
            is_memory = node.families[0].location_class is LocationClass.MEMORY
            return layout.most_listed if is_memory else layout.cards
        case p.FilterCards() | p.Sequence() | p.Run():
            return longest(layout, node.cards)
        case p.Combine(operator=p.SetOperator.UNION):
            return sum(longest(layout, part) for part in node.parts)
        case p.EitherCards() | p.EitherPlace():
            return max(longest(layout, side) for side in (node.yes, node.no))
        case p.CombineGroups(operator=p.SetOperator.UNION):
            return together(layout, node.groups)
        case _:
            return layout.most_listed


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


def row_width(program: Program) -> int:
    """Numbers in an option row: the alternative, then the picks."""
    widths = [1]
    for step in program.code:
        if isinstance(step, Decide):
            picks = max(map(most_picks, step.alternatives), default=0)
            widths.append(1 + min(picks, limits.PICKS))
    return max(widths)


def most_options(program: Program, layout: StateLayout) -> int:
    """How many options a decision can have, as far as a look at the program tells."""
    found = [
        sum(_ways(layout, alternative) for alternative in step.alternatives)
        for step in program.code
        if isinstance(step, Decide)
    ]
    return min(max(found, default=0), limits.OPTIONS)


def _ways(layout: StateLayout, node: Statement) -> int:
    """How many paths of picks lead through the statement; many is as good as too many."""
    match node:
        case Block():
            ways = prod(_ways(layout, part) for part in node.statements)
        case When() | Bind():
            ways = _ways(layout, node.statement)
        case Pick():
            elements = max(1, most_elements(layout, node.collection))
            ways = elements * _ways(layout, node.statement)
        case Each() | Cases() if has_pick(node):
            ways = limits.OPTIONS
        case _:
            ways = 1
    return min(ways, limits.OPTIONS)


def goes_on(node: p.Statement) -> bool:
    """Whether something follows the picks, so that there is an option even with nothing to pick."""
    return any(
        isinstance(part, p.Block) and len(part.statements) > 1 and has_pick(part)
        for part in nodes(node)
    )
