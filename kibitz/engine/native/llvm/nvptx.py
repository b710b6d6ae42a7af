"""NVIDIA's GPUs as a target: LLVM text → PTX, which the driver of a GPU makes machine code of.

Nothing here needs a GPU, so the text of any game can be made and looked at everywhere.
"""

from __future__ import annotations

from typing import Any

from kibitz.engine.native.llvm.host import compiler, machine_elsewhere, optimised

TRIPLE = "nvptx64-nvidia-cuda"
PROCESSOR = "sm_75"
"""The oldest that today's drivers know; a driver makes code for newer ones of the same text."""
VERSION = "+ptx64"


def name() -> str:
    """The compiler and what it writes for."""
    return f"{compiler()}, {TRIPLE} {PROCESSOR} {VERSION}"


def object_code(text: str, patience: int = 1) -> bytes:
    """PTX for verified LLVM text, optimised as far as its length allows."""
    module, machine = optimised(text, _machine, TRIPLE, patience)
    assembly: str = machine.emit_assembly(module)
    return assembly.encode()


def _machine(level: int) -> Any:
    return machine_elsewhere(TRIPLE, level, cpu=PROCESSOR, features=VERSION)
