"""What lies where in a block of bytes that Python and emitted code both use, told once.

A layout takes its fields one after the other; each is the number of the byte where it begins, and
knows how wide it is. Python reads and writes it with `get` and `put`, emitted code with `field` and
`set_field` of an address.

>>> node = Fields()
>>> KEY, CHILD = node.take("i"), node.take("i")
>>> TOTAL = node.take("d")
>>> KEY, CHILD, TOTAL, node.size
(0, 4, 8, 16)
>>> block = bytearray(node.size)
>>> CHILD.put(block, 7)
>>> CHILD.get(block)
7
"""

from __future__ import annotations

import struct
from typing import Any


class Field(int):
    """Where a field begins; its kind is a letter of `struct`, of which there are `count`."""

    kind: str
    width: int
    count: int

    def __new__(cls, start: int, kind: str, count: int) -> Field:
        field = super().__new__(cls, start)
        field.kind, field.width, field.count = kind, struct.calcsize(f"<{kind}"), count
        return field

    @property
    def end(self) -> int:
        return self + self.width * self.count

    def at(self, index: int) -> Field:
        """One of several, by itself."""
        return Field(self + self.width * index, self.kind, 1)

    def put(self, block: Any, *values: float) -> None:
        """Write the first ones, or all of them; whatever gives its bytes away is a block."""
        struct.pack_into(f"<{len(values)}{self.kind}", block, self, *values)

    def get(self, block: Any) -> int:
        """The first one, if they are whole numbers."""
        number: int = self.all(block)[0]
        return number

    def all(self, block: Any) -> tuple[Any, ...]:
        return struct.unpack_from(f"<{self.count}{self.kind}", block, self)


class Fields:
    """Hands out room for fields, one after the other."""

    def __init__(self, start: int = 0) -> None:
        self._end = start

    def take(self, kind: str, count: int = 1, *, align: int | None = None) -> Field:
        """The next field, at a multiple of its width unless told otherwise."""
        field = Field(self.align(align or struct.calcsize(f"<{kind}")), kind, count)
        self._end = field.end
        return field

    def several(self, kind: str, number: int) -> tuple[Field, ...]:
        """As many fields of one kind."""
        return tuple(self.take(kind) for _ in range(number))

    def align(self, size: int) -> int:
        self._end += -self._end % size
        return self._end

    @property
    def size(self) -> int:
        """What has been taken, up to a multiple of eight bytes."""
        return self._end + -self._end % 8
