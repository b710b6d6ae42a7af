"""Statements in emitted code."""

from __future__ import annotations

from typing import assert_never

from kibitz.engine import limits
from kibitz.engine import program as p
from kibitz.engine.native import context
from kibitz.engine.native.base import Bound, Listing, Pile, Unit
from kibitz.engine.native.cards import GATHER
from kibitz.engine.native.laziness import draws
from kibitz.engine.native.llvm.words import Word
from kibitz.engine.native.parts import PartEmitter
from kibitz.engine.native.values import ValueEmitter
from kibitz.engine.program.facts import StatementNode
from kibitz.engine.program.walk import nodes
from kibitz.engine.program.work import SHUFFLING, STEP, award_price, fixed_rounds
from kibitz.recycle.source import Span
from kibitz.recycle.syntax import CycleKind, End, Turn


class StatementEmitter(ValueEmitter, PartEmitter):
    counts_acts = False
    """Whether every action begun is counted, as trying out options needs."""

    def act(self, node: p.Statement) -> None:
        match node:
            case p.Block():
                for statement in node.statements:
                    self.act(statement)
            case p.When():
                with self.f.when(self.test(node.condition)):
                    self.act(node.statement)
            case p.Each():
                self._each(node)
            case p.Pick():
                self.pick(node)
            case p.Bind():
                with self.arena_room():
                    self.bound[node.slot] = self.bind_value(node.value)
                    self.act(node.statement)
            case p.Repeat():
                times = self.repetitions(node)
                with self.f.count(0, times):
                    self.act(node.action)
            case p.RepeatAll():
                times = self.repetitions(node)
                with self.f.count(0, times):
                    self.act(node.action)
            case _:
                self._begin()
                self._action(node)

    def repetitions(self, node: p.Repeat | p.RepeatAll) -> Word:
        """How often the action is to be done, counted."""
        if isinstance(node, p.RepeatAll):
            times = self.cards_size(node.cards)
        else:
            count = self.value(node.count)
            times = (count < 0).select(0, count)
        most = limits.LIST_CARDS if isinstance(node, p.RepeatAll) else limits.LARGEST_INTEGER
        self.charge(times, STEP + self.price(node.action), most)
        return times

    def pick(self, node: p.Pick) -> None:
        """One element, as the player chose; only where options are performed."""
        raise AssertionError(f"a pick outside a choice at {node.span}")

    def _begin(self) -> None:
        if self.counts_acts:
            self.set_context(context.ACTS, self.context_word(context.ACTS) + 1)

    def _each(self, node: p.Each) -> None:
        """Over the elements as they are now, whatever the body does to them."""

        def run(element: Bound) -> None:
            self.bound[node.slot] = (
                self.written_out(element) if isinstance(element, Listing) else element
            )
            self.act(node.statement)

        visits = self.price(node.statement)
        work = STEP if fixed_rounds(node.collection) is None else 0
        if self.is_sized(node):
            parts, cards = self.sized_parts(node)
            self.charge(parts, work, limits.ELEMENTS)
            self.each_sized_part(node, cards, visits, run)
            return
        if _is_safe(node):
            with self.uncounted():
                size = self.size(node.collection)
            self.charge(size, work, limits.ELEMENTS)
            self.each_element(node.collection, visits, run)
            return
        with self.settled(node.collection, visits) as (size, each):
            self.charge(size, work, limits.ELEMENTS)
            each(run)

    # ------------------------------------------------------------------ actions

    def _action(self, node: p.Action) -> None:
        match node:
            case p.Store():
                offset, width = self.slot_address(node.slot)
                self.store(offset, self.value(node.value), width)
                self.touch_slot(node.slot.kind, offset)
            case p.Add():
                self._add(node)
            case p.StorePoints():
                self.charge(award_price(node, self.program.kinds, self.layout.points.sites), 1)
                self.store_points(node)
            case p.Move():
                self._move(node)
            case p.SwapCards():
                self._swap_cards(node)
            case p.SwapLocations():
                first, second = self.location(node.first), self.location(node.second)
                self.fail_when(self.pile_size(first).equals(0), "no-card", node.span)
                self.fail_when(self.pile_size(second).equals(0), "no-card", node.span)
                self.swap_piles(first, second)
            case p.Remember():
                self._remember(node)
            case p.Forget():
                self._forget(node)
            case p.Shuffle():
                self._shuffle(node)
            case p.Cycle():
                offset = self.frame(CycleKind.PLAYER) + (1 if node.turn is Turn.NEXT else 0)
                self.store(offset, self.value(node.seat), 1)
            case p.Pass():
                pass
            case p.Create():
                self._create(node)
            case undecided:
                assert_never(undecided)

    def _add(self, node: p.Add) -> None:
        offset, width = self.slot_address(node.slot)
        amount = self.value(node.amount)
        operation = "ssub" if node.negative else "sadd"
        result, overflowed = self.f.checked(operation, self.load(offset, width), amount)
        self.fail_when(overflowed, "overflow", node.span)
        self.store(offset, result, width)
        self.touch_slot(node.slot.kind, offset)

    # ------------------------------------------------------------------ cards

    def _present(self, card: Word, span: Span) -> Word:
        self.fail_when(card >= self.layout.cards, "no-card", span)
        return card

    def _move(self, node: p.Move) -> None:
        source = node.source
        if isinstance(source, p.CardAt) and isinstance(source.cards, p.Live):
            pile = self.location(source.cards)
            card = self._present(self.card_in(pile, source), node.span)
            target = self._target(node.destination)
            self.take_out(card, pile, source.where if isinstance(source.where, End) else None)
            self.put_in(card, *target, node.span)
            return
        listing: Listing | None = None
        if isinstance(source, p.CardAt) and isinstance(source.cards, p.ListVar | p.ListMember):
            listing = self.listing(source.cards)
            index, exists = self.place_in_list(listing, source.where)
            self.fail_when(exists.negated(), "no-card", node.span)
            card = self.list_card(listing, index)
        else:
            card = self._present(self.card(source), node.span)
        target = self._target(node.destination)
        self.take_out(card, Pile(self.place_of(card), False))
        self.put_in(card, *target, node.span)
        if listing is not None:
            self.remove_from_list(listing, index)

    def card_in(self, pile: Pile, node: p.CardAt) -> Word:
        if isinstance(node.where, End):
            return self.end_of_pile(pile, node.where)
        return self.card_of_pile(pile, self.value(node.where))

    def _target(self, destination: p.Destination) -> tuple[Pile, End | Word]:
        location = self.location(destination.location)
        where = destination.where
        return location, where if isinstance(where, End) else self.value(where)

    def _swap_cards(self, node: p.SwapCards) -> None:
        one, other = self.card(node.first), self.card(node.second)
        self._present(one, node.span)
        self._present(other, node.span)
        self.swap_cards(one, other)

    def _remember(self, node: p.Remember) -> None:
        card = self._present(self.card(node.card), node.span)
        location, where = self._target(node.destination)
        memory = self.memory(location.number)
        size = memory.load(1)
        self.fail_when(size >= limits.REFERENCES, "memory-full", node.span)
        match where:
            case End.TOP:
                index = size
            case End.BOTTOM:
                index = self.f.constant(0)
            case Word():
                index = where
        self.fail_when(index.below(size + 1).negated(), "no-such-position", node.span)
        place = memory.at(index + 1)
        self.f.slide(place.at(1), place, size - index)
        place.store(card, 1)
        memory.store(size + 1, 1)
        self.touch_place(location.number)

    def _forget(self, node: p.Forget) -> None:
        pile = self.location(node.location)
        memory = self.memory(pile.number)
        size = memory.load(1)
        match node.where:
            case End.TOP:
                index = size - 1
            case End.BOTTOM:
                index = self.f.constant(0)
            case number:
                index = self.value(number)
        self.fail_when(index.below(size).negated(), "no-card", node.span)
        place = memory.at(index + 1)
        self.f.slide(place, place.at(1), size - index - 1)
        memory.at(size).store(0, 1)
        memory.store(size - 1, 1)
        self.touch_place(pile.number)

    def _shuffle(self, node: p.Shuffle) -> None:
        if isinstance(node.cards, p.Live):
            pile = self.location(node.cards)
            self.charge(self.pile_size(pile), SHUFFLING)
            self.shuffle_pile(pile)
            return
        listing = self.listing(node.cards, SHUFFLING)
        assert listing.mask is None
        self.shuffle_bytes(listing.record.at(4), self.list_size(listing))

    def _create(self, node: p.Create) -> None:
        count = self.load(self.layout.count, 1)
        room = self.layout.cards - len(node.kinds)
        self.fail_when(count > room, "too-many-cards", node.span)
        back = self.value(node.back)
        location = self.location(node.location)
        with self.f.count(0, len(node.kinds)) as index:
            card = count + index
            if self.layout.creates_later:
                kind = self.f.look_up(node.kinds, index, 1)
                self.store(self.offset(self.layout.kinds, card, 1), kind, 1)
                self.store(self.offset(self.layout.backs, card, 2), back, 2)
            self.put_in(card, location, End.TOP, node.span)
        self.store(self.layout.count, count + len(node.kinds), 1)


def _is_safe(node: p.Each) -> bool:
    """Whether a loop may look at its collection while its body is at work."""
    if draws(node.collection):
        return False
    match node.collection:
        case p.Constants() | p.Others() | p.Members() | p.Range() | p.ValuesVar() | p.GroupsVar():
            return True
        case p.Partition() | p.Subsets():
            return True  # they copy the cards first
        case p.Location() | p.LocationVar() | p.ListVar():
            parts = nodes(node.statement)
            return not any(isinstance(part, StatementNode) and part.moves for part in parts)
        case _:
            return False


class PileGatherer(StatementEmitter):
    """`gather(state, context, list, location)`: the list, and behind it the cards of the pile."""

    inline = False

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, GATHER)

    def emit(self) -> None:
        record, pile = self.f.address(2), Pile(self.f.number(3), False)
        self.each_of_pile(pile, 0, lambda card: self.append(record, card))
        self.f.give(0)
        self.f.close()
