"""What a program numbers: storages, locations, card kinds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kibitz.recycle import LocationClass

EMPTY_STRING = 0
"""The number of the empty string."""


class OwnerKind(StrEnum):
    TABLE = "game"
    PLAYER = "player"
    TEAM = "team"


@dataclass(frozen=True, slots=True)
class Storage:
    """One named storage of every owner of a kind: slots `first` … `first + owners - 1`."""

    owner: OwnerKind
    name: int
    first: int
    index: int = 0
    """Those of one owner kind and name follow each other by their indices, from 0."""
    is_secret: bool = False
    """Only its owner sees it; of the table, nobody."""
    is_pick: bool = False
    """What its owner has picked, before all have chosen."""


@dataclass(frozen=True, slots=True)
class Family:
    """The locations that share owner kind, class and name.

    Location number = first + owner * indices + index.
    """

    owner: OwnerKind
    location_class: LocationClass
    name: int
    indices: int
    """Indices 0 … indices - 1 can occur."""
    first: int


@dataclass(frozen=True, slots=True)
class Place:
    """One location: who owns it (None: the table), its class, name and index."""

    owner: int | None
    location_class: LocationClass
    name: int
    index: int


@dataclass(frozen=True, slots=True)
class CardKind:
    """A card face: attribute number → value number."""

    attributes: tuple[tuple[int, int], ...]

    def value(self, attribute: int) -> int:
        return next((v for a, v in self.attributes if a == attribute), EMPTY_STRING)


class StorageKind(StrEnum):
    INT = "sto"
    STR = "str"
    POINTS = "points"


class SetOperator(StrEnum):
    UNION = "union"
    INTERSECTION = "intersect"
    DISJUNCTION = "disjunction"
