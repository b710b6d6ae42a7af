"""The processor this runs on, as a target: LLVM text → object code → functions to call.

Another target is another file with the same functions.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any

import llvmlite
import llvmlite.binding as llvm

from kibitz.engine.native.llvm.passes import optimised
from kibitz.engine.native.runtime.signatures import Signature

_C_TYPES = {"p": ctypes.c_void_p, "i": ctypes.c_int32, "l": ctypes.c_uint64}


class MachineCode:
    """Functions in memory; they live as long as this object."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine

    def function(self, signature: Signature) -> Callable[..., int]:
        """The function, callable from Python; the interpreter lock is released meanwhile."""
        kinds = [_C_TYPES[letter] for letter in signature.parameters]
        prototype = ctypes.CFUNCTYPE(ctypes.c_int32, *kinds)
        return prototype(self._engine.get_function_address(signature.name))


def name() -> str:
    """The compiler and the processor: object code made under another name may not run here."""
    features = llvm.get_host_cpu_features().flatten()
    compiler = f"llvmlite {llvmlite.__version__}, LLVM {llvm.llvm_version_info}"
    return f"{compiler}, {llvm.get_process_triple()}, {llvm.get_host_cpu_name()} {features}"


def object_code(text: str) -> bytes:
    """Code for verified LLVM text, optimised as far as its length allows."""
    module, machine = optimised(text, _machine)
    code: bytes = machine.emit_object(module)
    return code


def load(code: bytes) -> MachineCode:
    """The functions of object code that `object_code` made under the same name."""
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine(0))
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return MachineCode(engine)


@cache
def _prepare() -> None:
    """llvmlite wants to be told once per process."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


def _machine(level: int) -> Any:
    _prepare()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=level,
        jit=True,
    )
