"""Both engines side by side: one match, played twice, compared after every decision."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import pytest
from packed_steps import apply_packed, deal_packed, rows_packed, score_packed

from kibitz.engine import Interpreter, MatchError, Program, Rng
from kibitz.engine.event_writer import EventWriter
from kibitz.engine.machine import Machine
from kibitz.engine.native.runtime.engine import NativeEngine
from kibitz.engine.protocol import Step
from kibitz.engine.state import State

Ours = TypeVar("Ours")
Theirs = TypeVar("Theirs")
Twins = tuple[Step, bytes]
"""A step of the interpreter's and the native one that must be the same."""

OPTIONS_TRIED = 48
"""How many options of one decision are played on both engines, spread over all of them."""

NO_DRAWS = Rng(0)


class CountedInterpreter(Interpreter):
    """Tells what its last piece of work cost."""

    machine: Machine

    def _machine(self, state: State, rng: Rng | None, writer: EventWriter | None) -> Machine:
        self.machine = super()._machine(state, rng, writer)
        return self.machine


class TrustingEngine(NativeEngine):
    """Takes only states that it made itself, so that it need not look at them first."""

    def validated(self, block: bytes) -> bytes:
        return block


class Lockstep:
    """The interpreter and the native engine of one program."""

    def __init__(self, program: Program) -> None:
        self.reference = CountedInterpreter(program)
        self.native = TrustingEngine(program)
        self.engines = [self.native]

    def play(self, seed: int, *, most: int, every: int = 0, widest: int = 16_384) -> int:
        """Play one match at random, of at most that many decisions; returns how many there were.

        At every `every`-th decision its options are all played on both engines. The match is left
        where a decision is wider than `widest`.
        """
        chance, twin = Rng(seed), Rng(seed)
        twins = self.deal(chance, twin)
        made = 0
        while twins is not None:
            width = self.options(twins)
            if width == 0 or width > widest or made == most:
                break
            if every and (made + seed) % every == 0:
                self._try_options(twins, width, seed)
            option = chance.below(width)
            assert twin.below(width) == option
            twins = self.apply(twins, option, chance, twin)
            made += 1
        return made

    def deal(self, chance: Rng, twin: Rng) -> Twins | None:
        """The first decision on both engines; None if both meet the same fault."""
        twins = self._together(lambda: self.reference.deal(chance), deal_packed, twin)
        return self._same(twins, chance, twin)

    def apply(self, twins: Twins, option: int, chance: Rng, twin: Rng) -> Twins | None:
        """The next decision on both engines; None if both meet the same fault."""
        step, block = twins
        after = self._together(
            lambda: self.reference.apply(step, option, chance),
            lambda engine, own: apply_packed(engine, block, option, own),
            twin,
        )
        return self._same(after, chance, twin)

    def options(self, twins: Twins) -> int:
        """How many options both engines find; 0 at the end of the match or in a fault of both."""
        step, block = twins
        if step.is_over:
            outcomes = self._together(
                lambda: self.reference.score(step.state),
                lambda engine, _: score_packed(engine, block),
                NO_DRAWS,
            )
            assert outcomes is None or outcomes[0] == outcomes[1]
            return 0
        found = self._together(
            lambda: step.found, lambda engine, _: rows_packed(engine, block), NO_DRAWS
        )
        if found is None:
            return 0
        options, rows = found
        assert [row[0] for row in rows] == [path[0] for path, _ in options]
        return len(rows)

    def _try_options(self, twins: Twins, width: int, seed: int) -> None:
        for option in range(0, width, 1 + width // OPTIONS_TRIED):
            self.apply(twins, option, Rng(seed, option), Rng(seed, option))

    def _same(self, twins: Twins | None, chance: Rng, twin: Rng) -> Twins | None:
        """The same state to the byte, after the same draws."""
        if twins is not None:
            step, block = twins
            assert self.native.unpack(block) == step.state
            assert self.native.pack(step.state) == block
            assert chance.words == twin.words
        return twins

    def _together(
        self,
        reference: Callable[[], Ours],
        native: Callable[[NativeEngine, Rng], Theirs],
        twin: Rng,
    ) -> tuple[Ours, Theirs] | None:
        """What both give; None if both meet the same fault."""
        chances = [twin, *(twin.copy() for _ in self.engines[1:])]
        try:
            ours = reference()
        except MatchError as fault:
            for engine, chance in zip(self.engines, chances, strict=True):
                _meets(partial(native, engine, chance), fault)
            return None
        theirs, *others = map(native, self.engines, chances)
        assert others == [theirs] * len(others)
        assert {chance.words for chance in chances} == {twin.words}
        return ours, theirs


class CountedLockstep(Lockstep):
    """And with them the code that has every check, which does the same and counts its work."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._checked = TrustingEngine(program, checked=True)
        self.engines.append(self._checked)

    def _together(
        self,
        reference: Callable[[], Ours],
        native: Callable[[NativeEngine, Rng], Theirs],
        twin: Rng,
    ) -> tuple[Ours, Theirs] | None:
        both = super()._together(reference, native, twin)
        if both is not None:
            assert self._checked.code.used_context.work == self.reference.machine.work
        return both


def _meets(native: Callable[[], object], fault: MatchError) -> None:
    with pytest.raises(MatchError) as raised:
        native()
    assert raised.value.diagnostic == fault.diagnostic
