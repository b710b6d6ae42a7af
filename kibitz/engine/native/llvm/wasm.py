"""WebAssembly as a target: LLVM text → a module that any browser can instantiate, without a linker.

LLVM writes an object. Whatever it calls and reads is inside it, so all numbers of functions are
right already, and constants are told relative to where they will lie. What is missing is a list of
what can be called, whose names and numbers stand among the symbols of the object, and where the
constants go: at `__memory_base`, which whoever instantiates it chooses.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kibitz.engine.native.llvm.host import compiler, machine_elsewhere, optimised

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+nontrapping-fptoint,+sign-ext,+simd128"
"""What every browser of the last years has."""
PATIENCE = 4
"""So many times what is compiled while somebody waits for a match is compiled with care: a module
is made once, and sent to many."""

_MAGIC = b"\0asm\1\0\0\0"
_CUSTOM, _IMPORT, _EXPORT, _DATA_COUNT, _DATA = 0, 2, 7, 12, 11
_ORDER = (1, _IMPORT, 3, 4, 5, 6, _EXPORT, 8, 9, _DATA_COUNT, 10, _DATA)
"""Sections as they must follow each other."""
_SYMBOLS, _FUNCTION, _DATUM, _SECTION = 8, 0, 1, 3
"""The part of the section "linking" that lists symbols, and kinds of symbols."""
_LOCAL, _UNDEFINED, _NAMED = 0x02, 0x10, 0x40
_MEMORY, _GLOBAL = 2, 3
_AT_ZERO, _AT_GLOBAL = 0x41, 0x23
"""The instructions `i32.const` and `global.get`."""


def name() -> str:
    """The compiler and what it writes for."""
    return f"{compiler()}, {TRIPLE} {FEATURES}"


def object_code(text: str, patience: int = PATIENCE) -> bytes:
    """A module for verified LLVM text, optimised as far as its length allows."""
    module, machine = optimised(text, _machine, TRIPLE, patience)
    return instantiable(machine.emit_object(module))


def _machine(level: int) -> Any:
    return machine_elsewhere(TRIPLE, level, cpu="generic", features=FEATURES, reloc="pic")


# ---------------------------------------------------------------------------- the object


class _Reader:
    """Goes through bytes of an object."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    @property
    def is_done(self) -> bool:
        return self.at >= len(self.data)

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def block(self) -> bytes:
        """As many bytes as the number before them says."""
        size = self.number()
        self.at += size
        return self.data[self.at - size : self.at]


def _numbered(value: int) -> bytes:
    """The number as the format writes it."""
    written = bytearray()
    while value > 127:
        written.append(value & 127 | 128)
        value >>= 7
    return bytes([*written, value])


def _block(data: bytes) -> bytes:
    return _numbered(len(data)) + data


def instantiable(code: bytes) -> bytes:
    """The object of one module, with exports, and its constants where `__memory_base` says."""
    sections: dict[int, bytes] = {}
    functions: dict[bytes, int] = {}
    for kind, body in _sections(code):
        if kind != _CUSTOM:
            sections[kind] = body
        else:
            custom = _Reader(body)
            if custom.block() == b"linking":
                functions = dict(_functions(body[custom.at :]))
    exports = [_block(name) + b"\0" + _numbered(index) for name, index in functions.items()]
    sections[_EXPORT] = _numbered(len(exports)) + b"".join(exports)
    if _DATA in sections:
        sections[_DATA_COUNT] = b"\1"
        sections[_DATA] = _movable(sections[_DATA], _global_number(sections[_IMPORT]))
    parts = (bytes([kind]) + _block(sections[kind]) for kind in _ORDER if kind in sections)
    return _MAGIC + b"".join(parts)


def exports(code: bytes) -> list[str]:
    """What can be called in a module that `object_code` made."""
    reader = _Reader(dict(_sections(code))[_EXPORT])
    names = []
    for _ in range(reader.number()):
        names.append(reader.block().decode())
        reader.byte()
        reader.number()
    return names


def constant_bytes(code: bytes) -> int:
    """The room for constants that it wants at `__memory_base`."""
    return len(dict(_sections(code)).get(_DATA, b""))


def _sections(code: bytes) -> Iterator[tuple[int, bytes]]:
    reader = _Reader(code)
    reader.at = len(_MAGIC)
    while not reader.is_done:
        yield reader.byte(), reader.block()


def _functions(linking: bytes) -> Iterator[tuple[bytes, int]]:
    """Name and number of every function that the object defines for others."""
    reader = _Reader(linking)
    reader.number()
    while not reader.is_done:
        kind, body = reader.byte(), _Reader(reader.block())
        for _ in range(body.number() if kind == _SYMBOLS else 0):
            symbol, flags = body.byte(), body.number()
            is_here = not flags & _UNDEFINED
            if symbol == _SECTION:
                body.number()
            elif symbol == _DATUM:
                body.block()
                for _ in range(3 if is_here else 0):
                    body.number()
            else:
                index = body.number()
                name = body.block() if is_here or flags & _NAMED else b""
                if symbol == _FUNCTION and is_here and not flags & _LOCAL:
                    yield name, index


def _global_number(imports: bytes) -> int:
    """Which of the imported globals says where constants lie; memory is all else there is."""
    reader, number = _Reader(imports), 0
    for _ in range(reader.number()):
        reader.block()
        name, kind = reader.block(), reader.byte()
        assert kind in (_MEMORY, _GLOBAL), "code calls nothing but itself"
        if name == b"__memory_base":
            return number
        number += kind == _GLOBAL
        reader.at += 2
    raise AssertionError("code with constants asks where they lie")


def _movable(data: bytes, base: int) -> bytes:
    """All constants in one piece that begins there."""
    reader, laid = _Reader(data), bytearray()
    for _ in range(reader.number()):
        assert reader.number() == 0
        assert reader.byte() == _AT_ZERO
        start = reader.number()
        reader.byte()
        piece = reader.block()
        laid += bytes(start - len(laid)) + piece
    at = bytes([_AT_GLOBAL]) + _numbered(base) + b"\x0b"
    return b"\1\0" + at + _block(bytes(laid))
