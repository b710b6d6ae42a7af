"""The scratch block that native code works with beside the state; one for every thread."""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Iterable

from kibitz.engine import limits
from kibitz.engine.native.signatures import FaultSite
from kibitz.engine.stopping import Stop

RNG = 0
"""Four 64-bit words of the generator."""
STATUS = 32
"""0, or the number of the fault plus one."""
TRIAL = 40
"""1 while options are tried out: no chance is used."""
DEPTH = 44
"""Picks made so far on the present path."""
PATH_LENGTH = 48
ACTS = 52
"""Actions begun on the present path."""
ARENA_USED = 56
KEY = 60
"""What the picks on the present path were, mixed into one number."""
ROWS = 64
"""Address of the option rows."""
ARENA = 72
"""Address of the room for lists that variables keep."""
KEYS = 80
"""Address of the option keys."""
WORK = 88
"""64 bits."""
STOP = 96
"""Address of the word that says whether to stop."""
COUNTS = 104
"""How many elements each pick had."""
PATH = COUNTS + 4 * limits.PICKS
"""The alternative, then the index of each pick."""
FACES = PATH + 4 * (limits.PICKS + 1) + 4
"""Where cards can be undealt: address of the face of every card, 16 bits each."""
SCRIPT = FACES + 8
"""Address of what chance draws, a byte each."""
SCRIPT_LENGTH = SCRIPT + 8
SCRIPT_AT = SCRIPT_LENGTH + 4
WANTED = SCRIPT_AT + 4
"""The undealt card that was looked at, or -1."""
BOUND = WANTED + 4
"""Of the draw that the script does not know; 0 if there is none."""
TOUCHED = BOUND + 4
"""For every place, number and word, a byte: whether an option touched it (`touching.py`). Then some
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
        self._block = ctypes.create_string_buffer(SIZE + _APART)
        self._rows = ctypes.create_string_buffer(rows * row_bytes)
        self._keys = ctypes.create_string_buffer(rows * 4)
        # Costs nothing until it is used.
        self._arena = mmap.mmap(-1, ARENA_SIZE if has_arena else mmap.PAGESIZE)
        arena = ctypes.c_char.from_buffer(self._arena)
        self.address = ctypes.addressof(self._block)
        self.rows = ctypes.addressof(self._rows)
        ctypes.c_uint64.from_buffer(self._block, ROWS).value = self.rows
        ctypes.c_uint64.from_buffer(self._block, ARENA).value = ctypes.addressof(arena)
        ctypes.c_uint64.from_buffer(self._block, KEYS).value = ctypes.addressof(self._keys)

    def watch(self, stop: Stop) -> None:
        self._stop = stop  # kept alive
        ctypes.c_uint64.from_buffer(self._block, STOP).value = stop.address

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
_APART = 4096
"""Room behind the block, so that threads never write to the same line of a cache."""
