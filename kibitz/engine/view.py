"""What one seat may know, built up from what it may know.

A View holds public facts, the faces the seat can tell, and what it is in doubt about: which
cards lie in which spots together. Which card lies in which spot is the secret, and it is not in
here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kibitz.engine.doubts import Doubt, Table
from kibitz.engine.places import Layout
from kibitz.engine.points import PointMap
from kibitz.engine.state import State


@dataclass(frozen=True, slots=True)
class Spot:
    """A card seen from the seat: its number if the seat can tell, and its back."""

    card: int | None
    back: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """Cards that lie in these spots, the seat does not know how (`doubts.py`)."""

    pools: tuple[tuple[int, ...], ...]
    """Cards, ascending."""
    groups: tuple[tuple[tuple[int, int], ...], ...]
    """Spots: location and index."""
    tables: tuple[Table, ...]
    """How many cards of every pool may lie in every group; each deal is as likely as another."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything `seat` may know about a match."""

    seat: int
    players: int
    piles: tuple[tuple[Spot, ...], ...]
    """By location, bottom first."""
    unknown: tuple[Unknown, ...]
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
    knowledge, memory = state.knowledge, layout.memory
    faces = [spot(card, back) for card, back in enumerate(state.backs)]
    lying = [
        face if knowledge.knows(seat, card) else spot(None, face.back)
        for card, face in enumerate(faces)
    ]
    piles = tuple(
        [
            tuple([(faces if number in memory else lying)[card] for card in pile])
            for number, pile in enumerate(state.cards)
        ]
    )
    unknown = [_unknown(layout, state, doubt) for doubt in knowledge.doubts[seat]]
    return View(
        seat=seat,
        players=len(knowledge.doubts),
        piles=piles,
        unknown=tuple(sorted(unknown, key=_first_spot)),
        kinds=tuple(state.kinds),
        ints=tuple(state.ints),
        strs=tuple(state.strs),
        points=tuple(state.points),
        seats=tuple((f.position, f.queued, f.turns) for f in state.seats),
        teams=tuple((f.position, f.queued, f.turns) for f in state.teams),
        position=state.position,
    )


@lru_cache(4096)
def spot(card: int | None, back: int) -> Spot:
    """One object for every card and back: views are made of them."""
    return Spot(card, back)


def _unknown(layout: Layout, state: State, doubt: Doubt) -> Unknown:
    """The doubt in an order that gives nothing away: groups by first spot, pools by first card."""
    spots = [
        tuple(
            [
                (number, index)
                for number, pile in enumerate(state.cards)
                if number not in layout.memory
                for index, card in enumerate(pile)
                if group >> card & 1
            ]
        )
        for group in doubt.groups
    ]
    cards = [
        tuple([card for card in range(len(state.place)) if pool >> card & 1])
        for pool in doubt.pools
    ]
    rows = sorted(range(len(spots)), key=spots.__getitem__)
    columns = sorted(range(len(cards)), key=cards.__getitem__)
    return Unknown(
        tuple(cards[column] for column in columns),
        tuple(spots[row] for row in rows),
        tuple(
            sorted(
                tuple(tuple(table[row][column] for column in columns) for row in rows)
                for table in doubt.tables
            )
        ),
    )


def _first_spot(unknown: Unknown) -> tuple[int, int]:
    return unknown.groups[0][0]
