"""What each seat has seen and could follow.

For every seat the cards fall into classes: cards of one class are those the seat cannot tell
apart, so it knows which places they lie in together, but not which lies where. A card alone in
its class is known. All cards of a class have the same back.

A class follows its cards when they move, which is right whenever the seat can follow the move:
- a seat that sees a card, at either end of its move, knows it from then on;
- a move from a place and position that the rules name (the top of the stock) can be followed
  face down: whoever knew the card still knows it;
- a card that somebody picked, face down at both ends, could have been any of its pile: the
  classes of that pile's cards become one;
- so they do in a shuffle.
Merging may forget more than a perfect reasoner would; it never knows too much.
"""

from __future__ import annotations

from collections.abc import Iterable


class Knowledge:
    """Class labels by seat and card."""

    __slots__ = ("_fresh", "labels")

    def __init__(self, labels: list[list[int]], fresh: int) -> None:
        self.labels = labels
        self._fresh = fresh

    @staticmethod
    def of_nothing(seats: int) -> Knowledge:
        return Knowledge([[] for _ in range(seats)], 0)

    @staticmethod
    def of_classes(labels: list[list[int]]) -> Knowledge:
        """With these labels, which must be numbers from 0."""
        return Knowledge(labels, 1 + max((max(row, default=-1) for row in labels), default=-1))

    def copy(self) -> Knowledge:
        return Knowledge([row[:] for row in self.labels], self._fresh)

    def _fresh_label(self) -> int:
        self._fresh += 1
        return self._fresh - 1

    def add_card(self) -> None:
        """A card created in public: everybody knows it."""
        label = self._fresh_label()
        for row in self.labels:
            row.append(label)

    def reveal(self, seat: int, card: int) -> None:
        row = self.labels[seat]
        if row.count(row[card]) > 1:
            row[card] = self._fresh_label()

    def merge(self, seat: int, cards: Iterable[int], backs: list[int]) -> None:
        """The seat can no longer tell these cards apart, except by their backs."""
        row = self.labels[seat]
        by_back: dict[int, set[int]] = {}
        for card in cards:
            by_back.setdefault(backs[card], set()).add(row[card])
        for merged in by_back.values():
            if len(merged) > 1:
                label = min(merged)
                row[:] = [label if old in merged else old for old in row]

    def knows(self, seat: int, card: int) -> bool:
        row = self.labels[seat]
        return row.count(row[card]) == 1
