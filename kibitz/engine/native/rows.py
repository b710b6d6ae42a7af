"""Option rows: what finding options writes, and performing one reads."""

from __future__ import annotations

from kibitz.engine import limits
from kibitz.engine.program import Decide, Program
from kibitz.engine.program.picks import most_picks


def row_width(program: Program) -> int:
    """Numbers in an option row: the alternative, then the picks."""
    widths = [1]
    for step in program.code:
        if isinstance(step, Decide):
            picks = max(map(most_picks, step.alternatives), default=0)
            widths.append(1 + min(picks, limits.PICKS))
    return max(widths)
