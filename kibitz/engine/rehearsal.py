"""What a trial of an option changes, as events that nobody has seen."""

from __future__ import annotations

from collections.abc import Iterator

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


def rehearsed(journal: list[Change], state: State) -> Iterator[Event]:
    """What the changes, which still stand, do to cards, storages and turns."""
    for change in journal:
        match change:
            case CardMove(card=card):
                source = change.source, change.source_index
                yield _moved(state, card, source, (change.destination, change.index))
            case CardSwap(cards=(one, other)):
                first = change.first, change.first_index
                second = change.second, change.second_index
                yield _moved(state, one, first, second)
                yield _moved(state, other, second, first)
            case IntChange(slot=slot):
                yield Stored(StorageKind.INT, slot, state.ints[slot])
            case StrChange(slot=slot):
                yield Stored(StorageKind.STR, slot, state.strs[slot])
            case LocationSwap(first=one, second=other):
                yield LocationsSwapped(one, other, None, _NOBODY)
            case Shuffle(location=location) if location >= 0:
                yield Shuffled(location)
            case Seating(frame=frame):
                yield TurnTaken(frame.position)
            case Passing():
                yield Passed()
            case _:
                pass


def _moved(state: State, card: int, old: tuple[int, int], new: tuple[int, int]) -> CardMoved:
    return CardMoved(card, state.backs[card], *old, *new, _NOBODY, _NOBODY)
