"""The processor this runs on, as a target: LLVM text → object code → functions to call.

Another target is another file with the same functions.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import llvmlite
import llvmlite.binding as llvm

from kibitz.engine.native.layout.signatures import Signature

_LOOP = 20
"""What a loop weighs in lines of text: passes look at all pairs of loops."""
_STAGE = re.compile(r"^stage(?:\.\d+)?:", re.MULTILINE)
_STAGES = 2
"""What a pair of stages of one function weighs in lines: they may be loops in loops."""
_UNROLLED, _OPTIMISED = 7_000, 48_000
"""Up to these weights loops are unrolled, and anything is optimised: a weight of ten thousand takes
some 0.8 s. Beyond, passes could take minutes, so that the code is as it was written; a game of the
library comes there with every check alone. Half an optimisation would take nearly as long."""


def optimised(
    text: str, machine_of_level: Callable[[int], Any], triple: str = "", patience: int = 1
) -> Any:
    """The verified module, and the machine of the level that it was optimised at; `patience` is how
    much more of it may be than where somebody waits, and 0 where speed is worth nothing."""
    module, weight = llvm.parse_assembly(text), _weight(text)
    module.verify()
    level = 2 if weight < patience * _OPTIMISED else 0
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
    pairs = sum(len(_STAGE.findall(part)) ** 2 for part in text.split("\ndefine "))
    return text.count("\n") + _LOOP * text.count("\nloop") + _STAGES * pairs


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


def compiler() -> str:
    """Which it is, for any target."""
    return f"llvmlite {llvmlite.__version__}, LLVM {llvm.llvm_version_info}"


def name() -> str:
    """The compiler and the processor: object code made under another name may not run here."""
    features = llvm.get_host_cpu_features().flatten()
    return f"{compiler()}, {llvm.get_process_triple()}, {llvm.get_host_cpu_name()} {features}"


def object_code(text: str, patience: int = 1) -> bytes:
    """Code for verified LLVM text, optimised as far as its length allows."""
    module, machine = optimised(text, _machine, patience=patience)
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


@cache
def _prepare_others() -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


def machine_elsewhere(triple: str, level: int, **wanted: str) -> Any:
    """The machine of another target than this processor."""
    _prepare_others()
    return llvm.Target.from_triple(triple).create_target_machine(opt=level, **wanted)
