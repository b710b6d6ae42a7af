"""What seats remember, in emitted code: for every card a bit for each seat that has followed it.

The same as `Knowledge.followed` of the interpreter, and changed by the same happenings. Only code
that is for nets keeps it, of games in which somebody can tell more than he sees.
"""

from __future__ import annotations

from collections.abc import Callable

from kibitz.engine.native.base import Pile
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.native.piles import PileEmitter
from kibitz.engine.places import sight_mask


class RememberingEmitter(PileEmitter):
    def seats_seeing(self, location: Word) -> Word:
        """The set of the seats that see into the place."""
        masks = [sight_mask(place, self.program.players) for place in self.layout.places]
        return self.f.look_up(masks, location, 4)

    def followers(self, card: Word) -> Pointer:
        """Where it stands which seats have followed the card."""
        width = self.layout.follower_width
        return self.at(self.offset(self.layout.followers, card, width), width)

    # ------------------------------------------------------------------ happenings

    def note_moved(
        self, card: Word, source: Word, destination: Word, named: tuple[bool, bool]
    ) -> None:
        """Right after the card went from one place to the other; `named` as in `CardMove`."""
        if not self.layout.remembers:
            return
        here = self.seats_seeing(destination)
        watching = self.seats_seeing(source) | here
        self.note_shown(card, watching)
        from_named, to_named = named
        if not from_named:
            self._mix_left(source, (card, card), card, watching)
        if not to_named:
            self._lose_order(destination, here)

    def note_swapped(
        self, cards: tuple[Word, Word], places: tuple[Word, Word], named: tuple[bool, bool]
    ) -> None:
        """Right after the first card went to the second place, and the other way round."""
        if not self.layout.remembers:
            return
        watching = self.seats_seeing(places[0]) | self.seats_seeing(places[1])
        for card, old, is_named in zip(cards, places, named, strict=True):
            self.note_shown(card, watching)
            if not is_named:
                self._mix_left(old, cards, card, watching)
        for new, is_named in zip(places[::-1], named[::-1], strict=True):
            if not is_named:
                self._lose_order(new, watching)

    def note_piles_swapped(self, first: Word, second: Word) -> None:
        if not self.layout.remembers:
            return
        watching = self.seats_seeing(first) | self.seats_seeing(second)
        for location in (first, second):
            self.each_of_pile(
                Pile(location, False), 0, lambda card: self.note_shown(card, watching)
            )

    def note_shuffled(self, location: Word) -> None:
        if self.layout.remembers:
            self._lose_order(location, self.seats_seeing(location))

    def note_shown(self, card: Word, seats: Word | None = None) -> None:
        """The seats, or all, see which card this is."""
        if not self.layout.remembers:
            return
        address, width = self.followers(card), self.layout.follower_width
        everybody = (1 << self.program.players) - 1
        seen = everybody if seats is None else address.load(width) | seats
        address.store(seen, width)

    def forget_all_but(self, card: Word, seats: Word) -> None:
        """Only these seats can tell the card."""
        self.followers(card).store(seats, self.layout.follower_width)

    # ------------------------------------------------------------------ losing track

    def _mix_left(
        self, location: Word, without: tuple[Word, Word], card: Word, watching: Word
    ) -> None:
        """Who does not watch can no longer tell the card from those left where it lay."""

        def each(body: Callable[[Word], None]) -> None:
            def other(left: Word) -> None:
                is_left = left.differs(without[0]) & left.differs(without[1])
                with self.f.when(is_left & self._has_back_of(left, card)):
                    body(left)

            self.each_of_pile(Pile(location, False), 0, other)
            body(card)

        self._lose_track(each, watching)

    def _lose_order(self, location: Word, watching: Word) -> None:
        """Who does not watch can no longer tell cards of the pile apart that have one back."""
        pile = Pile(location, False)
        if self._has_one_back:
            self._lose_track(lambda body: self.each_of_pile(pile, 0, body), watching)
            return

        def mix_with_its_like(card: Word) -> None:
            self._mix_left(location, (card, card), card, watching)

        self.each_of_pile(pile, 0, mix_with_its_like)

    def _lose_track(self, each: Callable[[Callable[[Word], None]], None], watching: Word) -> None:
        """One card alone is not mixed with anything."""
        f, width = self.f, self.layout.follower_width
        everybody = (1 << self.program.players) - 1
        with f.when(watching.differs(everybody)):
            count = f.variable(0)
            each(lambda card: count.add(1))

            def forget(card: Word) -> None:
                address = self.followers(card)
                address.store(address.load(width) & watching, width)

            with f.when(count.get() > 1):
                each(forget)

    @property
    def _has_one_back(self) -> bool:
        return not self.layout.creates_later and len({b for _, b in self.layout.created}) <= 1

    def _has_back_of(self, card: Word, other: Word) -> Word:
        if self._has_one_back:
            return self.f.truth(True)
        return self._back(card).equals(self._back(other))

    def _back(self, card: Word) -> Word:
        if self.layout.creates_later:
            return self.load(self.offset(self.layout.backs, card, 2), 2)
        return self.f.look_up([back for _, back in self.layout.created], card, 2)
