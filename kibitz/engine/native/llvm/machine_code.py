"""Machine code out of LLVM text."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm

from kibitz.engine.native.llvm.function import Signature

_C_TYPES = {"p": ctypes.c_void_p, "i": ctypes.c_int32, "l": ctypes.c_uint64}


class MachineCode:
    """Compiled functions; they live as long as this object."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine

    def function(self, signature: Signature) -> Callable[..., int]:
        """The function, callable from Python; the interpreter lock is released meanwhile."""
        kinds = [_C_TYPES[letter] for letter in signature.parameters]
        prototype = ctypes.CFUNCTYPE(ctypes.c_int32, *kinds)
        return prototype(self._engine.get_function_address(signature.name))


_is_ready = False


def _target_machine() -> Any:
    global _is_ready  # noqa: PLW0603  # llvmlite wants to be told once per process
    if not _is_ready:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        _is_ready = True
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=2,
        jit=True,
    )


_LARGE = 6000
"""Lines from which on unrolling loops costs more time than it gains for one sitting."""


def compile_text(text: str) -> MachineCode:
    """Machine code for verified, optimised LLVM text."""
    module = llvm.parse_assembly(text)
    module.verify()
    machine = _target_machine()
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = False
    options.loop_unrolling = text.count("\n") < _LARGE
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    return MachineCode(engine)
