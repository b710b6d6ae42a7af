"""Watches a match as it happens: keeps what every seat knows, and writes down the events."""

from __future__ import annotations

from kibitz.engine.changes import (
    CardMove,
    CardSwap,
    CardTaken,
    Change,
    Creation,
    IntChange,
    LocationSwap,
    Memory,
    Oblivion,
    Passing,
    PointsChange,
    Queueing,
    Seating,
    Shuffle,
    StrChange,
)
from kibitz.engine.events import (
    CardMoved,
    Created,
    Event,
    Forgotten,
    LocationsSwapped,
    Passed,
    Remembered,
    Shuffled,
    Stored,
    TurnQueued,
    TurnStarted,
    TurnTaken,
)
from kibitz.engine.program import StorageKind
from kibitz.engine.state import State


class EventWriter:
    """Told of every change right after it happened."""

    def __init__(self, state: State, sight: tuple[frozenset[int], ...]) -> None:
        self._state = state
        self._sight = sight
        self._everybody = frozenset(range(len(state.knowledge.labels)))
        self.events: list[Event] = []

    def turn_started(self, seat: int) -> None:
        self.events.append(TurnStarted(seat))

    def notice(self, change: Change) -> None:
        """Update knowledge, then write the event down."""
        match change:
            case CardMove():
                self._moved(change)
            case CardSwap():
                self._swapped(change)
            case LocationSwap():
                self._piles_swapped(change)
            case Shuffle():
                self._shuffled(change)
            case Memory(card=card, location=location):
                self._reveal_to(self._everybody, card)
                self.events.append(Remembered(card, location))
            case Creation(location=location, count=count):
                for _ in range(count):
                    self._state.knowledge.add_card()
                self.events.append(Created(location, count))
            case _:
                self._write(change)

    def _write(
        self,
        change: CardTaken
        | IntChange
        | StrChange
        | PointsChange
        | Oblivion
        | Queueing
        | Seating
        | Passing,
    ) -> None:
        """Happenings that are public and teach nobody anything about cards."""
        match change:
            case CardTaken():
                pass
            case IntChange(slot=slot):
                self.events.append(Stored(StorageKind.INT, slot, self._state.ints[slot]))
            case StrChange(slot=slot):
                self.events.append(Stored(StorageKind.STR, slot, self._state.strs[slot]))
            case PointsChange(slot=slot):
                self.events.append(Stored(StorageKind.POINTS, slot, 0))
            case Oblivion(location=location, index=index):
                self.events.append(Forgotten(location, index))
            case Queueing(frame=frame):
                self.events.append(TurnQueued(frame.queued))
            case Seating(frame=frame):
                self.events.append(TurnTaken(frame.position))
            case Passing():
                self.events.append(Passed())

    def _reveal_to(self, seats: frozenset[int], card: int) -> None:
        for seat in seats:
            self._state.knowledge.reveal(seat, card)

    def _knowing(self, card: int) -> frozenset[int]:
        knowledge = self._state.knowledge
        return frozenset(seat for seat in self._everybody if knowledge.knows(seat, card))

    def _followed(self, card: int, source: int, destination: int, named_position: bool) -> None:
        """One card changed places: those who see it know it, some others lose track."""
        watching = self._sight[source] | self._sight[destination]
        self._reveal_to(watching, card)
        if named_position:
            return
        knowledge, backs = self._state.knowledge, self._state.backs
        pile = [*self._state.cards[source], card]
        for seat in self._everybody - watching:
            knowledge.merge(seat, pile, backs)

    def _moved(self, move: CardMove) -> None:
        from_named, to_named = move.named
        self._followed(move.card, move.source, move.destination, from_named)
        self.events.append(
            CardMoved(
                move.card,
                self._state.backs[move.card],
                move.source,
                move.source_index,
                move.destination,
                move.index,
                seen_by=self._knowing(move.card),
                placed_before=self._everybody if to_named else self._sight[move.destination],
            )
        )
        if not to_named:
            self._mixed_in(move.destination)

    def _mixed_in(self, location: int) -> None:
        """A card got a place in the pile that only those who see the pile know."""
        self._lose_track(location, self._sight[location])

    def _lose_track(self, location: int, watching: frozenset[int]) -> None:
        knowledge, pile = self._state.knowledge, self._state.cards[location]
        for seat in self._everybody - watching:
            knowledge.merge(seat, pile, self._state.backs)

    def _swapped(self, swap: CardSwap) -> None:
        cards, backs = self._state.cards, self._state.backs
        one = cards[swap.second][swap.second_index]
        other = cards[swap.first][swap.first_index]
        self._followed(one, swap.first, swap.second, swap.named_positions[0])
        self._followed(other, swap.second, swap.first, swap.named_positions[1])
        first, second = (swap.first, swap.first_index), (swap.second, swap.second_index)
        for card, old, new in ((one, first, second), (other, second, first)):
            seen_by = self._knowing(card)
            self.events.append(CardMoved(card, backs[card], *old, *new, seen_by, seen_by))

    def _piles_swapped(self, swap: LocationSwap) -> None:
        watching = self._sight[swap.first] | self._sight[swap.second]
        for card in (*self._state.cards[swap.first], *self._state.cards[swap.second]):
            self._reveal_to(watching, card)
        self.events.append(LocationsSwapped(swap.first, swap.second))

    def _shuffled(self, shuffle: Shuffle) -> None:
        if shuffle.location < 0:
            return
        self._lose_track(shuffle.location, self._sight[shuffle.location])
        self.events.append(Shuffled(shuffle.location))
