"""The scorecard of a match, kept from its events: how every score came about, hole by hole.

Everything it looks at is public: numbers, and cards in places where everybody sees them. So it may
be told the events of any seat, and answers the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kibitz.engine import Event, LocationTable, OwnerKind, Program, StorageKind, layout
from kibitz.engine import events as ev
from kibitz.games import Scorecard
from kibitz.recycle import KibitzError


class NoSuchNumber(KibitzError):
    """A scorecard that names a number which the program does not keep."""


@dataclass(frozen=True, slots=True)
class Term:
    """Something added to a score: what it is for, empty for the cards themselves."""

    label: str
    value: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What a hole came to for one player, and how."""

    terms: tuple[Term, ...]
    """In the order in which they were added; together they are the score."""
    score: int
    total: int
    cards: tuple[tuple[int, int], ...]
    """Index of the place and card: those that counted."""
    aside: tuple[tuple[int, int], ...]
    """Index of the place it came from and card: those that did not, as they were laid aside."""


@dataclass(frozen=True, slots=True)
class Hole:
    number: int
    par: int | None
    tallies: tuple[Tally, ...]
    """By seat."""

    @property
    def scores(self) -> list[int]:
        return [tally.score for tally in self.tallies]


@dataclass
class RunningScore:
    """The score of one player as it adds up in the course of one hole."""

    value: int | None = None
    storage: str = ""
    terms: list[Term] = field(default_factory=list)
    pending: dict[str, int] = field(default_factory=dict)
    """Parts that were stored and not yet added."""

    def add(self, storage: str, value: int) -> None:
        change = value - (self.value or 0)
        goes_on = self.value is not None and storage == self.storage
        labelled = [Term(label, part) for label, part in self.pending.items() if part]
        rest = change - sum(term.value for term in labelled)
        if rest or (goes_on and not self.pending):
            self.terms.append(Term("", rest))
        self.terms += labelled
        self.value, self.storage = value, storage
        self.pending.clear()


class Scorekeeper:
    """Keeps the card of one match."""

    def __init__(self, program: Program, names: Scorecard) -> None:
        """Raises NoSuchNumber if the program keeps no hole, no score or no total."""
        self._names = names
        self._sums = frozenset(names.sums or (names.score,))
        self._slots = dict(number_slots(program))
        _refuse_missing(set(self._slots.values()), names)
        self._cards = _CardsInSight(layout(program), program, names)
        self._seats = range(program.players)
        self._running = [RunningScore() for _ in self._seats]
        self._settled: dict[int, Tally] = {}
        self._numbers: dict[tuple[str, int | None], int] = {}
        self._turn: int | None = None
        self._first: int | None = None
        self.holes: list[Hole] = []
        """Those that are over."""

    # ------------------------------------------------------------------ what stands on the card

    @property
    def number(self) -> int:
        """The hole that was begun last; 0 before the first."""
        return self._number(self._names.hole)

    @property
    def at_play(self) -> int:
        """The hole that is being played, even if the program counts it only later."""
        is_over = not self.number or (self.holes and self.holes[-1].number == self.number)
        return self.number + 1 if is_over else self.number

    @property
    def par(self) -> int | None:
        """Of the hole that is being played; None in a game without pars."""
        return self._number(self._names.par) if self._names.par else None

    def on_duty(self, duty: str) -> int | None:
        """Who deals, or leads, in the hole that is being played; None where no turn tells."""
        if self._first is not None and (duty, self._names.turn) == ("deal", "next"):
            return (self._first - 1) % len(self._seats)
        return self._first if duty == self._names.turn else None

    def total(self, seat: int) -> int:
        return self.holes[-1].tallies[seat].total if self.holes else 0

    def won(self, seat: int) -> int | None:
        """How many holes the seat has won; None where nobody counts them."""
        return self._number(self._names.won, seat) if self._names.won else None

    def _number(self, name: str, seat: int | None = None) -> int:
        return self._numbers.get((name, seat), 0)

    # ------------------------------------------------------------------ keeping it

    def next_hole(self, events: Sequence[Event]) -> int:
        """How many of the events belong to the hole that is being played."""
        settled, over = set[int | None](), None
        for number, event in enumerate(events if self.number == self.at_play else ()):
            name, seat = self._stored(event) or ("", None)
            if name == self._names.total:
                settled.add(seat)
                over = number + 1 if len(settled) == len(self._seats) else None
            is_dealt = isinstance(event, ev.Shuffled) and over is not None
            if is_dealt or (name == self._names.hole and seat is None):
                return number if over is None else over
        return len(events)

    def hear(self, events: Sequence[Event]) -> list[Hole]:
        """The holes that came to their end in these events."""
        known = len(self.holes)
        for event in events:
            match event:
                case ev.Stored():
                    self._hear_number(event)
                case ev.TurnStarted(seat=seat):
                    self._turn = seat
                case _:
                    self._cards.hear(event)
        return self.holes[known:]

    def _stored(self, event: Event) -> tuple[str, int | None] | None:
        if not isinstance(event, ev.Stored) or event.kind is not StorageKind.INT:
            return None
        return self._slots.get(event.slot)

    def _hear_number(self, event: ev.Stored) -> None:
        stored = self._stored(event)
        if stored is None:
            return
        self._numbers[stored] = event.value
        name, seat = stored
        if seat is None:
            if name == self._names.hole:
                self._begin()
            return
        if name in self._names.parts:
            self._running[seat].pending[self._names.parts[name]] = event.value
        if name in self._sums:
            self._running[seat].add(name, event.value)
        if name == self._names.total:
            self._settle(seat)

    def _begin(self) -> None:
        self._settled.clear()
        self._running = [RunningScore() for _ in self._seats]
        self._cards.begin()
        self._first = self._turn

    def _settle(self, seat: int) -> None:
        names = self._names
        self._settled[seat] = Tally(
            terms=tuple(self._running[seat].terms),
            score=self._number(names.score, seat),
            total=self._number(names.total, seat),
            cards=self._cards.counted(seat),
            aside=self._cards.aside(seat),
        )
        if len(self._settled) == len(self._seats):
            tallies = tuple(self._settled[seat] for seat in self._seats)
            self.holes.append(Hole(self.number, self.par, tallies))
            self._settled.clear()


class _CardsInSight:
    """The cards that lie open before every player, and those laid aside."""

    def __init__(self, places: LocationTable, program: Program, names: Scorecard) -> None:
        everybody = frozenset(range(program.players))
        self._places = places.places
        self._lying: dict[int, list[int]] = {
            number: []
            for number, place in enumerate(places.places)
            if places.sight[number] == everybody
            and place.owner is not None
            and program.strings[place.name] in (names.cards, names.aside)
        }
        self._counting = {
            number
            for number in self._lying
            if program.strings[places.places[number].name] == names.cards
        }
        self._origins: dict[int, int] = {}

    def begin(self) -> None:
        self._origins.clear()

    def hear(self, event: Event) -> None:
        match event:
            case ev.CardMoved(card=int(card), source=source, destination=destination):
                if source in self._lying and card in self._lying[source]:
                    self._lying[source].remove(card)
                    self._origins[card] = self._places[source].index
                if destination in self._lying:
                    self._lying[destination].append(card)
            case ev.LocationsSwapped(first=first, second=second):
                if first in self._lying and second in self._lying:
                    lying = self._lying
                    lying[first], lying[second] = lying[second], lying[first]
            case _:
                pass

    def counted(self, seat: int) -> tuple[tuple[int, int], ...]:
        return tuple(
            (self._places[number].index, card)
            for number in sorted(self._counting)
            if self._places[number].owner == seat
            for card in self._lying[number]
        )

    def aside(self, seat: int) -> tuple[tuple[int, int], ...]:
        return tuple(
            (self._origins.get(card, 0), card)
            for number, cards in self._lying.items()
            if number not in self._counting and self._places[number].owner == seat
            for card in cards
        )


def number_slots(program: Program) -> list[tuple[int, tuple[str, int | None]]]:
    """Every number of the table and of the players: its slot, its name, and whose it is."""
    found: list[tuple[int, tuple[str, int | None]]] = []
    for storage in [one for one in program.int_storages if not one.is_secret]:
        name = program.called(storage)
        if storage.owner is OwnerKind.TABLE:
            found.append((storage.first, (name, None)))
        elif storage.owner is OwnerKind.PLAYER:
            found += [(storage.first + seat, (name, seat)) for seat in range(program.players)]
    return found


def _refuse_missing(kept: set[tuple[str, int | None]], names: Scorecard) -> None:
    needed = {
        "hole": (names.hole, None),
        "score": (names.score, 0),
        "total": (names.total, 0),
        **({"par": (names.par, None)} if names.par else {}),
        **({"won": (names.won, 0)} if names.won else {}),
    }
    for what, (name, seat) in needed.items():
        if (name, seat) not in kept:
            owner = "the table" if seat is None else "every player"
            raise NoSuchNumber(
                f"`scorecard.{what}` names {name}, but the program keeps no such number for {owner}"
            )
