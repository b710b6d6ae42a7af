"""What an option touches, in emitted code that is for nets: places, and storages.

What no option of a decision touches is told once for all of them.
"""

from __future__ import annotations

from kibitz.engine.native.emission.base import Component
from kibitz.engine.native.llvm.words import Word
from kibitz.engine.native.runtime.context import TOUCHED
from kibitz.engine.native.runtime.state_layout import StateLayout
from kibitz.engine.program import Program, StorageKind


def things(program: Program, layout: StateLayout) -> tuple[int, int, int]:
    """How many places, numbers and words there are; they are numbered one after the other."""
    slots = [
        sum(program.owners(storage.owner) for storage in storages)
        for storages in (program.int_storages, program.str_storages)
    ]
    return len(layout.places), slots[0], slots[1]


class TouchEmitter(Component):
    def touch_place(self, location: Word) -> None:
        if self.unit.traces:
            self.context.at(location + TOUCHED).store(1, 1)

    def touch_slot(self, kind: StorageKind, offset: Word | int) -> None:
        """The number or word that lies there in the state."""
        if not self.unit.traces:
            return
        places, numbers, _ = things(self.program, self.layout)
        if kind is StorageKind.INT:
            first, start, width = places, self.layout.ints, 4
        else:
            first, start, width = places + numbers, self.layout.strs, self.layout.string_width
        apart = self.f.constant(offset) if isinstance(offset, int) else offset
        slot = (apart - start) >> (width.bit_length() - 1)
        self.context.at(slot + (TOUCHED + first)).store(1, 1)
