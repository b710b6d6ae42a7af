"""What a net is told of cards that lie together, where rules reckon with them: how runs begin, what
cards add up to, and which cards of a hand fit to those on the table.

All of it is found in the rules, and a game without runs is told of none. Maps of points must say
the same wherever they are set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kibitz.engine import program as p
from kibitz.engine.native.runtime.state_layout import StateLayout
from kibitz.engine.places import seen_by
from kibitz.engine.program.walk import nodes
from kibitz.recycle import LocationClass

DIGITS = 64
"""Rungs, sums and values are digits of a number."""
STRETCHES = 3
"""Of each rung: whether the next one is there, the one after that, and both."""

Start = Callable[[object, int], int]
"""Hands out so many features for a thing, the same ones for the same thing."""
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
    rules = _Rules(program, layout)
    told = _Places(program, layout, start)
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
                wanted.digits,
                told.starts(DIGITS, rules.divided | (rules.hands if wanted.is_fixed else set())),
            )
            for worths, wanted in rules.partial_sums().items()
        ),
        masks=masks,
        matches=matches,
    )


# ---------------------------------------------------------------------------- what rules ask for


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Sums, as digits."""

    digits: int
    is_fixed: bool
    """The rules name them; else some of them are what other cards are worth."""


class _Rules:
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

    def _named_in(self, *kinds: type[p.Run | p.Runs | p.Subsets]) -> frozenset[p.Family]:
        return frozenset(
            family
            for node in self._nodes
            if isinstance(node, kinds)
            for family in _families(node.cards)
        )

    def ladders(self) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """Rungs, as in a Ladder; of runs of cards that were sorted before, as they were."""
        found: dict[tuple[tuple[int, int], ...], None] = {}
        for node in self._nodes:
            if isinstance(node, p.Run | p.Runs) and (worths := self._worths(node.points)):
                sorts = [] if _families(node.cards) else list(self._sorts(worths))
                for sort in sorts or [(0,) * len(worths)]:
                    found[tuple(zip(sort, worths, strict=True))] = None
        for steps in found:
            if len(set(steps)) <= DIGITS:
                yield _rungs(steps)

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

    def partial_sums(self) -> dict[_Worths, _Wanted]:
        """By what cards are worth: what some of them should add up to."""
        found: dict[_Worths, _Wanted] = {}
        for points, asked in self._asked_sums() if self._has_subsets else ():
            worths = self._worths(points)
            if worths and min(worths) >= 0 and max(worths) < DIGITS:
                sums = {asked.value} if isinstance(asked, p.Const) else set(worths)
                digits = sum(1 << worth for worth in sums if 0 < worth < DIGITS)
                before = found.get(worths, _Wanted(0, is_fixed=True))
                is_fixed = before.is_fixed and isinstance(asked, p.Const)
                found[worths] = _Wanted(before.digits | digits, is_fixed)
        return found

    @property
    def _has_subsets(self) -> bool:
        return any(isinstance(node, p.Subsets) for node in self._nodes)

    def _asked_sums(self) -> Iterator[tuple[p.Slot, object]]:
        for node in self._nodes:
            match node:
                case p.Subsets(operator="==", points=p.Slot() as points, limit=asked):
                    yield points, asked
                case p.Compare(operator="==", left=p.SumPoints(points=points), right=asked):
                    yield points, asked
                case p.Compare(operator="==", left=asked, right=p.SumPoints(points=points)):
                    yield points, asked

    def searched(self) -> dict[int, frozenset[p.Family]]:
        """By attribute: places that are searched for cards that share it with another card."""
        found: dict[int, frozenset[p.Family]] = {}
        for cards, test in self._searches():
            for node in nodes(test):
                match node:
                    case p.Compare(
                        operator="==",
                        left=p.AttributeOf(attribute=p.Const(value=one)),
                        right=p.AttributeOf(attribute=p.Const(value=other)),
                    ) if one == other:
                        found[one] = found.get(one, frozenset()) | _families(cards)
        return found

    def _searches(self) -> Iterator[tuple[object, object]]:
        for node in self._nodes:
            match node:
                case p.FilterCards(cards=cards, condition=test):
                    yield cards, test
                case p.Some(collection=cards, body=test) | p.Every(collection=cards, body=test):
                    yield cards, test

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
    ordered = sorted(set(steps))
    numbers = {step: number for number, step in enumerate(ordered)}

    def followed(by: int) -> int:
        return sum(
            1 << number
            for number, (sort, worth) in enumerate(ordered)
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
        self._program = program
        self._layout = layout
        self.start = start
        self.families = [
            family
            for family in program.families
            for _ in range(program.owners(family.owner) * family.indices)
        ]
        """By place."""
        self._told = 0

    def starts(self, features: int, families: frozenset[p.Family]) -> tuple[int, ...]:
        """By seat and place: so many features in places of these families."""
        self._told += 1
        found = []
        for seat in range(self._program.players):
            for place, family in zip(self._layout.places, self.families, strict=True):
                is_seen = seat in seen_by(place, self._program.players)
                if not (is_seen and family in families and family.indices == 1):
                    found.append(0)
                    continue
                side = None if place.owner is None else (place.owner - seat) % self._program.players
                found.append(self.start(("reckoned", self._told, family, side), features))
        return tuple(found)

    def hands_and_tables(self, families: frozenset[p.Family]) -> Iterator[tuple[int, int]]:
        """A hand of the first seat, and an open place of the table of these families."""
        for hand, (place, family) in enumerate(
            zip(self._layout.places, self.families, strict=True)
        ):
            is_hand = place.owner == 0 and place.location_class is LocationClass.INVISIBLE
            for table, other in enumerate(self.families):
                is_open = other.location_class is LocationClass.VISIBLE
                is_common = other.owner is p.OwnerKind.TABLE and other in families
                if is_hand and is_open and is_common and family.indices == other.indices == 1:
                    yield hand, table


def _matches(
    rules: _Rules, places: _Places, rows: Sequence[int]
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


def _compared(rules: _Rules) -> Iterator[tuple[Mask, Mask, frozenset[p.Family]]]:
    """What is looked for in a hand and in places, and in which places."""
    for worths, wanted in rules.partial_sums().items():
        if not wanted.is_fixed:
            yield Mask(worths, False), Mask(worths, True), rules.divided
    for attribute, families in rules.searched().items():
        words = [kind.value(attribute) for kind in rules.program.kinds]
        numbers = {word: number for number, word in enumerate(dict.fromkeys(words), start=1)}
        if len(numbers) < DIGITS:
            mask = Mask(tuple(numbers[word] for word in words), False)
            yield mask, mask, families
