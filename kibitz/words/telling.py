"""What happened, in people's words: `player 3 swapped 7♥ into cell 2, discarding Q♠`.

It is told from events. Handed the sightings of a seat it says only what that seat saw; handed the
events themselves it tells everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kibitz.engine.card_names import kind_texts
from kibitz.engine.events import (
    CardMoved,
    Event,
    LocationsSwapped,
    Passed,
    Shuffled,
    Stored,
    TurnTaken,
)
from kibitz.engine.places import layout
from kibitz.engine.program import Place, Program, StorageKind
from kibitz.recycle.syntax import LocationClass
from kibitz.words.grouping import Deal, Gathering, Move, Run, Swap, runs
from kibitz.words.wording import NO_WORDS, Wording, cell, is_discard, storage_of

_NAMED_CARDS = 4
"""More cards than this that go a way of their own are counted, not named."""


@dataclass(frozen=True, slots=True)
class Tale:
    """Something that happened: who did it (None: nobody, the rules did), and what, in pieces."""

    seat: int | None
    parts: tuple[str, ...]


class Teller:
    """Tells one seat, or with None somebody who sees everything, what happened."""

    def __init__(
        self, program: Program, seat: int | None, words: Mapping[str, str] = NO_WORDS
    ) -> None:
        self._program = program
        self._wording = Wording(program, seat, words)
        self._kind_texts = kind_texts(program)
        layouts = layout(program)
        self._places = layouts.places
        everybody = frozenset(range(program.players))
        self._is_open = tuple(sight == everybody for sight in layouts.sight)
        self._place_names = frozenset(family.name for family in program.families)

    def player(self, seat: int) -> str:
        return self._wording.player(seat)

    def possessor(self, seat: int) -> str:
        player = self.player(seat)
        return "yours" if player == "you" else player

    def tell(
        self, chooser: int | None, events: Sequence[Event], kinds: Sequence[int]
    ) -> list[Tale]:
        """What the chooser's option brought about; `kinds` are the faces of the cards in play.

        Without a chooser it is the deal.
        """
        voice = _Voice(self, chooser, kinds)
        moves = [event for event in events if isinstance(event, CardMoved)]
        found = list(runs(self._places, chooser, moves))
        rest = [*self._happenings(events)]
        rest += [voice.run(run) for run in found if not voice.is_chooser_in(run)]
        told = [Tale(None, (text,)) for text in rest]
        if chooser is None:
            return told
        mine = voice.deeds([run for run in found if voice.is_chooser_in(run)])
        mine += self._remarks(chooser, moves, events, kinds) or (
            [] if mine else self._without_cards(chooser, events)
        )
        return [Tale(chooser, tuple(mine)), *told]

    def _happenings(self, events: Sequence[Event]) -> Iterator[str]:
        """What happens to whole piles."""
        name = self._wording.place
        for event in events:
            match event:
                case LocationsSwapped(first=first, second=second):
                    one, other = name(self._places[first]), name(self._places[second])
                    yield f"{one} and {other} changed places"
                case Shuffled(location=location):
                    yield f"{name(self._places[location])} was shuffled"
                case _:
                    pass

    # ------------------------------------------------------------------ what is not cards

    def _remarks(
        self,
        chooser: int,
        moves: Sequence[CardMoved],
        events: Sequence[Event],
        kinds: Sequence[int],
    ) -> list[str]:
        """What the chooser said, unless it only repeats what the cards say."""
        taken = [event.seat for event in events if isinstance(event, TurnTaken)][:1]
        said = [f"turned to {self.player(seat)}" for seat in taken if seat != chooser]
        evident = {0, *self._place_names}
        for move in moves:
            if move.card is not None:
                evident |= {value for _, value in self._program.kinds[kinds[move.card]].attributes}
        words = self._stored(chooser, events, StorageKind.STR)
        said += [
            f"chose {name} {self._program.strings[value].lower()}"
            for name, value in words
            if value not in evident and self._program.strings[value] != "NONE"
        ][:1]
        return said

    def _stored(
        self, chooser: int, events: Sequence[Event], kind: StorageKind
    ) -> Iterator[tuple[str, int]]:
        """Name and value of what went into storages of the chooser and of the table."""
        for event in events:
            if isinstance(event, Stored) and event.kind is kind:
                name, owner = storage_of(self._program, event)
                if owner in (None, chooser):
                    yield name, event.value

    def _without_cards(self, chooser: int, events: Sequence[Event]) -> list[str]:
        stored = list(self._stored(chooser, events, StorageKind.INT))
        has_passed = any(isinstance(event, Passed) for event in events)
        if has_passed or any(name.startswith("pass") for name, _ in stored):
            return ["passed"]
        chosen = filter(None, map(self._wording.choice, events))
        deeds = [f"chose to {text}" for text in chosen]
        deeds += [f"made {name} {value}" for name, value in stored]
        return deeds[:1] or ["made a choice"]

    # ------------------------------------------------------------------ names

    def card(self, card: int, kinds: Sequence[int]) -> str:
        return self._kind_texts[kinds[card]]

    def cards(self, moves: Sequence[CardMoved], kinds: Sequence[int]) -> str:
        """`7♥ 8♥`, `7♥ and a card`, `3 cards`."""
        known = [self.card(move.card, kinds) for move in moves if move.card is not None]
        hidden = len(moves) - len(known)
        counted = "a card" if hidden == 1 else f"{hidden} cards"
        if not hidden:
            return " ".join(known)
        return f"{' '.join(known)} and {counted}" if known else counted

    def few_cards(self, moves: Sequence[CardMoved], kinds: Sequence[int]) -> str:
        if len(moves) > _NAMED_CARDS:
            return f"{len(moves)} cards"
        return self.cards(moves, kinds)

    def place(self, place: Place) -> str:
        return self._wording.place(place)

    def place_of(self, location: int) -> Place:
        return self._places[location]

    def is_open(self, location: int) -> bool:
        """Whether everybody sees the cards there."""
        return self._is_open[location]

    def discards(self, move: CardMoved) -> bool:
        return is_discard(self._program, self._places[move.destination])

    @property
    def players(self) -> int:
        return self._program.players


@dataclass(frozen=True, slots=True)
class _Voice:
    """Puts runs of card moves into words: the chooser's in the active voice, others not."""

    teller: Teller
    chooser: int | None
    kinds: Sequence[int]

    def is_chooser_in(self, run: Run) -> bool:
        match run:
            case Swap():
                return True
            case Move(moves=moves):
                ends = (moves[0].source, moves[0].destination)
                owners = {self.teller.place_of(end).owner for end in ends}
                return self.chooser is not None and self.chooser in owners
            case Deal() | Gathering():
                return False

    def deeds(self, found: Sequence[Run]) -> list[str]:
        """What the chooser did; a card that went on to a second place of theirs is told once."""
        told: list[str] = []
        before: Run | None = None
        for run in found:
            text = self.run(run)
            if told and self._goes_on(before, run):
                told[-1] = text
            elif text not in told:
                told.append(text)
            before = run
        return told

    def _goes_on(self, before: Run | None, run: Run) -> bool:
        match before, run:
            case Move(moves=[first]), Swap(entered=entered):
                # Taken into the hand only to be put into a cell at once.
                return first.card is not None and first.destination == entered.source
            case Move(moves=earlier), Move(moves=later):
                between = self.teller.place_of(earlier[0].destination)
                end = self.teller.place_of(later[0].destination)
                return (
                    earlier[0].destination == later[0].source
                    and between.owner == end.owner == self.chooser
                    and len(earlier) == len(later)
                )
            case _:
                return False

    def run(self, run: Run) -> str:
        match run:
            case Swap(left=left, entered=entered):
                return self._swap(left, entered)
            case Move(moves=moves):
                return self._active(moves) if self.is_chooser_in(run) else self._passive(moves)
            case Deal(moves=moves):
                return self._deal(moves)
            case Gathering(moves=moves):
                target = self.teller.place(self.teller.place_of(moves[0].destination))
                return f"{self.teller.few_cards(moves, self.kinds)} went to {target}"

    def _swap(self, left: CardMoved, entered: CardMoved) -> str:
        card = self.teller.cards([entered], self.kinds)
        into = self.teller.place(self.teller.place_of(entered.destination))
        verb = "discarding" if self.teller.discards(left) else "giving up"
        old = self.teller.cards([left], self.kinds)
        return f"swapped {card} into {_own(into)}, {verb} {old}"

    def _active(self, moves: Sequence[CardMoved]) -> str:
        cards = self.teller.cards(moves, self.kinds)
        first = moves[0]
        source = self.teller.place_of(first.source)
        target = self.teller.place_of(first.destination)
        if cell(source) == cell(target):
            return self._turned(moves)
        if source.owner == self.chooser:
            if target.owner in (None, self.chooser):
                return f"{'discarded' if self.teller.discards(first) else 'played'} {cards}"
            return f"gave {cards} to {self.teller.place(target)}"
        verb = "took" if self.teller.is_open(first.source) else "drew"
        is_plain = len(moves) == 1 and first.card is None
        what = "" if is_plain else f"{cards} "
        return f"{verb} {what}from {self.teller.place(source)}"

    def _turned(self, moves: Sequence[CardMoved]) -> str:
        cards = self.teller.cards(moves, self.kinds)
        target = self.teller.place_of(moves[0].destination)
        verb = "looked at" if target.location_class is LocationClass.INVISIBLE else "turned over"
        if len(moves) > 1:
            return f"{verb} {cards}"
        place = _own(self.teller.place(target))
        return f"{verb} {place}: {cards}" if moves[0].card is not None else f"{verb} {place}"

    def _passive(self, moves: Sequence[CardMoved]) -> str:
        cards = self.teller.few_cards(moves, self.kinds)
        source = self.teller.place_of(moves[0].source)
        target = self.teller.place_of(moves[0].destination)
        if cell(source)[:2] == cell(target)[:2] and source.owner is not None:
            return f"{self.teller.player(source.owner)} turned over {cards}"
        start, end = self.teller.place(source), self.teller.place(target)
        if source.owner is not None:
            return f"{cards} of {self.teller.possessor(source.owner)} went to {end}"
        if target.owner is not None:
            return f"{self.teller.player(target.owner)} got {cards} from {start}"
        return f"{cards} went from {start} to {end}"

    def _deal(self, moves: Sequence[CardMoved]) -> str:
        source = self.teller.place(self.teller.place_of(moves[0].source))
        counts: dict[int, int] = {}
        for move in moves:
            owner = self.teller.place_of(move.destination).owner
            assert owner is not None
            counts[owner] = counts.get(owner, 0) + 1
        if len(counts) == self.teller.players and len(set(counts.values())) == 1:
            return f"everybody got {_counted(min(counts.values()))} from {source}"
        shares = [f"{self.teller.player(seat)} {count}" for seat, count in sorted(counts.items())]
        return f"cards were dealt from {source}: {', '.join(shares)}"


def _counted(cards: int) -> str:
    return "a card" if cards == 1 else f"{cards} cards"


def _own(place: str) -> str:
    """The place as its owner's deed names it: the owner is said already."""
    return place.partition("'s ")[2] or place
