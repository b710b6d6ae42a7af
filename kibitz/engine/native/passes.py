"""From a Program to LLVM text: the list of passes."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.engine import limits
from kibitz.engine.native.emission import choices
from kibitz.engine.native.emission.base import Faults, ScratchSizes, SharedFunctions, Unit
from kibitz.engine.native.emission.match_kernels import Kernels, ManyKernels
from kibitz.engine.native.emission.shared_values import shared_functions
from kibitz.engine.native.emission.steps import Advancer, PileGatherer, Scorer
from kibitz.engine.native.exact.solve_kernel import SolveKernel
from kibitz.engine.native.gpu.grid import ROOM, GridKernels
from kibitz.engine.native.layout.bounds import row_width
from kibitz.engine.native.layout.packing import Packer
from kibitz.engine.native.layout.signatures import FaultSite, Purpose, Signature
from kibitz.engine.native.layout.state_layout import StateLayout, decides, state_layout
from kibitz.engine.native.learning.learning_kernels import LearningKernels
from kibitz.engine.native.learning.seat_visibility import Sighter
from kibitz.engine.native.llvm.function import Module, TooMuchCode
from kibitz.engine.native.observation.observation_kernels import ObservationKernels
from kibitz.engine.native.observation.observation_writer import NumberedOptionFinder
from kibitz.engine.native.search.appraisal_kernel import AppraisalKernel
from kibitz.engine.native.search.replay import can_draw_again, emit_draw_again
from kibitz.engine.native.search.search_kernel import SearchKernel
from kibitz.engine.native.search.worlds import emit_worlds
from kibitz.engine.program import Decide, Program
from kibitz.engine.program.static_analysis import picks_come_first
from kibitz.engine.program.work import Prices
from kibitz.engine.state import State
from kibitz.recycle import Diagnostic, Label, RecycleError, Span

_SHARING = (Purpose.PLAY, Purpose.SEARCH, Purpose.LEARN)


@dataclass(frozen=True)
class Emitted:
    """A game as LLVM text, and what must be known to call it; nothing of any processor."""

    text: str
    layout: StateLayout
    row_width: int
    faults: tuple[FaultSite, ...]
    exported: tuple[Signature, ...]


def emit(program: Program, start: State, purpose: Purpose, *, checked: bool = False) -> Emitted:
    """The program as LLVM text; `start` is the table that every match begins with.

    Raises RecycleError if it comes to more code than may be compiled.
    """
    try:
        return _emitted(program, start, purpose, checked)
    except TooMuchCode as fault:
        label = Label(fault.rule or Span(0, 0), "most of it comes from here")
        headline = f"the rules come to more than {limits.INSTRUCTIONS:,} machine instructions"
        note = "the reference engine plays them all the same, only slower"
        diagnostic = Diagnostic("too-much-code", headline, label, notes=(note,))
        raise RecycleError(program.source, (diagnostic,)) from None


def _emitted(program: Program, start: State, purpose: Purpose, checked: bool) -> Emitted:
    width, is_open = row_width(program), purpose is Purpose.SOLVE
    unit = _unit(program, purpose, checked)
    layout, module = unit.layout, unit.module
    kernels = Kernels(unit, Packer(program, layout).pack(start), width)
    if not is_open:
        kernels.emit_chance()
    if unit.replays:
        emit_draw_again(unit)
    PileGatherer(unit).emit()
    if purpose.observes:
        Sighter(unit).emit()
    for step, decide in decides(program).items():
        with module.rule(decide.span):
            _emit_choice(unit, width, purpose, step, decide)
    Advancer(unit).emit()
    Scorer(unit).emit()
    kernels.emit_dispatches()
    if is_open:
        SolveKernel(unit, width).emit()
        return _text(unit, width)
    kernels.emit_decisions()
    if purpose in (Purpose.GRID, Purpose.GRID_TRIALS):
        if purpose is Purpose.GRID:
            GridKernels(unit, width).emit_playouts()
        else:
            emit_worlds(unit, width)
            GridKernels(unit, width).emit_trials()
        return _text(unit, width)
    kernels.emit_matches()
    if purpose.observes:
        kernels.emit_dispatch("numbered")
        ObservationKernels(unit, width).emit()
    if purpose in (Purpose.PLAY, Purpose.GRID_BATCH):
        ManyKernels(unit, width).emit()
    if purpose is Purpose.GRID_BATCH:
        GridKernels(unit, width).emit_batch()
    if purpose in (Purpose.SEARCH, Purpose.LEARN):
        kernels.emit_dispatch("keyed")
        if purpose is Purpose.LEARN:
            LearningKernels(unit, width).emit()
        has_nets = purpose is Purpose.LEARN
        SearchKernel(unit, width, has_nets=has_nets).emit()
        AppraisalKernel(unit, width, has_nets=has_nets).emit()
    return _text(unit, width)


def _unit(program: Program, purpose: Purpose, checked: bool) -> Unit:
    return Unit(
        program,
        state_layout(program),
        Module("game", has_kernels=purpose.is_for_grid),
        Faults(),
        checked,
        Prices(program.code, program.score),
        is_open=purpose is Purpose.SOLVE,
        room=ROOM if purpose.is_for_grid else ScratchSizes(),
        traces=purpose is Purpose.LEARN,
        replays=purpose in (Purpose.SEARCH, Purpose.LEARN) and can_draw_again(program),
        has_witnesses=purpose is Purpose.OBSERVE,
        shared=shared_functions(program) if purpose in _SHARING else SharedFunctions(),
    )


def _text(unit: Unit, width: int) -> Emitted:
    module, faults = unit.module, tuple(unit.faults.sites)
    return Emitted(module.text(), unit.layout, width, faults, module.exported)


def _emit_choice(unit: Unit, width: int, purpose: Purpose, step: int, decide: Decide) -> None:
    emitters: list[choices.OptionFinder | choices.OptionPerformer] = []
    for number, alternative in enumerate(decide.alternatives):
        if not picks_come_first(alternative):
            follower = choices.PathFollower(unit, Signature(f"follow{step}_{number}", "ppi"))
            follower.seat_depth, follower.team_depth = unit.layout.depths[step]
            follower.emit(alternative)
    if purpose in (Purpose.SEARCH, Purpose.LEARN):
        emitters.append(choices.KeyedOptionFinder(unit, step, width))
    if purpose.observes:
        emitters.append(NumberedOptionFinder(unit, step, width))
    for kind in (choices.OptionFinder, choices.OptionPerformer):
        emitters.append(kind(unit, step, width))
    for emitter in emitters:
        emitter.seat_depth, emitter.team_depth = unit.layout.depths[step]
        emitter.emit(decide)
