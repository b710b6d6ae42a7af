"""What all emitters share: what is bound to variables, faults, the game at hand, the component."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kibitz.engine import limits
from kibitz.engine import program as p
from kibitz.engine.native.llvm.function import Module
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.native.runtime import context
from kibitz.engine.native.runtime.signatures import FaultSite
from kibitz.engine.native.runtime.state_layout import StateLayout
from kibitz.engine.program.work import Prices
from kibitz.recycle import Span

if TYPE_CHECKING:
    from kibitz.engine.native.emission.function_emitter import FunctionEmitter

FAILED = -1
"""What an emitted function returns when a rule could not be carried out."""

RECORD_HEADER = 4
"""A list record: its length, the room it has (16 bits each), then the cards."""
RECORD_ROOM = 256
RECORD_SIZE = RECORD_HEADER + RECORD_ROOM


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
Loop = Callable[[Callable[[Bound], None]], None]
"""Runs a body for every element."""
Group = Pile | Listing


@dataclass
class Faults:
    """The places where emitted code can give up; a fault is its number here."""

    sites: list[FaultSite] = field(default_factory=list)

    def number(self, slug: str, span: Span | None) -> int:
        self.sites.append((slug, span))
        return len(self.sites)


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
    """Note what is touched (`touched.py`)."""
    replays: bool = False
    """The past is played once more (`replay.py`): then a rule draws what it is told to."""


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
