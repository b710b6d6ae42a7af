"""The observation tensor: what lies on the table for a seat, as a row of numbers with names.

Places, storages and players count from the seat that looks, so that one net can play for every
seat. Of a place that the seat sees there is the number of cards of every kind and, where cards lie
on each other, which one is on top; of another one only how many cards lie there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kibitz.engine import program as p
from kibitz.engine.by_rules import OnceByRules
from kibitz.engine.native.layout.state_layout import StateLayout, decides, state_layout
from kibitz.engine.native.learning.feature_plan import side_of
from kibitz.engine.native.observation.action_plan import place_texts, sides
from kibitz.engine.places import kind_texts, seen_by
from kibitz.recycle import LocationClass


@dataclass(frozen=True, slots=True)
class Section:
    """Numbers `start` … `start + size - 1` of an observation, and what each of them is about."""

    name: str
    start: int
    labels: tuple[str, ...]
    is_one_hot: bool = False
    """One of the numbers is 1, or none; else they are counts or stored numbers."""

    @property
    def size(self) -> int:
        return len(self.labels)


@dataclass(frozen=True, repr=False)
class ObservationPlan:
    """All numbers of an observation of one program."""

    sections: tuple[Section, ...]
    size: int
    kinds: int
    place_starts: tuple[int, ...]
    """By seat and place: the first number about the place."""
    top_starts: tuple[int, ...]
    """By seat and place: the first number about the card on top, or -1."""
    number_starts: tuple[int, ...]
    """By seat and slot."""
    word_starts: tuple[int, ...]
    phases: tuple[int, ...]
    """By step of the program: the number for it."""
    seat_start: int

    @staticmethod
    def of(program: p.Program) -> ObservationPlan:
        return _plans(program)

    def __repr__(self) -> str:
        named = ", ".join(section.name for section in self.sections)
        return f"<ObservationPlan of {self.size} numbers: {named}>"

    @property
    def names(self) -> list[str]:
        """One for every number: `HAND: 7♥`."""
        return [f"{one.name}: {label}" for one in self.sections for label in one.labels]


class _Sections:
    def __init__(self) -> None:
        self.found: list[Section] = []
        self.size = 0

    def add(self, name: str, labels: Iterable[str], *, is_one_hot: bool = False) -> int:
        section = Section(name, self.size, tuple(labels), is_one_hot)
        self.found.append(section)
        self.size += section.size
        return section.start


def _plan(program: p.Program) -> ObservationPlan:
    layout = state_layout(program)
    sections, steps = _Sections(), decides(program)
    phase = sections.add("phase", map(str, range(1, len(steps) + 1)), is_one_hot=True)
    phases = {step: phase + number for number, step in enumerate(steps)}
    seats = (str(seat) for seat in range(program.players))
    seat_start = sections.add("seat", seats, is_one_hot=True)
    starts, tops = _places(program, layout, sections)
    by_side = sides(program, layout)
    return ObservationPlan(
        place_starts=tuple(starts[place] for place in by_side),
        top_starts=tuple(tops[place] for place in by_side),
        number_starts=_storages(program, program.int_storages, sections, ("value",)),
        word_starts=_storages(program, program.str_storages, sections, program.strings),
        phases=tuple(phases.get(step, 0) for step in range(len(program.code))),
        seat_start=seat_start,
        kinds=len(program.kinds),
        sections=tuple(sections.found),
        size=sections.size,
    )


def _places(
    program: p.Program, layout: StateLayout, sections: _Sections
) -> tuple[list[int], list[int]]:
    """By place as the first seat counts: where its numbers begin, and those of the top card."""
    kinds, starts, tops = kind_texts(program), [], []
    for place, text in zip(layout.places, place_texts(program, layout), strict=True):
        is_seen = 0 in seen_by(place, program.players)
        starts.append(sections.add(text, kinds if is_seen else ("cards",)))
        has_top = is_seen and place.owner is None and not place.index
        if has_top and place.location_class is not LocationClass.MEMORY:
            tops.append(sections.add(f"top of {text}", kinds, is_one_hot=True))
        else:
            tops.append(-1)
    return starts, tops


def _storages(
    program: p.Program, storages: Iterable[p.Storage], sections: _Sections, labels: Sequence[str]
) -> tuple[int, ...]:
    """By seat and slot; slots follow each other as storages do."""
    ordered = sorted(storages, key=lambda storage: storage.first)
    starts: dict[tuple[p.Storage, int], int] = {}
    for storage in ordered:
        for side in range(program.owners(storage.owner)):
            name = program.called(storage)
            text = f"{name}+{side}" if side else name
            starts[storage, side] = sections.add(text, labels, is_one_hot=len(labels) > 1)
    return tuple(
        starts[storage, side_of(program, storage.owner, seat, owner)]
        for seat in range(program.players)
        for storage in ordered
        for owner in range(program.owners(storage.owner))
    )


_plans = OnceByRules(_plan)
