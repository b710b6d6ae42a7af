"""Determinization in emitted code: worlds are dealt by a plan, pools are shuffled."""

from __future__ import annotations

from kibitz.engine import program as p
from kibitz.engine.native.emission.base import Pile, Unit
from kibitz.engine.native.emission.function_emitter import FunctionEmitter
from kibitz.engine.native.layout import context
from kibitz.engine.native.layout.signatures import DEAL_WORLD, Signature
from kibitz.engine.native.layout.state_layout import FRAME_SIZE
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.native.search.plans import FROM_POOL, HEAD
from kibitz.engine.secrets import is_guessed_at
from kibitz.engine.state import BACKWARDS


def emit_worlds(unit: Unit, width: int) -> None:
    """`deal_world` and what it is made of."""
    if chosen_together(unit.program):
        _emit_picks(unit, width)
    _CardDealer(unit).emit()
    _emit_lay_cards(unit)
    _WorldDealer(unit).emit()


def lay_out_world(emitter: FunctionEmitter, state: Pointer, plan: Pointer, cards: Pointer) -> None:
    """The piles of the plan get the cards, which lie as they were dealt."""
    piles, count = plan.at(plan.at(16).load(4) * 4), plan.at(12).load(4)
    emitter.f.call("lay_cards", state, emitter.context, piles, count, cards)


def chosen_together(program: p.Program) -> list[int]:
    """The decisions that all make before anything takes effect."""
    return [n for n, step in enumerate(program.code) if isinstance(step, p.Decide) and step.effect]


def pick_for_others(emitter: FunctionEmitter) -> None:
    """Who has chosen before all have picks anything in this world."""
    if chosen_together(emitter.program):
        emitter.f.call("pick_for_others", emitter.state, emitter.context)


def _emit_picks(unit: Unit, width: int) -> None:
    """`pick_for_others(state, context)`, as `Interpreter.resample` does for who decides."""
    emitter = FunctionEmitter(unit, Signature("pick_for_others", "pp"))
    f, state, layout = emitter.f, emitter.state, unit.layout
    players = unit.program.players
    for step in chosen_together(unit.program):
        depth, _ = layout.depths[step]
        frame = layout.seat_frames + FRAME_SIZE * depth
        with f.when(state.at(layout.position).load(4).equals(step)):
            current, turns = state.at(frame).load(1), state.at(frame + 2).load(1)
            is_back = (turns & BACKWARDS).differs(0)
            begun = turns & (BACKWARDS - 1)
            with f.count(1, begun) as number:
                before = begun - number
                seat = is_back.select(current + before, current - before + players)
                state.at(frame).store(seat.remainder(players), 1)
                found = f.call(f"options{step}", state, emitter.context)
                with f.when(found > 0):
                    drawn = emitter.draw(found.widened())
                    row = emitter.context_pointer(context.ROWS).at(drawn * (4 * width))
                    f.call(f"perform{step}", state, emitter.context, row)
                state.at(layout.position).store(f.constant(step), 4)
            state.at(frame).store(current, 1)
    f.give(0)
    f.close()


class _WorldDealer(FunctionEmitter):
    """`deal_world(state, context, plan)`."""

    exported = True

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, DEAL_WORLD)

    def emit(self) -> None:
        plan, cards = self.f.address(2), self.f.buffer(self.layout.list_bytes)
        self.f.call("deal_cards", self.state, self.context, plan, cards)
        lay_out_world(self, self.state, plan, cards)
        pick_for_others(self)
        self.f.give(0)
        self.f.close()


class _CardDealer(FunctionEmitter):
    """`deal_cards(state, context, plan, cards)`: the unknown cards as they may lie."""

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, Signature("deal_cards", "pppp"))
        self._plan, self._cards = self.f.address(2), self.f.address(3)
        self._mixture = self.f.buffer(self.layout.list_bytes)

    def emit(self) -> None:
        f, cell, width = self.f, self.piles.cell, self.layout.card_width
        pools, cards, mixtures = (self._plan.at(4 * n).load(4) for n in range(3))
        ends = self._plan.at(4 * HEAD)
        listed = ends.at(pools * 4)
        with f.count(0, cards) as index:
            cell(self._cards, index).store(listed.at(index * 4).load(4), width)
        self._shuffle_parts(self._cards, ends, pools)
        cursor = f.pointer_variable(listed.at(cards * 4))
        with f.count(0, mixtures):
            cursor.set(self._mix(cursor.get()))
        if is_guessed_at(self.program):
            self._guess(cursor.get())
        f.give(0)
        f.close()

    def _guess(self, guesses: Pointer) -> None:
        """Any of the guesses is what the secret storages hold."""
        f, count = self.f, guesses.load(4)
        numbers, words = guesses.at(4).load(4), guesses.at(8).load(4)
        slots = guesses.at(12)
        held = slots.at((numbers + words) * 4)
        drawn = held.at(self.draw(count.widened()) * (numbers + words) * 4)
        layout = self.layout
        parts = (f.constant(0), numbers, layout.ints), (numbers, words, layout.strs)
        for first, size, field in parts:
            with f.count(first, first + size) as number:
                offset = slots.at(number * 4).load(4) * field.width + field
                self.state.at(offset).store(drawn.at(number * 4).load(4), field.width)

    def _shuffle_parts(self, cards: Pointer, ends: Pointer, parts: Word) -> None:
        start = self.f.variable(0)
        with self.f.count(0, parts) as part:
            end = ends.at(part * 4).load(4)
            self.piles.shuffle_row(self.piles.cell(cards, start.get()), end - start.get())
            start.set(end)

    def _mix(self, mixture: Pointer) -> Pointer:
        """Draw a table, lay its cards out by group, shuffle every group; returns what follows."""
        f, cell, width = self.f, self.piles.cell, self.layout.card_width
        start, size, groups, tables = (mixture.at(4 * n).load(4) for n in range(4))
        ends = mixture.at(16)
        shares = ends.at(groups * 4)
        orders = shares.at(tables * 4)
        drawn = self.draw(shares.at(tables * 4 - 4).load(4).widened())
        table = f.variable(0)
        with f.forever() as leave:
            leave(drawn < shares.at(table.get() * 4).load(4))
            table.add(1)
        order, cards = orders.at(table.get() * size * 4), cell(self._cards, start)
        with f.count(0, size) as index:
            card = cell(cards, order.at(index * 4).load(4)).load(width)
            cell(self._mixture, index).store(card, width)
        f.copy(cards, self._mixture, self.piles.bytes_of(size))
        self._shuffle_parts(cards, ends, groups)
        return orders.at(tables * size * 4)


def _emit_lay_cards(unit: Unit) -> None:
    """`lay_cards(state, context, piles, count, cards)`: these piles, with the cards as dealt."""
    emitter = FunctionEmitter(unit, Signature("lay_cards", "pppip"))
    f, piles, sets = emitter.f, emitter.piles, emitter.sets
    dealt, cursor = f.address(4), f.pointer_variable(f.address(2))
    with f.count(0, f.number(3)):
        here = cursor.get()
        size = here.at(4).load(4)
        location, entries = here.load(4), here.at(8)
        node = piles.node(location)
        last, cards = f.variable(node), f.variable64(0)
        with f.count(0, size) as index:
            card = traced(emitter, entries.at(index * 4), dealt)
            piles.link(last.get(), card)
            piles.set_place(card, location)
            last.set(card)
            cards.set(cards.get() | sets.only(card))
        piles.link(last.get(), node)
        sets.set_to(Pile(location, False), cards.get())
        cursor.set(here.at(size * 4 + 8))
    f.give(0)
    f.close()


def traced(emitter: FunctionEmitter, entry: Pointer, cards: Pointer) -> Word:
    """The card that an entry of a pile means, where the cards are dealt so."""
    number = entry.load(4)
    card = emitter.f.variable(number)
    with emitter.f.when(number >= FROM_POOL):
        place = emitter.piles.cell(cards, number - FROM_POOL)
        card.set(place.load(emitter.layout.card_width))
    return card.get()
