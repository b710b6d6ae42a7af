"""What one seat may know, built up from what it may know.

A View holds public facts, the faces the seat can tell, and pools: cards the seat cannot tell
apart, with the spots they lie in together. The matching of a pool's cards to its spots is the
secret, and it is not in here.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.engine.places import Layout
from kibitz.engine.points import PointMap
from kibitz.engine.state import State


@dataclass(frozen=True, slots=True)
class Spot:
    """A card seen from the seat: its number if the seat can tell, and its back."""

    card: int | None
    back: int


@dataclass(frozen=True, slots=True)
class Pool:
    """Cards (ascending) that lie in these spots (location, index), nobody here knows how."""

    cards: tuple[int, ...]
    spots: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class View:
    """Everything `seat` may know about a match."""

    seat: int
    players: int
    piles: tuple[tuple[Spot, ...], ...]
    """By location, bottom first."""
    pools: tuple[Pool, ...]
    kinds: tuple[int, ...]
    """By card: which face it has. Which card lies where is the secret, not what cards exist."""
    ints: tuple[int, ...]
    strs: tuple[int, ...]
    points: tuple[PointMap, ...]
    seats: tuple[tuple[int, int, int], ...]
    """Turn frames: position, queued, turns."""
    teams: tuple[tuple[int, int, int], ...]
    position: int

    @property
    def current(self) -> int:
        """The seat whose turn it is."""
        return self.seats[-1][0]


def make_view(layout: Layout, state: State, seat: int) -> View:
    labels, memory = state.knowledge.labels[seat], layout.memory
    spots_by_label: dict[int, list[tuple[int, int]]] = {}
    for number, pile in enumerate(state.cards):
        if number not in memory:
            for index, card in enumerate(pile):
                spots_by_label.setdefault(labels[card], []).append((number, index))
    piles = tuple(
        tuple(
            Spot(
                card if number in memory or len(spots_by_label[labels[card]]) == 1 else None,
                state.backs[card],
            )
            for card in pile
        )
        for number, pile in enumerate(state.cards)
    )
    return View(
        seat=seat,
        players=len(state.knowledge.labels),
        piles=piles,
        pools=_pools(state, labels, spots_by_label),
        kinds=tuple(state.kinds),
        ints=tuple(state.ints),
        strs=tuple(state.strs),
        points=tuple(state.points),
        seats=tuple((f.position, f.queued, f.turns) for f in state.seats),
        teams=tuple((f.position, f.queued, f.turns) for f in state.teams),
        position=state.position,
    )


def _pools(
    state: State, labels: list[int], spots_by_label: dict[int, list[tuple[int, int]]]
) -> tuple[Pool, ...]:
    """In order of their first spot."""
    cards_by_label: dict[int, list[int]] = {}
    for card in range(len(state.place)):
        cards_by_label.setdefault(labels[card], []).append(card)
    return tuple(
        Pool(tuple(cards_by_label[label]), tuple(spots))
        for label, spots in spots_by_label.items()
        if len(spots) > 1
    )
