"""What each seat has seen and could follow.

A seat knows where a card lies, or it is in doubt: it knows of some cards and some spots that the
cards lie there, and perhaps how many of these in those (`unknown_groups.py`).

Knowledge follows the cards when they move:
- a seat that sees a card, at either end of its move, knows it from then on;
- a move from a place and position that the rules name (the top of the stock) can be followed
  face down: whoever knew the card still knows it;
- a card that somebody picked, face down at both ends, could have been any of its pile that has
  the same back: these are mixed. The order of such a pile is not followed either, as a hand has
  none that the others could see;
- in a shuffle the cards of a pile are mixed, except that backs are seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from kibitz.engine import limits
from kibitz.engine.unknown_groups import Doubt, is_one, mixed, plain, seen

_CELLS = 32
"""Of a table that take as long as all the rest about it."""


class Knowledge:
    """The doubts of every seat; a card that is in none of them is known."""

    __slots__ = ("_effort", "_unknown", "doubts")

    def __init__(self, doubts: list[tuple[Doubt, ...]]) -> None:
        self.doubts = doubts
        self._unknown = [sum(doubt.cards for doubt in own) for own in doubts]
        self._effort = 0

    def copy(self) -> Knowledge:
        return Knowledge(self.doubts[:])

    @property
    def is_lost(self) -> bool:
        """Whether more happened at once than seats can follow; what they know is then as it was."""
        return self._effort > limits.EFFORT

    def knows(self, seat: int, card: int) -> bool:
        return not self._unknown[seat] >> card & 1

    def unknown_to(self, seat: int) -> int:
        """The set of the cards that the seat is in doubt about."""
        return self._unknown[seat]

    def reveal(self, seats: Iterable[int], card: int) -> None:
        """The seats see which card this is."""
        for seat in () if self.is_lost else seats:
            if self._unknown[seat] >> card & 1:
                (doubt,) = self._take(seat, 1 << card)
                self._put(seat, seen(doubt, card))

    def mix(self, seats: Iterable[int], cards: int) -> None:
        """The seats lose track of which is which among these cards, which have one back."""
        for seat in () if self.is_lost or is_one(cards) else seats:
            if not _are_mixed(self.doubts[seat], cards):
                known = cards & ~self._unknown[seat]
                touched = self._take(seat, cards)
                if known:
                    touched.append(plain(known))
                self._put(seat, mixed(touched, cards))

    def _take(self, seat: int, cards: int) -> list[Doubt]:
        """Takes out the doubts about any of these cards."""
        own = self.doubts[seat]
        taken = [doubt for doubt in own if doubt.cards & cards]
        self.doubts[seat] = tuple([doubt for doubt in own if not doubt.cards & cards])
        tables = min(prod([len(doubt.tables) for doubt in taken]), limits.TABLES)
        rows = sum([len(doubt.groups) for doubt in taken])
        columns = sum([len(doubt.pools) for doubt in taken])
        self._effort += 1 + tables * (1 + rows * columns // _CELLS)
        return taken

    def _put(self, seat: int, doubts: list[Doubt]) -> None:
        self.doubts[seat] += tuple(doubts)
        self._unknown[seat] = sum([doubt.cards for doubt in self.doubts[seat]])


def _are_mixed(doubts: tuple[Doubt, ...], cards: int) -> bool:
    """Whether the cards lie in one group already."""
    for doubt in doubts:
        for group in doubt.groups:
            if cards & group == cards:
                return True
    return False
