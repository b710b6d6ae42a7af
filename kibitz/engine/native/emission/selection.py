"""One element out of a collection, and what it is in any world."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.engine import program as p
from kibitz.engine.native.emission.base import RECORD_HEADER, Bound, Listing, Pile
from kibitz.engine.native.llvm.words import Word

if TYPE_CHECKING:
    from kibitz.engine.native.emission.function_emitter import FunctionEmitter


class Selection:
    """One element of a collection, copied out of the loop that found it."""

    def __init__(self, emitter: FunctionEmitter, node: p.Collection) -> None:
        self._e = emitter
        self._is_live = isinstance(node, p.Groups) and node.live
        self.is_list = isinstance(node, p.Groups) and not self._is_live
        self._is_memory = isinstance(node, p.Groups) and emitter.groups.is_memory(node)
        self._number = emitter.f.variable(0)
        self._own = emitter.piles.new_list()
        self._record = emitter.f.pointer_variable(self._own)
        self._mask = emitter.f.variable64(0)
        self._is_masked = False
        self._shares = isinstance(node, p.GroupsVar)

    def note(self, element: Bound) -> None:
        match element:
            case Word():
                self._number.set(element)
            case Pile(number=number):
                self._number.set(number)
            case Listing(record=record) if self._shares:
                self._record.set(record)
            case Listing(record=record, mask=mask) if mask is not None:
                self._record.set(record)
                self._mask.set(mask)
                self._is_masked = True
            case Listing(record=record):
                self._e.f.copy(self._own, record, record.load(2) + RECORD_HEADER)

    def get(self) -> Bound:
        if self.is_list:
            mask = self._mask.get() if self._is_masked else None
            return self._e.piles.written_out(Listing(self._record.get(), mask))
        if self._is_live:
            return Pile(self._number.get(), self._is_memory)
        return self._number.get()


def mixed(key: Word, part: Word) -> Word:
    """Both numbers in one, well stirred; the order counts: 1 and 2 is not 2 and 1."""
    stirred = (key * -1640531535 + part + 1013904223) * -2048144789
    return stirred ^ (stirred >> 15)
