"""Option rows: what finding options writes, and performing one reads."""

from __future__ import annotations

from kibitz.engine import limits
from kibitz.engine.program import (
    Bind,
    Block,
    Constants,
    Decide,
    Each,
    Pick,
    Program,
    Statement,
    When,
)


def row_width(program: Program) -> int:
    """Numbers in an option row: the alternative, then the picks."""
    widths = [1]
    for step in program.code:
        if isinstance(step, Decide):
            widths += [1 + _most_picks(alternative) for alternative in step.alternatives]
    return max(widths)


def _most_picks(node: Statement) -> int:
    """How many picks lie on the longest path."""
    match node:
        case Block():
            total = sum(map(_most_picks, node.statements))
        case When() | Bind():
            total = _most_picks(node.statement)
        case Pick():
            total = 1 + _most_picks(node.statement)
        case Each(collection=Constants(values=values)):
            total = len(values) * _most_picks(node.statement)
        case Each():
            total = limits.PICKS * _most_picks(node.statement)
        case _:
            total = 0
    return min(total, limits.PICKS)
