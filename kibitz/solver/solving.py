"""Exact answers: what every option is worth, and the best that can be done against a player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count

from kibitz.engine import Interpreter, Program, Rng, View
from kibitz.engine.native import Ending, can_be_exact, exact, is_plain
from kibitz.recycle import Goal, RecycleError
from kibitz.solver.tree import Policy, SolverTree, TooBig, refuse_secrets
from kibitz.solver.worth import Aim, Likely, OutcomeOdds

BUDGET = 100_000
"""How often rules are carried out, unless said otherwise."""
MOST_DECISIONS = 12
"""Where a match at random takes more from here on, nobody tries to go through all."""
_SLOWER = 3_000
"""So many steps of compiled code take as long as one of the tree, or longer."""
_RECALLING = 500
"""The same where that alone heeds what was chosen before: it is given more time."""


# ---------------------------------------------------------------------------- with fractions


def solve(
    program: Program,
    view: View,
    *,
    aim: Aim = Aim.SCORE,
    policies: Mapping[int, Policy] | None = None,
    budget: int = BUDGET,
    until: int | None = None,
) -> tuple[OutcomeOdds, ...]:
    """What comes of every option of the decision that the view's seat is at, exactly.

    Seats with a policy follow it; all others, the view's own among them, choose what is best for
    them. Raises TooBig if that takes more than the budget, PrivateCards if a best reply depends on
    how others play with cards that only they can see, and MatchError if a rule fails on the way.
    `until`: the slot of an integer; as soon as it changes, the match is over as it stands.
    """
    others = {seat: policy for seat, policy in (policies or {}).items() if seat != view.seat}
    found = SolverTree(program, aim, others, budget, until).from_view(view)
    return tuple(_prospect(likely, program.goal) for likely in found)


def match_value(
    program: Program,
    *,
    aim: Aim = Aim.SCORE,
    policies: Mapping[int, Policy] | None = None,
    budget: int = BUDGET,
) -> OutcomeOdds:
    """What comes of the whole match, from before the deal, when seats play as `solve` says."""
    likely = SolverTree(program, aim, policies or {}, budget).from_deal()
    return _prospect(likely, program.goal)


def best_response(
    program: Program, seat: int, policy: Policy, *, aim: Aim = Aim.SCORE, budget: int = BUDGET
) -> OutcomeOdds:
    """What comes of the whole match if the seat plays as well as one can against that policy in
    all other seats. Raises TooBig and MatchError."""
    policies = {other: policy for other in range(program.players) if other != seat}
    return match_value(program, aim=aim, policies=policies, budget=budget)


def _prospect(likely: Likely, goal: Goal) -> OutcomeOdds:
    total = sum(likely.values(), Fraction(0))
    return OutcomeOdds({scores: odds / total for scores, odds in likely.items()}, goal)


# ---------------------------------------------------------------------------- in floating point


@dataclass(frozen=True, slots=True)
class Value:
    """What an option comes to if all play on as well as they can, by seat."""

    scores: tuple[float, ...]
    ranks: tuple[float, ...]
    """1 is best; seats that share some have the middle of them."""
    wins: tuple[float, ...]
    quantiles: tuple[float, float, float]
    """Of the score of the seat that asks: 5, 50 and 95 times out of 100 it is not above."""
    own: tuple[tuple[int, float], ...]
    """Scores of that seat, ascending, and how likely each is."""


def option_values(
    engine: Interpreter,
    view: View,
    options: int,
    *,
    aim: Aim = Aim.SCORE,
    budget: int,
    until: int | None = None,
) -> tuple[Value, ...]:
    """Of every option of the decision that the view's seat is at, which has so many.

    `budget`: steps of compiled code, of which a core does some million in a second. All seats play
    for the same. The match is over, and scored as it stands, as soon as chance comes into play
    after the integer in the slot `until` has changed: a hole of several is then all there is.
    Raises TooBig, PrivateCards, and MatchError if a rule fails.
    """
    program, goal = engine.program, engine.program.goal
    refuse_secrets(program)
    if not engine.ends_within(Rng(0), MOST_DECISIONS, engine.resample(view, Rng(0)), until):
        raise TooBig(f"the match goes on for more than {MOST_DECISIONS} decisions")
    if is_plain(view) and can_be_exact(program):
        try:
            solved = exact(program).solve(view, options, list(Aim).index(aim), budget, until)
        except RecycleError as fault:
            raise TooBig(f"the rules cannot be compiled: {fault}") from None
        if solved.ending is Ending.DONE:
            return tuple(
                _value(goal, rewards.tolist(), zip(count(solved.first_bin), bins, strict=False))
                for rewards, bins in zip(solved.rewards, solved.histogram.tolist(), strict=True)
            )
        if solved.ending is Ending.TOO_BIG:
            raise TooBig(f"it takes more than {budget:,} steps to go through the rest")
    slower = _SLOWER if view.past is None and until is None else _RECALLING
    return tuple(
        value_of(odds, view.seat)
        for odds in solve(program, view, aim=aim, budget=budget // slower, until=until)
    )


def value_of(odds: OutcomeOdds, seat: int) -> Value:
    """What outcomes that are so likely come to for the seat that asks."""
    return _value(odds.goal, map(odds.worths, Aim), _own_scores(odds, seat))


def _own_scores(odds: OutcomeOdds, seat: int) -> Iterator[tuple[int, float]]:
    for scores, share in sorted(odds.likely.items(), key=lambda item: item[0][seat]):
        yield scores[seat], float(share)


def _value(
    goal: Goal, rewards: Iterable[Iterable[float | Fraction]], own: Iterable[tuple[int, float]]
) -> Value:
    """`rewards`: by aim and seat; `own`: the scores of the seat that asks, and how likely."""
    scores, places, wins = (tuple(map(float, each)) for each in rewards)
    sign, last = (1 if goal is Goal.MAX else -1), max(1, len(scores) - 1)
    ranks = tuple(1 + last * (1 - place) for place in places)
    odds = tuple((score, share) for score, share in own if share)
    return Value(tuple(sign * score for score in scores), ranks, wins, _quantiles(odds), odds)


def _quantiles(own: Iterable[tuple[int, float]]) -> tuple[float, float, float]:
    ordered, passed, score = iter(own), 0.0, 0
    found = []
    for share in (0.05, 0.5, 0.95):
        while passed < share - 1e-9:
            score, odds = next(ordered)
            passed += odds
        found.append(float(score))
    low, middle, high = found
    return low, middle, high
