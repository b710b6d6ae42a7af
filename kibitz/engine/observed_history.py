"""What a seat could follow of a match up to now: how cards lay once, and what came of every choice.

A View says how things are, a Past how they came to be so. It begins where the seat last lost track
of a card; where a deal tells something after its shuffle, that is before any choice, and the first
moment is the first decision. From there on the seat can follow every card: it has seen what it is,
or it knows where it went. So a card of the past is named by what the seat can tell now: its number,
or the spot where it lies. Nothing in here is more than what the seat saw.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from kibitz.engine.points import PointMap

Trace = int | tuple[int, int]
"""A card: its number if the seat can tell, else location and index of the spot it lies in now."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What everybody sees of a table at rest, but the cards; the fields are as in a View."""

    position: int
    seats: tuple[tuple[int, int, int], ...]
    teams: tuple[tuple[int, int, int], ...]
    ints: tuple[int, ...]
    strs: tuple[int, ...]
    points: tuple[PointMap, ...]
    memory: tuple[tuple[int, ...], ...]
    """The cards that every `mem` location held, in the order of the locations."""

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.seats[-1][0]


class Moment(NamedTuple):
    """What came of a choice: the scene at the next decision, and where which cards had gone."""

    scene: Scene
    gone: tuple[tuple[Trace, int], ...]


@dataclass(frozen=True, slots=True)
class Past:
    """How the cards lay at a decision, and what came of every choice from there up to now."""

    piles: tuple[tuple[Trace, ...], ...]
    """By location, bottom first; of a memory, the cards that it held."""
    scene: Scene
    moments: tuple[Moment, ...]
