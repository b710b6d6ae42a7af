"""What all emitters share: what is bound to variables, faults, the game at hand, the component."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from kibitz.engine import limits
from kibitz.engine import program as p
from kibitz.engine.native.layout import context
from kibitz.engine.native.layout.signatures import FaultSite
from kibitz.engine.native.layout.state_layout import StateLayout
from kibitz.engine.native.llvm.function import Module
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.program.static_analysis import turns_back
from kibitz.engine.program.work import Prices
from kibitz.recycle import Span

if TYPE_CHECKING:
    from kibitz.engine.native.emission.function_emitter import FunctionEmitter


FAILED = -1
"""What an emitted function returns when a rule could not be carried out."""

RECORD_HEADER = 4
"""A list record: its length, the bytes it has room for (16 bits each), then the cards."""


@dataclass(frozen=True, slots=True)
class Pile:
    """A location by its number."""

    number: Word
    is_memory: bool
    families: tuple[p.Family, ...] = ()
    """Those it can be of, as far as the rules tell."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A virtual list: the address of its record.

    With a mask (64 bits), the list is of those cards of the record whose digit is set, and nobody
    may change it.
    """

    record: Pointer
    mask: Word | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """A list of groups or numbers that a variable keeps: its place in the arena."""

    address: Pointer
    is_live: bool
    is_memory: bool


Bound = Word | Pile | Listing | Kept
Group = Pile | Listing
ForCard = Callable[[Word], None]
ForGroup = Callable[[Group], None]
ForElement = Callable[[Bound], None]
"""What is emitted for every element of a loop."""
Loop = Callable[[ForElement], None]
"""Runs a body for every element."""


@dataclass
class Faults:
    """The places where emitted code can give up; a fault is its number here."""

    sites: list[FaultSite] = field(default_factory=list)

    def number(self, slug: str, span: Span | None) -> int:
        self.sites.append((slug, span))
        return len(self.sites)


@dataclass(frozen=True, slots=True)
class SharedNode:
    """A node that stands in several places: its form, and the variables it takes from there."""

    form: object
    """The same for nodes that differ in nothing but the numbers of variables and their spans."""
    free: tuple[int, ...]
    asks_whose_turn: bool


@dataclass
class SharedFunctions:
    """What is shared in one game (`shared_values.py`), and the functions written for it so far."""

    nodes: Mapping[int, SharedNode] = field(default_factory=dict)
    """By the identity of a node."""
    names: dict[object, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ScratchSizes:
    """What a thread has beside the state."""

    rows: int = limits.OPTIONS
    """Options of one decision."""
    arena: int = context.ARENA_SIZE
    """Bytes for collections that variables keep."""


@dataclass(frozen=True)
class Unit:
    """What every emitter of one game works with."""

    program: p.Program
    layout: StateLayout
    module: Module
    faults: Faults
    checked: bool
    """Emit bounds checks for every access to the state."""
    prices: Prices
    is_open: bool = False
    """Cards may be undealt: whoever reads the face of one, or draws by chance, gives up and says
    what was wanted (`solve_kernel.py`)."""
    room: ScratchSizes = ScratchSizes()
    traces: bool = False
    """Note what is touched (`touch_place`)."""
    replays: bool = False
    """The past is played once more (`replay.py`): then a rule draws what it is told to."""
    has_witnesses: bool = False
    """Note who sees which cards (`witnesses.py`), where somebody asks for it."""
    shared: SharedFunctions = field(default_factory=SharedFunctions)

    @cached_property
    def turns_back(self) -> bool:
        return turns_back(self.program)


class Component:
    """Emits one part of the language into the function that `e` writes."""

    def __init__(self, e: FunctionEmitter) -> None:
        self.e = e
        self.unit = e.unit
        self.program = e.program
        self.layout = e.layout
        self.price = e.price
        self.f = e.f
        self.state = e.state
        self.context = e.context
        self.bound = e.bound


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
                size = self._e.piles.bytes_of(record.load(2))
                self._e.f.copy(self._own, record, size + RECORD_HEADER)

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
