"""What places, storages and players are called when a match is told to somebody at the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from kibitz.engine.events import Event, Stored
from kibitz.engine.program import OwnerKind, Place, Program, Storage, StorageKind

NO_WORDS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Wording:
    """Names as `seat` would hear them; None hears as somebody who sits at no seat."""

    program: Program
    seat: int | None
    words: Mapping[str, str]
    """By the name in the program: what people call a location, and what somebody does who
    stores a number other than 0 (`{}` stands for it): `turn up cell {}`."""

    def player(self, seat: int) -> str:
        return "you" if seat == self.seat else f"player {seat + 1}"

    def place(self, place: Place) -> str:
        """`DISCARD`, `LOC 3`, `player 2's HAND`; with words for them `the discard pile`."""
        name = self.program.strings[place.name]
        word = self.words.get(name, name)
        called = f"{word} {place.index}" if place.index else word
        if place.owner is not None and place.owner != self.seat:
            return f"player {place.owner + 1}'s {called}"
        if place.index or name not in self.words:
            return called
        return f"the {called}" if place.owner is None else f"your {called}"

    def storage(self, event: Stored) -> str:
        name, owner = storage_of(self.program, event)
        if owner is not None and owner != self.seat:
            return f"player {owner + 1}'s {name}"
        return name

    def choice(self, event: Event) -> str | None:
        """`turn up cell 3`: what it means to store that number, if people have words for it."""
        if not isinstance(event, Stored) or event.kind is not StorageKind.INT or not event.value:
            return None
        word = self.words.get(storage_of(self.program, event)[0].upper())
        return word.replace("{}", str(event.value)) if word else None


def storage_of(program: Program, event: Stored) -> tuple[str, int | None]:
    """The name of the storage in small letters, and the seat that owns it, if one does."""
    storages = {
        StorageKind.INT: program.int_storages,
        StorageKind.STR: program.str_storages,
        StorageKind.POINTS: program.point_storages,
    }[event.kind]
    storage, owner = _owner_of_slot(program, storages, event.slot)
    name = program.strings[storage.name].lower()
    return name, owner if storage.owner is OwnerKind.PLAYER else None


def is_discard(program: Program, place: Place) -> bool:
    return program.strings[place.name].startswith("DISCARD")


def cell(place: Place) -> tuple[int | None, int, int]:
    """Locations that differ only in class are one place on the table."""
    return place.owner, place.name, place.index


def _owner_of_slot(
    program: Program, storages: tuple[Storage, ...], slot: int
) -> tuple[Storage, int]:
    storage = next(
        storage
        for storage in storages
        if storage.first <= slot < storage.first + program.owners(storage.owner)
    )
    return storage, slot - storage.first
