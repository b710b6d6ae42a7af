"""From a Program to LLVM text: the list of passes."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.engine.native.base import Faults, Unit
from kibitz.engine.native.choices import (
    KeyedOptionFinder,
    OptionFinder,
    OptionPerformer,
    PathFollower,
)
from kibitz.engine.native.kernels import Kernels
from kibitz.engine.native.layout import StateLayout, decides, state_layout
from kibitz.engine.native.llvm.function import Module
from kibitz.engine.native.many import ManyKernels
from kibitz.engine.native.packing import Packer
from kibitz.engine.native.rows import row_width
from kibitz.engine.native.search import SearchKernel
from kibitz.engine.native.signatures import FaultSite, Purpose, Signature
from kibitz.engine.native.steps import Advancer, Scorer
from kibitz.engine.program import Program
from kibitz.engine.program.picks import picks_come_first
from kibitz.engine.program.work import Prices
from kibitz.engine.state import State


@dataclass(frozen=True)
class Emitted:
    """A game as LLVM text, and what must be known to call it; nothing of any processor."""

    text: str
    layout: StateLayout
    row_width: int
    faults: tuple[FaultSite, ...]
    exported: tuple[Signature, ...]


def emit(program: Program, start: State, purpose: Purpose, *, checked: bool = False) -> Emitted:
    """The program as LLVM text; `start` is the table that every match begins with."""
    layout, width = state_layout(program), row_width(program)
    unit = Unit(
        program, layout, Module("game"), Faults(), checked, Prices(program.code, program.score)
    )
    kernels = Kernels(unit, Packer(program, layout).pack(start), width)
    kernels.emit_chance()
    _emit_choices(unit, width, purpose)
    Advancer(unit).emit()
    Scorer(unit).emit()
    kernels.emit_matches()
    if purpose is Purpose.SEARCH:
        kernels.emit_dispatch("keyed")
        SearchKernel(unit, width).emit()
    else:
        ManyKernels(unit, width).emit()
    module = unit.module
    return Emitted(module.text(), layout, width, tuple(unit.faults.sites), module.exported)


def _emit_choices(unit: Unit, width: int, purpose: Purpose) -> None:
    for step, decide in decides(unit.program).items():
        emitters: list[OptionFinder | OptionPerformer] = []
        for number, alternative in enumerate(decide.alternatives):
            if not picks_come_first(alternative):
                follower = PathFollower(unit, Signature(f"follow{step}_{number}", "pp"))
                follower.seat_depth, follower.team_depth = unit.layout.depths[step]
                follower.emit(alternative)
        if purpose is Purpose.SEARCH:
            emitters.append(KeyedOptionFinder(unit, step, width))
        emitters += [OptionFinder(unit, step, width), OptionPerformer(unit, step, width)]
        for emitter in emitters:
            emitter.seat_depth, emitter.team_depth = unit.layout.depths[step]
            emitter.emit(decide)
