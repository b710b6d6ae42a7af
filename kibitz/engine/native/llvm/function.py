"""Functions under construction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from typing import Any

from llvmlite import ir

from kibitz.engine import limits
from kibitz.engine.native.layout.signatures import Signature
from kibitz.engine.native.llvm.words import (
    I1,
    I8,
    I32,
    I64,
    POINTER,
    REAL,
    WIDTHS,
    Changeable,
    Pointer,
    Real,
    Variable,
    Word,
)
from kibitz.recycle import Span

_LINE = 64
"""Bytes that a processor reads at once: what is copied should begin with one."""

_SHARED = 3
"""What LLVM calls the memory of a block of threads."""

_WHOLE_WARP = ir.Constant(I32, -1)

_PARAMETERS = {"p": POINTER, "i": I32, "l": I64}


class TooMuchCode(Exception):
    """More was to be emitted than may be; the rule that made most of it, if it is known."""

    def __init__(self, rule: Span | None) -> None:
        super().__init__("too much code")
        self.rule = rule


_LOOPS_TOGETHER = 6
"""LLVM tells from the counters of a loop what those of the next one can be, and from all of them
those of the one after; with twenty loops one after the other that takes it for ever."""


class Module:
    """Emitted functions and constant tables of one game."""

    def __init__(self, name: str, *, has_kernels: bool = False) -> None:
        """`has_kernels`: it is for a GPU, and nothing but its kernels is called from outside."""
        self._module = ir.Module(name)
        self.has_kernels = has_kernels
        self._rule: Span | None = None
        self._made: Counter[Span | None] = Counter()
        self._instructions = self._room = 0
        self._functions: dict[str, Any] = {}
        self._written: list[Function] = []
        self.exported: tuple[Signature, ...] = ()
        """The functions that can be called from outside."""
        self._tables: dict[tuple[int, tuple[int, ...]], Any] = {}
        self._fast_memory: Any = None

    def _declare(self, signature: Signature, inline: bool | None, exported: bool) -> Any:
        kinds = [_PARAMETERS[letter] for letter in signature.parameters]
        function = ir.Function(self._module, ir.FunctionType(I32, kinds), signature.name)
        for argument, letter in zip(function.args, signature.parameters, strict=True):
            if letter == "p":
                argument.add_attribute("noalias")
        function.attributes.add("nounwind")
        if inline is not None:
            function.attributes.add("alwaysinline" if inline else "noinline")
        if exported and not self.has_kernels:
            self.exported += (signature,)
        else:
            function.linkage = "internal"
        self._functions[signature.name] = function
        return function

    def function(
        self, signature: Signature, *, inline: bool | None = None, exported: bool = True
    ) -> Function:
        """A new function, ready to be written; one that is not exported may vanish in others.

        `inline` says whether it must, or must not.
        """
        function = Function(self, self._declare(signature, inline, exported))
        self._written.append(function)
        return function

    def kernel(self, signature: Signature) -> Kernel:
        """A new function that many threads of a GPU run at once; it returns nothing."""
        kinds = [_PARAMETERS[letter] for letter in signature.parameters]
        function = ir.Function(self._module, ir.FunctionType(ir.VoidType(), kinds), signature.name)
        function.calling_convention = "ptx_kernel"
        self.exported += (signature,)
        return Kernel(self, function)

    @contextmanager
    def rule(self, span: Span | None) -> Iterator[None]:
        """What is emitted inside is the doing of that rule."""
        before, self._rule = self._rule, span
        yield
        self._rule = before

    def count(self, instructions: int, room: int = 0) -> None:
        """Raises TooMuchCode as soon as there is more than a compiler should see."""
        self._made[self._rule] += instructions
        self._instructions += instructions
        self._room += room
        if self._instructions > limits.INSTRUCTIONS or self._room > limits.CODE_ROOM:
            raise TooMuchCode(self._made.most_common(1)[0][0])

    def called(self, name: str) -> Any:
        return self._functions[name]

    def table(self, values: Sequence[int], width: int) -> Any:
        """A constant table of numbers of `width` bytes; equal tables are one."""
        key = width, tuple(values)
        if key not in self._tables:
            kind = ir.ArrayType(WIDTHS[width], len(values))
            table = ir.GlobalVariable(self._module, kind, f"table{len(self._tables)}")
            table.global_constant = True
            table.linkage = "internal"
            table.align = 8
            table.initializer = ir.Constant(kind, list(values))
            table.type = POINTER  # llvmlite still types its globals
            self._tables[key] = table
        return self._tables[key]

    def intrinsic(self, name: str, kinds: list[Any]) -> Any:
        return self._module.declare_intrinsic(name, kinds)

    def function_of_lanes(self, name: str, kind: Any) -> Any:
        """An intrinsic from lanes to lanes, which llvmlite cannot name."""
        if name not in self._functions:
            self._functions[name] = ir.Function(self._module, ir.FunctionType(kind, [kind]), name)
        return self._functions[name]

    def register_letter(self, kind: Any) -> str:
        """What the processor's assembler calls a register for such numbers."""
        return "l" if self.has_kernels and kind is I64 else "r"

    def outside(self, name: str, result: Any, kinds: list[Any]) -> Any:
        """A function of the processor that llvmlite cannot name."""
        if name not in self._functions:
            kind = ir.FunctionType(result, kinds)
            self._functions[name] = ir.Function(self._module, kind, name)
        return self._functions[name]

    def fast_memory(self) -> Any:
        """The memory that the threads of a block of a GPU share."""
        if self._fast_memory is None:
            kind = ir.ArrayType(I8, 0)
            memory = ir.GlobalVariable(self._module, kind, "fast_memory", addrspace=_SHARED)
            memory.linkage = "external"
            memory.align = 16
            self._fast_memory = memory
        return self._fast_memory

    def text(self) -> str:
        """What was emitted. It is taken apart then: its parts refer to each other, and would stay
        until somebody looks for garbage.
        """
        for written in self._written:
            written.close()
        self._written.clear()
        text = str(self._module)
        for function in self._module.functions:
            for block in function.blocks:
                block.instructions.clear()
                block.terminator = None
            function.blocks.clear()
            function.args = ()
        self._module.globals.clear()
        return text


class _Builder(ir.IRBuilder):  # type: ignore[misc]  # llvmlite is untyped
    """Counts what it writes."""

    def __init__(self, block: Any, module: Module) -> None:
        super().__init__(block)
        self._counted = module

    def _insert(self, instruction: Any) -> None:
        self._counted.count(1)
        super()._insert(instruction)


class Function:
    """A function being written: numbers in, code out."""

    def __init__(self, module: Module, function: Any) -> None:
        self.module = module
        self._function = function
        self._loops = 0
        self.counters: list[Variable] = []
        """Variables that count through many loops."""
        self.rounds = 1.0
        """How often what is being written can run, by the loops around it."""
        self._entry = function.append_basic_block("entry")
        body = function.append_basic_block("body")
        self.builder = _Builder(self._entry, module)
        self._to_body = self.builder.branch(body)
        self.builder.position_at_end(body)

    def number(self, position: int) -> Word:
        return Word(self, self._function.args[position])

    def address(self, position: int) -> Pointer:
        return Pointer(self, self._function.args[position])

    def constant(self, value: int) -> Word:
        return Word(self, ir.Constant(I32, value))

    def constant64(self, value: int) -> Word:
        return Word(self, ir.Constant(I64, value))

    def null(self) -> Pointer:
        return Pointer(self, ir.Constant(POINTER, None))

    def real(self, value: float) -> Real:
        return Real(self, ir.Constant(REAL, value))

    def truth(self, value: bool) -> Word:
        return Word(self, ir.Constant(I1, int(value)))

    def allocate_typed(self, kind: Any) -> Any:
        with self.builder.goto_block(self._entry):
            self.builder.position_before(self._to_body)
            slot = self.builder.alloca(kind)
            slot.type = POINTER  # llvmlite still types what it allocates
            return slot

    def buffer(self, size: int) -> Pointer:
        """Room for so many bytes, as long as the function runs."""
        self.module.count(0, size)
        slot = self.allocate_typed(ir.ArrayType(I8, size))
        slot.align = _LINE if size >= _LINE and not self.module.has_kernels else 8
        return Pointer(self, slot)

    def variable(self, value: Word | int) -> Variable:
        made = Variable(self, I32, Word)
        made.set(value)
        return made

    def variable64(self, value: Word | int) -> Variable:
        made = Variable(self, I64, Word)
        made.set(value)
        return made

    def real_variable(self, value: float) -> Changeable[Real]:
        made = Changeable(self, REAL, Real)
        made.set(self.real(value))
        return made

    def pointer_variable(self, value: Pointer) -> Changeable[Pointer]:
        made = Changeable(self, POINTER, Pointer)
        made.set(value)
        return made

    def look_up(self, values: Sequence[int], index: Word, width: int) -> Word:
        """The entry of a constant table."""
        table = self.module.table(values, width)
        zero = ir.Constant(I32, 0)
        kind = ir.ArrayType(WIDTHS[width], len(values))
        address = self.builder.gep(table, [zero, index.v], source_etype=kind)
        return Pointer(self, address).load(width, signed=min(values, default=0) < 0)

    def table_address(self, values: Sequence[int], width: int) -> Pointer:
        """Where a constant table lies."""
        table = self.module.table(values, width)
        return Pointer(self, table)

    def copy(self, target: Pointer, source: Pointer, size: int | Word) -> None:
        """Copy bytes between places that do not overlap."""
        self._memory_intrinsic("llvm.memcpy", target, source.v, size)

    def copy_block(self, target: Pointer, source: Pointer, size: int) -> None:
        """Copy whole words between places that do not overlap and lie at multiples of four."""
        if not self.module.has_kernels:
            self.copy(target, source, size)
            return
        # LLVM would copy byte by byte for a GPU.
        for offset in range(0, size, 4):
            target.at(offset).store(source.at(offset).load(4), 4)

    def slide(self, target: Pointer, source: Pointer, size: int | Word) -> None:
        """Copy bytes between places that may overlap."""
        self._memory_intrinsic("llvm.memmove", target, source.v, size)

    def clear_block(self, target: Pointer, size: int) -> None:
        """Clear whole words of eight bytes at a multiple of eight."""
        if not self.module.has_kernels:
            self.clear(target, size)
            return
        # LLVM would clear byte by byte for a GPU.
        for offset in range(0, size, 8):
            target.at(offset).store(self.constant64(0), 8)

    def clear(self, target: Pointer, size: int | Word) -> None:
        self._memory_intrinsic("llvm.memset", target, ir.Constant(I8, 0), size)

    def _memory_intrinsic(self, name: str, target: Pointer, what: Any, size: int | Word) -> None:
        count = size.widened().v if isinstance(size, Word) else ir.Constant(I64, size)
        kinds = [POINTER, I64] if name == "llvm.memset" else [POINTER, POINTER, I64]
        intrinsic = self.module.intrinsic(name, kinds)
        self.builder.call(intrinsic, [target.v, what, count, ir.Constant(I1, 0)])

    def checked(self, operation: str, left: Word, right: Word) -> tuple[Word, Word]:
        """Signed `sadd`, `ssub` or `smul`: the result, and whether it overflowed."""
        pair = getattr(self.builder, f"{operation}_with_overflow")(left.v, right.v)
        result, failed = (self.builder.extract_value(pair, index) for index in (0, 1))
        return Word(self, result), Word(self, failed)

    def call(self, name: str, *arguments: Word | Pointer) -> Word:
        function = self.module.called(name)
        return Word(self, self.builder.call(function, [argument.v for argument in arguments]))

    def give(self, value: Word | int) -> None:
        """Return from the function; what is written after it is never run."""
        number = value.v if isinstance(value, Word) else ir.Constant(I32, value)
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
    def count(self, low: Word | int, high: Word | int, most: float = inf) -> Iterator[Word]:
        """The body for every number from `low` up to, not including, `high`."""
        index = self.variable(low)
        if isinstance(low, int) and isinstance(high, int):
            most = max(0, high - low)
        with self.forever(most) as leave:
            number = index.get()
            leave(number >= high)
            yield number
            index.set(number + 1)

    @contextmanager
    def digits(self, mask: Word) -> Iterator[Word]:
        """The body for the place of every digit that is set in 64 bits, from the lowest up."""
        left = self.variable64(mask)
        with self.forever(64) as leave:
            here = left.get()
            leave(here.equals(0))
            left.set(here.without_lowest())
            yield here.lowest_digit().narrowed()

    @contextmanager
    def forever(self, most: float = inf) -> Iterator[Callable[[Word], None]]:
        """Repeat the body; the function yielded leaves the loop when its test holds.

        `most`: more rounds are impossible.
        """
        self._loops += 1
        if self._loops % _LOOPS_TOGETHER == 0:
            self._part()
        head = self._function.append_basic_block("loop")
        after = self._function.append_basic_block("done")
        self.builder.branch(head)
        self.builder.position_at_end(head)

        def leave(test: Word) -> None:
            stay = self._function.append_basic_block("stay")
            self.builder.cbranch(test.v, after, stay)
            self.builder.position_at_end(stay)

        before, self.rounds = self.rounds, self.rounds * most
        yield leave
        self.rounds = before
        self.builder.branch(head)
        self.builder.position_at_end(after)

    def _part(self) -> None:
        """What was counted so far becomes just a number, and memory is read anew: costs nothing."""
        for counter in self.counters:
            kind = ir.FunctionType(counter.kind, [counter.kind])
            letter = self.module.register_letter(counter.kind)
            same = self.builder.asm(kind, "", f"={letter},0", [counter.get().v], True)
            counter.set(Word(self, same))
        self.builder.asm(ir.FunctionType(ir.VoidType(), []), "", "~{memory}", [], True)

    def switch(self, value: Word, cases: dict[int, Callable[[], None]]) -> None:
        """Run the case with that number; any other number cannot occur."""
        after = self._function.append_basic_block("after")
        nowhere = self._function.append_basic_block("nowhere")
        chosen = self.builder.switch(value.v, nowhere)
        for number, emit in cases.items():
            block = self._function.append_basic_block(f"case{number}")
            chosen.add_case(ir.Constant(I32, number), block)
            self.builder.position_at_end(block)
            emit()
            self.builder.branch(after)
        self.builder.position_at_end(nowhere)
        self.builder.unreachable()
        self.builder.position_at_end(after)

    def label(self) -> Any:
        """A place further on in the code, to jump ahead to."""
        return self._function.append_basic_block("ahead")

    def labels(self, names: Sequence[str]) -> list[Any]:
        """Places in the code to jump to, ahead and back."""
        return [self._function.append_basic_block(name) for name in names]

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
            chosen.add_case(ir.Constant(I32, number), label)
        self.builder.position_at_end(nowhere)
        self.builder.unreachable()
        self._go_on_unreachable()

    def close(self) -> None:
        """Every path has returned by now; what is left over is never reached."""
        if not self.builder.block.is_terminated:
            self.builder.unreachable()


class Kernel(Function):
    """A function that many threads of a GPU run at once."""

    def _read(self, register: str) -> Word:
        name = f"llvm.nvvm.read.ptx.sreg.{register}.x"
        return Word(self, self.builder.call(self.module.outside(name, I32, []), []))

    def thread(self) -> Word:
        """The number of the thread that runs it, among all of the launch."""
        return self._read("ctaid") * self._read("ntid") + self._read("tid")

    def place_in_block(self) -> Word:
        """The number of the thread among those that share fast memory."""
        return self._read("tid")

    def fast_memory(self) -> Pointer:
        """What the threads of a block share; how much of it there is, the launch says."""
        memory = self.module.fast_memory()
        return Pointer(self, self.builder.addrspacecast(memory, POINTER))

    def meet(self) -> None:
        """Threads of a warp run one instruction together only if they are at the same place.

        Here they wait for each other. LLVM may not lead paths around it.
        """
        barrier = self.module.outside("llvm.nvvm.bar.warp.sync", ir.VoidType(), [I32])
        self.builder.call(barrier, [_WHOLE_WARP])

    def all_agree(self, test: Word) -> Word:
        """Whether the test holds in every thread of the warp; they meet here."""
        vote = self.module.outside("llvm.nvvm.vote.all.sync", I1, [I32, I1])
        return Word(self, self.builder.call(vote, [_WHOLE_WARP, test.v]))

    def end(self) -> None:
        """Return; every path has led here."""
        self.builder.ret_void()
