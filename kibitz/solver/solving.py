"""Exact answers: what every option is worth, and the best that can be done against a player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from kibitz.engine import Program, View
from kibitz.recycle import Goal
from kibitz.solver.tree import Likely, Policy, SolverTree
from kibitz.solver.worth import Aim, OutcomeOdds

BUDGET = 100_000
"""How often rules are carried out, unless said otherwise."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What comes of every option if all play on as well as they can, or as their policies say."""

    seat: int
    aim: Aim
    options: tuple[OutcomeOdds, ...]
    """By option of the decision."""
    steps: int
    """How often rules were carried out for it."""

    @property
    def worths(self) -> tuple[Fraction, ...]:
        """By option: what the seat may expect of what it plays for; more is better."""
        return tuple(prospect.worth(self.seat, self.aim) for prospect in self.options)

    @property
    def best(self) -> int:
        """The option to take, the first of several that are equally good."""
        worths = self.worths
        return worths.index(max(worths))


def solve(
    program: Program,
    view: View,
    *,
    aim: Aim = Aim.SCORE,
    policies: Mapping[int, Policy] | None = None,
    budget: int = BUDGET,
) -> Solution:
    """Every option of the decision that the view's seat is at, exactly.

    Seats with a policy follow it; all others, the view's own among them, choose what is best for
    them. Raises TooBig if that takes more than the budget, PrivateCards if a best reply depends on
    how others play with cards that only they can see, and MatchError if a rule fails on the way.
    """
    others = {seat: policy for seat, policy in (policies or {}).items() if seat != view.seat}
    tree = SolverTree(program, aim, others, budget)
    found = tree.from_view(view)
    options = tuple(_prospect(likely, program.goal) for likely in found)
    return Solution(view.seat, aim, options, tree.spent)


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
