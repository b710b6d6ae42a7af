"""Our wall around llvmlite: code is written through `Function` and `Word`, and compiled.

In: calls that read like the algorithm they emit. Out: LLVM text, then machine code. llvmlite is
untyped; nothing of it leaves this folder. Read function.py first.
"""

from kibitz.engine.native.llvm.function import Function, Module, Signature
from kibitz.engine.native.llvm.machine_code import MachineCode, compile_text
from kibitz.engine.native.llvm.words import Pointer, Real, Variable, Word

__all__ = [
    "Function",
    "MachineCode",
    "Module",
    "Pointer",
    "Real",
    "Signature",
    "Variable",
    "Word",
    "compile_text",
]
