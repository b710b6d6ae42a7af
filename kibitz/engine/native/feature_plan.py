"""What a net is told about a situation: which features there are, and their numbers.

A feature is true or not. All of them come from what a program declares: which cards lie in which
place, how many of them share an attribute, what lies on top, how large piles are, what storages
hold. Places and storages count from the seat that looks: mine, my neighbour's, the table's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from kibitz.engine.native.layout import StateLayout, decides
from kibitz.engine.places import seen_by
from kibitz.engine.program import Family, OwnerKind, Program, Storage
from kibitz.recycle.syntax import LocationClass

MOST_FEATURES = 1 << 15
"""Of one game; a row of a net stands for each."""
MOST_TRUE = 1024
"""Of one situation; the rest is left out."""
VERSION = 1
"""Another number for features that mean something else."""

SIZES = 20
"""Features for the size of a pile: exact up to 12, then roughly."""
MASKED = 8
"""Features for how many cards came to a place face down."""
ALIKE = 6
"""Cards of a place with the same attribute are counted up to so many."""
NUMBERS = 56
"""Features for a number that is stored."""
LOWEST_NUMBER, HIGHEST_NUMBER = -40, 160
PAIRED = range(2, 13)
"""How many indices a place has whose cards are compared two by two."""


def size_feature(size: int) -> int:
    """Which of the SIZES a size is."""
    return min(size, 12) + sum(size > limit for limit in (12, 15, 20, 26, 34, 44, 60))


def number_feature(number: int) -> int:
    """Which of the NUMBERS a number is: exact from -12 to 37."""
    if number < -12:
        return int(number >= -32)
    return min(number, 37) + 14 + sum(number > limit for limit in (37, 57, 87, 137))


@dataclass(frozen=True, slots=True)
class Detail:
    """What is told of the cards in a place; large games get less of it."""

    sizes: bool
    values: bool
    kinds: bool


DETAILS = (
    Detail(True, True, True),
    Detail(True, True, False),
    Detail(True, False, False),
    Detail(False, False, False),
)


@dataclass(frozen=True)
class FeaturePlan:
    """The numbers of all features of one program."""

    size: int
    """How many there are; in the least detail there may be more than MOST_FEATURES."""
    detail: Detail
    attributes: tuple[int, ...]
    values_by_kind: tuple[tuple[int | None, ...], ...]
    """By kind and attribute: which of all values of attributes it is."""
    values: int
    place_starts: tuple[int, ...]
    """By seat and place: the first feature about the place."""
    number_starts: tuple[int, ...]
    """By seat and slot."""
    word_starts: tuple[int, ...]
    pair_starts: tuple[tuple[Family, int], ...]
    """Places of players whose cards are compared two by two."""
    step_starts: tuple[int, ...]
    """By step: the first of its alternatives."""
    queued_start: int
    """Who comes next, where an option says so."""

    @property
    def rows(self) -> int:
        """Of a net; features for which there is no room share the last one."""
        return min(self.size, MOST_FEATURES)

    # ------------------------------------------------------------------ features about a place

    @property
    def masked(self) -> int:
        return SIZES

    @property
    def alike(self) -> int:
        return SIZES + MASKED

    @property
    def top_values(self) -> int:
        return self.alike + ALIKE * self.values

    @property
    def kinds(self) -> int:
        return self.top_values + self.values

    @property
    def digest(self) -> str:
        """The same for features that mean the same."""
        told = repr((VERSION, MOST_TRUE, self)).encode()
        return hashlib.sha256(told).hexdigest()


def feature_plan(program: Program, layout: StateLayout) -> FeaturePlan:
    """In as much detail as there is room for."""
    plans = (_plan(program, layout, detail) for detail in DETAILS)
    return next(plan for plan in plans if plan.size <= MOST_FEATURES or plan.detail is DETAILS[-1])


class _Numbers:
    """Hands out features, the same ones for the same thing."""

    def __init__(self) -> None:
        self.size = 0
        self._starts: dict[object, int] = {}

    def start(self, thing: object, features: int) -> int:
        if thing not in self._starts:
            self._starts[thing] = self.size
            self.size += features
        return self._starts[thing]


def _plan(program: Program, layout: StateLayout, detail: Detail) -> FeaturePlan:
    numbers = _Numbers()
    attributes = sorted({a for kind in program.kinds for a, _ in kind.attributes})
    faces = sorted({pair for kind in program.kinds for pair in kind.attributes})
    index = {face: number for number, face in enumerate(faces)}
    by_kind = tuple(
        tuple(index.get((attribute, kind.value(attribute))) for attribute in attributes)
        for kind in program.kinds
    )
    return FeaturePlan(
        step_starts=_step_starts(program, numbers),
        queued_start=numbers.start("queued", program.players + 1),
        number_starts=_storage_starts(program, program.int_storages, numbers, NUMBERS),
        word_starts=_storage_starts(program, program.str_storages, numbers, len(program.strings)),
        pair_starts=_pair_starts(program, numbers, len(faces)) if detail.values else (),
        place_starts=_place_starts(program, layout, numbers, detail, len(faces)),
        detail=detail,
        attributes=tuple(attributes),
        values_by_kind=by_kind,
        values=len(faces),
        size=numbers.size,
    )


def _step_starts(program: Program, numbers: _Numbers) -> tuple[int, ...]:
    found = decides(program)
    return tuple(
        numbers.start(("step", step), len(found[step].alternatives)) if step in found else 0
        for step in range(len(program.code))
    )


def _place_starts(
    program: Program, layout: StateLayout, numbers: _Numbers, detail: Detail, values: int
) -> tuple[int, ...]:
    if not detail.sizes:
        return (0,) * (program.players * len(layout.places))
    whole = SIZES + MASKED
    if detail.values:
        whole += (ALIKE + 1) * values
    if detail.kinds:
        whole += 2 * len(program.kinds)
    starts = []
    for seat in range(program.players):
        for place in layout.places:
            owner = None if place.owner is None else (place.owner - seat) % program.players
            is_seen = seat in seen_by(place, program.players)
            thing = ("place", place.location_class, place.name, place.index, owner)
            starts.append(numbers.start(thing, whole if is_seen else SIZES))
    return tuple(starts)


def _storage_starts(
    program: Program, storages: Iterable[Storage], numbers: _Numbers, features: int
) -> tuple[int, ...]:
    """By seat and slot; slots follow each other as storages do."""
    starts = []
    ordered = sorted(storages, key=lambda storage: storage.first)
    for seat in range(program.players):
        for storage in ordered:
            for owner in range(program.owners(storage.owner)):
                side = _side(program, storage.owner, seat, owner)
                thing = ("storage", features, storage.owner, storage.name, side)
                starts.append(numbers.start(thing, features))
    return tuple(starts)


def _side(program: Program, kind: OwnerKind, seat: int, owner: int) -> int:
    """The owner as the seat counts: itself, or its own team, is 0."""
    match kind:
        case OwnerKind.TABLE:
            return 0
        case OwnerKind.PLAYER:
            return (owner - seat) % program.players
        case OwnerKind.TEAM:
            own = next((n for n, team in enumerate(program.teams) if seat in team), 0)
            return (owner - own) % len(program.teams)


def _pair_starts(
    program: Program, numbers: _Numbers, values: int
) -> tuple[tuple[Family, int], ...]:
    return tuple(
        (family, numbers.start(("pairs", family), program.players * pairs(family) * values))
        for family in program.families
        if family.owner is OwnerKind.PLAYER
        and family.indices in PAIRED
        and family.location_class in (LocationClass.VISIBLE, LocationClass.INVISIBLE)
    )


def pairs(family: Family) -> int:
    return family.indices * (family.indices - 1) // 2


def first_pairs(family: Family) -> list[int]:
    """By index: the number of its first pair with a higher one, less that index and one."""
    counts = [family.indices - 1 - index for index in range(family.indices)]
    ends = accumulate(counts[:-1], initial=0)
    return [start - index - 1 for index, start in enumerate(ends)]
