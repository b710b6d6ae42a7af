"""Worlds dealt in emitted code, by a plan: pools are shuffled and mixed, piles laid out anew."""

from __future__ import annotations

from kibitz.engine.native.emission.base import RECORD_ROOM, Pile, Unit
from kibitz.engine.native.emission.function_emitter import FunctionEmitter
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.native.runtime.signatures import DEAL_WORLD, Signature
from kibitz.engine.native.search.world_plan import FROM_POOL, HEAD

DEAL_CARDS = Signature("deal_cards", "pppp")
LAY_CARDS = Signature("lay_cards", "pppip")


def emit_worlds(unit: Unit) -> None:
    """`deal_world` and what it is made of."""
    _CardDealer(unit).emit()
    _CardLayer(unit).emit()
    _WorldDealer(unit).emit()


def lay_out_world(emitter: FunctionEmitter, state: Pointer, plan: Pointer, cards: Pointer) -> None:
    """The piles of the plan get the cards, which lie as they were dealt."""
    piles, count = plan.at(plan.at(16).load(4) * 4), plan.at(12).load(4)
    emitter.f.call("lay_cards", state, emitter.context, piles, count, cards)


class _WorldDealer(FunctionEmitter):
    """`deal_world(state, context, plan)`."""

    exported = True

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, DEAL_WORLD)

    def emit(self) -> None:
        plan, cards = self.f.address(2), self.f.buffer(RECORD_ROOM)
        self.f.call("deal_cards", self.state, self.context, plan, cards)
        lay_out_world(self, self.state, plan, cards)
        self.f.give(0)
        self.f.close()


class _CardDealer(FunctionEmitter):
    """`deal_cards(state, context, plan, cards)`: the unknown cards as they may lie."""

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, DEAL_CARDS)
        self._plan, self._cards = self.f.address(2), self.f.address(3)
        self._mixture = self.f.buffer(RECORD_ROOM)

    def emit(self) -> None:
        f = self.f
        pools, cards, mixtures = (self._plan.at(4 * n).load(4) for n in range(3))
        ends = self._plan.at(4 * HEAD)
        listed = ends.at(pools * 4)
        with f.count(0, cards) as index:
            self._cards.at(index).store(listed.at(index * 4).load(4), 1)
        self._shuffle_parts(self._cards, ends, pools)
        cursor = f.pointer_variable(listed.at(cards * 4))
        with f.count(0, mixtures):
            cursor.set(self._mix(cursor.get()))
        f.give(0)
        f.close()

    def _shuffle_parts(self, cards: Pointer, ends: Pointer, parts: Word) -> None:
        start = self.f.variable(0)
        with self.f.count(0, parts) as part:
            end = ends.at(part * 4).load(4)
            self.piles.shuffle_bytes(cards.at(start.get()), end - start.get())
            start.set(end)

    def _mix(self, mixture: Pointer) -> Pointer:
        """Draw a table, lay its cards out by group, shuffle every group; returns what follows."""
        f = self.f
        start, size, groups, tables = (mixture.at(4 * n).load(4) for n in range(4))
        ends = mixture.at(16)
        shares = ends.at(groups * 4)
        orders = shares.at(tables * 4)
        drawn = self.draw(shares.at(tables * 4 - 4).load(4).widened())
        table = f.variable(0)
        with f.forever() as leave:
            leave(drawn < shares.at(table.get() * 4).load(4))
            table.add(1)
        order, cards = orders.at(table.get() * size * 4), self._cards.at(start)
        with f.count(0, size) as index:
            card = cards.at(order.at(index * 4).load(4)).load(1)
            self._mixture.at(index).store(card, 1)
        f.copy(cards, self._mixture, size)
        self._shuffle_parts(cards, ends, groups)
        return orders.at(tables * size * 4)


class _CardLayer(FunctionEmitter):
    """`lay_cards(state, context, piles, count, cards)`: these piles, with the cards as dealt."""

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, LAY_CARDS)

    def emit(self) -> None:
        f = self.f
        self._cards = f.address(4)
        cursor = f.pointer_variable(f.address(2))
        with f.count(0, f.number(3)):
            here = cursor.get()
            size = here.at(4).load(4)
            self._lay_out(here.load(4), size, here.at(8))
            cursor.set(here.at(size * 4 + 8))
        f.give(0)
        f.close()

    def _lay_out(self, location: Word, size: Word, entries: Pointer) -> None:
        node = self.piles.node(location)
        last, cards = self.f.variable(node), self.f.variable64(0)
        with self.f.count(0, size) as index:
            card = traced(self, entries.at(index * 4), self._cards)
            self.piles.link(last.get(), card)
            self.piles.set_place(card, location)
            last.set(card)
            cards.set(cards.get() | self.sets.only(card))
        self.piles.link(last.get(), node)
        self.sets.set_to(Pile(location, False), cards.get())


def traced(emitter: FunctionEmitter, entry: Pointer, cards: Pointer) -> Word:
    """The card that an entry of a pile means, where the cards are dealt so."""
    number = entry.load(4)
    card = emitter.f.variable(number)
    with emitter.f.when(number >= FROM_POOL):
        card.set(cards.at(number - FROM_POOL).load(1))
    return card.get()
