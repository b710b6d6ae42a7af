"""Locations by number: what a program calls them, who owns them, who sees into them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import assert_never

from kibitz.engine.card_names import kind_texts
from kibitz.engine.program import OwnerKind, Place, Program, Storage
from kibitz.recycle import BadArgument, LocationClass

Owner = tuple[OwnerKind, int]
"""Whose something is: the table's, which counts as number 0, or that of a seat or a team."""
TABLE: Owner = (OwnerKind.TABLE, 0)


@dataclass(frozen=True, slots=True)
class NameTable:
    """Nothing of any match: equal for all views of a program."""

    cards: tuple[str, ...]
    """By kind of card."""
    strings: tuple[str, ...]
    places: Mapping[tuple[str, Owner, int], tuple[int, ...]]
    """By name, owner and index: the locations that differ only in who may look."""
    numbers: Mapping[tuple[str, Owner], int]
    """By name and owner: the slot of an integer storage."""
    words: Mapping[tuple[str, Owner], int]
    """The same of string storages."""


def names_of(program: Program, places: Iterable[Place]) -> NameTable:
    found: dict[tuple[str, Owner, int], tuple[int, ...]] = {}
    for number, place in enumerate(places):
        owner = TABLE if place.owner is None else (OwnerKind.PLAYER, place.owner)
        where = program.strings[place.name], owner, place.index
        found[where] = (*found.get(where, ()), number)
    return NameTable(
        kind_texts(program),
        program.strings,
        found,
        _slots(program, program.int_storages),
        _slots(program, program.str_storages),
    )


def _slots(program: Program, storages: Iterable[Storage]) -> dict[tuple[str, Owner], int]:
    return {
        (program.strings[storage.name], (storage.owner, owner)): storage.first + owner
        for storage in storages
        for owner in range(program.owners(storage.owner))
    }


def unknown_name(what: str, said: str, known: Iterable[str]) -> BadArgument:
    there = ", ".join(sorted(set(known))) or "none"
    return BadArgument(f"there is no {what} {said} in this game; there are: {there}")


# ---------------------------------------------------------------------------- places


@dataclass(frozen=True, slots=True)
class LocationTable:
    """What never changes about a program's locations."""

    places: tuple[Place, ...]
    sight: tuple[frozenset[int], ...]
    """By location: the seats that see the faces of the cards there."""
    memory: frozenset[int]
    """The `mem` locations, which hold references and no cards."""
    names: NameTable


def layout(program: Program) -> LocationTable:
    found = places(program)
    return LocationTable(
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
