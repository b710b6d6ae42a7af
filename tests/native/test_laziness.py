"""What may be looked at all at once, because it is there to be read and cannot fail."""

from __future__ import annotations

from math import inf

import pytest
from small_games import game, program_of

from kibitz.engine.native.layout.lazy_collections import looks
from kibitz.engine.program import Condition, Enter


def end_of(condition: str) -> Condition:
    """The end of a stage of a game for two with three cells and a memory."""
    stage = f"(stage player (end {condition}) (choice ((turn pass))))"
    made = "(do ((inc (game sto N)) (move (top (game iloc STOCK)) (top (game vloc CELL 3)))))"
    (step,) = [
        step
        for step in program_of(game(f"{made} {stage}", players=2)).code
        if isinstance(step, Enter)
    ]
    assert step.end is not None
    return step.end


CELLS = "(all (range 1..3) 'C (== (size (game vloc CELL 'C)) 0))"

READ = {
    "every cell": (CELLS, 3),
    "every cell of every player": (
        "(any player 'P (all (range 1..3) 'C (== (size ('P vloc CELL 'C)) 0)))",
        6,
    ),
    "cells and a storage": (f"(or (not {CELLS}) (> (game sto N) 3))", 4),
    "one cell": ("(and (== (size (game vloc CELL 3)) 0) (== (size (game vloc CELL 2)) 0))", 2),
}

NOT_READ = {
    "a cell that is not there": "(all (range 1..4) 'C (== (size (game vloc CELL (- 'C 9))) 0))",
    "a cell to be worked out": "(all (range 1..3) 'C (== (size (game vloc CELL (game sto N))) 0))",
    "a quotient": "(all (range 1..3) 'C (== (// 1 (game sto N)) 0))",
    "cards one by one": "(all (game iloc STOCK) 'C (== (size (game vloc CELL 1)) 0))",
    "a filter": "(== (size (filter (game iloc STOCK) 'C (== (cardatt RANK 'C) A))) 0)",
    "which card it is": "(== (top (game iloc STOCK)) (bottom (game iloc STOCK)))",
}


@pytest.mark.parametrize(("condition", "count"), READ.values(), ids=READ)
def test_what_is_there_to_be_read_is_counted(condition: str, count: int) -> None:
    assert looks(end_of(condition), {}) == count


@pytest.mark.parametrize("condition", NOT_READ.values(), ids=NOT_READ)
def test_what_may_fail_or_must_be_gone_through_is_not_read_at_once(condition: str) -> None:
    assert looks(end_of(condition), {}) == inf
