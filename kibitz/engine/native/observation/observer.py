"""The compiled code that observes: what a program's seats see and may do, as arrays."""

from __future__ import annotations

from kibitz.engine.by_rules import OnceByRules
from kibitz.engine.native.layout import signatures
from kibitz.engine.native.runtime.code import NativeCode
from kibitz.engine.program import Program


class Observer:
    """Of one program, for any number of threads; states are those of its engine."""

    def __init__(self, program: Program) -> None:
        self.code = NativeCode(program, signatures.Purpose.OBSERVE)
        self.observe = self.code.function(signatures.OBSERVE_MANY)
        self.mask = self.code.function(signatures.MASK_MANY)
        self.act = self.code.function(signatures.ACT_MANY)
        self.renew = self.code.function(signatures.RENEW_MANY)
        self.inform = self.code.function(signatures.INFORM_MANY)


observer = OnceByRules(Observer)
"""The observing code of these rules, compiled on first use."""
