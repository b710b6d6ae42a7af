"""Who sees which cards while rules are carried out: noted where somebody asked for it.

A note has 16 bits for every kind of card, one for each seat that saw such a card: it moved from
or to a place into which the seat looks, it was remembered by all, or it was shown to the seat.
"""

from __future__ import annotations

from collections.abc import Callable

from kibitz.engine.native.emission.base import Bound, Component, ForCard, Loop, Pile
from kibitz.engine.native.layout import context
from kibitz.engine.native.llvm.words import Word
from kibitz.engine.places import seen_by


class WitnessEmitter(Component):
    def moved(self, card: Word, source: Word, target: Word) -> None:
        if self.unit.has_witnesses:
            self.saw(card, self._watching(source) | self._watching(target))

    def exchanged(self, one: Word, other: Word) -> None:
        """Two cards change places."""
        if self.unit.has_witnesses:
            places = self.e.piles.place_of(one), self.e.piles.place_of(other)
            self.moved(one, *places)
            self.moved(other, *places)

    def piles_exchanged(self, first: Pile, second: Pile) -> None:
        if self.unit.has_witnesses:
            seats = self._watching(first.number) | self._watching(second.number)
            for pile in (first, second):
                self.e.piles.each_of_pile(pile, 0, lambda card: self.saw(card, seats))

    def remembered(self, card: Word) -> None:
        if self.unit.has_witnesses:
            self.saw(card, self.f.constant((1 << self.program.players) - 1))

    def shown(self, cards: Callable[[ForCard], None], seats: Loop) -> None:
        """Both are loops."""
        if self.unit.has_witnesses:
            looking = self.f.variable(0)

            def add(seat: Bound) -> None:
                assert isinstance(seat, Word)
                looking.set(looking.get() | (self.f.constant(1) << seat))

            seats(add)
            cards(lambda card: self.saw(card, looking.get()))

    def saw(self, card: Word, seats: Word) -> None:
        notes = self.e.context_pointer(context.WITNESSES)
        kinds = self.e.scores.by_face(tuple(range(len(self.program.kinds))))
        with self.f.when(notes.is_null().negated()):
            cell = notes.at(self.f.look_up(kinds, self.e.scores.face(card), 2) * 2)
            cell.store(cell.load(2) | seats, 2)

    def _watching(self, place: Word) -> Word:
        """The seats that look into the place, as bits."""
        seats = [
            sum(1 << seat for seat in seen_by(one, self.program.players))
            for one in self.layout.places
        ]
        return self.f.look_up(seats, place, 4)
