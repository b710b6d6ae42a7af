"""What a program calls its cards, places and storages, so that a View can be read by names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kibitz.engine.card_names import kind_texts
from kibitz.engine.program import OwnerKind, Place, Program, Storage
from kibitz.recycle.errors import BadArgument

Owner = tuple[OwnerKind, int]
"""Whose something is: the table's, which counts as number 0, or that of a seat or a team."""
TABLE: Owner = (OwnerKind.TABLE, 0)


@dataclass(frozen=True, slots=True)
class Names:
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


def names_of(program: Program, places: Iterable[Place]) -> Names:
    found: dict[tuple[str, Owner, int], tuple[int, ...]] = {}
    for number, place in enumerate(places):
        owner = TABLE if place.owner is None else (OwnerKind.PLAYER, place.owner)
        where = program.strings[place.name], owner, place.index
        found[where] = (*found.get(where, ()), number)
    return Names(
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
