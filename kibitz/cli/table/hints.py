"""What to do here: asked of a player that thinks longer than those at the table."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from kibitz.engine import Decision, Program, Rng, View
from kibitz.engine.protocol import Option
from kibitz.players import Choice, make_player
from kibitz.players.asking import ask

ADVISER = "ismcts:sims=20000"
_SURE = 2.0
"""A difference of fewer standard errors may be none."""


def hint(program: Program, view: View, options: Sequence[Option], chance: Rng) -> str:
    """The option that it would choose, and what it expects of that and of the next best.

    Raises PlayerFault, and MatchError if a rule fails in what it tries out.
    """
    if len(options) == 1:
        return f"there is only one thing to do: {options[0]}"
    decision = Decision(view.seat, tuple(options))
    choice = ask(make_player(ADVISER, program), "the hint", view, decision, chance)
    return f"hint: {options[choice.option]}{_expected(view.seat, options, choice)}"


def _expected(seat: int, options: Sequence[Option], choice: Choice) -> str:
    """`, for a score of 12.3 on average; next best: draw from the stock, 14.0`."""
    estimates = choice.estimates
    others = [number for number in range(len(estimates)) if number != choice.option]
    if not others or not estimates[choice.option].visits:
        return ""
    second = max(others, key=lambda number: estimates[number].reward)
    best, next_best = estimates[choice.option], estimates[second]
    expected = f", for a score of {best.scores[seat]:.1f} on average"
    if best.reward - next_best.reward < _SURE * hypot(best.stderr, next_best.stderr):
        return f"{expected}; {options[second]} is about as good"
    return f"{expected}; next best: {options[second]}, {next_best.scores[seat]:.1f}"
