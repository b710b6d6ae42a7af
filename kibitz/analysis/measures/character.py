"""The table of heuristics: every number with its name and what it means."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

from kibitz.analysis.matches import Sample
from kibitz.analysis.measures import heuristics
from kibitz.analysis.measures.spread import SpreadHistory
from kibitz.analysis.measures.student import Comparison, compared
from kibitz.recycle.syntax import Goal


@dataclass(frozen=True, slots=True)
class Heuristic:
    name: str
    value: float | None
    """None where the sample gives no such number."""
    meaning: str
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Character:
    """Heuristics, as CardStock's scorer counts them and as its notebooks do."""

    scorer: tuple[Heuristic, ...]
    notebook: tuple[Heuristic, ...]


def character(sample: Sample, spreads: SpreadHistory | None, goal: Goal) -> Character:
    players = len(sample.random[0].scores)
    courses = [heuristics.course(match, goal) for match in sample.thinking]
    rows = spreads.rows if spreads else ()
    share_random = heuristics.win_share(sample.random, 0, goal)
    share_thinker = heuristics.win_share(sample.mixed, 0, goal)
    fairness = heuristics.fairness(share_random, players)
    return Character(
        scorer=(
            Heuristic("Fairness", fairness, _FAIRNESS, f"seat 1 wins {share_random:.0%}"),
            Heuristic(
                "Meaningful moves",
                fmean(row.rank_spread for row in rows) if rows else None,
                "How far apart the best and the worst option of a decision are on average, "
                "on a scale from last (0) to first place (1).",
            ),
            Heuristic(
                "Drama",
                heuristics.pooled_drama(courses),
                "How far behind eventual winners were at the decisions at which they expected "
                "to end in the worse half.",
            ),
            Heuristic(
                "Decisiveness",
                heuristics.decisiveness(courses),
                "The part of the winner's decisions that came before the winner was all but sure "
                "to win; high if the match is open until late.",
            ),
            Heuristic(
                "Coolness",
                heuristics.coolness(courses),
                "How seldom a player's own prospects fell from one decision to the next.",
            ),
        ),
        notebook=(
            Heuristic(
                "Convergence",
                heuristics.convergence(sample.random),
                "Above 0.5 the options become fewer as the match goes on, below 0.5 more.",
            ),
            Heuristic(
                "Spread",
                fmean(row.spread for row in rows) if rows else None,
                "Points between the best and the worst option of a decision, on average.",
            ),
            Heuristic(
                "Drama per match",
                heuristics.drama(courses, players),
                "How far eventual winners fell short of being likely winners, match by match.",
            ),
            Heuristic(
                "Security",
                heuristics.security(courses, players),
                "The part of the winner's decisions at which the winner was already the likely "
                "winner.",
            ),
            Heuristic(
                "Order",
                heuristics.order(share_thinker, players),
                "How much thinking helps: 1 if a thinker always beats random players, 0 if it "
                "wins no more than its share.",
                f"the thinker wins {share_thinker:.0%}",
            ),
            Heuristic(
                "Gain",
                share_thinker - share_random,
                "How many more matches seat 1 wins by thinking than by playing at random.",
            ),
            _skill(sample),
        ),
    )


_FAIRNESS = (
    "1 if the first seat wins its fair share of random matches; less if it wins more or fewer."
)


def _skill(sample: Sample) -> Heuristic:
    test = compared(
        [match.scores[0] for match in sample.mixed], [match.scores[0] for match in sample.random]
    )
    return Heuristic(
        "Skill (t-test)",
        None if test is None else test.t,
        "Student's t of seat 1's scores, thinking against random: far from 0 if thinking changes "
        "the score.",
        "" if test is None else _significance(test),
    )


def _significance(test: Comparison) -> str:
    chance = "p < 0.001" if test.p < 0.001 else f"p = {test.p:.3f}"
    return f"{chance} {test.stars}".strip()
