"""What a tournament comes to: figures with the interval that holds the truth 95 times out of 100,
and differences between players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from statistics import fmean, stdev

from kibitz.players.student_t import student
from kibitz.players.tournament import PlayedDeal, TournamentMatch
from kibitz.recycle import Goal


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of a sample; the truth lies within `margin` of it 95 times out of 100."""

    value: float
    margin: float | None
    """None for a single measurement, which says nothing about its error."""

    @property
    def low(self) -> float | None:
        return None if self.margin is None else self.value - self.margin

    @property
    def high(self) -> float | None:
        return None if self.margin is None else self.value + self.margin


def mean_of(values: Sequence[float]) -> Mean:
    """Of measurements that do not depend on each other; there must be at least one."""
    count = len(values)
    if count < 2:
        return Mean(fmean(values), None)
    return Mean(fmean(values), student(count - 1) * stdev(values) / sqrt(count))


@dataclass(frozen=True, slots=True)
class Standing:
    """How one player did at a seat, on average. Two seats of one player count as its mean."""

    player: str
    win_share: Mean
    """A shared first place is shared; an even share is one divided by the number of seats."""
    rank: Mean
    score: Mean


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """The first player's figures less the second's, deal by deal."""

    first: str
    second: str
    win_share: Mean
    rank: Mean
    score: Mean


Measure = Callable[[TournamentMatch, int], float]


def win_share(match: TournamentMatch, seat: int) -> float:
    return match.outcome.win_shares[seat]


def rank(match: TournamentMatch, seat: int) -> float:
    return float(match.outcome.ranks[seat])


def score(match: TournamentMatch, seat: int) -> float:
    return float(match.outcome.scores[seat])


MEASURES: tuple[Measure, ...] = (win_share, rank, score)


def by_deal(deals: Iterable[PlayedDeal], player: str, measure: Measure) -> list[float]:
    """The player's mean in every deal, over its matches and seats."""
    return [
        fmean(
            measure(match, seat)
            for match in deal.matches
            for seat, name in enumerate(match.players)
            if name == player
        )
        for deal in deals
    ]


def standings(deals: Sequence[PlayedDeal], players: Iterable[str]) -> list[Standing]:
    """By player, the best first. There must be a deal."""
    found = [
        Standing(player, *(mean_of(by_deal(deals, player, measure)) for measure in MEASURES))
        for player in dict.fromkeys(players)
    ]
    sign = -1 if deals[0].matches[0].outcome.goal is Goal.MAX else 1
    return sorted(found, key=lambda one: (one.rank.value, sign * one.score.value, one.player))


def differences(deals: Sequence[PlayedDeal], players: Sequence[str]) -> list[PairedDifference]:
    """Of every two players."""
    return [
        PairedDifference(
            first, second, *(mean_of(less(deals, first, second, each)) for each in MEASURES)
        )
        for first, second in combinations(dict.fromkeys(players), 2)
    ]


def less(deals: Sequence[PlayedDeal], first: str, second: str, measure: Measure) -> list[float]:
    """What the first player has over the second, deal by deal."""
    ours, theirs = by_deal(deals, first, measure), by_deal(deals, second, measure)
    return [one - other for one, other in zip(ours, theirs, strict=True)]
