"""What a seat sees of a state in emitted code, mixed into one number.

Search tells situations apart by it: a player that drew a seven is not where it would be with a
king, though its options have the same names.
"""

from __future__ import annotations

from kibitz.engine.native.emission.base import Pile, Unit
from kibitz.engine.native.emission.function_emitter import FunctionEmitter
from kibitz.engine.native.emission.selection import mixed
from kibitz.engine.native.llvm.words import Variable, Word
from kibitz.engine.native.runtime.signatures import Signature
from kibitz.engine.places import seen_by
from kibitz.recycle import LocationClass

SEEN = Signature("seen", "ppi")


class SightMixer(FunctionEmitter):
    """`seen(state, context, seat)`: the same number for the same cards in the same places."""

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, SEEN)
        self._seat = self.f.number(2)

    def emit(self) -> None:
        f, total = self.f, self.f.variable(0)
        places = self.layout.places
        seats_by_place = [
            0
            if place.location_class is LocationClass.MEMORY
            else sum(1 << seat for seat in seen_by(place, self.program.players))
            for place in places
        ]
        with f.count(0, len(places)) as location:
            seats = f.look_up(seats_by_place, location, 4)
            is_seen = ((seats >> self._seat) & 1).differs(0)
            with f.when(is_seen & (self.piles.pile_size(Pile(location, False)) > 0)):
                add_pile(self, total, location)
        f.give(total.get())
        f.close()


def add_pile(emitter: FunctionEmitter, total: Variable, location: Word) -> None:
    """What lies there, as a sum, so that the order of cards in a place makes no difference."""

    def add(card: Word) -> None:
        total.add(mixed(location, card))

    emitter.piles.each_of_pile(Pile(location, False), 0, add)
