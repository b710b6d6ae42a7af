"""Statements in emitted code."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import assert_never

from kibitz.engine import limits
from kibitz.engine import program as p
from kibitz.engine.native.emission import base
from kibitz.engine.native.emission.base import Bound, Component, Listing, Pile
from kibitz.engine.native.layout import context
from kibitz.engine.native.layout.lazy_collections import draws
from kibitz.engine.native.llvm.words import Word
from kibitz.engine.program.facts import StatementNode
from kibitz.engine.program.walk import nodes
from kibitz.engine.program.work import STEP, award_price, fixed_rounds
from kibitz.engine.state import BACKWARDS
from kibitz.recycle import CycleKind, End, LocationClass, Span, Turn


class StatementEmitter(Component):
    def act(self, node: p.Statement) -> None:
        match node:
            case p.Block():
                for statement in node.statements:
                    self.act(statement)
            case p.When():
                with self.f.when(self.e.values.test(node.condition)):
                    self.act(node.statement)
            case p.Cases():
                self._cases(node)
            case p.Each():
                self._each(node)
            case p.Pick():
                self.e.pick(node)
            case p.Bind():
                with self.e.arena.arena_room():
                    self.bound[node.slot] = self.e.groups.bind_value(node.value)
                    self.act(node.statement)
            case p.TakeEffect():
                self.act(node.statement)
            case p.Repeat() | p.RepeatAll():
                with self.f.count(0, self._repetitions(node)):
                    self.act(node.action)
            case _:
                if self.e.counts_acts:
                    self.e.set_context(context.ACTS, self.e.context_word(context.ACTS) + 1)
                self._action(node)

    def _cases(self, node: p.Cases) -> None:
        held = self.f.variable(0)
        for guarded in node.guarded:
            with self.f.when(self.e.values.test(guarded.condition)):
                held.set(1)
                self.act(guarded.statement)
        with self.f.when(held.get().equals(0)):
            self.act(node.otherwise)

    def _repetitions(self, node: p.Repeat | p.RepeatAll) -> Word:
        """How often the action is to be done, counted."""
        if isinstance(node, p.RepeatAll):
            times = self.e.cards.cards_size(node.cards)
        else:
            count = self.e.values.value(node.count)
            times = (count < 0).select(0, count)
        most = None if isinstance(node, p.RepeatAll) else limits.LARGEST_INTEGER
        self.e.charge(times, STEP + self.price(node.action), most)
        return times

    def _each(self, node: p.Each) -> None:
        """Over the elements as they are now, whatever the body does to them."""

        def run(element: Bound) -> None:
            self.bound[node.slot] = (
                self.e.piles.written_out(element) if isinstance(element, Listing) else element
            )
            self.act(node.statement)

        visits = self.price(node.statement)
        work = STEP if fixed_rounds(node.collection) is None else 0
        if self.e.parts.is_sized(node):
            parts, cards = self.e.parts.sized_parts(node)
            self.e.charge(parts, work, limits.ELEMENTS)
            self.e.parts.each_sized_part(node, cards, visits, run)
            return
        if _is_safe(node):
            with self.e.uncounted():
                size = self.e.groups.size(node.collection)
            self.e.charge(size, work, limits.ELEMENTS)
            self.e.groups.each_element(node.collection, visits, run)
            return
        with self.e.groups.settled(node.collection, visits) as (size, each):
            self.e.charge(size, work, limits.ELEMENTS)
            each(run)

    def _action(self, node: p.Action) -> None:
        match node:
            case p.StoreValue():
                offset, width = self.e.slot_address(node.slot)
                self.e.store(offset, self.e.values.value(node.value), width)
                self.e.touch_slot(node.slot.kind, offset)
            case p.KeepPick(value=kept):
                offset, width = self.e.slot_address(node.slot)
                if isinstance(kept, p.Card):
                    self.e.store(offset, self.e.cards.card(kept), width)
                else:
                    self.e.store(offset, self.e.values.value(kept), width)
                self.e.touch_slot(node.slot.kind, offset)
            case p.Add():
                self._add(node)
            case p.StorePoints():
                self.e.charge(award_price(node, self.program.kinds, self.layout.points.sites), 1)
                self.e.scores.store_points(node)
            case p.Move():
                self._move(node)
            case p.SwapCards():
                self._swap_cards(node)
            case p.SwapLocations():
                places = [self.e.cards.location(place) for place in (node.first, node.second)]
                for pile in places:
                    self.e.fail_when(self.e.piles.pile_size(pile).equals(0), "no-card", node.span)
                self.e.witnesses.piles_exchanged(*places)
                self.e.piles.swap_piles(*places)
            case p.Remember():
                self._remember(node)
            case p.Forget():
                self._forget(node)
            case p.Shuffle():
                self._shuffle(node)
            case p.Gather():
                self._gather(node)
            case p.Show():
                self._show(node)
            case p.Cycle():
                offset = self.e.frame(CycleKind.PLAYER) + (1 if node.turn is Turn.NEXT else 0)
                self.e.store(offset, self.e.values.value(node.seat), 1)
            case p.TurnBack():
                offset = self.e.frame(CycleKind.PLAYER) + 2
                self.e.store(offset, self.e.load(offset, 1) ^ BACKWARDS, 1)
            case p.Pass():
                pass
            case p.Create():
                self._create(node)
            case undecided:
                assert_never(undecided)

    def _add(self, node: p.Add) -> None:
        offset, width = self.e.slot_address(node.slot)
        amount = self.e.values.value(node.amount)
        operation = "ssub" if node.negative else "sadd"
        result, overflowed = self.f.checked(operation, self.e.load(offset, width), amount)
        self.e.fail_when(overflowed, "overflow", node.span)
        self.e.store(offset, result, width)
        self.e.touch_slot(node.slot.kind, offset)

    def _present(self, card: Word, span: Span) -> Word:
        self.e.fail_when(card >= self.layout.cards, "no-card", span)
        return card

    def _move(self, node: p.Move) -> None:
        source = node.source
        if isinstance(source, p.CardAt) and isinstance(source.cards, p.Live):
            pile = self.e.cards.location(source.cards)
            card = self._present(self.card_in(pile, source), node.span)
            target = self._target(node.destination)
            self.e.witnesses.moved(card, pile.number, target[0].number)
            self.e.piles.take_out(
                card, pile, source.where if isinstance(source.where, End) else None
            )
            self.e.piles.put_in(card, *target, node.span)
            return
        listing: Listing | None = None
        if isinstance(source, p.CardAt) and isinstance(source.cards, p.ListVar | p.ListMember):
            listing = self.e.cards.listing(source.cards)
            index, exists = self.e.cards.place_in_list(listing, source.where)
            self.e.fail_when(exists.negated(), "no-card", node.span)
            card = self.e.piles.list_card(listing, index)
        else:
            card = self._present(self.e.cards.card(source), node.span)
        target = self._target(node.destination)
        self.e.witnesses.moved(card, self.e.piles.place_of(card), target[0].number)
        self.e.piles.take_out(card, Pile(self.e.piles.place_of(card), False))
        self.e.piles.put_in(card, *target, node.span)
        if listing is not None:
            self.e.piles.remove_from_list(listing, index)

    def card_in(self, pile: Pile, node: p.CardAt) -> Word:
        if isinstance(node.where, End):
            return self.e.piles.end_of_pile(pile, node.where)
        return self.e.piles.card_of_pile(pile, self.e.values.value(node.where))

    def _target(self, destination: p.Destination) -> tuple[Pile, End | Word]:
        location = self.e.cards.location(destination.location)
        where = destination.where
        return location, where if isinstance(where, End) else self.e.values.value(where)

    def _swap_cards(self, node: p.SwapCards) -> None:
        one, other = self.e.cards.card(node.first), self.e.cards.card(node.second)
        self._present(one, node.span)
        self._present(other, node.span)
        self.e.witnesses.exchanged(one, other)
        self.e.piles.swap_cards(one, other)

    def _remember(self, node: p.Remember) -> None:
        card = self._present(self.e.cards.card(node.card), node.span)
        self.e.witnesses.remembered(card)
        location, where = self._target(node.destination)
        memory = self.e.piles.memory(location.number)
        size = self.e.piles.memory_size(memory)
        self.e.fail_when(size >= self.layout.most_listed, "memory-full", node.span)
        match where:
            case End.TOP:
                index = size
            case End.BOTTOM:
                index = self.f.constant(0)
            case Word():
                index = where
        self.e.fail_when(index.below(size + 1).negated(), "no-such-position", node.span)
        place, width = self.e.piles.reference(memory, index), self.layout.card_width
        self.f.slide(place.at(width), place, self.e.piles.bytes_of(size - index))
        place.store(card, width)
        memory.store(size + 1, width)
        self.e.touch_place(location.number)

    def _forget(self, node: p.Forget) -> None:
        pile = self.e.cards.location(node.location)
        memory = self.e.piles.memory(pile.number)
        size = self.e.piles.memory_size(memory)
        match node.where:
            case End.TOP:
                index = size - 1
            case End.BOTTOM:
                index = self.f.constant(0)
            case number:
                index = self.e.values.value(number)
        self.e.fail_when(index.below(size).negated(), "no-card", node.span)
        place, width = self.e.piles.reference(memory, index), self.layout.card_width
        self.f.slide(place, place.at(width), self.e.piles.bytes_of(size - index - 1))
        self.e.piles.cell(memory, size).store(0, width)
        memory.store(size - 1, width)
        self.e.touch_place(pile.number)

    def _shuffle(self, node: p.Shuffle) -> None:
        if isinstance(node.cards, p.Live):
            pile = self.e.cards.location(node.cards)
            self.e.charge(self.e.piles.pile_size(pile), 1)
            self.e.piles.shuffle_pile(pile)
            return
        listing = self.e.cards.listing(node.cards, 1)
        assert listing.mask is None
        self.e.piles.shuffle_row(listing.record.at(4), self.e.piles.list_size(listing))

    def _gather(self, node: p.Gather) -> None:
        target = self.e.cards.location(node.location)

        def empty(source: Bound) -> None:
            assert isinstance(source, Pile)
            self.e.piles.move_all(source, target, node.span)

        if node.sources is None:
            memory = LocationClass.MEMORY
            every = [
                number
                for number, place in enumerate(self.layout.places)
                if place.location_class is not memory
            ]
            self.e.charge(len(every), 1)
            if not self.unit.is_open:
                self.e.piles.take_all(target, every)
                self.e.charge(self.e.piles.pile_size(target), 1)
                return
            with self.f.count(0, len(every)) as index:
                empty(Pile(self.f.look_up(every, index, 2), False))
        for source in node.sources or ():
            if isinstance(source, p.Live):
                empty(self.e.cards.location(source))
            else:
                with self.e.groups.settled(source, 1) as (_, each):
                    each(empty)
        self.e.charge(self.e.piles.pile_size(target), 1)
        self.e.piles.lay_out(target)

    def _show(self, node: p.Show) -> None:
        """Who knows what is no part of a state: only what can go wrong, is drawn and costs, and
        where somebody asks for it, who sees it."""
        shown: Callable[[base.ForCard], None]
        if isinstance(node.cards, p.Card):
            card = self._present(self.e.cards.card(node.cards), node.span)
            shown = partial(_for_one, card)
        elif isinstance(node.cards, p.Live):
            pile = self.e.cards.location(node.cards)
            self.e.charge(self.e.piles.pile_size(pile), 1)
            shown = partial(self.e.piles.each_of_pile, pile, 0)
        else:
            shown = partial(self.e.piles.each_of_list, self.e.cards.listing(node.cards, 1), 0)
        if isinstance(node.seats, p.Value):
            self.e.witnesses.shown(shown, partial(_for_one, self.e.values.value(node.seats)))
        else:
            with self.e.groups.settled(node.seats, 1) as (_, each):
                self.e.witnesses.shown(shown, each)

    def _create(self, node: p.Create) -> None:
        count = self.e.load(self.layout.count, self.layout.card_width)
        room = self.layout.cards - len(node.kinds)
        self.e.fail_when(count > room, "too-many-cards", node.span)
        back = self.e.values.value(node.back)
        location = self.e.cards.location(node.location)
        with self.f.count(0, len(node.kinds)) as index:
            card = count + index
            if self.layout.creates_later:
                width = self.layout.kinds.width
                kind = self.f.look_up(node.kinds, index, width)
                self.e.element(self.layout.kinds, card).store(kind, width)
                self.e.element(self.layout.backs, card).store(back, 2)
            self.e.piles.put_in(card, location, End.TOP, node.span)
        self.e.store(self.layout.count, count + len(node.kinds), self.layout.card_width)


def _for_one(element: Word, body: Callable[[Word], None]) -> None:
    body(element)


def _is_safe(node: p.Each) -> bool:
    """Whether a loop may look at its collection while its body is at work."""
    if draws(node.collection):
        return False
    match node.collection:
        case p.Constants() | p.Others() | p.Members() | p.SeatsBeside() | p.Range():
            return True
        case p.ValuesVar() | p.GroupsVar():
            return True
        case p.Partition() | p.Subsets():
            return True  # they copy the cards first
        case p.Location() | p.LocationVar() | p.ListVar():
            parts = nodes(node.statement)
            return not any(isinstance(part, StatementNode) and part.moves for part in parts)
        case _:
            return False
