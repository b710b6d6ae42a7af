"""Skill and luck: how often the better player wins, and how much the deal decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from kibitz.analysis.measures.statistics import RARE, scaled
from kibitz.players import Mean, PlayedDeal, by_deal, mean_of, student, win_share
from kibitz.recycle import Goal

if TYPE_CHECKING:
    from kibitz.analysis.matches import Duel

DEALS_AT_LEAST = 6
"""Of a duel, for anything to be said about it."""
BLOCKS = 20
"""Deals are left out in so many parts to see how much a number depends on them."""

Values = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Rung:
    """How the stronger of two neighbours on the ladder does."""

    weaker: str
    stronger: str
    share: Mean
    """Of the wins, where both hold half of the seats; one half if neither is better."""
    deals: int

    @property
    def is_known(self) -> bool:
        """Whether there were enough deals for anything to be said."""
        return self.deals >= DEALS_AT_LEAST

    @property
    def is_level(self) -> bool:
        """Whether the two can be told apart."""
        low = self.share.low
        return self.is_known and low is not None and low > 0.5


@dataclass(frozen=True, slots=True)
class Skill:
    rungs: tuple[Rung, ...]
    """From below."""
    luck: Mean
    """How much of where random players end is decided by the first deal, from 0 to 1."""
    luck_thinking: Mean | None
    """The same for the strongest that played; None if they played too few deals."""

    @property
    def levels(self) -> int:
        """Of play that can be told apart on this ladder, chance being the first."""
        return 1 + sum(rung.is_level for rung in self.rungs)


def skill(duels: Sequence[Duel], by_chance: npt.NDArray[np.int32], goal: Goal) -> Skill:
    """`by_chance` is (deal, time, seat): scores of deals that were played many times."""
    told = tuple(
        Rung(duel.weaker, duel.stronger, duel_share(duel.deals, duel.stronger), len(duel.deals))
        for duel in duels
    )
    known = [duel for duel in duels if len(duel.deals) >= DEALS_AT_LEAST]
    thinking = luck(_apart_from_skill(known[-1], goal)) if len(known) > 1 else None
    return Skill(told, luck(_leads(by_chance, goal)), thinking)


def duel_share(deals: Sequence[PlayedDeal], player: str) -> Mean:
    """The player's share of the wins in a duel of two."""
    seats = len(deals[0].matches[0].players)
    mean = scaled(mean_of(by_deal(deals, player, win_share)), seats / 2)
    if mean.margin is None:
        return mean
    return Mean(mean.value, min(1.0, max(mean.margin, RARE / len(deals))))


def _apart_from_skill(duel: Duel, goal: Goal) -> Values:
    """Where seats end, less what the player who sat there gets on average."""
    matches = [deal.matches for deal in duel.deals]
    leads = _leads(np.array([[one.outcome.scores for one in row] for row in matches]), goal)
    is_stronger = np.array([[one.players for one in row] for row in matches]) == duel.stronger
    expected = np.where(is_stronger, leads[is_stronger].mean(), leads[~is_stronger].mean())
    apart: Values = leads - expected
    return apart


def _leads(scores: npt.NDArray[np.int32] | npt.NDArray[np.int64], goal: Goal) -> Values:
    """Where every seat ends, from 0 (last) to 1 (first), equals in the middle of their places."""
    signed = scores if goal is Goal.MAX else -scores
    mine, others = signed[..., :, None], signed[..., None, :]
    beaten = (mine > others).sum(axis=-1) + 0.5 * ((mine == others).sum(axis=-1) - 1)
    places: Values = beaten / max(1, scores.shape[-1] - 1)
    return places


def luck(leads: Values) -> Mean:
    """The part of the variance of (deal, time, seat) that lies between deals."""
    found = jackknifed(leads, _between)
    if found.margin != 0:
        return found
    return Mean(found.value, min(1.0, RARE / len(leads)))  # what was never otherwise may yet be


def _between(leads: Values) -> float:
    """One-way analysis of variance with random effects, over all seats together."""
    times = leads.shape[1]
    within = leads.var(axis=1, ddof=1).mean(axis=0)
    between = leads.mean(axis=1).var(axis=0, ddof=1) - within / times
    total = float((between + within).sum())
    return float(between.sum()) / total if total > 0 else 0.0


def jackknifed(values: Values, statistic: Callable[[Values], float]) -> Mean:
    """The statistic of all rows; its error from leaving out one block of them at a time."""
    blocks = min(BLOCKS, len(values))
    if blocks < 3:
        return Mean(statistic(values), None)
    block = np.arange(len(values)) % blocks
    without = np.array([statistic(values[block != number]) for number in range(blocks)])
    variance = (blocks - 1) / blocks * float(((without - without.mean()) ** 2).sum())
    return Mean(statistic(values), student(blocks - 1) * sqrt(variance))
