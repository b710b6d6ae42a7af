"""Observations and numbered actions in emitted code, of one state."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.engine import program as p
from kibitz.engine.native.emission.base import Bound, Pile, Unit
from kibitz.engine.native.emission.choices import OptionFinder, PickedElement
from kibitz.engine.native.layout import context, signatures
from kibitz.engine.native.layout.fields import Field
from kibitz.engine.native.learning.seat_visibility import SeatLooker
from kibitz.engine.native.llvm.words import Pointer, Variable, Word
from kibitz.engine.native.observation.action_plan import ActionPlan, PickCode, sides
from kibitz.engine.native.observation.observation_plan import ObservationPlan
from kibitz.engine.places import layout
from kibitz.engine.program import StorageKind
from kibitz.recycle import CycleKind, End, Type


class NumberedOptionFinder(OptionFinder):
    """`numbered<step>(state, context)`: also writes the number of the action that every option is,
    where a finder for search writes its key."""

    prefix = "numbered"

    def __init__(self, unit: Unit, step: int, width: int) -> None:
        super().__init__(unit, step, width)
        self._alternatives = ActionPlan.of(unit.program).by_step[step]
        self._alternative = 0
        self._orders: dict[int, Variable] = {}
        self._sighted: Pointer | None = None

    def emit(self, decide: p.Decide) -> None:
        self._orders = {
            number: self.f.variable(0)
            for number, alternative in enumerate(self._alternatives)
            if alternative.picks is None
        }
        codes = (code for one in self._alternatives for code in one.picks or ())
        if any(code.hides for code in codes):
            self._sighted = self.f.buffer(self.layout.cards)
            seat = self.current(CycleKind.PLAYER)
            self.f.call("sighted", self.state, self.context, seat, self._sighted)
        super().emit(decide)

    def _write(self, number: int, picked: list[PickedElement]) -> None:
        self._alternative = number
        super()._write(number, picked)

    def _write_path(self, number: int) -> None:
        self._alternative = number
        super()._write_path(number)

    def note_key(self, number: Word, key: Callable[[], Word]) -> None:
        order = self._orders.get(self._alternative)
        action = key() if order is None else self._next_in_order(order)
        self.context_pointer(context.KEYS).at(number * 4).store(action, 4)

    def _next_in_order(self, order: Variable) -> Word:
        """Options for which there is no number have the number -1."""
        here, alternative = order.get(), self._alternatives[self._alternative]
        order.set(here + 1)
        return (here < alternative.size).select(here + alternative.start, -1)

    def _key(self, number: int, picked: list[PickedElement]) -> Word:
        alternative = self._alternatives[number]
        action, weight = self.f.constant(alternative.start), 1
        for pick, radix in zip(picked, alternative.radices, strict=False):
            assert pick.identity is not None
            action = action + (pick.identity + int(alternative.may_stop)) * weight
            weight *= radix
        return action

    def identity(self, pick: tuple[int, int], element: Bound, index: Word) -> Word | None:
        """Which of the texts of its pick the element is."""
        number, depth = pick
        picks = self._alternatives[number].picks
        return None if picks is None else self._coded(picks[depth], element, index)

    def _coded(self, code: PickCode, element: Bound, index: Word) -> Word:
        match code.kind:
            case Type.CARD:
                assert isinstance(element, Word)
                return self._card_code(code, element, index)
            case Type.PLAYER:
                assert isinstance(element, Word)
                apart = element - self.current(CycleKind.PLAYER)
                return (apart < 0).select(apart + self.program.players, apart)
            case Type.LOCATION:
                assert isinstance(element, Pile)
                table, places = sides(self.program, self.layout), len(self.layout.places)
                at = self.current(CycleKind.PLAYER) * places + element.number
                return self.f.look_up(table, at, 2)
            case Type.INT | Type.STR if code.values is not None:
                assert isinstance(element, Word)
                low, high = min(code.values), max(code.values)
                table = [
                    code.values.index(value) if value in code.values else 0
                    for value in range(low, high + 1)
                ]
                return self.f.look_up(table, element - low, 2)
            case Type.TEAM:
                assert isinstance(element, Word)
                return element
            case _:
                return self._position(index, len(code.texts))

    def _card_code(self, code: PickCode, card: Word, index: Word) -> Word:
        kinds = self.scores.by_face(tuple(range(len(self.program.kinds))))
        kind = self.f.look_up(kinds, self.scores.face(card), 2)
        if not code.hides:
            return kind
        assert self._sighted is not None
        positions = len(code.texts) - len(self.program.kinds)
        hidden = self._position(index, positions) + len(self.program.kinds)
        return self._sighted.at(card).load(1).differs(0).select(kind, hidden)

    def _position(self, index: Word, most: int) -> Word:
        return (index < most).select(index, most - 1)


class ObservationWriter(SeatLooker):
    """`observe(state, context, seat, row)`: what the seat sees, numbers of 32 bits."""

    def __init__(self, unit: Unit, plan: ObservationPlan) -> None:
        super().__init__(unit, signatures.OBSERVE)
        self._plan, self._row = plan, self.f.address(3)

    def emit(self) -> None:
        f, plan = self.f, self._plan
        f.clear(self._row, 4 * plan.size)
        self._set(f.look_up(plan.phases, self.load(self.layout.position, 4), 4))
        self._set(f.number(2) + plan.seat_start)
        with (
            f.count(0, len(self.layout.places)) as place,
            f.either(self.is_mem_place(place)) as (is_memory, is_pile),
        ):
            with is_memory:
                if self.has_memory:
                    self._put_place(Pile(place, True))
            with is_pile:
                self._put_place(Pile(place, False))
        self._put_storages()
        f.give(0)
        f.close()

    def _at(self, number: Word) -> Pointer:
        return self._row.at(number * 4)

    def _set(self, number: Word) -> None:
        self._at(number).store_single(self.f.real(1.0))

    def _put_place(self, pile: Pile) -> None:
        f, plan, size = self.f, self._plan, self.piles.pile_size(pile)
        at = f.number(2) * len(self.layout.places) + pile.number
        start = f.look_up(plan.place_starts, at, 4)
        kinds = self.scores.by_face(tuple(range(plan.kinds)))

        def kind_of(card: Word) -> Word:
            return f.look_up(kinds, self.scores.face(card), 2)

        def put(card: Word) -> None:
            there = self._at(start + kind_of(card))
            there.store_single(there.load_single() + f.real(1.0))

        with f.when(size > 0), f.either(self.is_seen(pile.number)) as (seen, hidden):
            with hidden:
                self._at(start).store_single(size.real())
            with seen:
                self.piles.each_of_pile(pile, 0, put)
                if not pile.is_memory:
                    top = f.look_up(plan.top_starts, at, 4)
                    with f.when(top >= 0):
                        self._set(top + kind_of(self.piles.end_of_pile(pile, End.TOP)))

    def _put_storages(self) -> None:
        f, plan, players = self.f, self._plan, self.program.players
        numbers, words = len(plan.number_starts) // players, len(plan.word_starts) // players
        if numbers:
            with f.count(0, numbers) as slot:
                value = self._seen(StorageKind.INT, slot, numbers, self.layout.ints)
                at = f.look_up(plan.number_starts, f.number(2) * numbers + slot, 4)
                self._at(at).store_single(value.real())
        if words:
            with f.count(0, words) as slot:
                value = self._seen(StorageKind.STR, slot, words, self.layout.strs)
                at = f.look_up(plan.word_starts, f.number(2) * words + slot, 4)
                self._set(at + value)

    def _seen(self, kind: StorageKind, slot: Word, count: int, field: Field) -> Word:
        """What the storage holds, as far as the seat sees it."""
        value = self.load(self.offset(field, slot, field.width), field.width)
        secrets = layout(self.program).secrets
        if not secrets:
            return value
        everybody = range(self.program.players)
        seen = [
            int(seat in secrets.get((kind, number), everybody))
            for seat in everybody
            for number in range(count)
        ]
        return value * self.f.look_up(seen, self.f.number(2) * count + slot, 1)
