"""What a trial of an option changes, as events that nobody has seen."""

from __future__ import annotations

from collections.abc import Container

from kibitz.engine.changes import (
    CardMove,
    CardSwap,
    Change,
    IntChange,
    LocationSwap,
    Passing,
    Seating,
    Shuffle,
    StrChange,
)
from kibitz.engine.events import (
    CardMoved,
    Event,
    LocationsSwapped,
    Passed,
    Shuffled,
    Stored,
    TurnTaken,
)
from kibitz.engine.program import StorageKind
from kibitz.engine.state import State

_NOBODY = frozenset[int]()


def rehearsed(journal: list[Change], state: State, known: Container[int]) -> list[Event]:
    """What the changes, which still stand, do to cards, storages and turns."""
    events: list[Event] = []
    for change in journal:
        match change:
            case CardMove():
                old = change.source, change.source_index
                new = change.destination, change.index
                events.append(_moved(state, known, change.card, old, new))
            case IntChange(slot=slot):
                events.append(Stored(StorageKind.INT, slot, state.ints[slot]))
            case StrChange(slot=slot):
                events.append(Stored(StorageKind.STR, slot, state.strs[slot]))
            case CardSwap(cards=(one, other)):
                first = change.first, change.first_index
                second = change.second, change.second_index
                events.append(_moved(state, known, one, first, second))
                events.append(_moved(state, known, other, second, first))
            case LocationSwap():
                events.append(LocationsSwapped(change.first, change.second, None, _NOBODY))
            case Shuffle(location=location) if location >= 0:
                events.append(Shuffled(location))
            case Seating(frame=frame):
                events.append(TurnTaken(frame.position))
            case Passing():
                events.append(Passed())
            case _:
                pass
    return events


def _moved(
    state: State, known: Container[int], card: int, old: tuple[int, int], new: tuple[int, int]
) -> CardMoved:
    named = card if card in known else None
    return CardMoved(named, state.backs[card], *old, *new, _NOBODY, _NOBODY)
