"""What every row of a net stands for, in the words of the program.

Numbers of features shift with options, with players and with the text of the rules; names do not.
By its names a net is carried over to another table of the same game. Whose something is stands
apart from the rest of a name: it alone has to be translated where more or fewer people play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from kibitz.engine.native.layout.state_layout import decides, state_layout
from kibitz.engine.native.learning import feature_plan as fp
from kibitz.engine.native.learning.similarity_plan import (
    ALIKE,
    FACED,
    families_by_place,
    seen_places,
)
from kibitz.engine.native.learning.sums_and_runs_plan import DIGITS, STRETCHES
from kibitz.engine.places import seen_by
from kibitz.engine.program import Const, Family, OwnerKind, Program, Statement, Storage, StoreValue
from kibitz.engine.program.walk import nodes
from kibitz.recycle import LocationClass, Span


@dataclass(frozen=True, slots=True)
class FeatureName:
    """What a row stands for."""

    what: str
    sides: tuple[int | None, ...]
    """Whose: 0 is the seat that looks, 1 its left neighbour; None is the table's."""
    words: tuple[str, ...]


Named = Iterator[tuple[int, FeatureName]]
"""Rows and their names."""


def feature_names(program: Program) -> dict[int, FeatureName]:
    """By row. Features for which there is no room in the net have none."""
    naming = _Naming(program)
    return {row: name for row, name in naming.all() if row < naming.plan.rows}


def stored_constants(program: Program) -> dict[str, tuple[int, ...]]:
    """By storage: the constants that rules store in it, as they follow each other."""
    found: dict[str, list[int]] = {}
    for node in nodes(program.code):
        if isinstance(node, StoreValue) and isinstance(node.value, Const):
            for storage in node.slot.storages[:1]:
                if storage in program.int_storages:
                    found.setdefault(_called(program, storage), []).append(node.value.value)
    return {name: tuple(values) for name, values in found.items()}


def _called(program: Program, storage: Storage) -> str:
    return f"{storage.owner.value} {program.strings[storage.name]} {storage.index}"


class _Naming:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = state_layout(program)
        self.plan = fp.feature_plan(program, self.layout)
        self._families = families_by_place(program)
        self._faces = self._told_faces()
        """By value: the attribute and its value."""
        self._kinds = self._first_kinds(self.plan.faces)

    def all(self) -> Named:
        yield from self._steps()
        yield from self._storages()
        yield from self._places()
        yield from self._grids()
        yield from self._tops()
        yield from self._words_beside()
        yield from self._reckoned()

    # ------------------------------------------------------------------ words

    def _text(self, number: int) -> str:
        return self.program.strings[number]

    def _told_faces(self) -> list[str]:
        found = {}
        for kind, values in zip(self.program.kinds, self.plan.values_by_kind, strict=True):
            for attribute, value in zip(self.plan.attributes, values, strict=True):
                if value is not None:
                    named = self._text(kind.value(attribute))
                    found[value] = f"{self._text(attribute)} {named}"
        return [found[value] for value in range(self.plan.values)]

    def _first_kinds(self, numbers: Sequence[int]) -> dict[int, str]:
        """By number: the first kind of card that has it."""
        found: dict[int, str] = {}
        for kind, number in zip(self.program.kinds, numbers, strict=True):
            told = (f"{self._text(a)} {self._text(v)}" for a, v in kind.attributes)
            found.setdefault(number, ", ".join(told))
        return found

    def _family(self, family: Family) -> str:
        owner, where = family.owner.value, family.location_class.value
        return f"{owner} {where} {self._text(family.name)}"

    # ------------------------------------------------------------------ steps, storages

    def _steps(self) -> Named:
        """By the text of the alternative; where several read the same, by which of them it is."""
        before: Counter[str] = Counter()
        for step, decide in decides(self.program).items():
            for number, alternative in enumerate(decide.alternatives):
                text = _text_of(self.program.source.text, alternative) or str(number)
                words = text, str(before[text])
                before[text] += 1
                yield self.plan.step_starts[step] + number, FeatureName("step", (), words)
        for side in range(self.program.players):
            yield self.plan.queued_start + side, FeatureName("queued", (side,), ())
        if self.plan.backwards is not None:
            yield self.plan.backwards, FeatureName("backwards", (), ())

    def _storages(self) -> Named:
        numbers = [str(number) for number in range(fp.NUMBERS + fp.REMAINDERS)]
        for storages, starts, told in (
            (self.program.int_storages, self.plan.number_starts, numbers),
            (self.program.str_storages, self.plan.word_starts, self.program.strings),
        ):
            for start, called, side in self._slots(storages, starts):
                for number, value in enumerate(told):
                    yield start + number, FeatureName("storage", (side,), (called, value))

    def _slots(
        self, storages: Iterable[Storage], starts: Sequence[int]
    ) -> Iterator[tuple[int, str, int | None]]:
        """Of the first seat: where a slot begins, what it is and whose."""
        slot = 0
        for storage in sorted(storages, key=lambda one: one.first):
            for owner in range(self.program.owners(storage.owner)):
                side = fp.side_of(self.program, storage.owner, 0, owner)
                is_common = storage.owner is OwnerKind.TABLE
                yield starts[slot], _called(self.program, storage), None if is_common else side
                slot += 1

    # ------------------------------------------------------------------ places

    def _places(self) -> Named:
        plan = self.plan
        if not plan.detail.sizes:
            return
        for number, (place, family) in enumerate(
            zip(self.layout.places, self._families, strict=True)
        ):
            where, start = (self._family(family), str(place.index)), plan.place_starts[number]
            is_seen = 0 in seen_by(place, self.program.players)
            for feature, words in self._of_place(number, is_seen=is_seen):
                yield start + feature, FeatureName("place", (place.owner,), (*where, *words))

    def _of_place(self, number: int, *, is_seen: bool) -> Iterator[tuple[int, tuple[str, ...]]]:
        plan = self.plan
        yield from ((size, ("size", str(size))) for size in range(fp.SIZES))
        if not is_seen:
            return
        yield from ((plan.masked + n, ("face down", str(n))) for n in range(fp.MASKED))
        if not plan.detail.values:
            return
        for value, face in enumerate(self._faces):
            yield plan.top_values + value, ("top", face)
            for count in range(ALIKE):
                yield plan.alike + ALIKE * value + count, ("has", face, str(count))
        if plan.has_kinds[number]:
            for face_number, kind in self._kinds.items():
                yield plan.kinds + face_number, ("kind", kind)
                yield plan.kinds + len(self._kinds) + face_number, ("top kind", kind)

    # ------------------------------------------------------------------ cards beside each other

    def _grids(self) -> Named:
        values = self.plan.values
        for family, pairs, whole in self.plan.grid_starts:
            firsts, called = fp.first_pairs(family), self._family(family)
            cells = [(a, b) for b in range(family.indices) for a in range(b)]
            for side, (value, face) in product(range(self.program.players), enumerate(self._faces)):
                for one, other in cells:
                    pair = side * fp.pairs(family) + firsts[one] + other
                    words = called, f"{one} {other}", face
                    yield pairs + pair * values + value, FeatureName("pair", (side,), words)
                for count in range(ALIKE):
                    at = whole + (side * values + value) * ALIKE + count
                    yield at, FeatureName("grid", (side,), (called, face, str(count)))

    def _tops(self) -> Named:
        """Cards on top beside grids, and beside each other; own grids beside each other."""
        like, attributes = self.plan.likeness, [self._text(a) for a in self.plan.attributes]
        if not like.rows:
            return
        grids = {grid.row: grid for grid in like.grids}
        for one, other, start in like.crossed:
            told = [self._family(grids[row].family) for row in (one, other)]
            for value, face in enumerate(self._faces):
                yield start + value, FeatureName("crossed", (), (*told, face))
        tops = self._seen()
        for top, (side, what) in enumerate(tops):
            for grid in like.grids:
                begin = like.first_top + top * like.each_top + grid.start
                sides, both = (side, grid.side), (what, self._family(grid.family))
                for (number, attribute), count in product(enumerate(attributes), range(ALIKE)):
                    words = *both, attribute, str(count)
                    yield begin + ALIKE * number + count, FeatureName("top beside", sides, words)
                begin += ALIKE * len(attributes)
                cells = product(range(grid.family.indices), enumerate(self._faces))
                for index, (value, face) in cells:
                    at = begin + index * self.plan.values + value
                    yield at, FeatureName("top in cell", sides, (*both, str(index), face))
        yield from self._faced(tops, attributes[:FACED])

    def _faced(self, tops: Sequence[tuple[int | None, str]], compared: Sequence[str]) -> Named:
        like = self.plan.likeness
        for one, other in product(range(len(tops)), repeat=2):
            begin = like.first_faced + (one * len(tops) + other) * like.each_faced
            (side, what), (other_side, other_what) = tops[one], tops[other]
            for code, order in enumerate(product((-1, 0, 1), repeat=len(compared))):
                told = [f"{word} {sign}" for word, sign in zip(compared, order, strict=True)]
                words = what, other_what, *told
                yield begin + code, FeatureName("faced", (side, other_side), words)

    def _seen(self) -> list[tuple[int | None, str]]:
        """Single places that a seat sees into: whose, and what."""
        return [
            (side, f"{location_class.value} {self._text(name)}")
            for location_class, name, side in seen_places(self.program, self.layout)
        ]

    def _words_beside(self) -> Named:
        """Stored words that are values of cards, beside the cards of places."""
        like, attributes = self.plan.likeness, [self._text(a) for a in self.plan.attributes]
        if not like.word_starts:
            return
        memory = LocationClass.MEMORY.value
        piles = [(side, what) for side, what in self._seen() if what.split()[0] != memory]
        for start, called, side in self._slots(self.program.str_storages, like.word_starts):
            for row, (pile_side, what) in enumerate(piles):
                for number, (attribute, count) in enumerate(product(attributes, range(ALIKE))):
                    at = start + row * ALIKE * len(attributes) + number
                    words = called, what, attribute, str(count)
                    yield at, FeatureName("word beside", (side, pile_side), words)

    # ------------------------------------------------------------------ what rules reckon with

    def _reckoned(self) -> Named:
        told = self.plan.reckoning
        numbers = [str(number) for number in range(fp.NUMBERS + fp.REMAINDERS)]
        for order, ladder in enumerate(told.ladders):
            rungs = self._first_kinds(ladder.rungs)
            stretches = [
                f"{stretch} {rungs[rung]}"
                for stretch in range(STRETCHES)
                for rung in range(ladder.size)
            ]
            yield from self._by_place("run", order, ladder.starts, stretches)
        for order, one in enumerate(told.sums):
            yield from self._by_place("sum", order, one.starts, numbers)
        for order, some in enumerate(told.partial):
            yield from self._by_place("some sum", order, some.starts, numbers[:DIGITS])
        for match in told.matches:
            digits = self._first_kinds(told.masks[match.own_mask].digits)
            kept = f"{match.own_mask} {match.mask}", f"{match.own_row} {match.row}"
            for digit in range(DIGITS):
                words = *kept, digits.get(digit, str(digit))
                yield match.start + digit, FeatureName("match", (), words)

    def _by_place(self, what: str, order: int, starts: Sequence[int], told: Sequence[str]) -> Named:
        for number, (place, family) in enumerate(
            zip(self.layout.places, self._families, strict=True)
        ):
            if starts[number]:
                for feature, value in enumerate(told):
                    words = str(order), self._family(family), value
                    yield starts[number] + feature, FeatureName(what, (place.owner,), words)


def _text_of(text: str, alternative: Statement) -> str:
    """What the alternative reads like; where a definition is used, as it is used."""
    found = (getattr(node, "span", None) for node in nodes(alternative))
    spans = [_used(span) for span in found if span is not None]
    spans = [span for span in spans if span.end > span.start]
    if not spans:
        return ""
    start, end = min(span.start for span in spans), max(span.end for span in spans)
    return " ".join(text[start:end].split())


def _used(span: Span) -> Span:
    while span.use is not None:
        span = span.use
    return span


def turned(name: FeatureName) -> FeatureName:
    """Of two cards on top: the same with the other one first."""
    what, other, *orders = name.words
    signs = {"-1": "1", "0": "0", "1": "-1"}
    told = (f"{word} {signs[sign]}" for word, sign in (order.rsplit(" ", 1) for order in orders))
    return FeatureName(name.what, name.sides[::-1], (other, what, *told))
