"""Bots as golf sites have them: they take what is low or makes a pair, and nothing else.

They know golf, and no other game: something to beat for the players of kibitz, who know none. Four
of a kind among themselves come to about 9 strokes a hole (Careful), 10 (Bold) and 13 (Plain).
"""

from __future__ import annotations

from kibitz.engine import Decision, Program, Rng, View
from kibitz.players import Choice

COSTS = {"A": 1, "2": -2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9} | {
    "10": 10,
    "J": 10,
    "Q": 10,
    "K": 0,
}
CELLS = range(1, 7)


def partner_of(cell: int) -> int:
    """The other cell of its column."""
    return cell + 3 if cell <= 3 else cell - 3


def rank_name(card: str) -> str:
    """`10` of `10♥`, and of `10♥/2`, which is of the second pack."""
    return card.partition("/")[0][:-1]


def rank_in(view: View, seat: int, cell: int) -> str | None:
    """Of the card that lies there; None where it lies face down."""
    card = view.pile("GRID", seat, cell)[0]
    return None if card is None else rank_name(card)


class Careful:
    """Takes a card of at most so many strokes, one that makes a pair, or one that is much lower
    than a card that lies open."""

    threshold = 3
    margin = 4
    likes_pairs = True

    def __init__(self, program: Program) -> None:
        pass

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        keys = {option.key: option.index for option in decision.options}
        if "1" not in keys:
            return Choice(rng.below(len(keys)))
        card = (view.pile("HAND", view.seat) or view.pile("DISCARD")[-1:])[-1]
        cell = self._cell(view, str(card))
        return Choice(keys["1"] if cell is None else keys[f"2:C={cell}"])

    def _cell(self, view: View, card: str) -> int | None:
        """Where the card goes; None if it is not wanted."""
        rank = rank_name(card)
        cost = COSTS[rank]
        ranks = {cell: rank_in(view, view.seat, cell) for cell in CELLS}
        for cell, other in ranks.items():
            partner = partner_of(cell)
            is_pair = other == rank and ranks[partner] != rank and cost > 0
            if is_pair and self.likes_pairs:
                return partner
        single = {
            cell: COSTS[other]
            for cell, other in ranks.items()
            if other is not None and ranks[partner_of(cell)] != other
        }
        dearest = max(single, key=single.__getitem__, default=None)
        hidden = [cell for cell, other in ranks.items() if other is None]
        if dearest is not None and single[dearest] >= cost + self.margin:
            return dearest
        return hidden[0] if cost <= self.threshold and hidden else None


class Bold(Careful):
    """The same, content with more, and quicker to be out."""

    threshold = 6
    margin = 3


class Plain(Careful):
    """Counts single cards, and lets pairs come as they may."""

    threshold = 5
    likes_pairs = False
