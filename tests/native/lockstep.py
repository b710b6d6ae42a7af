"""Both engines side by side: one match, played twice, compared after every decision."""

from __future__ import annotations

from collections.abc import Callable
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

    def __init__(self, program: Program, *, checked: bool = False) -> None:
        self.reference = CountedInterpreter(program)
        self.native = TrustingEngine(program, checked=checked)
        self._is_counted = checked  # other code leaves out what cannot be too much

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
        twins = self._together(
            lambda: self.reference.deal(chance), lambda: deal_packed(self.native, twin)
        )
        return self._same(twins, chance, twin)

    def apply(self, twins: Twins, option: int, chance: Rng, twin: Rng) -> Twins | None:
        """The next decision on both engines; None if both meet the same fault."""
        step, block = twins
        after = self._together(
            lambda: self.reference.apply(step, option, chance),
            lambda: apply_packed(self.native, block, option, twin),
        )
        return self._same(after, chance, twin)

    def options(self, twins: Twins) -> int:
        """How many options both engines find; 0 at the end of the match or in a fault of both."""
        step, block = twins
        if step.is_over:
            outcomes = self._together(
                lambda: self.reference.score(step.state), lambda: score_packed(self.native, block)
            )
            assert outcomes is None or outcomes[0] == outcomes[1]
            return 0
        found = self._together(lambda: step.found, lambda: rows_packed(self.native, block))
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
        self, reference: Callable[[], Ours], native: Callable[[], Theirs]
    ) -> tuple[Ours, Theirs] | None:
        """What both give, for the same work; None if both meet the same fault."""
        try:
            ours = reference()
        except MatchError as fault:
            _meets(native, fault)
            return None
        theirs = native()
        if self._is_counted:
            assert self.native.code.used_context.work == self.reference.machine.work
        return ours, theirs


def _meets(native: Callable[[], object], fault: MatchError) -> None:
    with pytest.raises(MatchError) as raised:
        native()
    assert raised.value.diagnostic == fault.diagnostic
