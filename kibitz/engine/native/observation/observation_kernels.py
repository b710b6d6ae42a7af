"""Observations, information states and numbered actions in emitted code, of many states."""

from __future__ import annotations

from kibitz.engine.native.emission.base import Unit
from kibitz.engine.native.emission.match_kernels import (
    RNG_SIZE,
    deciding_seat,
    is_stopped,
    play_or_stop,
    stop_if,
)
from kibitz.engine.native.layout import context, signatures
from kibitz.engine.native.llvm.function import Function
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.native.observation.action_plan import NO_ACTION, ActionPlan
from kibitz.engine.native.observation.information_plan import HEAD, InformationPlan
from kibitz.engine.native.observation.observation_writer import ObservationWriter


class ObservationKernels:
    """Many states: what their seats see, which actions there are, and what comes of one."""

    def __init__(self, unit: Unit, width: int) -> None:
        self._unit, self._width = unit, width
        self._actions = ActionPlan.of(unit.program)
        self._plan = InformationPlan.of(unit.program, 0)
        self._observation = self._plan.observation
        self._module, self._size = unit.module, unit.layout.size

    def emit(self) -> None:
        ObservationWriter(self._unit, self._observation).emit()
        self._emit_observe()
        self._emit_mask()
        self._emit_act()
        self._emit_renew()
        self._emit_inform()

    def _emit_observe(self) -> None:
        """`observe_many(states, context, seats, rows, count)`."""
        f = self._module.function(signatures.OBSERVE_MANY)
        states, scratch, seats, rows, total = (*map(f.address, range(4)), f.number(4))
        with f.count(0, total) as number:
            wide = number.widened()
            seat = seats.at(wide * 4).load(4)
            row = rows.at(wide * (4 * self._observation.size))
            f.call("observe", states.at(wide * self._size), scratch, seat, row)
        f.give(total)

    def _emit_mask(self) -> None:
        """`mask_many(states, context, masks, count)`: a byte for every action."""
        f = self._module.function(signatures.MASK_MANY)
        states, scratch, masks, total = (*map(f.address, range(3)), f.number(3))
        with f.count(0, total) as number:
            stop_if(f, is_stopped(scratch), number)
            state = states.at(number.widened() * self._size)
            mask = masks.at(number.widened() * self._actions.size)
            f.clear(mask, self._actions.size)
            with f.when(f.call("resume", state, scratch) > 0):
                found = f.call("numbered", state, scratch)
                stop_if(f, found < 0, number)
                keys = scratch.at(context.KEYS).load_address()
                with f.count(0, found) as option:
                    action = keys.at(option * 4).load(4)
                    with f.when(action >= 0):
                        mask.at(action).store(1, 1)
        f.give(total)

    def _emit_act(self) -> None:
        """`act_many(states, context, rngs, actions, memories, recalled, count)`: what is over stays
        as it is, and so does a state without an action."""
        f = self._module.function(signatures.ACT_MANY)
        states, scratch, rngs, actions, memories = map(f.address, range(5))
        recalled, total = f.number(5), f.number(6)
        with f.count(0, total) as number:
            state = states.at(number.widened() * self._size)
            stop_if(f, is_stopped(scratch), number)
            action = actions.at(number.widened() * 4).load(4)
            with f.when((f.call("resume", state, scratch) > 0) & action.differs(NO_ACTION)):
                words = rngs.at(number.widened() * RNG_SIZE)
                f.copy_block(scratch.at(context.RNG), words, RNG_SIZE)
                chosen, found = f.variable(-1), f.call("numbered", state, scratch)
                keys = scratch.at(context.KEYS).load_address()
                with f.count(0, found) as option:
                    first = chosen.get() < 0
                    with f.when(first & keys.at(option * 4).load(4).equals(action)):
                        chosen.set(option)
                stop_if(f, chosen.get() < 0, number)
                with f.when(recalled > 0):
                    memory = self._begin_memory(f, memories, number, recalled)
                    decides = deciding_seat(f, self._unit.layout, state)
                    memory.store(decides + 1, 2)
                    memory.at(2).store(f.look_up(self._plan.sayings.by_action, action, 2), 2)
                    self._witness(f, scratch, memory)
                play_or_stop(f, (state, scratch), chosen.get(), 4 * self._width, number)
                scratch.at(context.WITNESSES).store_address(f.null())
                f.copy_block(words, scratch.at(context.RNG), RNG_SIZE)
        f.give(total)

    def _emit_renew(self) -> None:
        """`renew_many(states, context, rngs, counts, memories, recalled, seed, first, count)`:
        where there is no option any more, match `first` and its number of the seed is dealt."""
        f = self._module.function(signatures.RENEW_MANY)
        states, scratch, rngs, counts, memories = map(f.address, range(5))
        recalled, seed, first, total = map(f.number, range(5, 9))
        with f.count(0, total) as number:
            stop_if(f, is_stopped(scratch), number)
            with f.when(counts.at(number.widened() * 4).load(4).equals(0)):
                f.call("seed", scratch, seed, first + number.widened())
                with f.when(recalled > 0):
                    size = self._memories(recalled)
                    f.clear(memories.at(number.widened() * size), size)
                    self._witness(f, scratch, memories.at(number.widened() * size))
                state = states.at(number.widened() * self._size)
                stop_if(f, f.call("deal", state, scratch) < 0, number)
                scratch.at(context.WITNESSES).store_address(f.null())
                words = rngs.at(number.widened() * RNG_SIZE)
                f.copy_block(words, scratch.at(context.RNG), RNG_SIZE)
        f.give(total)

    def _memories(self, recalled: Word) -> Word:
        """Bytes of all memories of one state."""
        return recalled.widened() * (2 * self._plan.words)

    def _begin_memory(
        self, f: Function, memories: Pointer, number: Word, recalled: Word
    ) -> Pointer:
        """Room for the latest decision: the others go back by one, and the oldest is forgotten."""
        size, one = self._memories(recalled), 2 * self._plan.words
        mine = memories.at(number.widened() * size)
        f.slide(mine.at(one), mine, size - one)
        f.clear(mine, one)
        return mine

    def _witness(self, f: Function, scratch: Pointer, memory: Pointer) -> None:
        scratch.at(context.WITNESSES).store_address(memory.at(2 * HEAD))

    def _emit_inform(self) -> None:
        """`inform_many(states, context, seats, memories, rows, recalled, count)`."""
        f = self._module.function(signatures.INFORM_MANY)
        states, scratch, seats, memories, rows = map(f.address, range(5))
        recalled, total = f.number(5), f.number(6)
        first, each = 4 * self._observation.size, 4 * self._plan.memory
        width = recalled.widened() * each + first
        with f.count(0, total) as number:
            wide = number.widened()
            seat, row = seats.at(wide * 4).load(4), rows.at(wide * width)
            f.call("observe", states.at(wide * self._size), scratch, seat, row)
            mine = memories.at(wide * self._memories(recalled))
            with f.count(0, recalled) as ago:
                place = row.at(ago.widened() * each + first)
                self._recall(f, mine.at(ago.widened() * (2 * self._plan.words)), seat, place)
        f.give(total)

    def _recall(self, f: Function, memory: Pointer, seat: Word, row: Pointer) -> None:
        """One decision, as the seat saw it."""
        one, players, said = f.real(1.0), self._plan.players, len(self._plan.sayings.texts)
        f.clear(row, 4 * self._plan.memory)
        who, what = memory.load(2), memory.at(2).load(2)
        with f.when(who > 0):
            apart = who - 1 - seat
            side = (apart < 0).select(apart + players, apart)
            row.at(side * 4).store_single(one)
        with f.when(what > 0):
            row.at((what + (players - 1)) * 4).store_single(one)
        with f.count(0, len(self._plan.kinds)) as kind:
            saw = (memory.at((kind + HEAD) * 2).load(2) >> seat) & 1
            with f.when(saw.differs(0)):
                row.at((kind + players + said) * 4).store_single(one)
