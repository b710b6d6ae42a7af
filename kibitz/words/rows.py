"""What lies on a table: faces, the rows they lie in, and the areas that rows belong to."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from kibitz.games import CellGrid


@dataclass(frozen=True, slots=True)
class Face:
    """A card on the table: its name, or None where the seat cannot tell."""

    text: str | None
    is_open: bool
    """Lies face up, or is held in the seat's hand; otherwise a name is something it remembers."""
    rank: int
    """Orders a hand."""
    is_looked_at: bool = False
    """Lies face down, and its owner has looked at it."""
    value: int = 0
    """Its rank, by which cards are equal."""
    colour: str = ""
    """That the page gives it."""


@dataclass(frozen=True, slots=True)
class Row:
    """The locations of one owner that share a name."""

    name: str
    stacks: dict[int, tuple[Face, ...]]
    """By index, bottom first."""
    grid: CellGrid | None
    is_discard: bool
    is_hand: bool
    """Only its owner looks into it, so that its order is the owner's business; it may be laid open
    later, as dummy's is."""
    is_expected: bool
    """There on a drawn table even when it is empty; nobody says so in words."""
    is_locked: bool = False
    """What lies open there stays."""
    is_meld: bool = False
    """Every stack is a meld, of which all cards matter."""
    is_memory: bool = False
    """No card lies there: the rules note cards that lie elsewhere."""
    is_counted: bool = False
    """The page says how many cards its owner has there."""
    is_awaited: bool = False
    """A drawn table keeps room for it, and says nothing as long as it is empty."""
    columns: frozenset[int] = frozenset()
    """The stacks that stand beside each other since the deal, even if they are empty now."""

    @property
    def is_empty(self) -> bool:
        return not any(self.stacks.values())

    @property
    def faces(self) -> tuple[Face, ...]:
        return tuple(chain.from_iterable(self.stacks.values()))


@dataclass(frozen=True, slots=True)
class Area:
    """What one owner has before them; None owns the middle of the table. Tricks are in none."""

    owner: int | None
    rows: tuple[Row, ...]
    counters: tuple[str, ...]
    awaited: tuple[Row, ...] = ()
    """Empty rows for which room is kept: their cards come later, and move nothing then."""
