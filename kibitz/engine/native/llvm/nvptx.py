"""NVIDIA's GPUs as a target: LLVM text → PTX, which the driver of a GPU makes machine code of.

Nothing here needs a GPU, so the text of any game can be made and looked at everywhere.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import llvmlite
import llvmlite.binding as llvm

from kibitz.engine.native.llvm.host import optimised

TRIPLE = "nvptx64-nvidia-cuda"
PROCESSOR = "sm_75"
"""The oldest that today's drivers know; a driver makes code for newer ones of the same text."""
VERSION = "+ptx64"


def name() -> str:
    """The compiler and what it writes for."""
    compiler = f"llvmlite {llvmlite.__version__}, LLVM {llvm.llvm_version_info}"
    return f"{compiler}, {TRIPLE} {PROCESSOR} {VERSION}"


def object_code(text: str, patience: int = 1) -> bytes:
    """PTX for verified LLVM text, optimised as far as its length allows."""
    module, machine = optimised(text, _machine, TRIPLE, patience)
    assembly: str = machine.emit_assembly(module)
    return assembly.encode()


@cache
def _prepare() -> None:
    """llvmlite wants to be told once per process."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


def _machine(level: int) -> Any:
    _prepare()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(cpu=PROCESSOR, features=VERSION, opt=level)
