"""What an option does, or what happened, as values: read from events, put into words elsewhere.

`seat` is whose deed it is, None where the rules did it. Cards are numbers, None where whoever
reads cannot tell; places are location numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from kibitz.engine import CardMoved

Moves = Sequence[CardMoved]


class Verb(Enum):
    """What people call it when cards go from one place to another: now, and afterwards."""

    DRAW = "draw", "drew"
    TAKE = "take", "took"
    DISCARD = "discard", "discarded"
    PLAY = "play", "played"
    GIVE = "give", "gave"
    TURN_OVER = "turn over", "turned over"
    LOOK_AT = "look at", "looked at"
    MOVE = "move", "moved"


@dataclass(frozen=True, slots=True)
class Moved:
    """Cards that go the same way."""

    seat: int | None
    verb: Verb
    moves: Moves


@dataclass(frozen=True, slots=True)
class Swapped:
    """A card leaves a cell of the seat, another one takes its place."""

    seat: int
    left: CardMoved
    entered: CardMoved


@dataclass(frozen=True, slots=True)
class Dealt:
    """Cards from one place to several players."""

    seat: int | None
    source: int
    count_by_seat: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Gathered:
    """Cards of several players to one place."""

    seat: int | None
    moves: Moves


@dataclass(frozen=True, slots=True)
class PilesSwapped:
    seat: int | None
    first: int
    second: int
    cards: tuple[tuple[int, ...], tuple[int, ...]] | None
    """What each gave away; None where whoever reads sees neither."""


@dataclass(frozen=True, slots=True)
class PileShuffled:
    seat: int | None
    place: int


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """The cards of a trick leave the table."""

    seat: None
    winner: int | None
    """None where nothing tells."""
    moves: Moves


@dataclass(frozen=True, slots=True)
class Appointed:
    """A player is named who deals, or leads."""

    seat: None
    player: int
    duty: str


@dataclass(frozen=True, slots=True)
class TurnedTo:
    """The turn goes to another player at once."""

    seat: int
    player: int


@dataclass(frozen=True, slots=True)
class PassedOn:
    seat: int


@dataclass(frozen=True, slots=True)
class Decided:
    """A number was stored that people have words for: `turn up cell 3`."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Said:
    """A word was stored, as a string of the program."""

    seat: int
    storage: str
    owner: int | None
    string: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A number was stored that means nothing more to people."""

    seat: int
    storage: str
    owner: int | None
    value: int


CardDeed = Moved | Swapped | Dealt | Gathered | PilesSwapped | PileShuffled | TrickTaken | Appointed
SpokenDeed = TurnedTo | PassedOn | Decided | Said | Counted
Deed = CardDeed | SpokenDeed


@dataclass(frozen=True, slots=True)
class DeedList:
    """All deeds of an option, or of what came of it."""

    with_cards: tuple[CardDeed, ...]
    """And who deals and leads, in order."""
    spoken: tuple[SpokenDeed, ...]
