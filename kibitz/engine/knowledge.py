"""What each seat has seen and could follow.

A seat knows where a card lies, or it is in doubt: it knows of some cards and some spots that the
cards lie there, and perhaps how many of these in those (`doubts.py`).

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

from kibitz.engine.doubts import Doubt, is_one, mixed, plain, seen


class Knowledge:
    """The doubts of every seat; a card that is in none of them is known."""

    __slots__ = ("_unknown", "doubts")

    def __init__(self, doubts: list[tuple[Doubt, ...]]) -> None:
        self.doubts = doubts
        self._unknown = [sum(doubt.cards for doubt in own) for own in doubts]

    def copy(self) -> Knowledge:
        twin = Knowledge.__new__(Knowledge)
        twin.doubts = self.doubts[:]
        twin._unknown = self._unknown[:]
        return twin

    def knows(self, seat: int, card: int) -> bool:
        return not self._unknown[seat] >> card & 1

    def reveal(self, seats: Iterable[int], card: int) -> None:
        """The seats see which card this is."""
        for seat in seats:
            if self._unknown[seat] >> card & 1:
                own = self.doubts[seat]
                found = next(doubt for doubt in own if doubt.cards >> card & 1)
                self._replace(seat, [found], seen(found, card))

    def mix(self, seats: Iterable[int], cards: int) -> None:
        """The seats lose track of which is which among these cards, which have one back."""
        if is_one(cards):
            return
        for seat in seats:
            known = cards & ~self._unknown[seat]
            touched = [doubt for doubt in self.doubts[seat] if doubt.cards & cards]
            groups = () if known or len(touched) > 1 else touched[0].groups
            if all(cards & ~group for group in groups):
                pieces = [*touched, plain(known)] if known else touched
                self._replace(seat, touched, mixed(pieces, cards))

    def _replace(self, seat: int, old: list[Doubt], new: list[Doubt]) -> None:
        doubts = [doubt for doubt in self.doubts[seat] if doubt not in old]
        self.doubts[seat] = (*doubts, *new)
        self._unknown[seat] = sum(doubt.cards for doubt in self.doubts[seat])
