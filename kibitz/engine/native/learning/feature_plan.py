"""What a net is told about a situation: which features there are, and their numbers.

A feature is true or not. All of them come from what a program declares: which cards lie in which
place, how many of them share an attribute, what lies on top, how large piles are, what storages
hold, and how cards are like each other (`similarity_plan.py`). Places and storages count from the
seat that looks: mine, my neighbour's, the table's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import accumulate

from kibitz.engine.native.layout.state_layout import StateLayout, decides
from kibitz.engine.native.learning.similarity_plan import (
    ALIKE,
    Likeness,
    families_by_place,
    is_grid,
    likeness,
)
from kibitz.engine.native.learning.sums_and_runs_plan import Reckoning, reckoning
from kibitz.engine.places import seen_by
from kibitz.engine.program import Family, OwnerKind, Program, Storage
from kibitz.engine.program.static_analysis import alike, looked_at, turns_back

MOST_FEATURES = 1 << 15
"""Of one game; a row of a net stands for each."""
MOST_TRUE = 1024
"""Of one situation; the rest is left out."""
VERSION = 3
"""Another number for features that mean something else."""

NOTHING = 65_535
"""In a table: no such value."""
SIZES = 20
"""Features for the size of a pile: exact up to 12, then roughly."""
MASKED = 8
"""Features for how many cards came to a place face down."""
EXACT_NUMBERS = range(-12, 38)
"""Numbers that are stored have a feature each; lower ones are told roughly, higher ones …"""
REMAINDERS = 8
"""… in steps of so many, with a feature beside for what is left over …"""
NUMBERS = 72
"""… and so many features before those."""
LOWEST_NUMBER, HIGHEST_NUMBER = -40, 197


def size_feature(size: int) -> int:
    """Which of the SIZES a size is."""
    return min(size, 12) + sum(size > limit for limit in (12, 15, 20, 26, 34, 44, 60))


def number_feature(number: int) -> int:
    """Which of the NUMBERS a number is."""
    lowest, highest = EXACT_NUMBERS[0], EXACT_NUMBERS[-1]
    if number < lowest:
        return int(number >= -32)
    steps = max(0, (number - highest - 1 + REMAINDERS) // REMAINDERS)
    return min(number, highest) - lowest + 2 + steps


@dataclass(frozen=True, slots=True)
class Detail:
    """What is told of the cards in a place; large games get less of it."""

    sizes: bool
    values: bool
    kinds: bool
    kinds_by_index: bool
    """Also in places that have an index: melds may be many."""
    likeness: bool


DETAILS = (
    Detail(True, True, True, True, True),
    Detail(True, True, True, False, True),
    Detail(True, True, True, False, False),
    Detail(True, True, False, False, True),
    Detail(True, True, False, False, False),
    Detail(True, False, False, False, False),
    Detail(False, False, False, False, False),
)


@dataclass(frozen=True)
class FeaturePlan:
    """The numbers of all features of one program."""

    size: int
    """How many there are; in the least detail there may be more than MOST_FEATURES."""
    detail: Detail
    attributes: tuple[int, ...]
    faces: tuple[int, ...]
    """By kind: a number, the same for those between which the rules see no difference."""
    values_by_kind: tuple[tuple[int | None, ...], ...]
    """By kind and attribute: which of all values of attributes it is."""
    values_by_word: tuple[tuple[int, ...], ...]
    """By attribute and word: the value that it names, or that it names none."""
    values: int
    has_kinds: tuple[int, ...]
    """By place: 1 where cards are told by their kind, too."""
    place_starts: tuple[int, ...]
    """By seat and place: the first feature about the place."""
    number_starts: tuple[int, ...]
    """By seat and slot."""
    word_starts: tuple[int, ...]
    grid_starts: tuple[tuple[Family, int, int], ...]
    """Places of players whose cards are compared: the first feature of two of them, and of all."""
    likeness: Likeness
    reckoning: Reckoning
    step_starts: tuple[int, ...]
    """By step: the first of its alternatives."""
    queued_start: int
    """Who comes next, where an option says so."""
    backwards: int | None = field(default=None, repr=False)
    """That play goes round backwards, where it may; in the digest as one more of `size`."""

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
    return next(plan for plan in plans if plan.size <= MOST_FEATURES or plan.detail == DETAILS[-1])


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
    attributes = sorted(looked_at(program))
    faces = sorted(
        {(a, v) for kind in program.kinds for a, v in kind.attributes if a in attributes}
    )
    if len(attributes) == 1:
        detail = replace(detail, kinds=False)  # a kind says no more than the value does
    index = {face: number for number, face in enumerate(faces)}
    by_kind = tuple(
        tuple(index.get((attribute, kind.value(attribute))) for attribute in attributes)
        for kind in program.kinds
    )
    steps = _step_starts(program, numbers)
    like = _likeness(program, layout, numbers, detail, (len(attributes), len(faces)))
    reckoned = Reckoning()
    if detail.likeness:
        reckoned = reckoning(
            program, layout, numbers.start, like.row_by_place, NUMBERS + REMAINDERS
        )
    return FeaturePlan(
        step_starts=steps,
        queued_start=numbers.start("queued", program.players + 1),
        backwards=numbers.start("backwards", 1) if turns_back(program) else None,
        number_starts=_storage_starts(program, program.int_storages, numbers, NUMBERS + REMAINDERS),
        word_starts=_storage_starts(program, program.str_storages, numbers, len(program.strings)),
        grid_starts=_grid_starts(program, numbers, len(faces)) if detail.values else (),
        has_kinds=_has_kinds(program, detail),
        place_starts=_place_starts(program, layout, numbers, detail, len(faces)),
        likeness=like,
        reckoning=reckoned,
        detail=detail,
        attributes=tuple(attributes),
        faces=alike(program),
        values_by_kind=by_kind,
        values_by_word=tuple(
            tuple(index.get((attribute, word), NOTHING) for word in range(len(program.strings)))
            for attribute in attributes
        ),
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
    kinds = 2 * len(set(alike(program)))
    starts = []
    for seat in range(program.players):
        for place, has_kinds in zip(layout.places, _has_kinds(program, detail), strict=True):
            owner = None if place.owner is None else (place.owner - seat) % program.players
            is_seen = seat in seen_by(place, program.players)
            thing = ("place", place.location_class, place.name, place.index, owner)
            starts.append(numbers.start(thing, whole + has_kinds * kinds if is_seen else SIZES))
    return tuple(starts)


def _has_kinds(program: Program, detail: Detail) -> tuple[int, ...]:
    return tuple(
        int(detail.kinds and (detail.kinds_by_index or family.indices == 1))
        for family in families_by_place(program)
    )


def _storage_starts(
    program: Program, storages: Iterable[Storage], numbers: _Numbers, features: int
) -> tuple[int, ...]:
    """By seat and slot; slots follow each other as storages do."""
    starts = []
    ordered = sorted(storages, key=lambda storage: storage.first)
    for seat in range(program.players):
        for storage in ordered:
            for owner in range(program.owners(storage.owner)):
                side = side_of(program, storage.owner, seat, owner)
                thing = ("storage", features, storage.owner, storage.name, side, storage.index)
                starts.append(numbers.start((thing, storage.is_secret), features))
    return tuple(starts)


def side_of(program: Program, kind: OwnerKind, seat: int, owner: int) -> int:
    """The owner as the seat counts: itself, or its own team, is 0."""
    match kind:
        case OwnerKind.TABLE:
            return 0
        case OwnerKind.PLAYER:
            return (owner - seat) % program.players
        case OwnerKind.TEAM:
            own = next((n for n, team in enumerate(program.teams) if seat in team), 0)
            return (owner - own) % len(program.teams)


def _grid_starts(
    program: Program, numbers: _Numbers, values: int
) -> tuple[tuple[Family, int, int], ...]:
    players = program.players
    return tuple(
        (
            family,
            numbers.start(("pairs", family), players * pairs(family) * values),
            numbers.start(("grid", family), players * ALIKE * values),
        )
        for family in program.families
        if is_grid(family)
    )


def _likeness(
    program: Program, layout: StateLayout, numbers: _Numbers, detail: Detail, faces: tuple[int, int]
) -> Likeness:
    if not detail.likeness:
        return Likeness()
    words = [
        ("word", storage, side_of(program, storage.owner, seat, owner))
        for seat in range(program.players)
        for storage in sorted(program.str_storages, key=lambda storage: storage.first)
        for owner in range(program.owners(storage.owner))
    ]
    return likeness(program, layout, numbers.start, faces, words)


def pairs(family: Family) -> int:
    return family.indices * (family.indices - 1) // 2


def first_pairs(family: Family) -> list[int]:
    """By index: the number of its first pair with a higher one, less that index and one."""
    counts = [family.indices - 1 - index for index in range(family.indices)]
    ends = accumulate(counts[:-1], initial=0)
    return [start - index - 1 for index, start in enumerate(ends)]


def first_mask(plan: FeaturePlan) -> int:
    """Bytes to count values in: those of every row that is compared, and of one place beside."""
    return (plan.likeness.rows + 1) * max(1, plan.values)


def first_noted(plan: FeaturePlan) -> int:
    """Behind the counts of every row come its masks (`sums_and_runs_plan.py`) …"""
    return first_mask(plan) + 8 * (plan.likeness.rows + 1) * len(plan.reckoning.masks)


def noted_size(plan: FeaturePlan) -> int:
    """Bytes for a card on top: which top, and its values."""
    return 2 + 2 * len(plan.attributes)


def counts_size(plan: FeaturePlan) -> int:
    """… and then the number of cards on top that are known, and these."""
    return first_noted(plan) + 2 + plan.likeness.tops * noted_size(plan)
