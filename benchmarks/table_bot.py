"""A golf bot that looks every hand up in a table: what it comes to in so many turns, at best.

The table knows golf and no other game. It is filled backwards, one turn after the other, as if
every card were drawn from a full pack; what others do matters only in how many turns they leave.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from benchmarks.house_bots import CELLS, COSTS, partner_of, rank_in, rank_name
from kibitz.engine import Decision, Program, Rng, View
from kibitz.players import Choice

Values = npt.NDArray[np.float32]
"""By the kinds of the three columns."""
Column = tuple[int | None, int | None]
"""Two ranks; None for a card face down, which comes first. The lower rank comes first."""

TURNS = 8
"""More turns than that nobody waits for."""
_SLACK = 1
_RANKS = tuple(COSTS)
_COLUMNS: tuple[Column, ...] = (
    (None, None),
    *((None, rank) for rank in range(13)),
    *combinations_with_replacement(range(13), 2),
)
_NUMBERS = {column: number for number, column in enumerate(_COLUMNS)}


def column_of(one: int | None, other: int | None) -> int:
    if one is None or other is None:
        return _NUMBERS[None, one if other is None else other]
    return _NUMBERS[min(one, other), max(one, other)]


def _cost(column: Column) -> float:
    """What the column comes to on average."""
    ways = [range(13) if card is None else (card,) for card in column]
    costs = [
        0 if one == other else COSTS[_RANKS[one]] + COSTS[_RANKS[other]]
        for one in ways[0]
        for other in ways[1]
    ]
    return sum(costs) / len(costs)


def _after(rank: int) -> tuple[Sequence[int], Sequence[int]]:
    """By column: what it becomes if a card of that rank replaces its first or its second card."""
    return (
        [column_of(rank, other) for _, other in _COLUMNS],
        [column_of(one, rank) for one, _ in _COLUMNS],
    )


@cache
def table() -> tuple[Values, ...]:
    """By turns that are left: what a hand comes to. Who has no card face down is out."""
    costs = np.array([_cost(column) for column in _COLUMNS], np.float32)
    done = costs[:, None, None] + costs[None, :, None] + costs[None, None, :]
    is_open = np.array([None not in column for column in _COLUMNS])
    is_out = is_open[:, None, None] & is_open[None, :, None] & is_open[None, None, :]
    tables = [done]
    for _ in range(TURNS):
        later = tables[-1]
        best = [_best(later, rank) for rank in range(13)]
        draw = sum(np.minimum(found, later) for found in best) / 13
        now = sum(np.minimum(found, draw) for found in best) / 13
        tables.append(np.where(is_out, done, now).astype(np.float32))
    return tuple(tables)


def _best(later: Values, rank: int) -> Values:
    """The best place for a card of that rank; every column is like every other."""
    first, second = (later[columns] for columns in _after(rank))
    into = np.minimum(first, second)
    return np.minimum(into, np.minimum(into.transpose(1, 0, 2), into.transpose(2, 1, 0)))


class Table:
    """Takes what the table likes best; goes out when the others lose more by it."""

    def __init__(self, program: Program) -> None:
        pass

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        keys = {option.key: option.index for option in decision.options}
        if "1" not in keys:
            return Choice(0)
        drawn = view.pile("HAND", view.seat)
        card = rank_of((drawn or view.pile("DISCARD")[-1:])[-1])
        ranks = {cell: _rank(view, view.seat, cell) for cell in CELLS}
        outlook = Outlook(view)
        worths = {f"2:C={cell}": outlook.worth({**ranks, cell: card}) for cell in CELLS}
        worths["1"] = outlook.worth(ranks) if drawn else outlook.of_a_draw(ranks)
        return Choice(keys[min(worths, key=worths.__getitem__)])


class Outlook:
    """How many turns are left, as it looks, and what the others may then hope for."""

    def __init__(self, view: View) -> None:
        others = [
            {cell: _rank(view, seat, cell) for cell in CELLS}
            for seat in range(view.players)
            if seat != view.seat
        ]
        hidden = [sum(rank is None for rank in ranks.values()) for ranks in others]
        is_last = view.number("FINAL") == 1
        self._turns = 0 if is_last else min(TURNS, max(1, min(hidden) - 1 + _SLACK))
        hands = [_hand(ranks) for ranks in others]
        # Who goes out leaves everybody one turn.
        self._leaving = 0.0 if is_last else self._mean(self._turns, hands) - self._mean(1, hands)

    def _mean(self, turns: int, hands: list[tuple[int, int, int]]) -> float:
        return float(np.mean([table()[turns][hand] for hand in hands]))

    def worth(self, ranks: dict[int, int | None]) -> float:
        """What a hand comes to; less is better."""
        is_out = None not in ranks.values()
        return float(table()[self._turns][_hand(ranks)]) + (self._leaving if is_out else 0.0)

    def of_a_draw(self, ranks: dict[int, int | None]) -> float:
        keep = self.worth(ranks)
        best = [
            min(keep, *(self.worth({**ranks, cell: rank}) for cell in CELLS)) for rank in range(13)
        ]
        return sum(best) / 13


def _hand(ranks: dict[int, int | None]) -> tuple[int, int, int]:
    first, second, third = (column_of(ranks[cell], ranks[partner_of(cell)]) for cell in (1, 2, 3))
    return first, second, third


def _rank(view: View, seat: int, cell: int) -> int | None:
    name = rank_in(view, seat, cell)
    return None if name is None else _RANKS.index(name)


def rank_of(card: str | None) -> int:
    return _RANKS.index(rank_name(str(card)))
