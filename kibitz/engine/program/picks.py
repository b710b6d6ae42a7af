"""Where in an alternative of a choice the picks stand."""

from __future__ import annotations

from kibitz.engine import limits
from kibitz.engine.program import Bind, Block, Constants, Each, Pick, Statement, When
from kibitz.engine.program.facts import ExpressionNode
from kibitz.engine.program.walk import nodes


def picks_come_first(node: Statement) -> bool:
    """Whether all picks can be made before anything is done."""
    uses_chance = any(isinstance(part, ExpressionNode) and part.draws for part in nodes(node))
    return not uses_chance and _leads_to_pick(node)


def _leads_to_pick(node: Statement) -> bool:
    match node:
        case Block(statements=(first, *rest)):
            return _leads_to_pick(first) and not any(map(has_pick, rest))
        case When() | Bind() | Pick():
            return _leads_to_pick(node.statement)
        case _:
            return not has_pick(node)


def has_pick(node: Statement) -> bool:
    return any(isinstance(part, Pick) for part in nodes(node))


def most_picks(node: Statement) -> int:
    """How many picks lie on the longest path; more than the limit is no matter."""
    match node:
        case Block():
            total = sum(map(most_picks, node.statements))
        case When() | Bind():
            total = most_picks(node.statement)
        case Pick():
            total = 1 + most_picks(node.statement)
        case Each(collection=Constants(values=values)):
            total = len(values) * most_picks(node.statement)
        case Each():
            total = limits.PICKS * most_picks(node.statement)
        case _:
            total = 0
    return min(total, limits.PICKS + 1)
