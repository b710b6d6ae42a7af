"""Options in emitted code: finding them and performing them.

Where every pick of an alternative comes before its first action (nearly always), options are
found by loops over the picks alone: as soon as something would be done, the option is there, and
its row notes the elements picked. Otherwise the option is found as the interpreter does it: go
along a path of picks, see what is done, take it back, go on with the next path.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from kibitz.engine import limits
from kibitz.engine import program as p
from kibitz.engine.native.emission.base import FAILED, Bound, Listing, Pile, Selection, Unit, mixed
from kibitz.engine.native.emission.function_emitter import FunctionEmitter
from kibitz.engine.native.layout import context
from kibitz.engine.native.layout.bounds import goes_on, most_options
from kibitz.engine.native.layout.signatures import Signature
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.program.static_analysis import has_pick, picks_come_first
from kibitz.engine.program.work import BROKEN, fixed_rounds
from kibitz.recycle import CycleKind


@dataclass(frozen=True, slots=True)
class PickedElement:
    """What was picked: as its row notes it, and what it is in any world."""

    noted: Word
    identity: Word | None


class OptionFinder(FunctionEmitter):
    """`options<step>(state, context)`: writes a row for every option, returns their number."""

    prefix = "options"
    uses_chance = False

    def __init__(self, unit: Unit, step: int, width: int) -> None:
        super().__init__(unit, Signature(f"{self.prefix}{step}", "pp"))
        self._step = step
        self._width = width
        self._count = self.f.variable(0)
        self.f.counters.append(self._count)
        self._rows = self.context_pointer(context.ROWS)
        self._most = min(most_options(unit.program, unit.layout), unit.room.rows)
        self._price = 0
        self._may_be_empty = False

    def emit(self, decide: p.Decide) -> None:
        self.start(self.price(decide))
        self.set_context(context.ARENA_USED, 0)
        for number, alternative in enumerate(decide.alternatives):
            self._price = self.price(alternative)
            self._may_be_empty = goes_on(alternative)
            if picks_come_first(alternative):
                self.indexed.note_occupied(alternative)
                self._find(number, alternative, [], lambda: self.f.truth(False))
            else:
                self._try_out(number)
        found = self._count.get()
        self.fail_when(found.equals(0), "no-options", decide.span)
        self.leave(found)

    def _next_row(self, key: Callable[[], Word]) -> Pointer:
        number = self._count.get()
        # A bound that was proved needs no check; a mistake in the proof must not harm the host.
        slug = "internal" if self._most < self.unit.room.rows else "too-many-options"
        self.fail_when(number >= self._most, slug, None)
        self._count.set(number + 1)
        self.note_key(number, key)
        return self._rows.at(number * (4 * self._width))

    def note_key(self, number: Word, key: Callable[[], Word]) -> None:
        """Finders for search write keys, and those for agents that learn the numbers of actions."""

    def identity(self, pick: tuple[int, int], element: Bound, index: Word) -> Word | None:
        """What the element is in any world; only finders that write keys ask. The pick is the
        alternative, and how many picks come before it there."""
        return None

    def _write(self, number: int, picked: list[PickedElement]) -> None:
        row = self._next_row(lambda: self._key(number, picked))
        row.store(number, 4)
        for position, pick in enumerate(picked, start=1):
            row.at(4 * position).store(pick.noted, 4)

    def _key(self, number: int, picked: list[PickedElement]) -> Word:
        key = self.f.constant(number)
        for pick in picked:
            assert pick.identity is not None
            key = mixed(key, pick.identity)
        return key

    def _find(
        self, number: int, node: p.Statement, picked: list[PickedElement], rest: Callable[[], Word]
    ) -> None:
        """Rows for every way to pick in `node`; `rest` tells whether what follows would act."""
        match node:
            case p.Pick():
                self._find_picks(number, node, picked, rest)
            case p.When() if has_pick(node):
                with self.f.either(self.values.test(node.condition)) as (yes, no):
                    with yes:
                        self._find(number, node.statement, picked, rest)
                    with no, self.f.when(rest()):
                        self._write(number, picked)
            case p.Bind() if has_pick(node):
                with self.arena.arena_room():
                    self.bound[node.slot] = self.groups.bind_value(node.value)
                    self._find(number, node.statement, picked, rest)
            case p.Block(statements=(first, *others)) if has_pick(node):
                following = p.Block(tuple(others))
                self._find(number, first, picked, lambda: self._or(self.acts(following), rest))
            case _:
                with self.f.when(self._or(self.acts(node), rest)):
                    self._write(number, picked)

    def _or(self, acts: Word, rest: Callable[[], Word]) -> Word:
        """What follows is only looked at if nothing was begun before it."""
        result = self.f.variable(acts.narrowed())
        with self.f.when(acts.negated()):
            result.set(rest().narrowed())
        return result.get().differs(0)

    def _find_picks(
        self, number: int, node: p.Pick, picked: list[PickedElement], rest: Callable[[], Word]
    ) -> None:
        index = self.f.variable(0)

        def offer(element: Bound) -> None:
            here = index.get()
            index.set(here + 1)
            self.bound[node.slot] = element
            pick = PickedElement(
                _noted(element, here), self.identity((number, len(picked)), element, here)
            )
            self._find(number, node.statement, [*picked, pick], rest)

        if self.parts.is_sized(node) and not self._may_be_empty:
            _, cards = self.parts.sized_parts(node)
            self.parts.each_sized_part(node, cards, self._price, offer)
            return
        self.charge(fixed_rounds(node.collection) or 0, self._price)
        self.groups.each_element(node.collection, self._price, offer)
        with self.f.when(index.get().equals(0)), self.f.when(rest()):
            self._write(number, picked)

    def acts(self, node: p.Statement) -> Word:
        """Whether at least one action would be begun."""
        match node:
            case p.Block():
                return self._any_acts(node)
            case p.When() | p.Bind():
                return self._inner_acts(node)
            case p.Cases():
                return self._some_case_acts(node)
            case p.Each():
                return self._some_round_acts(node)
            case p.Repeat():
                times, result = self.values.value(node.count), self.f.variable(0)
                with self.f.when(times > 0):
                    result.set(self.acts(node.action).narrowed())
                return result.get().differs(0)
            case p.RepeatAll():
                return self.cards.cards_size(node.cards) > 0
            case _:
                return self.f.truth(True)

    def _any_acts(self, node: p.Block) -> Word:
        result, done = self.f.variable(1), self.f.label()
        for statement in node.statements:
            with self.f.when(self.acts(statement)):
                self.f.go(done)
        result.set(0)
        self.f.place(done)
        return result.get().differs(0)

    def _inner_acts(self, node: p.When | p.Bind) -> Word:
        result = self.f.variable(0)
        if isinstance(node, p.When):
            with self.f.when(self.values.test(node.condition)):
                result.set(self.acts(node.statement).narrowed())
        else:
            with self.arena.arena_room():
                self.bound[node.slot] = self.groups.bind_value(node.value)
                result.set(self.acts(node.statement).narrowed())
        return result.get().differs(0)

    def _some_case_acts(self, node: p.Cases) -> Word:
        result, held, done = self.f.variable(1), self.f.variable(0), self.f.label()
        for guarded in node.guarded:
            with self.f.when(self.values.test(guarded.condition)):
                held.set(1)
                with self.f.when(self.acts(guarded.statement)):
                    self.f.go(done)
        result.set(0)
        with self.f.when(held.get().equals(0)):
            result.set(self.acts(node.otherwise).narrowed())
        self.f.place(done)
        return result.get().differs(0)

    def _some_round_acts(self, node: p.Each) -> Word:
        result, done = self.f.variable(1), self.f.label()

        def look(element: Bound) -> None:
            self.bound[node.slot] = element
            with self.f.when(self.acts(node.statement)):
                self.f.go(done)

        with self.groups.loop(node.collection, self.price(node.statement)) as each:
            each(look)
            result.set(0)
            self.f.place(done)
        return result.get().differs(0)

    def _try_out(self, number: int) -> None:
        """Every path in order; the state is put back after each."""
        backup = self.f.buffer(self.layout.size)
        self.f.copy_block(backup, self.state, self.layout.size)
        self.set_context(context.PATH_LENGTH, 0)
        with self.f.forever() as leave:
            for field in (context.DEPTH, context.ACTS, context.ARENA_USED):
                self.set_context(field, 0)
            self.set_context(context.KEY, number)
            self.charge(1, self._price)
            self.hand_on()
            name = f"follow{self._step}_{number}"
            result = self.f.call(name, self.state, self.context, self.f.constant(1))
            self.f.copy_block(self.state, backup, self.layout.size)
            acts = self.context_word(context.ACTS)
            with self.f.when((result < 0) & acts.equals(0), rarely=True):
                self.f.give(FAILED)
            self.set_context(context.STATUS, 0)
            with self.f.either(result < 0) as (broken, whole):
                with broken:
                    self.charge(1, BROKEN)
                with whole:
                    self.take_over()
            with self.f.when(acts > 0):
                self._write_path(number)
            self._next_path()
            leave(self.context_word(context.PATH_LENGTH).equals(0))

    def _write_path(self, number: int) -> None:
        row = self._next_row(lambda: self.context_word(context.KEY))
        self.f.clear(row, 4 * self._width)
        row.store(number, 4)
        length = self.context_word(context.PATH_LENGTH)
        self.f.copy(row.at(4), self.context.at(context.PATH), length * 4)

    def _next_path(self) -> None:
        """Drop the picks that are at their last element, and move the one before them on."""
        length = self.f.variable(self.context_word(context.PATH_LENGTH))
        with self.f.forever() as leave:
            last = length.get()
            leave(last.equals(0))
            index = self.context.at(context.PATH).at(last * 4 - 4)
            count = self.context.at(context.COUNTS).at(last * 4 - 4).load(4)
            moved = index.load(4) + 1
            index.store(moved, 4)
            leave(moved < count)
            length.set(last - 1)
        self.set_context(context.PATH_LENGTH, length.get())


class KeyedOptionFinder(OptionFinder):
    """`keyed<step>(state, context)`: also writes a key for every option, the same in every world
    in which the option is the same: cards by what they are, not by where they stand in a list."""

    prefix = "keyed"

    def note_key(self, number: Word, key: Callable[[], Word]) -> None:
        seat = self.current(CycleKind.PLAYER)
        whole = mixed(mixed(self.f.constant(self._step), seat), key())
        self.context_pointer(context.KEYS).at(number * 4).store(whole, 4)

    def identity(self, pick: tuple[int, int], element: Bound, index: Word) -> Word | None:
        return self.groups.identity_of(element)


def _noted(element: Bound, index: Word) -> Word:
    """What a row says of a pick: the element itself, or its index if it is a virtual list."""
    match element:
        case Word():
            return element
        case Pile(number=number):
            return number
        case _:
            return index


class PathFollower(FunctionEmitter):
    """`follow<step>_<alternative>(state, context, no chance)`: does what the context's path says;
    without chance where options are tried out."""

    counts_acts = True
    continues = True

    def emit(self, alternative: p.Statement) -> None:
        self._price = self.price(alternative)
        self.statements.act(alternative)
        self.leave(0)

    def no_chance(self) -> Word:
        return self.f.number(2).differs(0)

    def pick(self, node: p.Pick) -> None:
        chosen, total = Selection(self, node.collection), self.f.variable(0)
        depth = self.context_word(context.DEPTH)
        is_new = depth >= self.context_word(context.PATH_LENGTH)
        noted = self.context.at(context.PATH).at(depth * 4).load(4)
        index = is_new.select(0, noted)  # the first element where the path ends

        def look(element: Bound) -> None:
            with self.f.when(total.get().equals(index)):
                chosen.note(element)
            total.add(1)

        self.charge(fixed_rounds(node.collection) or 0, self._price)
        self.groups.each_element(node.collection, self._price, look)
        with self.f.when(total.get() > 0):
            self.fail_when(depth >= limits.PICKS, "too-many-picks", node.span)
            self.set_context(context.DEPTH, depth + 1)
            self.context.at(context.COUNTS).at(depth * 4).store(total.get(), 4)
            with self.f.when(depth.equals(self.context_word(context.PATH_LENGTH))):
                self.context.at(context.PATH).at(depth * 4).store(0, 4)
                self.set_context(context.PATH_LENGTH, depth + 1)
            self.fail_when(index >= total.get(), "option-gone", node.span)
            element = chosen.get()
            key = mixed(self.context_word(context.KEY), self.groups.identity_of(element))
            self.set_context(context.KEY, key)
            self.bound[node.slot] = element
            self.statements.act(node.statement)


class OptionPerformer(FunctionEmitter):
    """`perform<step>(state, context, row)`: plays the option of a row, with real chance."""

    def __init__(self, unit: Unit, step: int, width: int) -> None:
        super().__init__(unit, Signature(f"perform{step}", "ppp"))
        self._step = step
        self._width = width
        self._row = self.f.address(2)
        self._depth = 0
        self._may_be_empty = False

    def emit(self, decide: p.Decide) -> None:
        for field in (context.DEPTH, context.ACTS, context.ARENA_USED):
            self.set_context(field, 0)
        self.start(self.price(decide))
        cases: dict[int, Callable[[], None]] = {}
        for number, alternative in enumerate(decide.alternatives):
            if picks_come_first(alternative):
                cases[number] = partial(self._perform, alternative)
            else:
                cases[number] = partial(self._follow, number)
        self.f.switch(self._row.load(4), cases)
        self.store(self.layout.position, self._step + 1, 4)
        self.hand_on()
        self.leave(0)

    def _perform(self, node: p.Statement) -> None:
        self._depth = 0
        self._may_be_empty = goes_on(node)
        self.statements.act(node)

    def _follow(self, number: int) -> None:
        picks = self._width - 1
        self.f.copy(self.context.at(context.PATH), self._row.at(4), 4 * picks)
        self.set_context(context.PATH_LENGTH, picks)
        self.hand_on()
        self.call(f"follow{self._step}_{number}", self.f.constant(0))
        self.take_over()

    def pick(self, node: p.Pick) -> None:
        self._depth += 1
        noted = self._row.at(4 * self._depth)
        if not self._may_be_empty:
            self._play_on(node, noted.load(4))
            return
        with self.uncounted():
            size = self.groups.size(node.collection)
        with self.f.when(size > 0):
            self._play_on(node, noted.load(4))

    def _play_on(self, node: p.Pick, noted: Word) -> None:
        self.bound[node.slot] = self._picked(node, noted)
        self.statements.act(node.statement)

    def _picked(self, node: p.Pick, noted: Word) -> Bound:
        match node.collection:
            case p.Subsets(operator=None, cards=cards):
                with self.uncounted():
                    whole = self.cards.copy_of(cards)
                return self.piles.written_out(Listing(whole.record, (noted + 1).widened()))
        kind = Selection(self, node.collection)
        if self.parts.is_sized(node) and not self._may_be_empty:
            return self.parts.select_sized_part(node, noted)
        if kind.is_list:
            return self.groups.select_element(node.collection, noted)
        kind.note(noted)
        return kind.get()
