"""Rings of cards in emitted code: finding, taking out, putting in, shuffling."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kibitz.engine.native.emission import base
from kibitz.engine.native.emission.base import Component, Listing, Pile
from kibitz.engine.native.layout.context import SHOWN, UNDEALT
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.places import seen_by
from kibitz.recycle import End, Span


class PileEmitter(Component):
    def above(self, node: Word) -> Word:
        """The node nearer to the top."""
        return self.e.element(self.layout.next, node).load(self.layout.next.width)

    def below(self, node: Word) -> Word:
        return self.e.element(self.layout.previous, node).load(self.layout.previous.width)

    def link(self, low: Word, high: Word) -> None:
        """`high` lies directly on `low`."""
        self.e.element(self.layout.next, low).store(high, self.layout.next.width)
        self.e.element(self.layout.previous, high).store(low, self.layout.previous.width)

    def node(self, location: Word) -> Word:
        return location + self.layout.cards

    def place_of(self, card: Word) -> Word:
        return self.e.element(self.layout.place, card).load(2)

    def set_place(self, card: Word, location: Word) -> None:
        if self.layout.tracks_places:
            self.e.element(self.layout.place, card).store(location, 2)

    def _size_address(self, pile: Pile) -> Pointer:
        if pile.is_memory:
            return self.memory(pile.number)
        return self.e.element(self.layout.sizes, pile.number)

    def pile_size(self, pile: Pile) -> Word:
        return self._size_address(pile).load(self.layout.card_width)

    def _grow(self, pile: Pile, by: int) -> None:
        address = self._size_address(pile)
        address.store(address.load(self.layout.card_width) + by, self.layout.card_width)

    def memory(self, location: Word) -> Pointer:
        """A `mem` location: its length, then the references."""
        index = self.f.look_up(self.layout.memory_index, location, 2)
        size = self.layout.memory_bytes
        return self.e.at(index * size + self.layout.memory, size)

    def cell(self, row: Pointer, index: Word, start: int = 0) -> Pointer:
        """Where the card with that index lies in a row of cards that begins so far behind."""
        apart = self.bytes_of(index)
        return row.at(apart + start if start else apart)

    def bytes_of(self, count: Word) -> Word:
        """The bytes that so many cards of a row take."""
        width = self.layout.card_width
        return count * width if width > 1 else count

    def memory_size(self, memory: Pointer) -> Word:
        return memory.load(self.layout.card_width)

    def reference(self, memory: Pointer, index: Word) -> Pointer:
        """Where the reference with that index lies, behind the length."""
        return self.cell(memory, index, self.layout.card_width)

    def each_of_pile(self, pile: Pile, visits: int, body: base.ForCard) -> None:
        """From the bottom to the top; the body must not change the pile."""
        if visits:
            self.e.charge(self.pile_size(pile), visits)
        if pile.is_memory:
            memory = self.memory(pile.number)
            with self.f.count(0, self.memory_size(memory), self.layout.most_listed) as index:
                body(self.reference(memory, index).load(self.layout.card_width))
            return
        card = self.f.variable(self.above(self.node(pile.number)))
        with self.f.forever(self.layout.most_listed) as leave:
            found = card.get()
            leave(found >= self.layout.cards)
            body(found)
            card.set(self.above(found))

    def each_in_set(self, pile: Pile, cards: Word, body: base.ForCard) -> None:
        """Those cards of the pile, from the bottom to the top; the body must not change it."""
        card, left = self.f.variable(self.node(pile.number)), self.f.variable64(cards)
        with self.f.forever(self.layout.most_listed) as leave:
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
        size = self.memory_size(memory)
        index = size if end is End.TOP else self.f.constant(1)
        is_empty = size.equals(0)
        card = self.cell(memory, index).load(self.layout.card_width)
        return is_empty.select(self.layout.cards, card)

    def card_of_pile(self, pile: Pile, index: Word) -> Word:
        """The card at that index from the bottom, or none."""
        found = self.f.variable(self.layout.cards)
        with self.f.when(index.below(self.pile_size(pile))):
            if pile.is_memory:
                memory = self.memory(pile.number)
                found.set(self.reference(memory, index).load(self.layout.card_width))
            else:
                found.set(self.above(self.node(pile.number)))
                with self.f.count(0, index):
                    found.set(self.above(found.get()))
        return found.get()

    def take_out(self, card: Word, pile: Pile, end: End | None = None) -> None:
        """`end`: it is known to lie there, so its neighbour is the location."""
        low = self.node(pile.number) if end is End.BOTTOM else self.below(card)
        high = self.node(pile.number) if end is End.TOP else self.above(card)
        self.link(low, high)
        self._grow(pile, -1)
        self.e.sets.flip(card, pile)
        self.e.touch_place(pile.number)

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
        self.e.touch_place(pile.number)
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
            self.e.touch_place(location)
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
        width = self.layout.card_width
        before = [address.load(width) for address in sizes]
        sizes[0].store(before[1], width)
        sizes[1].store(before[0], width)
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
        self.e.touch_place(pile.number)

    def relink(self, location: Word, cards: Pointer, count: Word) -> None:
        """The pile becomes these cards, bottom first."""
        node = self.node(location)
        last = self.f.variable(node)
        with self.f.count(0, count) as index:
            card = self.cell(cards, index).load(self.layout.card_width)
            self.link(last.get(), card)
            last.set(card)
        self.link(last.get(), node)

    def move_all(self, source: Pile, target: Pile, span: Span) -> None:
        """From the bottom to the top; onto itself, nothing."""
        is_another = source.number.differs(target.number)
        with self.f.when(is_another), self.f.forever(self.layout.most_listed) as leave:
            card = self.end_of_pile(source, End.BOTTOM)
            leave(card >= self.layout.cards)
            self.take_out(card, source, End.BOTTOM)
            self.put_in(card, target, End.TOP, span)

    def take_all(self, target: Pile, places: list[int]) -> None:
        """All cards of these places, all there are, in the order in which they were made."""
        width = self.layout.card_width
        with self.f.count(0, len(places)) as index:
            pile = Pile(self.f.look_up(places, index, 2), False)
            size = self._size_address(pile)
            with self.f.when(size.load(width).differs(0)):
                size.store(0, width)
                self.link(self.node(pile.number), self.node(pile.number))
                self.e.sets.set_to(pile, self.f.constant64(0))
                self.e.touch_place(pile.number)
        made = self.e.load(self.layout.count, width)
        last, cards = self.f.variable(self.node(target.number)), self.f.variable64(0)
        with self.f.count(0, made, self.layout.cards) as card:
            self.link(last.get(), card)
            last.set(card)
            self.set_place(card, target.number)
            cards.set(cards.get() | self.e.sets.only(card))
        self.link(last.get(), self.node(target.number))
        self._size_address(target).store(made, width)
        self.e.sets.set_to(target, cards.get())
        self.e.touch_place(target.number)

    def lay_out(self, pile: Pile) -> None:
        """In the order in which the cards were made; where faces are open, in any order."""
        if self.unit.is_open:
            self.shuffle_pile(pile)
            return
        self.e.touch_place(pile.number)
        here, cards = self.f.buffer(self.layout.cards), self.layout.cards
        with self.f.count(0, cards) as card:
            here.at(card).store(0, 1)
        self.each_of_pile(pile, 0, lambda card: here.at(card).store(1, 1))
        last = self.f.variable(self.node(pile.number))
        with self.f.count(0, cards) as card, self.f.when(here.at(card).load(1).differs(0)):
            self.link(last.get(), card)
            last.set(card)
        self.link(last.get(), self.node(pile.number))

    def new_list(self) -> Pointer:
        """Room for a virtual list, as long as the function runs; empty."""
        record = self.f.buffer(base.RECORD_HEADER + self.layout.list_bytes)
        record.store(0, 2)
        record.at(2).store(self.layout.list_bytes, 2)
        return record

    def list_size(self, listing: Listing) -> Word:
        if listing.mask is not None:
            return listing.mask.digits_set().narrowed()
        return listing.record.load(2)

    def list_card(self, listing: Listing, place: Word) -> Word:
        """The card at that place of the record."""
        return self.list_cell(listing.record, place).load(self.layout.card_width)

    def list_cell(self, record: Pointer, place: Word) -> Pointer:
        """Where the card at that place of the record lies."""
        return self.cell(record, place, base.RECORD_HEADER)

    def set_list_card(self, record: Pointer, place: Word, card: Word) -> None:
        self.list_cell(record, place).store(card, self.layout.card_width)

    def written_out(self, listing: Listing) -> Listing:
        """A list of the same cards that may be changed."""
        if listing.mask is None:
            return listing
        return self.filled(partial(self.each_of_list, listing, 0))

    def filled(self, each: Callable[[base.ForCard], None], most: int = 0) -> Listing:
        """A fresh list of the cards that a loop gives: how many there are, it counts itself.

        `most`: more cannot be; where that is more than a list holds, it is watched.
        """
        record, count = self.new_list(), self.f.variable(0)

        def add(card: Word) -> None:
            size = count.get()
            if most > self.layout.most_listed:
                self.e.fail_when(size >= self.layout.most_listed, "too-many-elements", None)
            self.set_list_card(record, size, card)
            count.set(size + 1)

        each(add)
        record.store(count.get(), 2)
        return Listing(record)

    def append(self, record: Pointer, card: Word) -> None:
        size = record.load(2)
        self.e.fail_when(size >= self.layout.most_listed, "too-many-elements", None)
        self.set_list_card(record, size, card)
        record.store(size + 1, 2)

    def remove_from_list(self, listing: Listing, index: Word) -> None:
        assert listing.mask is None
        record, size = listing.record, self.list_size(listing)
        record.store(size - 1, 2)
        start = self.list_cell(record, index)
        self.f.slide(start, start.at(self.layout.card_width), self.bytes_of(size - index - 1))

    def each_of_list(self, listing: Listing, visits: int, body: base.ForCard) -> None:
        size = self.list_size(listing)
        self.e.charge(size, visits)
        if listing.mask is not None:
            with self.f.digits(listing.mask) as place:
                body(self.list_card(listing, place))
            return
        with self.f.count(0, size, self.layout.most_listed) as index:
            body(self.list_card(listing, index))

    def shuffle_row(self, cards: Pointer, count: Word) -> None:
        """Fisher-Yates from the top (last) card downwards; nothing without chance."""
        with self.f.when(self.e.no_chance().negated()):
            last = self.f.variable(count - 1)
            with self.f.forever() as leave:
                index = last.get()
                leave(index < 1)
                other = self.e.draw((index + 1).widened())
                self.exchange(self.cell(cards, index), self.cell(cards, other))
                last.set(index - 1)

    def exchange(self, one: Pointer, other: Pointer) -> None:
        """Two cards of a row change places."""
        width = self.layout.card_width
        first, second = one.load(width), other.load(width)
        one.store(second, width)
        other.store(first, width)

    def shuffle_pile(self, pile: Pile) -> None:
        self.e.touch_place(pile.number)
        if pile.is_memory:
            memory = self.memory(pile.number)
            self.shuffle_row(memory.at(self.layout.card_width), self.memory_size(memory))
            return
        with self.f.when(self.e.no_chance().negated()):
            cards = self.f.buffer(self.layout.list_bytes)
            count = self.f.variable(0)

            def gather(card: Word) -> None:
                self.cell(cards, count.get()).store(card, self.layout.card_width)
                count.add(1)

            self.each_of_pile(pile, 0, gather)
            self.shuffle_row(cards, count.get())
            self.relink(pile.number, cards, count.get())
