"""The action space: a number for every option, the same in every match and for every seat.

An action is an alternative of a choice with what was picked: cards by their face where the seat
sees them and by their position where it does not, players and places as the seat counts them.
Where sets of cards are picked there would be too many: options of such an alternative are numbered
in the order in which the rules find them, and mean something else in every situation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

from kibitz.engine import program as p
from kibitz.engine.by_rules import OnceByRules
from kibitz.engine.native.layout.bounds import goes_on, most_options
from kibitz.engine.native.layout.state_layout import StateLayout, decides, state_layout
from kibitz.engine.places import kind_texts
from kibitz.engine.program.static_analysis import has_pick, picks_come_first
from kibitz.engine.program.walk import nodes
from kibitz.recycle import CycleKind, LocationClass, Turn, Type

NO_ACTION = -2
"""Leaves a state as it is."""
MOST_ACTIONS = 1 << 16
"""Of one alternative: one that would have more is numbered by order."""
MOST_IN_ORDER = 1 << 12
"""Options of an alternative that is numbered by order; there is no number for more of them."""
MOST_POSITIONS = 64
"""Positions of cards that the seat does not see, and elements of a range that varies."""


@dataclass(frozen=True, slots=True)
class PickCode:
    """What can be picked at one point of an alternative: a number for each of the texts."""

    variable: str
    kind: Type
    texts: tuple[str, ...]
    values: tuple[int, ...] | None = None
    """Of words and numbers, if the rules list them."""
    hides: bool = False
    """Cards may be picked that the seat does not see: behind the faces come positions."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """The actions of one alternative: numbers `start` … `start + size - 1`."""

    text: str
    start: int
    size: int
    picks: tuple[PickCode, ...] | None
    """None where actions are numbered by order."""
    may_stop: bool = False
    """Some options have fewer picks: the code 0 is for a pick that was not made."""

    @property
    def radices(self) -> list[int]:
        assert self.picks is not None
        return [len(pick.texts) + self.may_stop for pick in self.picks]

    def text_of(self, number: int) -> str:
        """The action with that number within the alternative."""
        if self.picks is None:
            return f"{self.text}#{number + 1}"
        told = []
        for pick, radix in zip(self.picks, self.radices, strict=True):
            number, code = divmod(number, radix)
            if code >= self.may_stop:
                told.append(f"{pick.variable}={pick.texts[code - self.may_stop]}")
        return f"{self.text}:{','.join(told)}" if told else self.text


@dataclass(frozen=True, repr=False)
class ActionPlan:
    """All actions of one program."""

    by_step: Mapping[int, tuple[Alternative, ...]]
    size: int
    most_options: int
    """Of one decision."""

    @staticmethod
    def of(program: p.Program) -> ActionPlan:
        return _plans(program)

    def __repr__(self) -> str:
        named = ", ".join(f"{one.text} ({one.size})" for one in self.alternatives)
        return f"<ActionPlan of {self.size} actions: {named}>"

    @property
    def alternatives(self) -> Iterator[Alternative]:
        return (one for alternatives in self.by_step.values() for one in alternatives)

    @property
    def is_fixed(self) -> bool:
        """Whether every action means the same in every situation."""
        return all(alternative.picks is not None for alternative in self.alternatives)

    def text(self, action: int) -> str:
        """What the action is, as in `play:C=7♥`."""
        found = next((one for one in self.alternatives if 0 <= action - one.start < one.size), None)
        if found is None:
            raise IndexError(f"the actions are 0 to {self.size - 1}, not {action}")
        return found.text_of(action - found.start)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The action of every text."""
        return {self.text(action): action for action in range(self.size)}


def _plan(program: p.Program) -> ActionPlan:
    layout = state_layout(program)
    by_step: dict[int, tuple[Alternative, ...]] = {}
    steps, start = decides(program), 0
    for ordinal, (step, decide) in enumerate(steps.items(), start=1):
        found = []
        for number, statement in enumerate(decide.alternatives):
            name = decide.names[number].lower() or f"option {number + 1}"
            text = f"{ordinal}/{name}" if len(steps) > 1 else name
            one = _alternative(program, layout, statement, text, start)
            found.append(one)
            start += one.size
        by_step[step] = tuple(found)
    return ActionPlan(by_step, start, most_options(program, layout))


def _alternative(
    program: p.Program, layout: StateLayout, statement: p.Statement, text: str, start: int
) -> Alternative:
    picks = _pick_chain(statement) if picks_come_first(statement) else None
    codes = None if picks is None else [_code(program, layout, pick) for pick in picks]
    if codes is not None and None not in codes:
        may_stop = goes_on(statement)
        known = tuple(code for code in codes if code is not None)
        size = prod(len(code.texts) + may_stop for code in known)
        if size <= MOST_ACTIONS:
            return Alternative(text, start, size, known, may_stop)
    return Alternative(text, start, min(most_options(program, layout), MOST_IN_ORDER), None)


def _pick_chain(statement: p.Statement) -> list[p.Pick]:
    """The picks one after the other, as options are looked for."""
    match statement:
        case p.Pick():
            return [statement, *_pick_chain(statement.statement)]
        case p.When() | p.Bind() if has_pick(statement):
            return _pick_chain(statement.statement)
        case p.Block(statements=(first, *_)) if has_pick(statement):
            return _pick_chain(first)
        case _:
            return []


def _code(program: p.Program, layout: StateLayout, pick: p.Pick) -> PickCode | None:
    """None for sets of cards."""
    variable = program.variables[pick.slot]
    match pick.type:
        case Type.CARD:
            hides = _may_be_hidden(pick.collection)
            unseen = min(layout.cards, MOST_POSITIONS) if hides else 0
            positions = (f"[{number}]" for number in range(unseen))
            return PickCode(variable, pick.type, (*kind_texts(program), *positions), hides=hides)
        case Type.PLAYER | Type.TEAM:
            members = program.players if pick.type is Type.PLAYER else len(program.teams)
            return PickCode(variable, pick.type, tuple(f"+{side}" for side in range(members)))
        case Type.LOCATION:
            return PickCode(variable, pick.type, place_texts(program, layout))
        case Type.INT | Type.STR:
            return _listed(program, variable, pick)
        case _:
            return None


def _listed(program: p.Program, variable: str, pick: p.Pick) -> PickCode:
    base = pick.collection
    while isinstance(base, p.FilterValues):
        base = base.values
    match base:
        case p.Constants(values=values):
            found = tuple(dict.fromkeys(values))
        case p.Range(low=p.Const(value=low), high=p.Const(value=high)) if high - low < MOST_ACTIONS:
            found = tuple(range(low, high + 1))
        case _:
            return PickCode(
                variable, pick.type, tuple(f"[{number}]" for number in range(MOST_POSITIONS))
            )
    is_word = pick.type is Type.STR
    texts = tuple(program.strings[value] if is_word else str(value) for value in found)
    return PickCode(variable, pick.type, texts, found)


def _may_be_hidden(collection: p.Collection) -> bool:
    """Whether cards of it may lie where the seat that picks does not see them."""
    found = [node for node in nodes(collection) if isinstance(node, p.Location)]
    if not found or any(isinstance(node, _KEPT) for node in nodes(collection)):
        return True
    return not all(_is_seen(location) for location in found)


_KEPT = (p.LocationVar, p.ListVar, p.GroupsVar)


def _is_seen(location: p.Location) -> bool:
    """By the seat whose turn it is."""
    is_own = location.owner == p.TurnOf(CycleKind.PLAYER, Turn.CURRENT)
    open_to_all = (LocationClass.VISIBLE, LocationClass.MEMORY)
    return all(
        family.location_class in open_to_all
        or (family.location_class is LocationClass.INVISIBLE and is_own)
        for family in location.families
    )


# ---------------------------------------------------------------------------- places by side


def place_texts(program: p.Program, layout: StateLayout) -> tuple[str, ...]:
    """By place, as the seat counts: `HAND` is its own, `HAND+1` that of the player after it."""
    return tuple(_place_text(program, place) for place in layout.places)


def _place_text(program: p.Program, place: p.Place) -> str:
    name = str(program.strings[place.name])
    indexed = f"{name} {place.index}" if place.index else name
    return f"{indexed}+{place.owner}" if place.owner else indexed


def sides(program: p.Program, layout: StateLayout) -> Sequence[int]:
    """By seat and place: the place that it would be if the seat were the first."""
    numbers = {place: number for number, place in enumerate(layout.places)}
    return [
        numbers[
            p.Place(
                None if place.owner is None else (place.owner - seat) % program.players,
                place.location_class,
                place.name,
                place.index,
            )
        ]
        for seat in range(program.players)
        for place in layout.places
    ]


_plans = OnceByRules(_plan)
