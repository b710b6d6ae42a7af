"""What a net is told of cards that lie together, where rules reckon with them: how runs begin, what
cards add up to, and which cards of a hand fit to those on the table.

All of it is found in the rules, and a game without runs is told of none. Maps of points must say
the same wherever they are set.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from kibitz.engine import program as p
from kibitz.engine.native.layout.state_layout import StateLayout
from kibitz.engine.native.learning.similarity_plan import Start, families_by_place
from kibitz.engine.places import seen_by
from kibitz.engine.program.walk import nodes
from kibitz.recycle import LocationClass

DIGITS = 64
"""Rungs, sums and values are digits of a number."""
STRETCHES = 3
"""Of each rung: whether the next one is there, the one after that, and both."""

_Worths = tuple[int, ...]
"""By kind: what a map says of a card."""


@dataclass(frozen=True, slots=True)
class RunOrder:
    """Cards in an order in which rules look for runs."""

    rungs: tuple[int, ...]
    """By kind."""
    next_to: int
    """The rungs after which the next one comes at once, as digits."""
    two_below: int
    """Those after which the next two do."""
    starts: tuple[int, ...]
    """By seat and place: its first feature; 0 where it is not told."""

    @property
    def size(self) -> int:
        return max(self.rungs) + 1


@dataclass(frozen=True, slots=True)
class PlaceSum:
    """What cards are worth where rules add up all cards of a place."""

    worths: _Worths
    starts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PartialSum:
    """What they are worth where rules add up some of them."""

    worths: _Worths
    wanted: int
    """The sums that rules ask for, as digits."""
    starts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mask:
    """By kind a digit of what is kept of a place; or all sums of such digits."""

    digits: tuple[int, ...]
    adds_up: bool


@dataclass(frozen=True, slots=True)
class HandMatch:
    """A hand beside a place from which rules pick by the cards of the hand."""

    own_row: int
    row: int
    own_mask: int
    mask: int
    start: int


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What is told; nothing where no rule reckons, or there is no room for it."""

    ladders: tuple[RunOrder, ...] = ()
    sums: tuple[PlaceSum, ...] = ()
    partial: tuple[PartialSum, ...] = ()
    masks: tuple[Mask, ...] = ()
    """What is kept of every row of counts, to be compared."""
    matches: tuple[HandMatch, ...] = ()


def reckoning(
    program: p.Program, layout: StateLayout, start: Start, rows: Sequence[int], numbers: int
) -> Reckoning:
    """`rows`: by seat and place, where its cards are counted; `numbers`: features of a number."""
    rules, told = _StatedRules(program, layout), _Places(program, layout, start)
    sums = (
        PlaceSum(worths, told.starts(numbers, places)) for worths, places in rules.sums().items()
    )
    masks, matches = _matches(rules, told, rows)
    return Reckoning(
        ladders=tuple(
            RunOrder(*ladder, told.starts(STRETCHES * (max(ladder[0]) + 1), rules.with_runs))
            for ladder in rules.ladders()
        ),
        sums=tuple(one for one in sums if any(one.starts)),
        partial=tuple(
            PartialSum(
                worths,
                wanted,
                told.starts(DIGITS, rules.divided | (rules.hands if is_fixed else set())),
            )
            for worths, (wanted, is_fixed) in rules.partial_sums.items()
        ),
        masks=masks,
        matches=matches,
    )


# ---------------------------------------------------------------------------- what rules ask for


class _StatedRules:
    def __init__(self, program: p.Program, layout: StateLayout) -> None:
        self.program = program
        self._layout = layout
        self._nodes = list(nodes((program.code, program.score)))
        self.hands = frozenset(
            family
            for family in program.families
            if family.location_class is LocationClass.INVISIBLE
        )
        self.divided = self._named_in(p.Subsets)
        """Places of whose cards some are looked at, in all ways."""
        self.with_runs = self.hands | self._named_in(p.Run, p.Runs)
        """Cards of a hand may come to where runs are looked for."""
        self.partial_sums = self._partial_sums()

    def _named_in(self, *kinds: type[p.Run | p.Runs | p.Subsets]) -> frozenset[p.Family]:
        named = (_families(node.cards) for node in self._nodes if isinstance(node, kinds))
        return frozenset(chain.from_iterable(named))

    def ladders(self) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """Rungs, as in a RunOrder; of runs of cards that were sorted before, as they were."""
        found: dict[tuple[tuple[int, int], ...], None] = {}
        for node in self._nodes:
            if isinstance(node, p.Run | p.Runs) and (worths := self._worths(node.points)):
                sorts = [] if _families(node.cards) else list(self._sorts(worths))
                for sort in sorts or [(0,) * len(worths)]:
                    found[tuple(zip(sort, worths, strict=True))] = None
        return (_rungs(steps) for steps in found if len(set(steps)) <= DIGITS)

    def _sorts(self, worths: _Worths) -> Iterator[tuple[int, ...]]:
        """By kind: where rules lay it that sort cards by something else than their worth."""
        for node in self._nodes:
            if isinstance(node, p.Partition) and isinstance(node.attribute, p.Const):
                sort = tuple(kind.value(node.attribute.value) for kind in self.program.kinds)
                if len(set(zip(sort, worths, strict=True))) > len(set(worths)):
                    yield sort

    def sums(self) -> dict[_Worths, frozenset[p.Family]]:
        """By what cards are worth: the places whose cards are added up."""
        found: dict[_Worths, frozenset[p.Family]] = {}
        for node in self._nodes:
            if isinstance(node, p.SumPoints) and (worths := self._worths(node.points)):
                found[worths] = found.get(worths, frozenset()) | _families(node.cards)
        return found

    def _partial_sums(self) -> dict[_Worths, tuple[int, bool]]:
        """By what cards are worth: what some of them should add up to, as digits; and whether rules
        name all these sums, or some of them are what other cards are worth."""
        found: dict[_Worths, tuple[int, bool]] = {}
        has_subsets = any(isinstance(node, p.Subsets) for node in self._nodes)
        for points, asked in self._asked_sums() if has_subsets else ():
            worths = self._worths(points)
            if worths and min(worths) >= 0 and max(worths) < DIGITS:
                is_fixed = isinstance(asked, p.Const)
                sums = {asked.value} if isinstance(asked, p.Const) else set(worths)
                digits = sum(1 << worth for worth in sums if 0 < worth < DIGITS)
                before, was_fixed = found.get(worths, (0, True))
                found[worths] = before | digits, was_fixed and is_fixed
        return found

    def _asked_sums(self) -> Iterator[tuple[p.Slot, object]]:
        for node in self._nodes:
            match node:
                case (
                    p.Subsets(operator="==", points=p.Slot() as points, limit=asked)
                    | p.Compare(operator="==", left=p.SumPoints(points=points), right=asked)
                    | p.Compare(operator="==", left=asked, right=p.SumPoints(points=points))
                ):
                    yield points, asked

    def searched(self) -> dict[int, frozenset[p.Family]]:
        """By attribute: places that are searched for cards that share it with another card."""
        found: dict[int, frozenset[p.Family]] = {}
        for search in self._nodes:
            match search:
                case p.FilterCards(cards=cards, condition=test):
                    pass
                case p.Some(collection=cards, body=test) | p.Every(collection=cards, body=test):
                    pass
                case _:
                    continue
            for node in nodes(test):
                match node:
                    case p.Compare(
                        operator="==",
                        left=p.AttributeOf(attribute=p.Const(value=one)),
                        right=p.AttributeOf(attribute=p.Const(value=other)),
                    ) if one == other:
                        found[one] = found.get(one, frozenset()) | _families(cards)
        return found

    def _worths(self, slot: p.Slot) -> _Worths | None:
        """What a map says, if it says the same wherever it is set."""
        units = self._layout.points.shapes[slot.storages[0].first].units
        said = {unit.constant_scores(self.program.kinds) for unit in units}
        is_whole = len({unit.site for unit in units}) == len(units)
        if len(said) != 1 or not is_whole or any(unit.dynamic for unit in units):
            return None
        (worths,) = said
        return worths if any(worths) else None


def _rungs(steps: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], int, int]:
    """`steps`: by kind, how it is sorted and what it is worth."""
    numbers = {step: number for number, step in enumerate(sorted(set(steps)))}

    def followed(by: int) -> int:
        return sum(
            1 << number
            for (sort, worth), number in numbers.items()
            if all((sort, worth + more) in numbers for more in range(1, by + 1))
        )

    return tuple(numbers[step] for step in steps), followed(1), followed(2)


def _families(cards: object) -> frozenset[p.Family]:
    """Of all places that are named in it."""
    return frozenset(
        family for node in nodes(cards) if isinstance(node, p.Location) for family in node.families
    )


# ---------------------------------------------------------------------------- where it is told


class _Places:
    """Places that are single, as seats see them."""

    def __init__(self, program: p.Program, layout: StateLayout, start: Start) -> None:
        self._players = program.players
        self._places = list(zip(layout.places, families_by_place(program), strict=True))
        self.start = start
        self._told = 0

    def starts(self, features: int, families: Container[p.Family]) -> tuple[int, ...]:
        """By seat and place: so many features in places of these families."""
        self._told += 1
        found = []
        for seat in range(self._players):
            for place, family in self._places:
                is_seen = seat in seen_by(place, self._players)
                side = None if place.owner is None else (place.owner - seat) % self._players
                thing = ("reckoned", self._told, family, side)
                is_told = is_seen and family in families and family.indices == 1
                found.append(self.start(thing, features) if is_told else 0)
        return tuple(found)

    def hands_and_tables(self, families: Container[p.Family]) -> Iterator[tuple[int, int]]:
        """A hand of the first seat, and an open place of the table of these families."""
        tables = [
            table
            for table, (_, family) in enumerate(self._places)
            if family in families and family.owner is p.OwnerKind.TABLE and family.indices == 1
            if family.location_class is LocationClass.VISIBLE
        ]
        for hand, (place, family) in enumerate(self._places):
            is_hand = place.owner == 0 and place.location_class is LocationClass.INVISIBLE
            if is_hand and family.indices == 1:
                yield from ((hand, table) for table in tables)


def _matches(
    rules: _StatedRules, places: _Places, rows: Sequence[int]
) -> tuple[tuple[Mask, ...], tuple[HandMatch, ...]]:
    """What hands have in common with places from which rules pick by them."""
    masks: dict[Mask, int] = {}
    found = []
    for own, other, families in _compared(rules):
        for hand, table in places.hands_and_tables(families):
            own_mask, mask = (masks.setdefault(one, len(masks)) for one in (own, other))
            start = places.start(("match", own_mask, mask, hand, table), DIGITS)
            found.append(HandMatch(rows[hand], rows[table], own_mask, mask, start))
    return tuple(masks), tuple(found)


def _compared(rules: _StatedRules) -> Iterator[tuple[Mask, Mask, frozenset[p.Family]]]:
    """What is looked for in a hand and in places, and in which places."""
    for worths, (_, is_fixed) in rules.partial_sums.items():
        if not is_fixed:
            yield Mask(worths, False), Mask(worths, True), rules.divided
    for attribute, families in rules.searched().items():
        words = [kind.value(attribute) for kind in rules.program.kinds]
        numbers = {word: number for number, word in enumerate(dict.fromkeys(words), start=1)}
        if len(numbers) < DIGITS:
            mask = Mask(tuple(numbers[word] for word in words), False)
            yield mask, mask, families
