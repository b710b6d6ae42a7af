"""Options tried out in a world that somebody imagines: what each would change, as events."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any

from kibitz.engine import changes as ch
from kibitz.engine import events as ev
from kibitz.engine.machine import Machine
from kibitz.engine.program import StorageKind
from kibitz.engine.state import State

_NOBODY = frozenset[int]()


class RehearsingMachine(Machine):
    """Goes along paths that were found in another world: what they pick is found here and paid for,
    but what several paths are offered only once."""

    __slots__ = ()

    def forget_offers(self, before: Sequence[int], path: Sequence[int]) -> None:
        """Keep only what is offered alike on both paths, the one just gone and the next."""
        parted = next((n for n, (a, b) in enumerate(zip(before, path, strict=False)) if a != b), 0)
        is_shared = 0 < parted <= len(self.picks)
        del self.offers[self.picks[parted - 1][1] if is_shared else 0 :]

    def offered(self, elements: Callable[[Machine], Sequence[Any]]) -> Sequence[Any]:
        number = self.reached
        self.reached = number + 1
        if number == len(self.offers):
            self.offers.append((elements(self), 0))
        return self.offers[number][0]

    def recalled(self, elements: Callable[[Machine], Sequence[Any]]) -> Sequence[Any]:
        return elements(self)


def rehearsed(journal: list[ch.Change], state: State, known: Container[int]) -> list[ev.Event]:
    """What the changes, which still stand, do to cards, storages and turns."""
    events: list[ev.Event] = []
    for change in journal:
        match change:
            case ch.CardMove():
                old = change.source, change.source_index
                new = change.destination, change.index
                events.append(_moved(state, known, change.card, old, new))
            case ch.IntChange(slot=slot):
                events.append(ev.Stored(StorageKind.INT, slot, state.ints[slot]))
            case ch.StrChange(slot=slot):
                events.append(ev.Stored(StorageKind.STR, slot, state.strs[slot]))
            case ch.CardSwap(cards=(one, other)):
                first = change.first, change.first_index
                second = change.second, change.second_index
                events.append(_moved(state, known, one, first, second))
                events.append(_moved(state, known, other, second, first))
            case ch.LocationSwap():
                events.append(ev.LocationsSwapped(change.first, change.second, None, _NOBODY))
            case ch.ShuffleChange(location=location) if location >= 0:
                events.append(ev.Shuffled(location))
            case ch.Seating(frame=frame):
                events.append(ev.TurnTaken(frame.position))
            case ch.Passing():
                events.append(ev.Passed())
            case _:
                pass
    return events


def _moved(
    state: State, known: Container[int], card: int, old: tuple[int, int], new: tuple[int, int]
) -> ev.CardMoved:
    named = card if card in known else None
    return ev.CardMoved(named, state.backs[card], *old, *new, _NOBODY, _NOBODY)
