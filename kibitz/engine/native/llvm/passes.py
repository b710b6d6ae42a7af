"""LLVM's passes over emitted text, as many as its length allows; the same for every target."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm

_LOOP = 20
"""What a loop weighs in lines of text: passes look at all pairs of loops."""
_STEPS = 32
"""So many pairs of steps weigh a line: stages in stages are loops in loops, through all of them."""
_UNROLLED, _OPTIMISED, _TIDIED = 7_000, 20_000, 32_000
"""Up to these weights loops are unrolled, everything is optimised, and the most is. Beyond, passes
could take minutes; no game we know comes near."""


def optimised(text: str, machine_of_level: Callable[[int], Any], triple: str = "") -> Any:
    """The verified module, and the machine of the level that it was optimised at."""
    module, weight = llvm.parse_assembly(text), _weight(text)
    module.verify()
    level = 2 if weight < _OPTIMISED else 1 if weight < _TIDIED else 0
    machine = machine_of_level(level)
    if triple:
        module.triple, module.data_layout = triple, str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = options.slp_vectorization = False
    options.loop_unrolling = weight < _UNROLLED
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return module, machine


def _weight(text: str) -> int:
    """In lines, and what goes with them."""
    steps = text.count("\nstep")
    return text.count("\n") + _LOOP * text.count("\nloop") + steps * steps // _STEPS
