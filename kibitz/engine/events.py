"""What happened: the public record of applying an option, and what one seat saw of it.

An Event is the whole truth and stays inside the engine and the record. `sight` makes the version
for one seat: a card face is only in it if that seat could tell which card it was.
"""

from __future__ import annotations

from collections.abc import Iterable
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
    seen_by: frozenset[int] = frozenset()
    """The seats that can tell which card it is."""
    placed_before: frozenset[int] = frozenset()
    """The seats that can tell which index it got."""


@dataclass(frozen=True, slots=True)
class LocationsSwapped:
    first: int
    second: int
    cards: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    """What the first and what the second gave away; None where the seat sees neither pile."""
    seen_by: frozenset[int] = frozenset()
    """The seats that see one of the piles, and so have seen both."""


@dataclass(frozen=True, slots=True)
class CardsShown:
    """Somebody was let see cards that lie where they lay."""

    cards: tuple[int, ...] | None
    """None where the seat cannot tell."""
    places: tuple[int, ...]
    """Where they lie, in an order that tells nothing."""
    seats: tuple[int, ...]
    """Who was let see them."""
    seen_by: frozenset[int] = frozenset()
    """They, and the seats that see where they lie."""


@dataclass(frozen=True, slots=True)
class Shuffled:
    location: int


@dataclass(frozen=True, slots=True)
class Stored:
    """A storage got a value; for a point map the value is 0."""

    kind: StorageKind
    slot: int
    value: int
    seen_by: frozenset[int] | None = None
    """The seats that see a secret storage; None where everybody does."""


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
class TurnedBack:
    """Play goes round the other way from now on."""


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
    lets: tuple[Picked, ...] = ()
    """What a `let` names on the way to it; only the words of a page speak of that."""


@dataclass(frozen=True, slots=True)
class Constituent:
    """Something that a number is made up of."""

    value: int
    read: tuple[str, ...] = ()
    """What it was read from: the name of a storage, a point map, a place."""
    slot: int | None = None
    """The number it was read from."""
    factors: tuple[int, ...] = ()
    """What it is so many times: of what was read or counted."""
    groups: tuple[tuple[int, ...], ...] = ()
    """The cards that counted; together, or each group by itself."""
    definitions: tuple[str, ...] = ()
    """Those of the program that it stands in, the innermost first."""
    under: tuple[str, ...] = ()
    """The definitions and storages in the conditions that it stands under, the nearest first."""


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What the number is made up of that is stored next, or what is added to it. Without a slot, it
    is the score of the seat at the end of the match."""

    slot: int | None
    seat: int | None
    is_added: bool
    parts: tuple[Constituent, ...]
    """For a seat that cannot tell all cards that were looked at, one that says nothing."""
    seen_by: frozenset[int] = frozenset()
    """The seats that can tell them."""
    named_to: frozenset[int] = frozenset()
    """The seats that can tell all cards that counted, too: some are counted unseen."""


TurnEvent = TurnStarted | TurnQueued | TurnTaken | TurnedBack | Passed | OptionPlayed
PublicEvent = TurnEvent | Shuffled | Remembered | Forgotten | Created
"""Turns and piles are public; faces are not."""
Event = PublicEvent | Stored | Chosen | CardMoved | LocationsSwapped | CardsShown | Reckoned


@dataclass(frozen=True, slots=True)
class Sighting:
    """An event as one seat saw it; only `sight` makes them."""

    seat: int
    event: Event


def sight(events: Iterable[Event], seat: int) -> tuple[Sighting, ...]:
    """The events as the seat saw them, those that it saw."""
    found = (seen(event, seat) for event in events)
    return tuple(Sighting(seat, event) for event in found if event is not None)


def seen(event: Event, seat: int) -> Event | None:
    """What the seat saw of the event; None where it saw nothing."""
    if isinstance(event, PublicEvent):
        return event
    match event:
        case Stored(seen_by=None):
            return event
        case Stored(seen_by=seats):
            return replace(event, seen_by=seats & {seat}) if seats and seat in seats else None
        case Chosen(name=name, picks=picks, lets=lets):
            return Chosen(
                name,
                tuple(_seen_pick(pick, seat) for pick in picks),
                tuple(_seen_pick(let, seat) for let in lets),
            )
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
        case CardsShown():
            seen_by = event.seen_by & {seat}
            return replace(event, cards=event.cards if seen_by else None, seen_by=seen_by)
        case LocationsSwapped():
            seen_by = event.seen_by & {seat}
            return replace(event, cards=event.cards if seen_by else None, seen_by=seen_by)
        case Reckoned():
            own = frozenset({seat})
            seen_by, named_to = event.seen_by & own, event.named_to & own
            parts = (
                event.parts if seen_by else (Constituent(sum(part.value for part in event.parts)),)
            )
            parts = parts if named_to else tuple(replace(part, groups=()) for part in parts)
            return replace(event, parts=parts, seen_by=seen_by, named_to=named_to)
        case undecided:
            assert_never(undecided)


def _seen_pick(pick: Picked, seat: int) -> Picked:
    seen_by = pick.seen_by & {seat}
    return replace(pick, value=pick.value if seen_by else None, seen_by=seen_by)
