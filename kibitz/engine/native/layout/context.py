"""The scratch block that native code works with beside the state; one for every thread."""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Iterable

from kibitz.engine import limits
from kibitz.engine.cancellation import Stop
from kibitz.engine.native.layout.fields import Fields
from kibitz.engine.native.layout.signatures import FaultSite

_fields = Fields()
RNG = _fields.take("Q", 4)
"""The words of the generator."""
ROWS, ARENA, KEYS, STOP = _fields.several("Q", 4)
"""Addresses: of the option rows, of the room for lists that variables keep, of the option keys, and
of the word that says whether to stop."""
FACES, SCRIPT = _fields.several("Q", 2)
"""Addresses: of the face of every card, 16 bits each, where cards can be undealt; and of what
chance draws, a byte each."""
WITNESSES = _fields.take("Q")
"""Address: of notes about who sees which cards, if somebody asks for them."""
WORK = _fields.take("q")
STATUS = _fields.take("i")
"""The fault that was met last, by its number plus one; 0 for none."""
DEPTH, PATH_LENGTH, ACTS = _fields.several("i", 3)
"""Of the present path: picks made so far, its length, actions begun."""
ARENA_USED, KEY = _fields.several("i", 2)
"""KEY: what the picks on the present path were, mixed into one number."""
SCRIPT_LENGTH, SCRIPT_AT = _fields.several("i", 2)
WANTED, BOUND = _fields.several("i", 2)
"""The undealt card that was looked at, or -1; the bound of the draw that the script does not know,
0 if there is none."""
HEAD = _fields.size
"""The words up to here are set anew when a question begins (`Context.begin`, `grid.py`), so that no
answer depends on what was asked before. What follows is written before it is read, and so are rows,
keys and arena."""
COUNTS = _fields.take("i", limits.PICKS)
"""How many elements each pick had."""
PATH = _fields.take("i", limits.PICKS + 2)
"""The alternative, then the index of each pick."""
TOUCHED = _fields.take("B", limits.LOCATIONS + 2 * limits.STORAGES + 64)
"""For every place, number and word, a byte: whether an option touched it (`touch_place`). Then some
room, as many are looked at together."""
SIZE = TOUCHED.end

ARENA_SIZE = 1 << 25
"""Room for any collections that the limit of work allows; the part never used costs nothing."""
ARENA_FULL = "arena-full"
"""The fault that cannot occur; code that does not name it keeps no collections."""


def keeps_lists(faults: Iterable[FaultSite]) -> bool:
    """Whether code with these faults keeps collections."""
    return any(slug == ARENA_FULL for slug, _ in faults)


class Context:
    """The memory of one thread's context; keeps it alive."""

    def __init__(self, rows: int, row_bytes: int, *, has_arena: bool) -> None:
        room = ctypes.create_string_buffer(SIZE + _APART)
        start = -ctypes.addressof(room) % _LINE
        self._block = (ctypes.c_char * SIZE).from_buffer(room, start)
        self._rows = ctypes.create_string_buffer(rows * row_bytes)
        self._keys = ctypes.create_string_buffer(rows * 4)
        # Costs nothing until it is used.
        self._arena = mmap.mmap(-1, ARENA_SIZE if has_arena else mmap.PAGESIZE)
        arena = ctypes.c_char.from_buffer(self._arena)
        self.address = ctypes.addressof(self._block)
        self._head = ctypes.create_string_buffer(HEAD)
        self._stop: Stop | None = None
        for field, place in ((ROWS, self._rows), (ARENA, arena), (KEYS, self._keys)):
            field.put(self._head, ctypes.addressof(place))

    def begin(self, stop: Stop) -> None:
        """A question begins, which that can stop: nothing is left of the one before it."""
        if stop is not self._stop:
            self._stop = stop  # kept alive
            STOP.put(self._head, stop.address)
        ctypes.memmove(self.address, self._head, HEAD)

    def open(self, faces: int, script: int) -> None:
        """Where the faces of the cards lie, and room for what chance draws."""
        FACES.put(self._block, faces)
        SCRIPT.put(self._block, script)

    def rng_words(self) -> tuple[int, int, int, int]:
        a, b, c, d = RNG.all(self._block)
        return a, b, c, d

    @property
    def status(self) -> int:
        return STATUS.get(self._block)

    @property
    def work(self) -> int:
        """What was counted since options were last looked for, or one was last played."""
        return WORK.get(self._block)

    def keys(self, count: int) -> list[int]:
        """The first keys, or numbers of actions."""
        return (ctypes.c_int32 * count).from_buffer(self._keys)[:]


UNDEALT = 0xFFFF
"""The face of a card that nobody has looked at."""
SHOWN = 0xFFFE
"""The same, but it has lain where somebody could have seen it."""
_LINE = 64
"""Bytes that a processor reads at once: the words of a context begin with one."""
_APART = 4096
"""Room behind the block, so that threads never write to the same line of a cache."""
