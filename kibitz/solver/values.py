"""What every option comes to, in floating point: compiled where the rules allow it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from kibitz.engine import Interpreter, Program, Rng, View
from kibitz.engine.native import Ending, Solved, can_be_exact, exact, is_plain
from kibitz.recycle import Goal, RecycleError
from kibitz.solver.solving import solve
from kibitz.solver.tree import TooBig
from kibitz.solver.worth import Aim, OutcomeOdds

BUDGET = 300_000
"""Steps of compiled code, of which a core does some million in a second."""
MOST_DECISIONS = 12
"""Where a match at random takes more from here on, nobody tries to go through all."""
_SLOWER = 3_000
"""So many steps of compiled code take as long as one of the other solver, or longer."""
_RECALLING = 500
"""The same where that alone heeds what was chosen before: it is given more time."""
_AIMS = (Aim.SCORE, Aim.PLACE, Aim.WIN)
_SHARES = (0.05, 0.5, 0.95)


@dataclass(frozen=True, slots=True)
class Value:
    """What an option comes to if all play on as well as they can, by seat."""

    scores: tuple[float, ...]
    ranks: tuple[float, ...]
    """1 is best; seats that share some have the middle of them."""
    wins: tuple[float, ...]
    quantiles: tuple[float, float, float]
    """Of the score of the seat that asks: 5, 50 and 95 times out of 100 it is not above."""


def option_values(
    engine: Interpreter,
    view: View,
    options: int,
    *,
    aim: Aim = Aim.SCORE,
    budget: int = BUDGET,
    until: int | None = None,
) -> tuple[Value, ...]:
    """Of every option of the decision that the view's seat is at, which has so many.

    All seats play for the same. The match is over, and scored as it stands, as soon as chance comes
    into play after the integer in the slot `until` has changed: a hole of several is then all there
    is. Raises TooBig, PrivateCards, and MatchError if a rule fails.
    """
    program = engine.program
    if not engine.ends_within(Rng(0), MOST_DECISIONS, engine.resample(view, Rng(0)), until):
        raise TooBig(f"the match goes on for more than {MOST_DECISIONS} decisions")
    if is_plain(view) and can_be_exact(program):
        try:
            solved = exact(program).solve(view, options, _AIMS.index(aim), budget, until)
        except RecycleError as fault:
            raise TooBig(f"the rules cannot be compiled: {fault}") from None
        if solved.ending is Ending.DONE:
            return tuple(_values(program, view, solved))
        if solved.ending is Ending.TOO_BIG:
            raise TooBig(f"it takes more than {budget:,} steps to go through the rest")
    if until is not None:
        raise TooBig("only compiled code stops at the end of a hole")
    slower = _SLOWER if view.past is None else _RECALLING
    solution = solve(program, view, aim=aim, budget=budget // slower)
    return tuple(_value(view.seat, prospect) for prospect in solution.options)


def _values(program: Program, view: View, solved: Solved) -> Iterator[Value]:
    sign = 1.0 if program.goal is Goal.MAX else -1.0
    last = max(1, view.players - 1)
    for (scores, places, wins), bins in zip(solved.rewards, solved.histogram, strict=True):
        yield Value(
            tuple(sign * float(score) for score in scores),
            tuple(1 + last * (1 - float(place)) for place in places),
            tuple(map(float, wins)),
            _quantiles([float(share) for share in bins], solved.first_bin),
        )


def _quantiles(bins: Sequence[float], first: int) -> tuple[float, float, float]:
    passed = list(accumulate(bins))
    places = [next(n for n, sum_ in enumerate(passed) if sum_ >= s - 1e-9) for s in _SHARES]
    low, middle, high = (float(first + place) for place in places)
    return low, middle, high


def _value(seat: int, prospect: OutcomeOdds) -> Value:
    low, middle, high = (
        float(prospect.score_at(seat, Fraction(share).limit_denominator(100))) for share in _SHARES
    )
    return Value(
        tuple(map(float, prospect.scores)),
        tuple(map(float, prospect.ranks)),
        tuple(map(float, prospect.wins)),
        (low, middle, high),
    )
