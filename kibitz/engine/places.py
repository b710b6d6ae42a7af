"""Cards and locations by number: what they are called, who owns them, who sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from kibitz.engine.program import CardKind, OwnerKind, Place, Program, Storage, StorageKind
from kibitz.recycle import BadArgument, LocationClass

_RANKS = {
    "ACE": "A",
    "TWO": "2",
    "THREE": "3",
    "FOUR": "4",
    "FIVE": "5",
    "SIX": "6",
    "SEVEN": "7",
    "EIGHT": "8",
    "NINE": "9",
    "TEN": "10",
    "JACK": "J",
    "QUEEN": "Q",
    "KING": "K",
    "JOKER": "Joker",
}
SUITS = {"HEARTS": "♥", "DIAMONDS": "♦", "CLUBS": "♣", "SPADES": "♠"}
_NUMERALS = set("IVX")


def kind_texts(program: Program) -> tuple[str, ...]:
    """The name of every kind of card, by kind."""
    return tuple(_kind_text(program, kind) for kind in program.kinds)


def _kind_text(program: Program, kind: CardKind) -> str:
    values = {
        program.strings[attribute]: program.strings[value] for attribute, value in kind.attributes
    }
    rank, suit = values.get("RANK"), values.get("SUIT")
    if rank is None:
        return " ".join(value.lower() for value in values.values())
    text = _RANKS.get(rank, rank if _is_number(rank) else rank.capitalize())
    if suit is None or (suit == "TRUMPS" and set(rank) <= _NUMERALS):
        return text
    return text + SUITS[suit] if suit in SUITS else f"{text} of {suit.lower()}"


def value_text(value: str) -> str:
    """How a value of an attribute is written where nothing else is said."""
    short = _RANKS.get(value) or SUITS.get(value)
    return short or (value if _is_number(value) else value.lower())


def _is_number(rank: str) -> bool:
    """Whether it is a single letter, or a numeral of a tarot pack: `XXI`."""
    return len(rank) == 1 or set(rank) <= _NUMERALS


def card_text(texts: tuple[str, ...], kinds: Sequence[int], card: int) -> str:
    """The name of one card, given the names and kinds; the second card of a kind is `7♥/2`."""
    kind = kinds[card]
    copy = kinds[:card].count(kind) + 1
    return texts[kind] if copy == 1 else f"{texts[kind]}/{copy}"


# ---------------------------------------------------------------------------- the names of a game

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
        (program.called(storage), (storage.owner, owner)): storage.first + owner
        for storage in sorted(storages, key=lambda storage: not storage.is_secret)
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
    secrets: Mapping[tuple[StorageKind, int], frozenset[int]]
    """By kind and slot of every secret storage: the seats that see it."""
    guessed: frozenset[tuple[StorageKind, int]]
    """Those of them of which others guess what they hold; others are picked anew in a world."""


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
        secrets={slot: seats for slot, seats, _ in _secrets(program)},
        guessed=frozenset(slot for slot, _, is_pick in _secrets(program) if not is_pick),
    )


def _secrets(program: Program) -> Iterator[tuple[tuple[StorageKind, int], frozenset[int], bool]]:
    kinds = (StorageKind.INT, program.int_storages), (StorageKind.STR, program.str_storages)
    for kind, storages in kinds:
        for storage in storages:
            for owner in range(program.owners(storage.owner) if storage.is_secret else 0):
                seats = storage_seen_by(program, storage, owner)
                yield (kind, storage.first + owner), seats, storage.is_pick


def storage_seen_by(program: Program, storage: Storage, owner: int) -> frozenset[int]:
    """The seats that see what the owner of that number has in the storage."""
    if not storage.is_secret:
        return frozenset(range(program.players))
    match storage.owner:
        case OwnerKind.TABLE:
            return frozenset()
        case OwnerKind.PLAYER:
            return frozenset({owner})
        case OwnerKind.TEAM:
            return frozenset(program.teams[owner])


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
