"""Single numbers for the character of a game, each with its name and what it means.

Two families: those of CardStock's scorer, and those of its notebooks. Both rest on three samples:
all seats random, all seats thinking, and a thinker in seat 1 among random players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import sqrt
from statistics import fmean

import numpy as np

from kibitz.analysis.matches import Sample
from kibitz.analysis.measures.histories import own_leads, spread_rows
from kibitz.analysis.measures.results import SeatShares, scores_of, seat_shares
from kibitz.analysis.measures.statistics import compared, less, pooled, scaled
from kibitz.analysis.records import PlayedMatch
from kibitz.engine import Outcome
from kibitz.players import Mean, mean_of
from kibitz.recycle import Goal

SCORER_THRESHOLD = 0.5
DECIDED = 0.8


@dataclass(frozen=True, slots=True)
class ExpectationCourse:
    """A match between thinkers, reduced to what seats expected for themselves."""

    leads: tuple[tuple[float, ...], ...]
    """By seat: its expectations at its own decisions, 0 last to 1 first."""
    winner: int

    @property
    def of_winner(self) -> tuple[float, ...]:
        return self.leads[self.winner]


def course(match: PlayedMatch, goal: Goal) -> ExpectationCourse:
    seats = range(len(match.scores))
    leads = tuple(tuple(own_leads(match, seat, goal)) for seat in seats)
    return ExpectationCourse(leads, Outcome(match.scores, goal).order[0])


def fairness(share: Mean, players: int) -> Mean | None:
    """1 if the first seat wins as often as it should, less if more or less often."""
    if players == 1:
        return None
    fair = 1 / players
    if share.value <= fair:
        return scaled(share, 1 / fair)
    return scaled(share, -1 / (1 - fair), 1 / (1 - fair))


def pooled_drama(courses: Sequence[ExpectationCourse]) -> Mean | None:
    """Over all decisions of winners who were behind: how far. None if no winner ever was."""
    return pooled(
        [
            [sqrt(SCORER_THRESHOLD - lead) for lead in one.of_winner if lead < SCORER_THRESHOLD]
            for one in courses
        ]
    )


def decisiveness(courses: Sequence[ExpectationCourse]) -> Mean | None:
    """1 − (L − m) / L, where m is the first decision at which the winner was all but sure."""
    parts = []
    for leads in filter(None, (one.of_winner for one in courses)):
        length = len(leads)
        first = next((n for n, lead in enumerate(leads) if lead > DECIDED), length - 1)
        parts.append(1 - (length - first) / length)
    return _over_matches(parts)


def _over_matches(values: Sequence[float]) -> Mean | None:
    return mean_of(values) if values else None


def coolness(courses: Sequence[ExpectationCourse]) -> Mean | None:
    return pooled(
        [
            [float(after >= before) for leads in one.leads for before, after in pairwise(leads)]
            for one in courses
        ]
    )


def convergence(matches: Sequence[PlayedMatch]) -> Mean:
    return mean_of([0.5 - _slope([p.options for p in match.points]) / 2 for match in matches])


def _slope(options: Sequence[int]) -> float:
    """Least squares, options against move number; 0 where there are fewer than two."""
    if len(options) < 2:
        return 0.0
    moves = np.arange(1, len(options) + 1, dtype=float)
    deviation = moves - moves.mean()
    return float((deviation * np.asarray(options, dtype=float)).sum() / (deviation**2).sum())


def threshold(players: int) -> float:
    """Below it a seat is not on its way to win: half-way between first and second place."""
    return 0.5 if players < 2 else (1 + (players - 2) / (players - 1)) / 2


def drama(courses: Sequence[ExpectationCourse], players: int) -> Mean | None:
    limit = threshold(players)
    by_match = []
    for one in courses:
        below = [sqrt(limit - lead) for lead in one.of_winner if lead < limit]
        if one.of_winner:
            by_match.append(fmean(below) if below else 0.0)
    return _over_matches(by_match)


def security(courses: Sequence[ExpectationCourse], players: int) -> Mean | None:
    limit = threshold(players)
    return _over_matches(
        [1 - fmean(lead < limit for lead in one.of_winner) for one in courses if one.of_winner]
    )


def order(share_of_thinker: Mean, players: int) -> Mean | None:
    """None where there is nobody to win against."""
    if players == 1:
        return None
    even = 1 / players
    return scaled(share_of_thinker, 1 / (1 - even), -even / (1 - even))


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
    courses = [course(match, goal) for match in sample.thinking]
    rows = [spread_rows(match) for match in sample.thinking]
    spread = pooled([[row.spread for row in of_match] for of_match in rows])
    moves = pooled([[row.rank_spread for row in of_match] for of_match in rows])
    first = seats.by_seat[0]
    thinker = seat_shares(scores_of(sample.mixed), goal).by_seat[0]
    test = compared(*([one.scores[0] for one in of] for of in (sample.mixed, sample.random)))
    scorer: dict[str, tuple[Mean | None, str]] = {
        "Fairness": (fairness(first, players), f"seat 1 wins {first.value:.1%}"),
        "Meaningful moves": (moves, ""),
        "Drama": (pooled_drama(courses), ""),
        "Decisiveness": (decisiveness(courses), ""),
        "Coolness": (coolness(courses), ""),
    }
    notebook: dict[str, tuple[Mean | None, str]] = {
        "Convergence": (convergence(sample.random), ""),
        "Spread": (spread, ""),
        "Drama per match": (drama(courses, players), ""),
        "Security": (security(courses, players), ""),
        "Order": (order(thinker, players), f"the thinker wins {thinker.value:.1%}"),
        "Gain": (less(thinker, first), ""),
        "Skill (t-test)": (None, "") if test is None else (Mean(test.t, None), test.significance),
    }
    return Character(*map(_described, (scorer, notebook)))


def _described(values: Mapping[str, tuple[Mean | None, str]]) -> tuple[Heuristic, ...]:
    return tuple(
        Heuristic(name, one, _MEANINGS[name], said) for name, (one, said) in values.items()
    )
