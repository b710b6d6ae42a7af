"""Sixteen numbers side by side in emitted code: what nets are worked out with.

They are single precision, and every operation is done in the order in which it is written, so that
a net comes to the same on every processor.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from kibitz.engine.native.llvm import words
from kibitz.engine.native.llvm.words import Fractions, Pointer, Real, Word

WIDTH = 16
BYTES = 4 * WIDTH
_KIND = ir.VectorType(words.SINGLE, WIDTH)


class Lanes(Fractions):
    """Sixteen numbers with fractions."""

    __slots__ = ()

    def where_positive(self, of: Lanes, other: Lanes) -> Lanes:
        """This where `of` is above 0, elsewhere the other."""
        nothing = ir.Constant(_KIND, [0.0] * WIDTH)
        test = self.f.builder.fcmp_ordered(">", of.v, nothing)
        return Lanes(self.f, self.f.builder.select(test, self.v, other.v))

    def square_root(self) -> Lanes:
        root = self.f.module.function_of_lanes("llvm.sqrt.v16f32", _KIND)
        return Lanes(self.f, self.f.builder.call(root, [self.v]))

    def total(self) -> Real:
        """The sum, in halves: always in the same order."""
        value, width = self.v, WIDTH
        builder = self.f.builder
        while width > 1:
            width //= 2
            halves = [_mask(range(start, start + width)) for start in (0, width)]
            low, high = (builder.shuffle_vector(value, value, half) for half in halves)
            value = builder.fadd(low, high)
        single = builder.extract_element(value, ir.Constant(words.I32, 0))
        return Real(self.f, builder.fpext(single, words.REAL))


def load_lanes(address: Pointer) -> Lanes:
    return Lanes(address.f, address.f.builder.load(address.v, typ=_KIND, align=4))


def store_lanes(address: Pointer, value: Lanes) -> None:
    address.f.builder.store(value.v, address.v, align=4)


def everywhere(value: Real) -> Lanes:
    """The same number in every lane."""
    f = value.f
    single = f.builder.fptrunc(value.v, words.SINGLE)
    nothing = ir.Constant(_KIND, ir.Undefined)
    one = f.builder.insert_element(nothing, single, ir.Constant(words.I32, 0))
    return Lanes(f, f.builder.shuffle_vector(one, nothing, _mask([0] * WIDTH)))


BLOCK = 64
"""Bytes that are looked at together."""


def filled(block: Pointer) -> Word:
    """64 digits: which bytes of the block are not 0."""
    f, kind = block.f, ir.VectorType(words.I8, BLOCK)
    values = f.builder.load(block.v, typ=kind, align=1)
    tests = f.builder.icmp_unsigned("!=", values, ir.Constant(kind, [0] * BLOCK))
    return Word(f, f.builder.bitcast(tests, words.I64))


def _mask(positions: Any) -> Any:
    numbers = list(positions)
    return ir.Constant(ir.VectorType(words.I32, len(numbers)), numbers)


class LanesVariable(words.Changeable[Lanes]):
    """Changeable lanes of the function."""

    __slots__ = ()

    def __init__(self, value: Lanes) -> None:
        super().__init__(value.f, _KIND, Lanes)
        self.set(value)

    def add(self, value: Lanes) -> None:
        self.set(self.get() + value)
