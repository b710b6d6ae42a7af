"""From a Program to machine code: the list of passes."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.engine.native._llvm import Module, Signature
from kibitz.engine.native.base import Faults, Unit
from kibitz.engine.native.choices import (
    OptionFinder,
    OptionPerformer,
    PathFollower,
    picks_come_first,
    row_width,
)
from kibitz.engine.native.kernels import Kernels
from kibitz.engine.native.layout import StateLayout, decides, state_layout
from kibitz.engine.native.machine_code import MachineCode, compile_text
from kibitz.engine.native.many import ManyKernels
from kibitz.engine.native.packing import Packer
from kibitz.engine.native.steps import Advancer, Scorer
from kibitz.engine.program import Program
from kibitz.engine.state import State


@dataclass(frozen=True)
class Build:
    """Compiled code of one program, and what is needed to use it."""

    code: MachineCode
    layout: StateLayout
    packer: Packer
    row_width: int
    faults: Faults


def emit(program: Program, start: State, *, checked: bool) -> tuple[str, StateLayout, Faults]:
    """The program as LLVM text; `start` is the empty table that every match begins with."""
    layout = state_layout(program)
    unit = Unit(program, layout, Module("game"), Faults(), checked)
    kernels = Kernels(unit, Packer(program, layout).pack(start), row_width(program))
    kernels.emit_below()
    kernels.emit_seed()
    _emit_choices(unit, row_width(program))
    Advancer(unit).emit()
    Scorer(unit).emit()
    kernels.emit_dispatch()
    kernels.emit_deal()
    kernels.emit_resume()
    kernels.emit_play_on()
    kernels.emit_playouts()
    ManyKernels(unit, row_width(program)).emit()
    return unit.module.text(), layout, unit.faults


def _emit_choices(unit: Unit, width: int) -> None:
    for step, decide in decides(unit.program).items():
        depths = unit.layout.depths[step]
        for number, alternative in enumerate(decide.alternatives):
            if not picks_come_first(alternative):
                follower = PathFollower(unit, Signature(f"follow{step}_{number}", "pp"))
                follower.seat_depth, follower.team_depth = depths
                follower.emit(alternative)
        finder = OptionFinder(unit, step, width)
        finder.seat_depth, finder.team_depth = depths
        finder.emit(decide)
        performer = OptionPerformer(unit, step, width)
        performer.seat_depth, performer.team_depth = depths
        performer.emit(decide)


def build(program: Program, start: State, *, checked: bool = False) -> Build:
    text, layout, faults = emit(program, start, checked=checked)
    packer = Packer(program, layout)
    return Build(compile_text(text), layout, packer, row_width(program), faults)
