"""Our wall around llvmlite: functions under construction.

Everything else in this room writes code through `Function` and `Word`, so that the code
generator reads like the algorithm it emits. llvmlite is untyped; nothing of it leaves this file
and machine_code.py, which turns the text into machine code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from llvmlite import ir

_I1, _I8, _I16, _I32, _I64 = (ir.IntType(bits) for bits in (1, 8, 16, 32, 64))
_WIDTHS = {1: _I8, 2: _I16, 4: _I32, 8: _I64}
_REAL = ir.DoubleType()
_POINTER = ir.PointerType()
_VOID = ir.VoidType()


class Word:
    """A number in emitted code: 32 bits unless made otherwise, or one bit for a test."""

    __slots__ = ("f", "v")

    def __init__(self, function: Function, value: Any) -> None:
        self.f = function
        self.v = value

    def _other(self, other: Word | int) -> Any:
        return other.v if isinstance(other, Word) else ir.Constant(self.v.type, other)

    def _op(self, name: str, other: Word | int) -> Word:
        return Word(self.f, getattr(self.f.builder, name)(self.v, self._other(other)))

    def __add__(self, other: Word | int) -> Word:
        return self._op("add", other)

    def __sub__(self, other: Word | int) -> Word:
        return self._op("sub", other)

    def __mul__(self, other: Word | int) -> Word:
        return self._op("mul", other)

    def __and__(self, other: Word | int) -> Word:
        return self._op("and_", other)

    def __or__(self, other: Word | int) -> Word:
        return self._op("or_", other)

    def __xor__(self, other: Word | int) -> Word:
        return self._op("xor", other)

    def __lshift__(self, other: Word | int) -> Word:
        return self._op("shl", other)

    def __rshift__(self, other: Word | int) -> Word:
        """Logical: zeros come in from the left."""
        return self._op("lshr", other)

    def divided(self, other: Word | int) -> Word:
        """Signed, towards zero; the caller has excluded 0 and the one overflow."""
        return self._op("sdiv", other)

    def remainder(self, other: Word | int) -> Word:
        return self._op("srem", other)

    def unsigned_remainder(self, other: Word | int) -> Word:
        return self._op("urem", other)

    def _compare(self, operator: str, other: Word | int) -> Word:
        return Word(self.f, self.f.builder.icmp_signed(operator, self.v, self._other(other)))

    def __lt__(self, other: Word | int) -> Word:
        return self._compare("<", other)

    def __le__(self, other: Word | int) -> Word:
        return self._compare("<=", other)

    def __gt__(self, other: Word | int) -> Word:
        return self._compare(">", other)

    def __ge__(self, other: Word | int) -> Word:
        return self._compare(">=", other)

    def equals(self, other: Word | int) -> Word:
        return self._compare("==", other)

    def differs(self, other: Word | int) -> Word:
        return self._compare("!=", other)

    def compare(self, operator: str, other: Word | int) -> Word:
        """One of the six comparisons, signed."""
        return self._compare(operator, other)

    def below(self, other: Word | int) -> Word:
        """Unsigned less than: also false for negative numbers on the left."""
        return Word(self.f, self.f.builder.icmp_unsigned("<", self.v, self._other(other)))

    def negated(self) -> Word:
        """The opposite of a test."""
        return Word(self.f, self.f.builder.not_(self.v))

    def select(self, yes: Word | int, no: Word | int) -> Word:
        """`yes` if this test holds, else `no`."""
        one = yes if isinstance(yes, Word) else None
        other = no if isinstance(no, Word) else None
        kind = one.v.type if one else other.v.type if other else _I32
        first = one.v if one else ir.Constant(kind, yes)
        second = other.v if other else ir.Constant(kind, no)
        return Word(self.f, self.f.builder.select(self.v, first, second))

    def widened(self, *, signed: bool = False) -> Word:
        """As 64 bits."""
        extend = self.f.builder.sext if signed else self.f.builder.zext
        return Word(self.f, extend(self.v, _I64))

    def narrowed(self) -> Word:
        """The lower 32 bits of 64; a test becomes 0 or 1."""
        if self.v.type.width > 32:
            return Word(self.f, self.f.builder.trunc(self.v, _I32))
        return Word(self.f, self.f.builder.zext(self.v, _I32))

    def rotated_left(self, bits: int) -> Word:
        return (self << bits) | (self >> (64 - bits))

    def real(self) -> Real:
        return Real(self.f, self.f.builder.sitofp(self.v, _REAL))


class Real:
    """A number with a fraction in emitted code, 64 bits."""

    __slots__ = ("f", "v")

    def __init__(self, function: Function, value: Any) -> None:
        self.f = function
        self.v = value

    def _op(self, name: str, other: Real) -> Real:
        return Real(self.f, getattr(self.f.builder, name)(self.v, other.v))

    def __add__(self, other: Real) -> Real:
        return self._op("fadd", other)

    def __sub__(self, other: Real) -> Real:
        return self._op("fsub", other)

    def __mul__(self, other: Real) -> Real:
        return self._op("fmul", other)

    def __truediv__(self, other: Real) -> Real:
        return self._op("fdiv", other)

    def __gt__(self, other: Real) -> Word:
        return Word(self.f, self.f.builder.fcmp_ordered(">", self.v, other.v))

    def chosen(self, test: Word, other: Real) -> Real:
        """This number if the test holds, else the other."""
        return Real(self.f, self.f.builder.select(test.v, self.v, other.v))

    def square_root(self) -> Real:
        root = self.f.module.intrinsic("llvm.sqrt", [_REAL])
        return Real(self.f, self.f.builder.call(root, [self.v]))


class Pointer:
    """An address in emitted code."""

    __slots__ = ("f", "v")

    def __init__(self, function: Function, value: Any) -> None:
        self.f = function
        self.v = value

    def at(self, offset: Word | int) -> Pointer:
        """This address plus so many bytes."""
        index = offset.v if isinstance(offset, Word) else ir.Constant(_I32, offset)
        return Pointer(self.f, self.f.builder.gep(self.v, [index], source_etype=_I8))

    def load(self, width: int, *, signed: bool = False) -> Word:
        """The number of `width` bytes there, as 32 bits (8 bytes: as 64)."""
        builder, kind = self.f.builder, _WIDTHS[width]
        value = builder.load(self.v, typ=kind, align=1)
        if width >= 4:
            return Word(self.f, value)
        return Word(self.f, (builder.sext if signed else builder.zext)(value, _I32))

    def load_real(self) -> Real:
        return Real(self.f, self.f.builder.load(self.v, typ=_REAL, align=1))

    def store_real(self, value: Real) -> None:
        self.f.builder.store(value.v, self.v, align=1)

    def add_real(self, value: Real) -> None:
        self.store_real(self.load_real() + value)

    def load_address(self) -> Pointer:
        """The address that is stored there."""
        return Pointer(self.f, self.f.builder.load(self.v, typ=_POINTER, align=1))

    def store(self, value: Word | int, width: int) -> None:
        builder, kind = self.f.builder, _WIDTHS[width]
        number = value.v if isinstance(value, Word) else ir.Constant(kind, value)
        if number.type.width > kind.width:
            number = builder.trunc(number, kind)
        builder.store(number, self.v, align=1)

    def is_null(self) -> Word:
        nothing = ir.Constant(_POINTER, None)
        return Word(self.f, self.f.builder.icmp_unsigned("==", self.v, nothing))

    def select(self, test: Word, other: Pointer) -> Pointer:
        """This address if the test holds, else the other."""
        return Pointer(self.f, self.f.builder.select(test.v, self.v, other.v))


class Variable:
    """A changeable 32- or 64-bit number of the function."""

    __slots__ = ("_f", "_slot", "_type")

    def __init__(self, function: Function, kind: Any) -> None:
        self._f = function
        self._type = kind
        self._slot = function.allocate_typed(kind)

    def get(self) -> Word:
        return Word(self._f, self._f.builder.load(self._slot, typ=self._type))

    def set(self, value: Word | int) -> None:
        number = value.v if isinstance(value, Word) else ir.Constant(self._type, value)
        self._f.builder.store(number, self._slot)

    def add(self, amount: Word | int) -> None:
        self.set(self.get() + amount)


class PointerVariable:
    """A changeable address of the function."""

    __slots__ = ("_f", "_slot")

    def __init__(self, function: Function) -> None:
        self._f = function
        self._slot = function.allocate_typed(_POINTER)

    def get(self) -> Pointer:
        return Pointer(self._f, self._f.builder.load(self._slot, typ=_POINTER))

    def set(self, value: Pointer) -> None:
        self._f.builder.store(value.v, self._slot)


class RealVariable:
    """A changeable number with a fraction."""

    __slots__ = ("_f", "_slot")

    def __init__(self, function: Function) -> None:
        self._f = function
        self._slot = function.allocate_typed(_REAL)

    def get(self) -> Real:
        return Real(self._f, self._f.builder.load(self._slot, typ=_REAL))

    def set(self, value: Real) -> None:
        self._f.builder.store(value.v, self._slot)


@dataclass(frozen=True, slots=True)
class Signature:
    """What a function takes: `p` an address, `i` 32 bits, `l` 64 bits. It returns 32 bits."""

    name: str
    parameters: str


_PARAMETERS = {"p": _POINTER, "i": _I32, "l": _I64}


class Module:
    """Emitted functions and constant tables of one game."""

    def __init__(self, name: str) -> None:
        self._module = ir.Module(name)
        self._functions: dict[str, Any] = {}
        self._tables: dict[tuple[int, tuple[int, ...]], Any] = {}

    def _declare(self, signature: Signature, inline: bool, exported: bool) -> Any:
        kinds = [_PARAMETERS[letter] for letter in signature.parameters]
        function = ir.Function(self._module, ir.FunctionType(_I32, kinds), signature.name)
        for argument, letter in zip(function.args, signature.parameters, strict=True):
            if letter == "p":
                argument.add_attribute("noalias")
        function.attributes.add("nounwind")
        if inline:
            function.attributes.add("alwaysinline")
        if not exported:
            function.linkage = "internal"
        self._functions[signature.name] = function
        return function

    def function(
        self, signature: Signature, *, inline: bool = False, exported: bool = True
    ) -> Function:
        """A new function, ready to be written; one that is not exported may vanish in others."""
        return Function(self, self._declare(signature, inline, exported))

    def called(self, name: str) -> Any:
        return self._functions[name]

    def table(self, values: Sequence[int], width: int) -> Any:
        """A constant table of numbers of `width` bytes; equal tables are one."""
        key = width, tuple(values)
        if key not in self._tables:
            kind = ir.ArrayType(_WIDTHS[width], len(values))
            table = ir.GlobalVariable(self._module, kind, f"table{len(self._tables)}")
            table.global_constant = True
            table.linkage = "internal"
            table.initializer = ir.Constant(kind, list(values))
            table.type = _POINTER  # llvmlite still types its globals
            self._tables[key] = table
        return self._tables[key]

    def intrinsic(self, name: str, kinds: list[Any]) -> Any:
        return self._module.declare_intrinsic(name, kinds)

    def text(self) -> str:
        return str(self._module)


class Function:
    """A function being written: numbers in, code out."""

    def __init__(self, module: Module, function: Any) -> None:
        self.module = module
        self._function = function
        self._entry = function.append_basic_block("entry")
        body = function.append_basic_block("body")
        self.builder = ir.IRBuilder(self._entry)
        self._to_body = self.builder.branch(body)
        self.builder.position_at_end(body)

    # ------------------------------------------------------------------ parameters, constants

    def number(self, position: int) -> Word:
        return Word(self, self._function.args[position])

    def address(self, position: int) -> Pointer:
        return Pointer(self, self._function.args[position])

    def constant(self, value: int) -> Word:
        return Word(self, ir.Constant(_I32, value))

    def constant64(self, value: int) -> Word:
        return Word(self, ir.Constant(_I64, value))

    def null(self) -> Pointer:
        return Pointer(self, ir.Constant(_POINTER, None))

    def real(self, value: float) -> Real:
        return Real(self, ir.Constant(_REAL, value))

    def truth(self, value: bool) -> Word:
        return Word(self, ir.Constant(_I1, int(value)))

    # ------------------------------------------------------------------ memory

    def allocate_typed(self, kind: Any) -> Any:
        with self.builder.goto_block(self._entry):
            self.builder.position_before(self._to_body)
            slot = self.builder.alloca(kind)
            slot.type = _POINTER  # llvmlite still types what it allocates
            return slot

    def buffer(self, size: int) -> Pointer:
        """Room for so many bytes, as long as the function runs."""
        slot = self.allocate_typed(ir.ArrayType(_I8, size))
        return Pointer(self, slot)

    def variable(self, value: Word | int) -> Variable:
        made = Variable(self, _I32)
        made.set(value)
        return made

    def variable64(self, value: Word | int) -> Variable:
        made = Variable(self, _I64)
        made.set(value)
        return made

    def real_variable(self, value: float) -> RealVariable:
        made = RealVariable(self)
        made.set(self.real(value))
        return made

    def pointer_variable(self, value: Pointer) -> PointerVariable:
        made = PointerVariable(self)
        made.set(value)
        return made

    def look_up(self, values: Sequence[int], index: Word, width: int) -> Word:
        """The entry of a constant table."""
        table = self.module.table(values, width)
        zero = ir.Constant(_I32, 0)
        kind = ir.ArrayType(_WIDTHS[width], len(values))
        address = self.builder.gep(table, [zero, index.v], source_etype=kind)
        return Pointer(self, address).load(width, signed=min(values, default=0) < 0)

    def table_address(self, values: Sequence[int], width: int) -> Pointer:
        """Where a constant table lies."""
        table = self.module.table(values, width)
        return Pointer(self, table)

    def copy(self, target: Pointer, source: Pointer, size: int | Word) -> None:
        """Copy bytes between places that do not overlap."""
        self._memory_intrinsic("llvm.memcpy", target, source.v, size)

    def slide(self, target: Pointer, source: Pointer, size: int | Word) -> None:
        """Copy bytes between places that may overlap."""
        self._memory_intrinsic("llvm.memmove", target, source.v, size)

    def clear(self, target: Pointer, size: int | Word) -> None:
        self._memory_intrinsic("llvm.memset", target, ir.Constant(_I8, 0), size)

    def _memory_intrinsic(self, name: str, target: Pointer, what: Any, size: int | Word) -> None:
        count = size.widened().v if isinstance(size, Word) else ir.Constant(_I64, size)
        kinds = [_POINTER, _I64] if name == "llvm.memset" else [_POINTER, _POINTER, _I64]
        intrinsic = self.module.intrinsic(name, kinds)
        self.builder.call(intrinsic, [target.v, what, count, ir.Constant(_I1, 0)])

    # ------------------------------------------------------------------ arithmetic that may fail

    def checked(self, operation: str, left: Word, right: Word) -> tuple[Word, Word]:
        """Signed `sadd`, `ssub` or `smul`: the result, and whether it overflowed."""
        pair = getattr(self.builder, f"{operation}_with_overflow")(left.v, right.v)
        result, failed = (self.builder.extract_value(pair, index) for index in (0, 1))
        return Word(self, result), Word(self, failed)

    # ------------------------------------------------------------------ control

    def call(self, name: str, *arguments: Word | Pointer) -> Word:
        function = self.module.called(name)
        return Word(self, self.builder.call(function, [argument.v for argument in arguments]))

    def give(self, value: Word | int) -> None:
        """Return from the function; what is written after it is never run."""
        number = value.v if isinstance(value, Word) else ir.Constant(_I32, value)
        self.builder.ret(number)
        self._go_on_unreachable()

    def _go_on_unreachable(self) -> None:
        self.builder.position_at_end(self._function.append_basic_block("after"))

    @contextmanager
    def when(self, test: Word, *, rarely: bool = False) -> Iterator[None]:
        with self.builder.if_then(test.v, likely=False if rarely else None):
            yield

    @contextmanager
    def either(self, test: Word) -> Iterator[tuple[Any, Any]]:
        """`with f.either(test) as (yes, no): with yes: … with no: …`."""
        with self.builder.if_else(test.v) as branches:
            yield branches

    @contextmanager
    def count(self, low: Word | int, high: Word | int) -> Iterator[Word]:
        """The body for every number from `low` up to, not including, `high`."""
        index = self.variable(low)
        with self.forever() as leave:
            number = index.get()
            leave(number >= high)
            yield number
            index.set(number + 1)

    @contextmanager
    def forever(self) -> Iterator[Callable[[Word], None]]:
        """Repeat the body; the function yielded leaves the loop when its test holds."""
        head = self._function.append_basic_block("loop")
        after = self._function.append_basic_block("done")
        self.builder.branch(head)
        self.builder.position_at_end(head)

        def leave(test: Word) -> None:
            stay = self._function.append_basic_block("stay")
            self.builder.cbranch(test.v, after, stay)
            self.builder.position_at_end(stay)

        yield leave
        self.builder.branch(head)
        self.builder.position_at_end(after)

    def switch(self, value: Word, cases: dict[int, Callable[[], None]]) -> None:
        """Run the case with that number; any other number cannot occur."""
        after = self._function.append_basic_block("after")
        nowhere = self._function.append_basic_block("nowhere")
        chosen = self.builder.switch(value.v, nowhere)
        for number, emit in cases.items():
            block = self._function.append_basic_block(f"case{number}")
            chosen.add_case(ir.Constant(_I32, number), block)
            self.builder.position_at_end(block)
            emit()
            self.builder.branch(after)
        self.builder.position_at_end(nowhere)
        self.builder.unreachable()
        self.builder.position_at_end(after)

    def labels(self, count: int) -> list[Any]:
        """Places in the code to jump to."""
        return [self._function.append_basic_block(f"step{number}") for number in range(count)]

    def go(self, label: Any) -> None:
        self.builder.branch(label)
        self._go_on_unreachable()

    def place(self, label: Any) -> None:
        """The code that follows stands at the label; whatever came before runs into it."""
        self.builder.branch(label)
        self.builder.position_at_end(label)

    def jump(self, value: Word, targets: dict[int, Any]) -> None:
        """Go to the label with that number; any other number cannot occur."""
        nowhere = self._function.append_basic_block("nowhere")
        chosen = self.builder.switch(value.v, nowhere)
        for number, label in targets.items():
            chosen.add_case(ir.Constant(_I32, number), label)
        self.builder.position_at_end(nowhere)
        self.builder.unreachable()
        self._go_on_unreachable()

    def close(self) -> None:
        """Every path has returned by now; what is left over is never reached."""
        if not self.builder.block.is_terminated:
            self.builder.unreachable()
