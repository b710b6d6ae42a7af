"""Both engines side by side: one match, played twice, compared after every decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

from kibitz.engine import Interpreter, MatchError, Program, Rng
from kibitz.engine.native.engine import NativeEngine
from kibitz.engine.protocol import Step

Ours = TypeVar("Ours")
Theirs = TypeVar("Theirs")
Twins = tuple[Step, bytes]
"""A step of the interpreter's and the native one that must be the same."""

OUT_OF_PATIENCE = "too-much-work"
"""The one fault that is no rule: the interpreter gives up where native code is fast enough."""
OPTIONS_TRIED = 48
"""How many options of one decision are played on both engines, spread over all of them."""


class Lockstep:
    """The interpreter and the native engine of one program."""

    def __init__(self, program: Program, *, checked: bool = False) -> None:
        self.reference = Interpreter(program)
        self.native = NativeEngine(program, checked=checked)

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
        twins = together(lambda: self.reference.deal(chance), lambda: self.native.deal_packed(twin))
        return self._same(twins, chance, twin)

    def apply(self, twins: Twins, option: int, chance: Rng, twin: Rng) -> Twins | None:
        """The next decision on both engines; None if both meet the same fault."""
        step, block = twins
        after = together(
            lambda: self.reference.apply(step, option, chance),
            lambda: self.native.apply_packed(block, option, twin),
        )
        return self._same(after, chance, twin)

    def options(self, twins: Twins) -> int:
        """How many options both engines find; 0 at the end of the match or in a fault of both."""
        step, block = twins
        if step.is_over:
            outcomes = together(
                lambda: self.reference.score(step.state), lambda: self.native.score_packed(block)
            )
            assert outcomes is None or outcomes[0] == outcomes[1]
            return 0
        found = together(lambda: self._alternatives(step), lambda: self.native.rows_packed(block))
        if found is None:
            return 0
        alternatives, rows = found
        assert [row[0] for row in rows] == alternatives
        return len(rows)

    @staticmethod
    def _alternatives(step: Step) -> list[int]:
        """The alternative of every option, in order."""
        return [path[0] for path, _ in step.found]

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


def together(
    reference: Callable[[], Ours], native: Callable[[], Theirs]
) -> tuple[Ours, Theirs] | None:
    """What both give; None if the reference meets a fault, which the other must meet too."""
    try:
        ours = reference()
    except MatchError as fault:
        if fault.diagnostic.slug != OUT_OF_PATIENCE:
            _meets(native, fault)
        return None
    return ours, native()


def _meets(native: Callable[[], object], fault: MatchError) -> None:
    with pytest.raises(MatchError) as raised:
        native()
    assert raised.value.diagnostic == fault.diagnostic
