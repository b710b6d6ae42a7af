"""Numbers, addresses and variables in emitted code."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from llvmlite import ir

from kibitz.engine.native.layout.fields import Field

if TYPE_CHECKING:
    from kibitz.engine.native.llvm.function import Function

I1, I8, I16, I32, I64 = (ir.IntType(bits) for bits in (1, 8, 16, 32, 64))
WIDTHS = {1: I8, 2: I16, 4: I32, 8: I64}
REAL = ir.DoubleType()
SINGLE = ir.FloatType()
POINTER = ir.PointerType()


class LlvmValue:
    """Something that emitted code works with: an LLVM value of a function."""

    __slots__ = ("f", "v")

    def __init__(self, function: Function, value: Any) -> None:
        self.f = function
        self.v = value


def _operation(name: str) -> Callable[[Word, Word | int], Word]:
    def operate(left: Word, right: Word | int) -> Word:
        return Word(left.f, getattr(left.f.builder, name)(left.v, left.same_kind(right)))

    return operate


def _comparison(operator: str) -> Callable[[Word, Word | int], Word]:
    return lambda left, right: left.compare(operator, right)


class Word(LlvmValue):
    """A number in emitted code: 32 bits unless made otherwise, or one bit for a test."""

    __slots__ = ()

    def same_kind(self, other: Word | int) -> Any:
        return other.v if isinstance(other, Word) else ir.Constant(self.v.type, other)

    __add__, __sub__, __mul__ = _operation("add"), _operation("sub"), _operation("mul")
    __and__, __or__, __xor__ = _operation("and_"), _operation("or_"), _operation("xor")
    __lshift__ = _operation("shl")
    __rshift__ = _operation("lshr")
    """Logical: zeros come in from the left."""
    divided, remainder = _operation("sdiv"), _operation("srem")
    """Signed, towards zero; the caller has excluded 0 and the one overflow."""
    unsigned_remainder = _operation("urem")
    __lt__, __le__, __gt__, __ge__ = map(_comparison, ("<", "<=", ">", ">="))
    equals, differs = _comparison("=="), _comparison("!=")

    def compare(self, operator: str, other: Word | int) -> Word:
        """One of the six comparisons, signed."""
        return Word(self.f, self.f.builder.icmp_signed(operator, self.v, self.same_kind(other)))

    def below(self, other: Word | int) -> Word:
        """Unsigned less than: also false for negative numbers on the left."""
        return Word(self.f, self.f.builder.icmp_unsigned("<", self.v, self.same_kind(other)))

    def negated(self) -> Word:
        """The opposite of a test."""
        return Word(self.f, self.f.builder.not_(self.v))

    def select(self, yes: Word | int, no: Word | int) -> Word:
        """`yes` if this test holds, else `no`."""
        one = yes if isinstance(yes, Word) else None
        other = no if isinstance(no, Word) else None
        kind = one.v.type if one else other.v.type if other else I32
        first = one.v if one else ir.Constant(kind, yes)
        second = other.v if other else ir.Constant(kind, no)
        return Word(self.f, self.f.builder.select(self.v, first, second))

    def widened(self, *, signed: bool = False) -> Word:
        """As 64 bits."""
        extend = self.f.builder.sext if signed else self.f.builder.zext
        return Word(self.f, extend(self.v, I64))

    def narrowed(self) -> Word:
        """The lower 32 bits of 64; a test becomes 0 or 1."""
        if self.v.type.width > 32:
            return Word(self.f, self.f.builder.trunc(self.v, I32))
        return Word(self.f, self.f.builder.zext(self.v, I32))

    def digits_set(self) -> Word:
        return Word(self.f, self.f.builder.ctpop(self.v))

    def lowest_digit(self) -> Word:
        """The place of the lowest digit that is set; the width where none is."""
        return Word(self.f, self.f.builder.cttz(self.v, ir.Constant(I1, 0)))

    def highest_digit(self) -> Word:
        """The place of the highest digit that is set; -1 where none is."""
        above = Word(self.f, self.f.builder.ctlz(self.v, ir.Constant(I1, 0)))
        return Word(self.f, ir.Constant(self.v.type, self.v.type.width - 1)) - above

    def without_lowest(self) -> Word:
        """The lowest digit that is set is cleared."""
        return self & (self - 1)

    def rotated_left(self, bits: int) -> Word:
        return (self << bits) | (self >> (64 - bits))

    def real(self) -> Real:
        return Real(self.f, self.f.builder.sitofp(self.v, REAL))


class Fractions(LlvmValue):
    """What numbers with fractions and lanes of them can both do."""

    __slots__ = ()

    def _op(self, name: str, other: Self) -> Self:
        return type(self)(self.f, getattr(self.f.builder, name)(self.v, other.v))

    def __add__(self, other: Self) -> Self:
        return self._op("fadd", other)

    def __sub__(self, other: Self) -> Self:
        return self._op("fsub", other)

    def __mul__(self, other: Self) -> Self:
        return self._op("fmul", other)

    def __truediv__(self, other: Self) -> Self:
        return self._op("fdiv", other)


class Real(Fractions):
    """A number with a fraction in emitted code, 64 bits."""

    __slots__ = ()

    def __gt__(self, other: Real) -> Word:
        return Word(self.f, self.f.builder.fcmp_ordered(">", self.v, other.v))

    def chosen(self, test: Word, other: Real) -> Real:
        """This number if the test holds, else the other."""
        return Real(self.f, self.f.builder.select(test.v, self.v, other.v))

    def square_root(self) -> Real:
        root = self.f.module.intrinsic("llvm.sqrt", [REAL])
        return Real(self.f, self.f.builder.call(root, [self.v]))


class Pointer(LlvmValue):
    """An address in emitted code."""

    __slots__ = ()

    def at(self, offset: Word | int) -> Pointer:
        """This address plus so many bytes."""
        index = offset.v if isinstance(offset, Word) else ir.Constant(I32, offset)
        return Pointer(self.f, self.f.builder.gep(self.v, [index], source_etype=I8))

    def load(self, width: int, *, signed: bool = False, align: int | None = None) -> Word:
        """The number of `width` bytes there, as 32 bits (8 bytes: as 64).

        A GPU reads whole numbers only at multiples of their width; `align` says that this may be
        no such place, but a multiple of that.
        """
        builder, kind = self.f.builder, WIDTHS[width]
        value = builder.load(self.v, typ=kind, align=align or width)
        if width >= 4:
            return Word(self.f, value)
        return Word(self.f, (builder.sext if signed else builder.zext)(value, I32))

    def field(self, field: Field) -> Word:
        """The whole number that a block which begins here has there."""
        return self.at(field).load(field.width)

    def set_field(self, field: Field, value: Word | int) -> None:
        self.at(field).store(value, field.width)

    def load_real(self) -> Real:
        return Real(self.f, self.f.builder.load(self.v, typ=REAL, align=1))

    def store_real(self, value: Real) -> None:
        self.f.builder.store(value.v, self.v, align=1)

    def load_single(self) -> Real:
        """The number of 32 bits there."""
        value = self.f.builder.load(self.v, typ=SINGLE, align=4)
        return Real(self.f, self.f.builder.fpext(value, REAL))

    def store_single(self, value: Real) -> None:
        self.f.builder.store(self.f.builder.fptrunc(value.v, SINGLE), self.v, align=4)

    def add_real(self, value: Real) -> None:
        self.store_real(self.load_real() + value)

    def load_now(self) -> Word:
        """32 bits that another thread may change at any time."""
        return Word(self.f, self.f.builder.load_atomic(self.v, "monotonic", 4, typ=I32))

    def load_address(self) -> Pointer:
        """The address that is stored there."""
        return Pointer(self.f, self.f.builder.load(self.v, typ=POINTER, align=8))

    def store_address(self, address: Pointer) -> None:
        self.f.builder.store(address.v, self.v, align=8)

    def store(self, value: Word | int, width: int, *, align: int | None = None) -> None:
        builder, kind = self.f.builder, WIDTHS[width]
        number = value.v if isinstance(value, Word) else ir.Constant(kind, value)
        if number.type.width > kind.width:
            number = builder.trunc(number, kind)
        builder.store(number, self.v, align=align or width)

    def fetch(self) -> None:
        """Will be read soon: the processor may bring what lies there nearer meanwhile."""
        kinds, (reading, keeping, data) = [POINTER, I32, I32, I32], (0, 3, 1)
        hint = self.f.module.outside("llvm.prefetch.p0", ir.VoidType(), kinds)
        numbers = [ir.Constant(I32, number) for number in (reading, keeping, data)]
        self.f.builder.call(hint, [self.v, *numbers])

    def is_null(self) -> Word:
        nothing = ir.Constant(POINTER, None)
        return Word(self.f, self.f.builder.icmp_unsigned("==", self.v, nothing))

    def select(self, test: Word, other: Pointer) -> Pointer:
        """This address if the test holds, else the other."""
        return Pointer(self.f, self.f.builder.select(test.v, self.v, other.v))


Held = TypeVar("Held", bound=LlvmValue)


class Changeable(Generic[Held]):
    """Something changeable of the function."""

    __slots__ = ("_f", "_made", "_slot", "kind")

    def __init__(self, function: Function, kind: Any, made: type[Held]) -> None:
        self._f, self.kind, self._made = function, kind, made
        self._slot = function.allocate_typed(kind)

    def get(self) -> Held:
        return self._made(self._f, self._f.builder.load(self._slot, typ=self.kind))

    def set(self, value: Held) -> None:
        self._f.builder.store(value.v, self._slot)


class Variable(Changeable[Word]):
    """A changeable number of 32 or 64 bits."""

    __slots__ = ()

    def set(self, value: Word | int) -> None:
        number = value.v if isinstance(value, Word) else ir.Constant(self.kind, value)
        self._f.builder.store(number, self._slot)

    def add(self, amount: Word | int) -> None:
        self.set(self.get() + amount)
