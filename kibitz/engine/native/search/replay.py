"""The past played once more in emitted code, with cards lying as somebody imagines: `recall`.

The definition is `tests/engine/history_reference.py`.
"""

from __future__ import annotations

from kibitz.engine import program as p
from kibitz.engine.native.emission.base import Unit
from kibitz.engine.native.emission.function_emitter import FunctionEmitter
from kibitz.engine.native.emission.match_kernels import RNG_SIZE
from kibitz.engine.native.layout import context
from kibitz.engine.native.layout.signatures import RECALL, Signature
from kibitz.engine.native.llvm.words import Pointer, Variable, Word
from kibitz.engine.native.search import plans
from kibitz.engine.native.search.seats import add_pile
from kibitz.engine.native.search.worlds import lay_out_world, traced
from kibitz.engine.program.evidence import evident_picks
from kibitz.engine.program.static_analysis import choices_tell, past_beginnings, picks_come_first
from kibitz.engine.program.walk import nodes
from kibitz.engine.resample import MOST_DRAWS, MOST_TRIES
from kibitz.recycle import LocationClass, Type

_DRAW = 8
"""Bytes of a draw: what was drawn, and below which bound."""


def emit_replay(unit: Unit, width: int) -> None:
    """`recall` and what it is made of."""
    _emit_whereabouts(unit)
    _emit_holds(unit)
    _Arrival(unit).emit()
    _Recaller(unit, width).emit()


def can_draw_again(program: p.Program) -> bool:
    """Whether choices tell, and something is drawn by chance between them or in them."""
    draws = any(isinstance(node, p.Random | p.ExtremeCard) for node in nodes(program.code))
    return draws and choices_tell(program)


def emit_draw_again(unit: Unit) -> None:
    """`draw_again(state, context, bound)`: the next draw of the script, where that ends 0, and it
    is a draw of the script from then on. Below 0 if there are too many."""
    emitter = FunctionEmitter(unit, Signature("draw_again", "ppi"))
    f, at = emitter.f, emitter.context_word(context.SCRIPT_AT)
    with f.when(at >= MOST_DRAWS):
        f.give(-1)
    draw = emitter.context_pointer(context.SCRIPT).at(at * _DRAW)
    with f.when(at >= emitter.context_word(context.SCRIPT_LENGTH)):
        draw.store(0, 4)
        draw.at(4).store(f.number(2), 4)
        emitter.set_context(context.SCRIPT_LENGTH, at + 1)
    emitter.set_context(context.SCRIPT_AT, at + 1)
    f.give(draw.load(4))
    f.close()


def _emit_whereabouts(unit: Unit) -> None:
    """`whereabouts(state, context)`: the same number where the same cards lie in the same places,
    in whatever order."""
    emitter = FunctionEmitter(unit, Signature("whereabouts", "pp"))
    f, total = emitter.f, emitter.f.variable(0)
    is_memory = [
        int(place.location_class is LocationClass.MEMORY) for place in emitter.layout.places
    ]
    with (
        f.count(0, len(is_memory)) as location,
        f.when(f.look_up(is_memory, location, 1).equals(0)),
    ):
        add_pile(emitter, total, location)
    f.give(total.get())
    f.close()


def _emit_holds(unit: Unit) -> None:
    """`holds(state, context, location, card)`: whether the card lies there."""
    emitter = FunctionEmitter(unit, Signature("holds", "ppii"))
    f, piles = emitter.f, emitter.piles
    location, wanted = f.number(2), f.number(3)
    card = f.variable(piles.below(piles.node(location)))
    with f.forever() as leave:
        leave(card.get() >= emitter.layout.cards)
        with f.when(card.get().equals(wanted)):
            f.give(1)
        card.set(piles.below(card.get()))
    f.give(0)
    f.close()


class _Arrival(FunctionEmitter):
    """`came_about(state, context, moment, cards)`: whether the state is the moment's scene, and
    the cards have gone where they went then."""

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit, Signature("came_about", "pppp"))

    def emit(self) -> None:
        f, moment, cards = self.f, self.f.address(2), self.f.address(3)
        self._refuse(self.load(self.layout.position, 4).differs(moment.field(plans.POSITION)))
        gone = moment.field(plans.GONE)
        with f.count(0, gone) as number:
            entry = moment.at(number * 8 + plans.CARDS)
            card, place = traced(self, entry, cards), entry.at(4).load(4)
            self._refuse(f.call("holds", self.state, self.context, place, card).equals(0))
        scene = moment.at(gone * 8 + plans.CARDS)
        self._compare(scene)
        seats, teams = moment.field(plans.SEATS), moment.field(plans.TEAMS)
        turns = scene.at(len(self.layout.scene))
        self._compare_bytes(self.layout.seat_frames, turns, seats)
        self._compare_bytes(self.layout.team_frames, turns.at(seats), teams)
        self._compare_memories(turns.at(seats + teams))
        f.give(1)
        f.close()

    def _refuse(self, test: Word) -> None:
        with self.f.when(test):
            self.f.give(0)

    def _compare(self, scene: Pointer) -> None:
        """Eight bytes at a time, the last ones perhaps twice."""
        scene_bytes = self.layout.scene
        last = len(scene_bytes) - 8
        for offset in (*range(0, last, 8), last):
            own = self.state.at(scene_bytes.start + offset).load(8, align=1)
            self._refuse(own.differs(scene.at(offset).load(8, align=1)))

    def _compare_bytes(self, start: int, wanted: Pointer, count: Word) -> None:
        with self.f.count(0, count) as number:
            own = self.state.at(number + start).load(1)
            self._refuse(own.differs(wanted.at(number).load(1)))

    def _compare_memories(self, wanted: Pointer) -> None:
        """One after the other, as long as each of them is."""
        cursor = self.f.pointer_variable(wanted)
        memories = sum(p.location_class is LocationClass.MEMORY for p in self.layout.places)
        for number in range(memories):
            here = cursor.get()
            size = self.piles.bytes_of(here.load(self.layout.card_width, align=1) + 1)
            own = self.layout.memory + self.layout.memory_bytes * number
            self._compare_bytes(own, here, size)
            cursor.set(here.at(size))


class _Recaller(FunctionEmitter):
    """`recall(state, context, past, plan, cards)`: plays the past with the cards lying so.

    Returns how many choices could be made as they were; one more if they lead to the world of the
    plan, which is laid out in the state then. Chance is as it was before.
    """

    exported = True

    def __init__(self, unit: Unit, width: int) -> None:
        super().__init__(unit, RECALL)
        self._width = width
        self._past, self._plan, self._cards = (self.f.address(n) for n in (2, 3, 4))

    def emit(self) -> None:
        f, size = self.f, self.layout.size
        chance = f.buffer(RNG_SIZE)
        self._here, self._next = (f.pointer_variable(f.buffer(size)) for _ in range(2))
        self._script = f.buffer(_DRAW * MOST_DRAWS)
        f.copy(chance, self.context.at(context.RNG), RNG_SIZE)
        f.copy(self._here.get(), self._past.at(plans.BEGINNING), size)
        piles, count = self._past.at(plans.BEGINNING + size), self._past.field(plans.PILES)
        f.call("lay_cards", self._here.get(), self.context, piles, count, self._cards)
        if self.unit.replays:
            self.context.at(context.SCRIPT).store_address(self._script)
        reached = self._replay()
        if self.unit.replays:
            self.context.at(context.SCRIPT).store_address(f.null())
        with f.when(reached.get().equals(self._past.field(plans.MOMENTS))):
            lay_out_world(self, self.state, self._plan, self._cards)
            came_to = f.call("whereabouts", self._here.get(), self.context)
            with f.when(came_to.equals(f.call("whereabouts", self.state, self.context))):
                reached.add(1)
        f.copy(self.context.at(context.RNG), chance, RNG_SIZE)
        f.give(reached.get())
        f.close()

    def _replay(self) -> Variable:
        """The choices, as far as they were there to be made."""
        f, reached = self.f, self.f.variable(0)
        moment = f.pointer_variable(self._past.at(self._past.field(plans.MOMENTS_AT)))
        with f.forever() as leave:
            leave(reached.get() >= self._past.field(plans.MOMENTS))
            is_made = f.variable(0)
            self._make(moment.get(), is_made)
            leave(is_made.get().equals(0))
            before = self._here.get()
            self._here.set(self._next.get())
            self._next.set(before)
            moment.set(moment.get().at(moment.get().field(plans.LENGTH)))
            reached.add(1)
        return reached

    def _make(self, moment: Pointer, is_made: Variable) -> None:
        """Plays the option that leads to the moment, if there is one; what comes before the first
        decision comes by itself."""
        if not past_beginnings(self.program):
            self._choose(moment, is_made)
            return
        f, code = self.f, self.program.code
        rests = [int(isinstance(step, p.Decide)) for step in code]
        position = self._here.get().at(self.layout.position).load(4)
        with f.either(f.look_up(rests, position, 1).differs(0)) as (choosing, beginning):
            with choosing:
                self._choose(moment, is_made)
            with beginning:
                self._try_draws(moment, None, is_made)

    def _choose(self, moment: Pointer, is_made: Variable) -> None:
        f, option = self.f, self.f.variable(0)
        found = f.call("options", self._here.get(), self.context)
        rows = self.context_pointer(context.ROWS)
        with f.forever() as leave:
            leave((option.get() >= found) | is_made.get().differs(0))
            row = rows.at(option.get() * (4 * self._width))
            with f.when(self._may_lead_to(moment, row).get().differs(0)):
                self._try_draws(moment, row, is_made)
            option.add(1)

    def _try(self, moment: Pointer, row: Pointer | None, is_made: Variable) -> None:
        f = self.f
        f.copy(self._next.get(), self._here.get(), self.layout.size)
        there = self._next.get()
        with (
            f.when(self._begun(there, row) >= 0),
            f.when(f.call("advance", there, self.context) >= 0),
        ):
            is_made.set(f.call("came_about", there, self.context, moment, self._cards))

    def _begun(self, there: Pointer, row: Pointer | None) -> Word:
        """Plays the option of the row, if there is one; below 0 if a rule fails."""
        if row is not None:
            return self.f.call("perform", there, self.context, row)
        self.context.at(context.WORK).store(self.f.constant64(0), 8)
        self.set_context(context.ARENA_USED, 0)
        return self.f.constant(0)

    def _try_draws(self, moment: Pointer, row: Pointer | None, is_made: Variable) -> None:
        """The same, whatever is drawn on the way."""
        if not self.unit.replays:
            self._try(moment, row, is_made)
            return
        f, tries = self.f, self.f.variable(MOST_TRIES)
        self.set_context(context.SCRIPT_LENGTH, 0)
        with f.forever() as leave:
            self.set_context(context.SCRIPT_AT, 0)
            self._try(moment, row, is_made)
            tries.add(-1)
            leave(is_made.get().differs(0) | tries.get().equals(0))
            leave(self._next_draws().equals(0))

    def _next_draws(self) -> Word:
        """The last draw that can be another one is the next; returns how many draws are told."""
        f, length = self.f, self.f.variable(self.context_word(context.SCRIPT_AT))
        with f.forever() as leave:
            leave(length.get().equals(0))
            last = self._script.at(length.get() * _DRAW - _DRAW)
            drawn = last.load(4) + 1
            with f.when(drawn < last.at(4).load(4)):
                last.store(drawn, 4)
                leave(f.truth(True))
            length.add(-1)
        self.set_context(context.SCRIPT_LENGTH, length.get())
        return length.get()

    def _may_lead_to(self, moment: Pointer, row: Pointer) -> Variable:
        """Whether the card that the option moves, if it surely moves one, has gone elsewhere."""
        f, may = self.f, self.f.variable(1)
        pick = self._moved_pick(row)
        with f.when(pick.differs(0)):
            may.set(0)
            card = row.at(pick * 4).load(4)
            with f.count(0, moment.field(plans.GONE)) as number:
                entry = moment.at(number * 8 + plans.CARDS)
                with f.when(traced(self, entry, self._cards).equals(card)):
                    may.set(1)
        return may

    def _moved_pick(self, row: Pointer) -> Word:
        """Where the row of an option names a card that it surely moves; 0 if nowhere."""
        picks, firsts = [0], []
        for step in self.program.code:
            firsts.append(len(picks))
            picks += map(_moved, step.alternatives) if isinstance(step, p.Decide) else []
        position = self._here.get().at(self.layout.position).load(4)
        return self.f.look_up(picks, self.f.look_up(firsts, position, 4) + row.load(4), 1)


def _moved(alternative: p.Statement) -> int:
    """Which pick of the alternative is a card that it moves in any case, counted from 1; or 0."""
    if not picks_come_first(alternative):
        return 0
    evident, node, number = evident_picks(alternative), alternative, 0
    while isinstance(node, p.When | p.Bind | p.Pick):
        if isinstance(node, p.Pick):
            number += 1
            if node.type is Type.CARD and node.slot in evident:
                return number
        node = node.statement
    return 0
