"""The table of heuristics: every number with its name and what it means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kibitz.analysis.matches import Sample
from kibitz.analysis.measures import heuristics
from kibitz.analysis.measures.results import SeatShares, scores_of, seat_shares
from kibitz.analysis.measures.spread import spread_rows
from kibitz.analysis.measures.statistics import MeanComparison, compared, less, pooled
from kibitz.players import Mean
from kibitz.recycle import Goal


@dataclass(frozen=True, slots=True)
class Heuristic:
    name: str
    value: Mean | None
    """None where the sample gives no such number."""
    meaning: str
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Character:
    """Heuristics, as CardStock's scorer counts them and as its notebooks do."""

    scorer: tuple[Heuristic, ...]
    notebook: tuple[Heuristic, ...]

    def only(self, known: Sequence[str]) -> Character:
        """With nothing said of the others."""
        rows = (
            tuple(one if one.name in known else replace(one, value=None, remark="") for one in row)
            for row in (self.scorer, self.notebook)
        )
        return Character(*rows)


_AT_RANDOM = ("Fairness", "Convergence")
"""What random matches alone tell."""
_WITHOUT_RIVALS = ("Convergence", "Spread", "Skill (t-test)")
"""What asks for nobody's place, nor for wins."""


_MEANINGS = {
    "Fairness": (
        "1 if the first seat wins its fair share of random matches; less if it wins more or fewer."
    ),
    "Meaningful moves": (
        "How far apart the best and the worst option of a decision are on average, on a scale "
        "from last (0) to first place (1)."
    ),
    "Drama": (
        "How far behind eventual winners were at the decisions at which they expected to end in "
        "the worse half."
    ),
    "Decisiveness": (
        "The part of the winner's decisions that came before the winner was all but sure to win; "
        "high if the match is open until late."
    ),
    "Coolness": "How seldom a player's own prospects fell from one decision to the next.",
    "Convergence": "Above 0.5 the options become fewer as the match goes on, below 0.5 more.",
    "Spread": "Points between the best and the worst option of a decision, on average.",
    "Drama per match": (
        "How far eventual winners fell short of being likely winners, match by match."
    ),
    "Security": (
        "The part of the winner's decisions at which the winner was already the likely winner."
    ),
    "Order": (
        "How much thinking helps: 1 if a thinker always beats random players, 0 if it wins no "
        "more than its share."
    ),
    "Gain": "How many more matches seat 1 wins by thinking than by playing at random.",
    "Skill (t-test)": (
        "Student's t of seat 1's scores, thinking against random: far from 0 if thinking changes "
        "the score."
    ),
}


def character(
    sample: Sample, seats: SeatShares, goal: Goal, *, has_rivals: bool = True
) -> Character:
    """`seats` are the shares of random matches, of which there are many."""
    found = _measured(sample, seats, goal)
    if not has_rivals:
        found = found.only(_WITHOUT_RIVALS)
    return found.only(_AT_RANDOM) if sample.is_cut else found


def _measured(sample: Sample, seats: SeatShares, goal: Goal) -> Character:
    players = len(sample.random[0].scores)
    courses = [heuristics.course(match, goal) for match in sample.thinking]
    rows = [spread_rows(match) for match in sample.thinking]
    spread = pooled([[row.spread for row in of_match] for of_match in rows])
    moves = pooled([[row.rank_spread for row in of_match] for of_match in rows])
    first = seats.by_seat[0]
    thinker = seat_shares(scores_of(sample.mixed), goal).by_seat[0]
    fairness = heuristics.fairness(first, players)
    order = heuristics.order(thinker, players)
    return Character(
        scorer=(
            _heuristic("Fairness", fairness, _wins("seat 1", first)),
            _heuristic("Meaningful moves", moves),
            _heuristic("Drama", heuristics.pooled_drama(courses)),
            _heuristic("Decisiveness", heuristics.decisiveness(courses)),
            _heuristic("Coolness", heuristics.coolness(courses)),
        ),
        notebook=(
            _heuristic("Convergence", heuristics.convergence(sample.random)),
            _heuristic("Spread", spread),
            _heuristic("Drama per match", heuristics.drama(courses, players)),
            _heuristic("Security", heuristics.security(courses, players)),
            _heuristic("Order", order, _wins("the thinker", thinker)),
            _heuristic("Gain", less(thinker, first)),
            _skill(sample),
        ),
    )


def _wins(who: str, share: Mean) -> str:
    return f"{who} wins {share.value:.1%}"


def _heuristic(name: str, value: Mean | None, remark: str = "") -> Heuristic:
    return Heuristic(name, value, _MEANINGS[name], remark)


def _skill(sample: Sample) -> Heuristic:
    test = compared(
        [match.scores[0] for match in sample.mixed], [match.scores[0] for match in sample.random]
    )
    if test is None:
        return _heuristic("Skill (t-test)", None)
    return _heuristic("Skill (t-test)", Mean(test.t, None), _significance(test))


def _significance(test: MeanComparison) -> str:
    chance = "p < 0.001" if test.p < 0.001 else f"p = {test.p:.3f}"
    return f"{chance} {test.stars}".strip()
