"""Which cards a net compares with each other, and with words that are stored.

That a discard would make a pair, that a card beats the one that was led, that it is a trump: no
net finds that by itself from what lies where. Places count from the seat that looks, as in all
features.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from kibitz.engine.native.layout.state_layout import StateLayout
from kibitz.engine.places import seen_by
from kibitz.engine.program import Family, OwnerKind, Program
from kibitz.recycle import LocationClass

ALIKE = 6
"""Cards of a place with the same attribute are counted up to so many."""
PAIRED = range(2, 13)
"""How many indices a place has whose cards are compared one by one."""
FACED = 3
"""So many attributes of two cards are compared at once: is the first lower, equal or higher?"""

Start = Callable[[object, int], int]
"""Hands out so many features for a thing, the same ones for the same thing."""
_Thing = tuple[LocationClass, int, int | None]
"""What a seat calls a place: its class, its name, and whose it is."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A player's cells, as a card on top of another place is compared with them."""

    family: Family
    side: int
    """Whose: 0 is the seat that looks."""
    row: int
    """Where the values of all its cards are counted."""
    start: int
    """The first feature, counted from the first of the top."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """What is compared; nothing where there is no room for it."""

    places: int = 0
    """How many places have a row in which the values of their cards are counted; grids follow."""
    row_by_place: tuple[int, ...] = ()
    """By seat and place; `rows` for a place that has none."""
    grids: tuple[Grid, ...] = ()
    crossed: tuple[tuple[int, int, int], ...] = ()
    """Rows of two own grids whose values are compared, and the first feature of that."""
    tops: int = 0
    """How many places there are whose top card is compared."""
    top_places: tuple[int, ...] = ()
    """By seat and top."""
    is_hand: tuple[int, ...] = ()
    """By top: 1 for a hand, which has a top only while it holds a single card."""
    first_top: int = 0
    """The first feature of tops beside grids …"""
    each_top: int = 0
    """… and how many each has."""
    first_faced: int = 0
    """The first feature of a top beside another …"""
    each_faced: int = 0
    """… and how many each two have."""
    word_starts: tuple[int, ...] = ()
    """By seat and slot of a word: the first feature of it beside the cards of places."""

    @property
    def rows(self) -> int:
        return self.places + len(self.grids)

    def row_of(self, family: Family, players: int) -> list[int]:
        """By side: the row of a grid; `rows` where the seat does not see into it."""
        rows = {grid.side: grid.row for grid in self.grids if grid.family == family}
        return [rows.get(side, self.rows) for side in range(players)]


def is_grid(family: Family) -> bool:
    """Whether a player's cards are compared one by one: places that somebody sees into."""
    return (
        family.owner is OwnerKind.PLAYER
        and family.indices in PAIRED
        and family.location_class in (LocationClass.VISIBLE, LocationClass.INVISIBLE)
    )


def likeness(
    program: Program,
    layout: StateLayout,
    start: Start,
    faces: tuple[int, int],
    words: Sequence[object],
) -> Likeness:
    """`faces`: how many attributes and values cards have; `words`: by seat and slot, what the seat
    calls what is stored there."""
    attributes, values = faces
    tops = seen_places(program, layout)
    piles = [
        places
        for (location_class, *_), places in tops.items()
        if location_class is not LocationClass.MEMORY
    ]
    found = list(_grids(program, len(piles), faces))
    own = [grid for grid in found if grid.side == 0]
    each_top = max((grid.start + _size(grid.family, faces) for grid in found), default=0)
    each_faced = 3 ** min(FACED, attributes)
    rows = len(piles) + len(found)
    by_place = [[rows] * len(layout.places) for _ in range(program.players)]
    for row, places in enumerate(piles):
        for seat, place in enumerate(places):
            by_place[seat][place] = row
    return Likeness(
        places=len(piles),
        row_by_place=tuple(row for one in by_place for row in one),
        grids=tuple(found),
        crossed=tuple(
            (one.row, other.row, start(("crossed", one.row, other.row), values))
            for one, other in combinations(own, 2)
        ),
        tops=len(tops),
        top_places=tuple(one[seat] for seat in range(program.players) for one in tops.values()),
        is_hand=tuple(int(thing[0] is LocationClass.INVISIBLE) for thing in tops),
        first_top=start("tops", len(tops) * each_top),
        each_top=each_top,
        first_faced=start("faced", len(tops) ** 2 * each_faced),
        each_faced=each_faced,
        word_starts=tuple(start(("word", word), len(piles) * ALIKE * attributes) for word in words),
    )


def families_by_place(program: Program) -> list[Family]:
    return [
        family
        for family in program.families
        for _ in range(program.owners(family.owner) * family.indices)
    ]


def seen_places(program: Program, layout: StateLayout) -> dict[_Thing, list[int]]:
    """The single places that a seat sees into."""
    found: dict[_Thing, list[int]] = {}
    for seat in range(program.players):
        for number, (place, family) in enumerate(
            zip(layout.places, families_by_place(program), strict=True)
        ):
            if family.indices == 1 and seat in seen_by(place, program.players):
                side = None if place.owner is None else (place.owner - seat) % program.players
                thing = place.location_class, place.name, side
                found.setdefault(thing, []).append(number)
    return found


def _grids(program: Program, row: int, faces: tuple[int, int]) -> Iterator[Grid]:
    """Their rows from this one on."""
    start = 0
    for family in program.families:
        if is_grid(family):
            is_open = family.location_class is LocationClass.VISIBLE
            for side in range(program.players if is_open else 1):
                yield Grid(family, side, row, start)
                row += 1
                start += _size(family, faces)


def _size(family: Family, faces: tuple[int, int]) -> int:
    """Features of a top beside a grid: how many cards share an attribute, then which cell does."""
    attributes, values = faces
    return ALIKE * attributes + family.indices * values
