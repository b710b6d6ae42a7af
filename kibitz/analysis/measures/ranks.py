"""Who came where, with and without shared places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.recycle.syntax import Goal


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a seat ended. Ranks count from 1."""

    rank: int
    """Equal scores share the better rank."""
    unique_rank: int
    """A rank of its own for every seat; see `ranking` for who goes first among equals."""


def ranking(scores: Sequence[int], goal: Goal) -> list[int]:
    """The seats from first to last.

    Among equals the higher seat comes first where most points win, the lower seat where fewest
    do: the list is sorted by score and seat, and turned round where most points win.
    """
    order = sorted(range(len(scores)), key=lambda seat: (scores[seat], seat))
    return order[::-1] if goal is Goal.MAX else order


def standings(scores: Sequence[int], goal: Goal) -> tuple[Standing, ...]:
    """By seat."""
    order = ranking(scores, goal)
    ordered_scores = [scores[seat] for seat in order]
    return tuple(
        Standing(ordered_scores.index(score) + 1, order.index(seat) + 1)
        for seat, score in enumerate(scores)
    )


def shares_of_wins(scores: Sequence[int], goal: Goal) -> tuple[float, ...]:
    """By seat: 1 for the winner; a first place shared by k seats is 1/k for each of them."""
    best = max(scores) if goal is Goal.MAX else min(scores)
    winners = [score == best for score in scores]
    return tuple(won / sum(winners) for won in winners)


def lead(rank: float, players: int) -> float:
    """A rank (1 is best, maybe a mean) on the scale from 0, last, to 1, first.

    Alone at the table everybody is first.
    """
    return 1.0 if players == 1 else (players - rank) / (players - 1)
