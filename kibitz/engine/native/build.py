"""From a Program to machine code: the list of passes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kibitz.engine.native.base import Faults, Unit
from kibitz.engine.native.choices import (
    KeyedOptionFinder,
    OptionFinder,
    OptionPerformer,
    PathFollower,
    picks_come_first,
    row_width,
)
from kibitz.engine.native.kernels import Kernels
from kibitz.engine.native.layout import StateLayout, decides, state_layout
from kibitz.engine.native.llvm import MachineCode, Module, Signature, compile_text
from kibitz.engine.native.many import ManyKernels
from kibitz.engine.native.packing import Packer
from kibitz.engine.native.search import SearchKernel
from kibitz.engine.native.steps import Advancer, Scorer
from kibitz.engine.program import Program
from kibitz.engine.state import State


class Purpose(StrEnum):
    """What the code is for: search needs more functions than play."""

    PLAY = "play"
    SEARCH = "search"


@dataclass(frozen=True)
class Build:
    """Compiled code of one program, and what is needed to use it."""

    code: MachineCode
    layout: StateLayout
    packer: Packer
    row_width: int
    faults: Faults


def emit(
    program: Program, start: State, purpose: Purpose, *, checked: bool
) -> tuple[str, StateLayout, Faults]:
    """The program as LLVM text; `start` is the table that every match begins with."""
    layout, width = state_layout(program), row_width(program)
    unit = Unit(program, layout, Module("game"), Faults(), checked)
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
    return unit.module.text(), layout, unit.faults


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


def build(
    program: Program, start: State, purpose: Purpose = Purpose.PLAY, *, checked: bool = False
) -> Build:
    text, layout, faults = emit(program, start, purpose, checked=checked)
    packer = Packer(program, layout)
    return Build(compile_text(text), layout, packer, row_width(program), faults)
