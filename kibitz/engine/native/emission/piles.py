"""Rings of cards in emitted code: finding, taking out, putting in, shuffling."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kibitz.engine import limits
from kibitz.engine.native.emission.base import (
    RECORD_HEADER,
    RECORD_ROOM,
    RECORD_SIZE,
    Component,
    Listing,
    Pile,
)
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.native.runtime.context import SHOWN, UNDEALT
from kibitz.engine.native.runtime.state_layout import MEMORY_SIZE
from kibitz.engine.places import seen_by
from kibitz.recycle import End, Span


class PileEmitter(Component):
    # ------------------------------------------------------------------ nodes

    def _node_at(self, base: int, node: Word) -> Pointer:
        width = self.layout.node_width
        return self.e.at(self.e.offset(base, node, width), width)

    def above(self, node: Word) -> Word:
        """The node nearer to the top."""
        return self._node_at(self.layout.next, node).load(self.layout.node_width)

    def below(self, node: Word) -> Word:
        return self._node_at(self.layout.previous, node).load(self.layout.node_width)

    def link(self, low: Word, high: Word) -> None:
        """`high` lies directly on `low`."""
        self._node_at(self.layout.next, low).store(high, self.layout.node_width)
        self._node_at(self.layout.previous, high).store(low, self.layout.node_width)

    def node(self, location: Word) -> Word:
        return location + self.layout.cards

    def place_of(self, card: Word) -> Word:
        return self.e.load(self.e.offset(self.layout.place, card, 2), 2)

    def set_place(self, card: Word, location: Word) -> None:
        if self.layout.tracks_places:
            self.e.store(self.e.offset(self.layout.place, card, 2), location, 2)

    # ------------------------------------------------------------------ sizes, memory

    def _size_address(self, pile: Pile) -> Pointer:
        if pile.is_memory:
            return self.memory(pile.number)
        return self.e.at(self.e.offset(self.layout.sizes, pile.number, 1), 1)

    def pile_size(self, pile: Pile) -> Word:
        return self._size_address(pile).load(1)

    def _grow(self, pile: Pile, by: int) -> None:
        address = self._size_address(pile)
        address.store(address.load(1) + by, 1)

    def memory(self, location: Word) -> Pointer:
        """A `mem` location: its length, then the references."""
        index = self.f.look_up(self.layout.memory_index, location, 2)
        return self.e.at(index * MEMORY_SIZE + self.layout.memory, MEMORY_SIZE)

    # ------------------------------------------------------------------ looking

    def each_of_pile(self, pile: Pile, visits: int, body: Callable[[Word], None]) -> None:
        """From the bottom to the top; the body must not change the pile."""
        if visits:
            self.e.charge(self.pile_size(pile), visits)
        if pile.is_memory:
            memory = self.memory(pile.number)
            with self.f.count(0, memory.load(1), limits.LIST_CARDS) as index:
                body(memory.at(index + 1).load(1))
            return
        card = self.f.variable(self.above(self.node(pile.number)))
        with self.f.forever(limits.LIST_CARDS) as leave:
            found = card.get()
            leave(found >= self.layout.cards)
            body(found)
            card.set(self.above(found))

    def each_in_set(self, pile: Pile, cards: Word, body: Callable[[Word], None]) -> None:
        """Those cards of the pile, from the bottom to the top; the body must not change it."""
        card, left = self.f.variable(self.node(pile.number)), self.f.variable64(cards)
        with self.f.forever(limits.LIST_CARDS) as leave:
            leave(left.get().equals(0))
            found = self.above(card.get())
            card.set(found)
            one = self.e.sets.only(found)
            with self.f.when((left.get() & one).differs(0)):
                left.set(left.get() ^ one)
                body(found)

    def end_of_pile(self, pile: Pile, end: End) -> Word:
        if not pile.is_memory:
            node = self.node(pile.number)
            return self.below(node) if end is End.TOP else self.above(node)
        memory = self.memory(pile.number)
        size = memory.load(1)
        index = size if end is End.TOP else self.f.constant(1)
        return size.equals(0).select(self.layout.cards, memory.at(index).load(1))

    def card_of_pile(self, pile: Pile, index: Word) -> Word:
        """The card at that index from the bottom, or none."""
        found = self.f.variable(self.layout.cards)
        with self.f.when(index.below(self.pile_size(pile))):
            if pile.is_memory:
                found.set(self.memory(pile.number).at(index + 1).load(1))
            else:
                found.set(self.above(self.node(pile.number)))
                with self.f.count(0, index):
                    found.set(self.above(found.get()))
        return found.get()

    # ------------------------------------------------------------------ changing

    def take_out(self, card: Word, pile: Pile, end: End | None = None) -> None:
        """`end`: it is known to lie there, so its neighbour is the location."""
        low = self.node(pile.number) if end is End.BOTTOM else self.below(card)
        high = self.node(pile.number) if end is End.TOP else self.above(card)
        self.link(low, high)
        self._grow(pile, -1)
        self.e.sets.flip(card, pile)
        self.e.touches.touch_place(pile.number)

    def put_in(self, card: Word, pile: Pile, where: End | Word, span: Span) -> None:
        """On top, at the bottom, or so that the card gets that index."""
        node = self.node(pile.number)
        if isinstance(where, Word):
            size = self.pile_size(pile)
            self.e.fail_when(where.below(size + 1).negated(), "no-such-position", span)
            following = self.f.variable(self.above(node))
            with self.f.count(0, where):
                following.set(self.above(following.get()))
            high = following.get()
            low = self.below(high)
        elif where is End.TOP:
            low, high = self.below(node), node
        else:
            low, high = node, self.above(node)
        self.link(low, card)
        self.link(card, high)
        self._grow(pile, 1)
        self.set_place(card, pile.number)
        self.e.sets.flip(card, pile)
        self.e.touches.touch_place(pile.number)
        if self.unit.is_open:
            self._show(card, pile.number)

    def _show(self, card: Word, location: Word) -> None:
        """An undealt card that comes to where somebody sees it has been shown."""
        is_seen = self.f.look_up(
            [int(bool(seen_by(place, self.program.players))) for place in self.layout.places],
            location,
            1,
        )
        face = self.e.scores.face_address(card)
        with self.f.when(is_seen.differs(0) & face.load(2).equals(UNDEALT)):
            face.store(SHOWN, 2)

    def swap_cards(self, one: Word, other: Word) -> None:
        """Each takes the other's position; neighbours need only change order."""
        first, second = self.place_of(one), self.place_of(other)
        for location in (first, second):
            self.e.touches.touch_place(location)
        with self.f.either(self.above(one).equals(other)) as (adjacent, apart):
            with adjacent:
                self._exchange_neighbours(one, other)
            with apart, self.f.either(self.above(other).equals(one)) as (behind, far):
                with behind:
                    self._exchange_neighbours(other, one)
                with far, self.f.when(one.differs(other)):
                    self._exchange_far(one, other)
        self.set_place(one, second)
        self.set_place(other, first)
        for place in (Pile(first, False), Pile(second, False)):
            self.e.sets.flip(one, place)
            self.e.sets.flip(other, place)

    def _exchange_neighbours(self, low: Word, high: Word) -> None:
        under, over = self.below(low), self.above(high)
        self.link(under, high)
        self.link(high, low)
        self.link(low, over)

    def _exchange_far(self, one: Word, other: Word) -> None:
        under_one, over_one = self.below(one), self.above(one)
        under_other, over_other = self.below(other), self.above(other)
        self.link(under_one, other)
        self.link(other, over_one)
        self.link(under_other, one)
        self.link(one, over_other)

    def swap_piles(self, first: Pile, second: Pile) -> None:
        """Both must have cards."""
        one, other = self.node(first.number), self.node(second.number)
        bottom, top = self.above(one), self.below(one)
        other_bottom, other_top = self.above(other), self.below(other)
        self.link(one, other_bottom)
        self.link(other_top, one)
        self.link(other, bottom)
        self.link(top, other)
        sizes = [self._size_address(pile) for pile in (first, second)]
        before = [address.load(1) for address in sizes]
        sizes[0].store(before[1], 1)
        sizes[1].store(before[0], 1)
        for pile in (first, second):
            self._move_in(pile)

    def _move_in(self, pile: Pile) -> None:
        """All its cards have come from another place."""
        cards = self.f.variable64(0)

        def note(card: Word) -> None:
            self.set_place(card, pile.number)
            cards.set(cards.get() | self.e.sets.only(card))

        self.each_of_pile(pile, 0, note)
        self.e.sets.set_to(pile, cards.get())
        self.e.touches.touch_place(pile.number)

    def relink(self, location: Word, cards: Pointer, count: Word) -> None:
        """The pile becomes these cards (a byte each), bottom first."""
        node = self.node(location)
        last = self.f.variable(node)
        with self.f.count(0, count) as index:
            card = cards.at(index).load(1)
            self.link(last.get(), card)
            last.set(card)
        self.link(last.get(), node)

    # ------------------------------------------------------------------ lists

    def new_list(self) -> Pointer:
        """Room for a virtual list, as long as the function runs; empty."""
        record = self.f.buffer(RECORD_SIZE)
        record.store(0, 2)
        record.at(2).store(RECORD_ROOM, 2)
        return record

    def list_size(self, listing: Listing) -> Word:
        if listing.mask is not None:
            return listing.mask.digits_set().narrowed()
        return listing.record.load(2)

    def list_card(self, listing: Listing, place: Word) -> Word:
        """The card at that place of the record."""
        return listing.record.at(place + RECORD_HEADER).load(1)

    def written_out(self, listing: Listing) -> Listing:
        """A list of the same cards that may be changed."""
        if listing.mask is None:
            return listing
        return self.filled(partial(self.each_of_list, listing, 0))

    def filled(
        self, each: Callable[[Callable[[Word], None]], None], most: int = limits.CARDS
    ) -> Listing:
        """A fresh list of the cards that a loop gives: how many there are, it counts itself.

        `most`: more cannot be; where that is more than a list holds, it is watched.
        """
        record, count = self.new_list(), self.f.variable(0)

        def add(card: Word) -> None:
            size = count.get()
            if most > limits.CARDS:
                self.e.fail_when(size >= limits.CARDS, "too-many-elements", None)
            record.at(size + RECORD_HEADER).store(card, 1)
            count.set(size + 1)

        each(add)
        record.store(count.get(), 2)
        return Listing(record)

    def append(self, record: Pointer, card: Word) -> None:
        size = record.load(2)
        self.e.fail_when(size >= limits.CARDS, "too-many-elements", None)
        record.at(size + RECORD_HEADER).store(card, 1)
        record.store(size + 1, 2)

    def remove_from_list(self, listing: Listing, index: Word) -> None:
        assert listing.mask is None
        record, size = listing.record, self.list_size(listing)
        record.store(size - 1, 2)
        start = record.at(index + RECORD_HEADER)
        self.f.slide(start, start.at(1), size - index - 1)

    def each_of_list(self, listing: Listing, visits: int, body: Callable[[Word], None]) -> None:
        size = self.list_size(listing)
        self.e.charge(size, visits)
        if listing.mask is not None:
            with self.f.digits(listing.mask) as place:
                body(self.list_card(listing, place))
            return
        with self.f.count(0, size, limits.LIST_CARDS) as index:
            body(self.list_card(listing, index))

    # ------------------------------------------------------------------ shuffling

    def shuffle_bytes(self, cards: Pointer, count: Word) -> None:
        """Fisher-Yates from the top (last) card downwards; nothing without chance."""
        with self.f.when(self.e.no_chance().negated()):
            last = self.f.variable(count - 1)
            with self.f.forever() as leave:
                index = last.get()
                leave(index < 1)
                other = self.e.draw((index + 1).widened())
                one, two = cards.at(index), cards.at(other)
                card, drawn = one.load(1), two.load(1)
                one.store(drawn, 1)
                two.store(card, 1)
                last.set(index - 1)

    def shuffle_pile(self, pile: Pile) -> None:
        self.e.touches.touch_place(pile.number)
        if pile.is_memory:
            memory = self.memory(pile.number)
            self.shuffle_bytes(memory.at(1), memory.load(1))
            return
        with self.f.when(self.e.no_chance().negated()):
            cards = self.f.buffer(RECORD_ROOM)
            count = self.f.variable(0)

            def gather(card: Word) -> None:
                cards.at(count.get()).store(card, 1)
                count.add(1)

            self.each_of_pile(pile, 0, gather)
            self.shuffle_bytes(cards, count.get())
            self.relink(pile.number, cards, count.get())
