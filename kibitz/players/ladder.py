"""A ladder: players rated (Bradley and Terry) by duels over the same deals.

Everybody meets the two who stand next above and below in the line-up. In a duel both sit
alternately and every deal is played from both sides; each seat of one is compared with each of
the other. The ratings explain all duels at once: whoever is rated 100 higher comes out ahead in 64
of 100 comparisons, 200 higher in 76. Intervals come from drawing the deals anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

import numpy as np
import numpy.typing as npt

from kibitz.players.standings import Mean, differences
from kibitz.players.tournament import PlayedDeal
from kibitz.recycle import Goal

Pair = tuple[str, str]
Numbers = npt.NDArray[np.float64]

_NEAR = 2
"""How far apart two players of a duel stand in the line-up, at most."""
_SCALE = 400 / np.log(10)
_DRAWN = 1.0
"""Deals that count as drawn in every duel, so that who never lost has a rating, too."""
_AGAIN = 400
_ROUNDS = 60


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is, counted from the first of the line-up."""

    player: str
    rating: float
    low: float
    high: float
    """The truth lies between them 95 times out of 100."""
    gain: Mean | None
    """Its score less that of the player before it in the line-up, so that more is better."""


def pairings(players: Sequence[str]) -> list[Pair]:
    """Who meets whom: the lower one first."""
    numbered = combinations(enumerate(players), 2)
    return [(lower, upper) for (a, lower), (b, upper) in numbered if b - a <= _NEAR]


def ahead(deal: PlayedDeal, upper: str, lower: str) -> float:
    """How often a seat of one did better than a seat of the other; a tie is half of it.

    Who plays alone, or with nobody but its like, is compared with how the other did so.
    """
    matches = [(match.players, match.outcome.ranks) for match in deal.matches]
    if all(len(set(players)) == 1 for players, _ in matches):
        goal = deal.matches[0].outcome.goal
        sign = 1 if goal is Goal.MAX else -1
        scores = {match.players[0]: sign * match.outcome.scores[0] for match in deal.matches}
        return _compared(scores[upper], scores[lower])
    return fmean(
        _compared(-ranks[mine], -ranks[theirs])
        for players, ranks in matches
        for mine, who in enumerate(players)
        for theirs, other in enumerate(players)
        if (who, other) == (upper, lower)
    )


def _compared(mine: float, theirs: float) -> float:
    return 0.5 + 0.5 * ((mine > theirs) - (mine < theirs))


def ratings(
    players: Sequence[str], duels: Mapping[Pair, Sequence[PlayedDeal]], goal: Goal
) -> list[Rating]:
    """Of all players, in the order of the line-up. Every pairing must have a deal."""
    shares = {
        pair: np.array([ahead(deal, pair[1], pair[0]) for deal in deals])
        for pair, deals in duels.items()
    }
    found = _fitted(players, shares)
    chance = np.random.default_rng(0)
    again = np.stack([_fitted(players, _drawn(shares, chance)) for _ in range(_AGAIN)])
    low, high = np.percentile(again, (2.5, 97.5), axis=0)
    return [
        Rating(
            player, float(found[n]), float(low[n]), float(high[n]), _gain(players, n, duels, goal)
        )
        for n, player in enumerate(players)
    ]


def _drawn(shares: Mapping[Pair, Numbers], chance: np.random.Generator) -> dict[Pair, Numbers]:
    """As many deals of every duel, drawn from those that were played."""
    return {pair: chance.choice(share, len(share)) for pair, share in shares.items()}


def _fitted(players: Sequence[str], shares: Mapping[Pair, Numbers]) -> Numbers:
    """The ratings under which the shares are likeliest (Bradley and Terry), by Newton's steps."""
    index = {player: n for n, player in enumerate(players)}
    lower = np.array([index[pair[0]] for pair in shares])
    upper = np.array([index[pair[1]] for pair in shares])
    deals = np.array([len(share) + _DRAWN for share in shares.values()])
    won = np.array([share.sum() + _DRAWN / 2 for share in shares.values()])
    strength = np.zeros(len(players))
    for _ in range(_ROUNDS):
        expected = 1 / (1 + np.exp(strength[lower] - strength[upper]))
        slope, curve = np.zeros(len(players)), np.zeros((len(players), len(players)))
        np.add.at(slope, upper, won - deals * expected)
        np.add.at(slope, lower, deals * expected - won)
        weight = deals * expected * (1 - expected)
        for one, other, sign in ((upper, upper, 1), (lower, lower, 1), (upper, lower, -1)):
            np.add.at(curve, (one, other), sign * weight)
        np.add.at(curve, (lower, upper), -weight)
        step = np.linalg.solve(curve[1:, 1:], slope[1:])
        strength[1:] += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    rated: Numbers = strength * _SCALE
    return rated


def _gain(
    players: Sequence[str], number: int, duels: Mapping[Pair, Sequence[PlayedDeal]], goal: Goal
) -> Mean | None:
    if not number:
        return None
    pair = players[number - 1], players[number]
    (found,) = differences(duels[pair], (pair[1], pair[0]))
    sign = 1 if goal is Goal.MAX else -1
    return Mean(sign * found.score.value, found.score.margin)
