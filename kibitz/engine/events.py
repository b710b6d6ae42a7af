"""What happened: the public record of applying an option, and what one seat saw of it.

An Event is the whole truth and stays inside the engine and the record. `sight` makes the version
for one seat: a card face is only in it if that seat could tell which card it was.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from kibitz.engine.program import StorageKind
from kibitz.recycle import Type


@dataclass(frozen=True, slots=True)
class CardMoved:
    card: int | None
    """None where the seat cannot tell."""
    back: int
    source: int
    source_index: int | None
    """None where the seat cannot tell."""
    destination: int
    index: int | None
    """None where the seat cannot tell."""
    seen_by: frozenset[int]
    """The seats that can tell which card it is."""
    placed_before: frozenset[int]
    """The seats that can tell which index it got."""


@dataclass(frozen=True, slots=True)
class LocationsSwapped:
    first: int
    second: int
    cards: tuple[tuple[int, ...], tuple[int, ...]] | None
    """What the first and what the second gave away; None where the seat sees neither pile."""
    seen_by: frozenset[int]
    """The seats that see one of the piles, and so have seen both."""


@dataclass(frozen=True, slots=True)
class Shuffled:
    location: int


@dataclass(frozen=True, slots=True)
class Stored:
    """A storage got a value; for a point map the value is 0."""

    kind: StorageKind
    slot: int
    value: int


@dataclass(frozen=True, slots=True)
class Remembered:
    card: int
    location: int


@dataclass(frozen=True, slots=True)
class Forgotten:
    location: int
    index: int


@dataclass(frozen=True, slots=True)
class Created:
    location: int
    count: int


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A stage gave the turn to this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnQueued:
    seat: int


@dataclass(frozen=True, slots=True)
class TurnTaken:
    """`cycle current`: this seat is current at once."""

    seat: int


@dataclass(frozen=True, slots=True)
class Passed:
    pass


@dataclass(frozen=True, slots=True)
class OptionPlayed:
    """The player is done: what follows, the rules did by themselves."""


@dataclass(frozen=True, slots=True)
class Picked:
    """What was picked for a variable on the way to an option."""

    variable: str
    type: Type
    value: int | tuple[int, ...] | None
    """A number, a card, or cards; None where the seat cannot tell."""
    seen_by: frozenset[int]
    """The seats that can tell."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A move with a name was made; it comes before what the move does."""

    name: str
    picks: tuple[Picked, ...]


Event = (
    Chosen
    | CardMoved
    | LocationsSwapped
    | Shuffled
    | Stored
    | Remembered
    | Forgotten
    | Created
    | TurnStarted
    | TurnQueued
    | TurnTaken
    | Passed
    | OptionPlayed
)


@dataclass(frozen=True, slots=True)
class Sighting:
    """An event as one seat saw it; only `sight` makes them."""

    seat: int
    event: Event


def sight(event: Event, seat: int) -> Sighting:
    """The event as the seat saw it."""
    return Sighting(seat, seen(event, seat))


def seen(event: Event, seat: int) -> Event:
    """What the seat saw of the event. Storages, turns and piles are public; faces are not."""
    match event:
        case (
            Stored()
            | TurnStarted()
            | TurnQueued()
            | TurnTaken()
            | Passed()
            | OptionPlayed()
            | Shuffled()
            | Remembered()
            | Forgotten()
            | Created()
        ):
            return event
        case Chosen(name=name, picks=picks):
            return Chosen(name, tuple(_seen_pick(pick, seat) for pick in picks))
        case CardMoved():
            seen_by, placed = event.seen_by & {seat}, event.placed_before & {seat}
            return CardMoved(
                card=event.card if seen_by else None,
                back=event.back,
                source=event.source,
                source_index=event.source_index if seen_by else None,
                destination=event.destination,
                index=event.index if placed else None,
                seen_by=seen_by,
                placed_before=placed,
            )
        case LocationsSwapped():
            seen_by = event.seen_by & {seat}
            return replace(event, cards=event.cards if seen_by else None, seen_by=seen_by)
        case undecided:
            assert_never(undecided)


def _seen_pick(pick: Picked, seat: int) -> Picked:
    seen_by = pick.seen_by & {seat}
    return replace(pick, value=pick.value if seen_by else None, seen_by=seen_by)
