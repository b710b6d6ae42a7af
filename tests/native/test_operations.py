"""Every operation on numbers, in both engines."""

from __future__ import annotations

from inspect import signature

import pytest
from lockstep import Lockstep
from small_games import digit, game, program_of

from kibitz.recycle.constants import OPERATIONS

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("operator", OPERATIONS)
def test_an_operation_gives_the_same_in_both_engines(operator: str) -> None:
    """The operands are stored first, so that nothing is computed before the match."""
    count = len(signature(OPERATIONS[operator]).parameters)
    computed = f"({operator} {' '.join(('(game sto ONE)', '(game sto OTHER)')[:count])})"
    statements = [
        f"(set (game sto ONE) (- {one + 9} 9)) (set (game sto OTHER) {other}) {digit(computed)}"
        for one, other in ((7, 3), (0, 2), (-5, 2), (2, 5))
    ]
    text = game(f"(do ({' '.join(statements)})) (choice ((turn pass)))")
    Lockstep(program_of(text)).play(1, most=2, every=1)
