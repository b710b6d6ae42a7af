"""The scratch block that native code works with beside the state; one for every thread."""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Iterable

from kibitz.engine import limits
from kibitz.engine.cancellation import Stop
from kibitz.engine.native.runtime.signatures import FaultSite

RNG = 0
"""Four 64-bit words of the generator."""
ROWS = 32
"""Address of the option rows."""
ARENA = 40
"""Address of the room for lists that variables keep."""
KEYS = 48
"""Address of the option keys."""
STOP = 56
"""Address of the word that says whether to stop."""
FACES = 64
"""Where cards can be undealt: address of the face of every card, 16 bits each."""
SCRIPT = 72
"""Address of what chance draws, a byte each."""
WORK = 80
"""64 bits."""
STATUS = 88
"""The fault that was met last, by its number plus one; 0 for none."""
DEPTH = 92
"""Picks made so far on the present path."""
PATH_LENGTH = 96
ACTS = 100
"""Actions begun on the present path."""
ARENA_USED = 104
KEY = 108
"""What the picks on the present path were, mixed into one number."""
SCRIPT_LENGTH = 112
SCRIPT_AT = 116
WANTED = 120
"""The undealt card that was looked at, or -1."""
BOUND = 124
"""Of the draw that the script does not know; 0 if there is none."""
HEAD = 128
"""The words up to here are set anew when a question begins (`Context.begin`, `grid.py`), so that no
answer depends on what was asked before. What follows is written before it is read, and so are rows,
keys and arena."""
COUNTS = HEAD
"""How many elements each pick had."""
PATH = COUNTS + 4 * limits.PICKS
"""The alternative, then the index of each pick."""
TOUCHED = PATH + 4 * (limits.PICKS + 1) + 4
"""For every place, number and word, a byte: whether an option touched it (`touched.py`). Then some
room, as many are looked at together."""
SIZE = TOUCHED + limits.LOCATIONS + 2 * limits.STORAGES + 64

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
        for word, place in ((ROWS, self._rows), (ARENA, arena), (KEYS, self._keys)):
            ctypes.c_uint64.from_buffer(self._head, word).value = ctypes.addressof(place)
        self._stop_address = ctypes.c_uint64.from_buffer(self._head, STOP)

    def begin(self, stop: Stop) -> None:
        """A question begins, which that can stop: nothing is left of the one before it."""
        self._stop = stop  # kept alive
        self._stop_address.value = stop.address
        ctypes.memmove(self.address, self._head, HEAD)

    def open(self, faces: int, script: int) -> None:
        """Where the faces of the cards lie, and room for what chance draws."""
        ctypes.c_uint64.from_buffer(self._block, FACES).value = faces
        ctypes.c_uint64.from_buffer(self._block, SCRIPT).value = script

    def set_rng(self, words: tuple[int, int, int, int]) -> None:
        for number, word in enumerate(words):
            ctypes.c_uint64.from_buffer(self._block, RNG + 8 * number).value = word

    def rng_words(self) -> tuple[int, int, int, int]:
        words = [ctypes.c_uint64.from_buffer(self._block, RNG + 8 * n).value for n in range(4)]
        return words[0], words[1], words[2], words[3]

    @property
    def status(self) -> int:
        return ctypes.c_int32.from_buffer(self._block, STATUS).value

    @property
    def work(self) -> int:
        """What was counted since options were last looked for, or one was last played."""
        return ctypes.c_int64.from_buffer(self._block, WORK).value

    def option_rows(self, count: int, width: int) -> list[tuple[int, ...]]:
        """The first rows, as numbers."""
        kind = ctypes.c_int32 * (count * width)
        flat = kind.from_buffer(self._rows)
        return [tuple(flat[start : start + width]) for start in range(0, count * width, width)]


UNDEALT = 0xFFFF
"""The face of a card that nobody has looked at."""
SHOWN = 0xFFFE
"""The same, but it has lain where somebody could have seen it."""
_LINE = 64
"""Bytes that a processor reads at once: the words of a context begin with one."""
_APART = 4096
"""Room behind the block, so that threads never write to the same line of a cache."""
