"""Option rows: what finding options writes, and performing one reads."""

from __future__ import annotations

from math import prod

from kibitz.engine import limits
from kibitz.engine.native.emission.lengths import most_elements
from kibitz.engine.native.runtime.state_layout import StateLayout
from kibitz.engine.program import Bind, Block, Decide, Each, Pick, Program, Statement, When
from kibitz.engine.program.static_analysis import has_pick, most_picks


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
        case Each() if has_pick(node):
            ways = limits.OPTIONS
        case _:
            ways = 1
    return min(ways, limits.OPTIONS)
