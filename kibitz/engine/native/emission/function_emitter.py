"""Writes one function of the emitted code: memory, faults, work, storages, frames, chance.

What the language is made of (cards, groups, values, statements …) is emitted by components, which
call each other through the function that all of them write.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import inf

from kibitz.engine import limits
from kibitz.engine import program as p
from kibitz.engine.native.emission.arena import ArenaEmitter
from kibitz.engine.native.emission.base import FAILED, Bound, Unit
from kibitz.engine.native.emission.card_groups import IndexedEmitter, PartEmitter, SubsetEmitter
from kibitz.engine.native.emission.cards import CardEmitter
from kibitz.engine.native.emission.groups import GroupEmitter
from kibitz.engine.native.emission.piles import PileEmitter
from kibitz.engine.native.emission.scores import ScoreEmitter
from kibitz.engine.native.emission.sets import SetEmitter
from kibitz.engine.native.emission.shared_values import SharedEmitter, given, letters
from kibitz.engine.native.emission.statements import StatementEmitter
from kibitz.engine.native.emission.values import BestEmitter, ValueEmitter
from kibitz.engine.native.emission.witnesses import WitnessEmitter
from kibitz.engine.native.layout import context
from kibitz.engine.native.layout.fields import Field
from kibitz.engine.native.layout.signatures import Signature
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.program.work import score_price
from kibitz.engine.state import BACKWARDS
from kibitz.recycle import CycleKind, Span

_CHECKED_LATER = 4096
"""Work that may go on before it is checked."""


class FunctionEmitter:
    """Writes one function whose first parameters are the state and the context."""

    exported = False
    """Whether the function is called from outside the emitted code."""
    continues = False
    """Whether it goes on counting where the function before it stopped."""
    uses_chance = True
    """Whether what it carries out draws by chance; finding options and scoring do not."""
    inline: bool | None = None
    """Whether it must, or must not, vanish in those that call it."""
    counts_acts = False
    """Whether every action begun is counted, as trying out options needs."""

    def __init__(self, unit: Unit, signature: Signature) -> None:
        self.unit = unit
        self.program = unit.program
        self.layout = unit.layout
        self.price = unit.prices.of
        self.scoring = score_price(unit.program.kinds, unit.layout.points.sites)
        self.f = unit.module.function(signature, inline=self.inline, exported=self.exported)
        self.state = self.f.address(0)
        self.context = self.f.address(1)
        self.bound: dict[int, Bound] = {}
        self._work = self.f.variable64(0)
        self.f.counters.append(self._work)
        self._most_work = 0.0
        self.is_counting = True
        if self.continues:
            self.take_over()
        self.seat_depth = 0
        self.team_depth = 0
        self.scored_seat: Word | None = None
        """While a match is scored: the seat that counts as current."""
        self.scores = ScoreEmitter(self)
        self.sets = SetEmitter(self)
        self.piles = PileEmitter(self)
        self.cards = CardEmitter(self)
        self.subsets = SubsetEmitter(self)
        self.arena = ArenaEmitter(self)
        self.indexed = IndexedEmitter(self)
        self.groups = GroupEmitter(self)
        self.parts = PartEmitter(self)
        self.values = ValueEmitter(self)
        self.best = BestEmitter(self)
        self.witnesses = WitnessEmitter(self)
        self.statements = StatementEmitter(self)
        self.shared = SharedEmitter(self)

    def at(self, offset: Word | int, width: int) -> Pointer:
        """An address in the state."""
        if self.unit.checked and isinstance(offset, Word):
            limit = self.layout.size - width
            inside = offset.below(limit + 1)
            self.fail_when(inside.negated(), "internal", None)
        return self.state.at(offset)

    def load(self, offset: Word | int, width: int, *, align: int | None = None) -> Word:
        return self.at(offset, width).load(width, align=align)

    def store(self, offset: Word | int, value: Word | int, width: int) -> None:
        self.at(offset, width).store(value, width)

    def offset(self, base: int, index: Word | int, width: int) -> Word | int:
        """Of the element of an array of the state."""
        if isinstance(index, int):
            return base + index * width
        return (index * width if width > 1 else index) + base

    def element(self, field: Field, index: Word | int) -> Pointer:
        """Where an element of an array of the state lies."""
        return self.at(self.offset(field, index, field.width), field.width)

    def context_word(self, offset: int) -> Word:
        return self.context.at(offset).load(4)

    def context_pointer(self, offset: int) -> Pointer:
        return self.context.at(offset).load_address()

    def set_context(self, offset: int, value: Word | int) -> None:
        self.context.at(offset).store(value, 4)

    def fail(self, slug: str, span: Span | None) -> None:
        """Give up: note which fault it is, and leave the function."""
        self.set_context(context.STATUS, self.unit.faults.number(slug, span))
        self.f.give(FAILED)

    def fail_when(self, test: Word, slug: str, span: Span | None) -> None:
        with self.f.when(test, rarely=True):
            self.fail(slug, span)

    def call(self, name: str, *arguments: Word | Pointer) -> Word:
        """Call another function on this state; if it gives up, so does this one."""
        result = self.f.call(name, self.state, self.context, *arguments)
        with self.f.when(result < 0, rarely=True):
            self.f.give(FAILED)
        return result

    @property
    def depths(self) -> tuple[int, int]:
        """In how many stages of players and of teams this is."""
        return self.seat_depth, self.team_depth

    def call_apart(self, name: str, *arguments: Word | Pointer) -> None:
        """Call a function that goes on counting where this one stands."""
        if self.is_counting:
            self.hand_on()
        self.call(name, *arguments)
        if self.is_counting:
            self.take_over()

    def write_apart(self, name: str, node: p.Value | p.Every | p.Some, free: Sequence[int]) -> None:
        """The function of that name: the node, with those variables as its parameters."""
        SharedFunction(self, name, free).emit(node)

    def leave(self, result: Word | int) -> None:
        """Return from the function; its work is counted unless it cannot be too much."""
        if self._most_work > limits.WORK or self.unit.checked:
            self.check_work()
            self.hand_on()
        self.f.give(result)

    def hand_on(self) -> None:
        """What is called, or comes next, goes on counting from here."""
        self.context.at(context.WORK).store(self._work.get(), 8)

    def take_over(self) -> None:
        """Go on counting where what came before has stopped."""
        self._work.set(self.context.at(context.WORK).load(8))
        self._most_work = inf

    def start(self, work: int) -> None:
        """Count from so much on, before anything is done."""
        self._work.set(self.f.constant64(work))
        self._most_work = work
        if work > _CHECKED_LATER:
            self.check_work()

    def charge(self, elements: Word | int, visits: int, most: int | None = None) -> None:
        """Count going over so many elements, at most as many as a list has or `most`; however far
        it will be looked."""
        if elements == 0 or not visits or not self.is_counting:
            return
        if most is None:
            most = self.layout.most_listed
        if isinstance(elements, int):
            most = elements
            self._work.add(elements * visits)
        else:
            wide = elements.widened()
            self._work.add(wide if visits == 1 else wide * visits)
        together = most * visits * self.f.rounds
        self._most_work += together
        if together > _CHECKED_LATER:
            self.check_work()

    def check_work(self) -> None:
        self.fail_when(self._work.get() > limits.WORK, "too-much-work", None)

    @contextmanager
    def uncounted(self) -> Iterator[None]:
        """Work that was counted before, or is not the game's."""
        before, self.is_counting = self.is_counting, False
        yield
        self.is_counting = before

    def slot_number(self, slot: p.Slot) -> Word | int:
        """The number of the storage slot."""
        if slot.index is not None:
            return self._indexed_slot(slot, slot.index)
        if slot.name is None:
            first = slot.storages[0].first
            return first if slot.owner is None else self.values.value(slot.owner) + first
        name = self.values.value(slot.name)
        owner = None if slot.owner is None else self.values.value(slot.owner)
        firsts = [0] * len(self.program.strings)
        for storage in slot.storages:
            firsts[storage.name] = storage.first
        first_slot = self.f.look_up(firsts, name, 2)
        return first_slot if owner is None else first_slot + owner

    def _indexed_slot(self, slot: p.Slot, index_node: p.Value) -> Word:
        by_name, names = slot.by_name(), len(self.program.strings)
        first: Word | int
        count: Word | int
        if slot.name is None:
            first, count = by_name[slot.storages[0].name]
        else:
            name = self.values.value(slot.name)
            first = self.f.look_up([by_name.get(n, (0, 0))[0] for n in range(names)], name, 2)
            count = self.f.look_up([by_name.get(n, (0, 0))[1] for n in range(names)], name, 1)
        index = self.values.value(index_node)
        self.fail_when(index.below(count).negated(), "bad-index", slot.span)
        number = index * self.program.owners(slot.storages[0].owner) + first
        return number if slot.owner is None else number + self.values.value(slot.owner)

    def slot_address(self, slot: p.Slot) -> tuple[Word | int, int]:
        """Offset and width of an integer or string slot."""
        number = self.slot_number(slot)
        if slot.kind is p.StorageKind.INT:
            return self.offset(self.layout.ints, number, 4), 4
        strs = self.layout.strs
        return self.offset(strs, number, strs.width), strs.width

    def touch_place(self, location: Word) -> None:
        """For nets: what no option of a decision touches is told once for all of them."""
        if self.unit.traces:
            self.context.at(location + context.TOUCHED).store(1, 1)

    def touch_slot(self, kind: p.StorageKind, offset: Word | int) -> None:
        """The number or word that lies there in the state."""
        if not self.unit.traces:
            return
        places, numbers, _ = self.layout.things
        is_int = kind is p.StorageKind.INT
        start = self.layout.ints if is_int else self.layout.strs
        apart = self.f.constant(offset) if isinstance(offset, int) else offset
        slot = (apart - start) >> (start.width.bit_length() - 1)
        first = places if is_int else places + numbers
        self.context.at(slot + (context.TOUCHED + first)).store(1, 1)

    def frame(self, kind: CycleKind, depth: int | None = None) -> int:
        """Offset of the innermost frame, or of the one at that depth."""
        if kind is CycleKind.TEAM:
            return self.layout.team_frames + 3 * (self.team_depth if depth is None else depth)
        return self.layout.seat_frames + 3 * (self.seat_depth if depth is None else depth)

    def current(self, kind: CycleKind) -> Word:
        if self.scored_seat is None:
            return self.load(self.frame(kind), 1)
        if kind is CycleKind.PLAYER:
            return self.scored_seat
        offsets = [self.frame(kind, team) for _, team in self.layout.depths]
        position = self.load(self.layout.position, 4)
        return self.load(self.f.look_up(offsets, position, 2), 1)

    def members(self, kind: CycleKind) -> int:
        return len(self.program.teams) if kind is CycleKind.TEAM else self.program.players

    def following(self, seat: Word, count: int) -> Word:
        """The next number, round and round."""
        after = seat + 1
        return after.equals(count).select(0, after)

    def before(self, seat: Word, count: int) -> Word:
        return seat.equals(0).select(count - 1, seat - 1)

    def seat_after(self, seat: Word) -> Word:
        """The next seat the way the innermost stage of players goes round."""
        count = self.program.players
        after = self.following(seat, count)
        if not self.may_turn_back:
            return after
        return self.is_backwards().select(self.before(seat, count), after)

    def seat_before(self, seat: Word) -> Word:
        count = self.program.players
        before = self.before(seat, count)
        if not self.may_turn_back:
            return before
        return self.is_backwards().select(self.following(seat, count), before)

    @property
    def may_turn_back(self) -> bool:
        return self.unit.turns_back and self.scored_seat is None

    def is_backwards(self) -> Word:
        return (self.load(self.frame(CycleKind.PLAYER) + 2, 1) & BACKWARDS).differs(0)

    def no_chance(self) -> Word:
        """Whether nothing is left to chance here: what could be drawn is the first of all."""
        return self.f.truth(not self.uses_chance)

    def draw(self, bound: Word) -> Word:
        """A random number below the bound (64 bits)."""
        if self.unit.is_open:
            return self._scripted(bound)
        return self.f.call("below", self.context, bound)

    def draw_by_rule(self, bound: Word) -> Word:
        """The same for a rule: where the past is played once more, what may have been drawn."""
        if not self.unit.replays:
            return self.draw(bound)
        drawn = self.f.variable(0)
        with self.f.either(self.context_pointer(context.SCRIPT).is_null()) as (now, again):
            with now:
                drawn.set(self.draw(bound))
            with again:
                drawn.set(self.f.call("draw_again", self.state, self.context, bound.narrowed()))
                self.fail_when(drawn.get() < 0, "undrawn", None)
        return drawn.get()

    def _scripted(self, bound: Word) -> Word:
        """The next number of the script."""
        at = self.context_word(context.SCRIPT_AT)
        with self.f.when(at >= self.context_word(context.SCRIPT_LENGTH), rarely=True):
            self.set_context(context.BOUND, bound.narrowed())
            self.fail("undrawn", None)
        self.set_context(context.SCRIPT_AT, at + 1)
        return self.context_pointer(context.SCRIPT).at(at).load(1)

    def pick(self, node: p.Pick) -> None:
        """One element, as the player chose; only where options are performed."""
        raise AssertionError(f"a pick outside a choice at {node.span}")


class SharedFunction(FunctionEmitter):
    """`shared<number>(state, context, result, …)`: a number or a condition that stands in several
    places, by the variables that it takes from there."""

    inline = False
    uses_chance = False

    def __init__(self, caller: FunctionEmitter, name: str, free: Sequence[int]) -> None:
        self.continues = caller.is_counting
        bound = {slot: caller.bound[slot] for slot in free}
        parameters = "ppp" + "".join(map(letters, bound.values()))
        super().__init__(caller.unit, Signature(name, parameters))
        self.seat_depth, self.team_depth = caller.depths
        self.is_counting = caller.is_counting
        position = 3
        for slot, one in bound.items():
            self.bound[slot] = given(self, one, position)
            position += len(letters(one))

    def emit(self, node: p.Value | p.Every | p.Some) -> None:
        if isinstance(node, p.Every | p.Some):
            found = self.values.test_here(node).narrowed()
        else:
            found = self.values.value_here(node)
        self.f.address(2).store(found, 4)
        if self.is_counting:
            self.leave(0)
        else:
            self.f.give(0)
