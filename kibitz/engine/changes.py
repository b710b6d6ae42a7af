"""The journal: every change to a state, with what is needed to take it back.

Options are found by trying them; the journal undoes the trial. Each change restores exactly
what it changed, so a journal undone from its end leaves the state as it was.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.engine.points import PointMap
from kibitz.engine.state import StageFrame, State


@dataclass(slots=True, eq=False)
class CardTaken:
    """A card left a virtual list through which it was moved."""

    cards: list[int]
    index: int
    card: int

    def undo(self, state: State) -> None:
        self.cards.insert(self.index, self.card)


@dataclass(slots=True, eq=False)
class CardMove:
    card: int
    source: int
    source_index: int
    destination: int
    index: int
    named: tuple[bool, bool]
    """Whether the rules named the positions it left and got: everybody can follow it there."""

    def undo(self, state: State) -> None:
        del state.cards[self.destination][self.index]
        state.cards[self.source].insert(self.source_index, self.card)
        state.place[self.card] = self.source


@dataclass(slots=True, eq=False)
class CardSwap:
    cards: tuple[int, int]
    """That lay first, and second."""
    first: int
    first_index: int
    second: int
    second_index: int
    named_positions: tuple[bool, bool]

    def undo(self, state: State) -> None:
        exchange(state, self.first, self.first_index, self.second, self.second_index)


@dataclass(slots=True, eq=False)
class LocationSwap:
    first: int
    second: int

    def undo(self, state: State) -> None:
        exchange_piles(state, self.first, self.second)


@dataclass(slots=True, eq=False)
class ShuffleChange:
    """`location` is -1 for a virtual list."""

    location: int
    cards: list[int]
    order: list[int]

    def undo(self, state: State) -> None:
        self.cards[:] = self.order


@dataclass(slots=True, eq=False)
class IntChange:
    slot: int
    before: int

    def undo(self, state: State) -> None:
        state.ints[self.slot] = self.before


@dataclass(slots=True, eq=False)
class StrChange:
    slot: int
    before: int

    def undo(self, state: State) -> None:
        state.strs[self.slot] = self.before


@dataclass(slots=True, eq=False)
class PointsChange:
    slot: int
    before: PointMap

    def undo(self, state: State) -> None:
        state.points[self.slot] = self.before


@dataclass(slots=True, eq=False)
class Remembering:
    """A reference was put into a `mem` location."""

    card: int
    location: int
    index: int

    def undo(self, state: State) -> None:
        del state.cards[self.location][self.index]


@dataclass(slots=True, eq=False)
class Oblivion:
    """A reference was taken out of a `mem` location."""

    card: int
    location: int
    index: int

    def undo(self, state: State) -> None:
        state.cards[self.location].insert(self.index, self.card)


@dataclass(slots=True, eq=False)
class Queueing:
    frame: StageFrame
    before: int

    def undo(self, state: State) -> None:
        self.frame.queued = self.before


@dataclass(slots=True, eq=False)
class Seating:
    frame: StageFrame
    before: int

    def undo(self, state: State) -> None:
        self.frame.position = self.before


@dataclass(slots=True, eq=False)
class Passing:
    def undo(self, state: State) -> None:
        pass


@dataclass(slots=True, eq=False)
class Creation:
    location: int
    count: int

    def undo(self, state: State) -> None:
        start = len(state.place) - self.count
        del state.cards[self.location][len(state.cards[self.location]) - self.count :]
        del state.place[start:], state.kinds[start:], state.backs[start:]


Change = (
    CardTaken
    | CardMove
    | CardSwap
    | LocationSwap
    | ShuffleChange
    | IntChange
    | StrChange
    | PointsChange
    | Remembering
    | Oblivion
    | Queueing
    | Seating
    | Passing
    | Creation
)


def exchange(state: State, first: int, first_index: int, second: int, second_index: int) -> None:
    """Two positions exchange their cards."""
    one, other = state.cards[first][first_index], state.cards[second][second_index]
    state.cards[first][first_index], state.cards[second][second_index] = other, one
    state.place[one], state.place[other] = second, first


def exchange_piles(state: State, first: int, second: int) -> None:
    """Two locations exchange their whole contents; the lists themselves stay where they are."""
    one, other = state.cards[first][:], state.cards[second][:]
    state.cards[first][:], state.cards[second][:] = other, one
    for card in one:
        state.place[card] = second
    for card in other:
        state.place[card] = first
