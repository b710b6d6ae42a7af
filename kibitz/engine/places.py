"""Locations by number: what they are called, who owns them, who sees into them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from kibitz.engine.names import Names, names_of
from kibitz.engine.program import OwnerKind, Place, Program
from kibitz.recycle.syntax import LocationClass


@dataclass(frozen=True, slots=True)
class Layout:
    """What never changes about a program's locations."""

    places: tuple[Place, ...]
    sight: tuple[frozenset[int], ...]
    """By location: the seats that see the faces of the cards there."""
    memory: frozenset[int]
    """The `mem` locations, which hold references and no cards."""
    names: Names


def layout(program: Program) -> Layout:
    found = places(program)
    return Layout(
        places=found,
        sight=tuple(seen_by(place, program.players) for place in found),
        memory=frozenset(
            number
            for number, place in enumerate(found)
            if place.location_class is LocationClass.MEMORY
        ),
        names=names_of(program, found),
    )


def places(program: Program) -> tuple[Place, ...]:
    """Every location of the game, by number."""
    return tuple(
        Place(owner, family.location_class, family.name, index)
        for family in program.families
        for owner in _owners(program, family.owner)
        for index in range(family.indices)
    )


def _owners(program: Program, kind: OwnerKind) -> tuple[int | None, ...]:
    return (None,) if kind is OwnerKind.TABLE else tuple(range(program.players))


def seen_by(place: Place, seats: int) -> frozenset[int]:
    """The seats that see the faces of the cards that lie there."""
    everybody = frozenset(range(seats))
    match place.location_class:
        case LocationClass.VISIBLE | LocationClass.MEMORY:
            return everybody
        case LocationClass.INVISIBLE:
            return frozenset() if place.owner is None else frozenset({place.owner})
        case LocationClass.HIDDEN:
            return frozenset()
        case LocationClass.OTHERS:
            return everybody if place.owner is None else everybody - {place.owner}
        case undecided:
            assert_never(undecided)


def place_text(program: Program, place: Place) -> str:
    """`player 2's HAND`, `LOC 3 of player 1`, `the table's STOCK` in diagnostics."""
    name = program.strings[place.name]
    numbered = f"{name} {place.index}" if place.index else name
    owner = "the table" if place.owner is None else f"player {place.owner + 1}"
    return f"{owner}'s {numbered} ({place.location_class.value})"
