"""Numbers, conditions, cards and collections of a lowered game."""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz.engine.program.tables import Family, SetOperator, Storage, StorageKind
from kibitz.recycle.source import Span
from kibitz.recycle.syntax import CycleKind, End, Goal, Turn

# ---------------------------------------------------------------------------- values


@dataclass(frozen=True, slots=True)
class Const:
    value: int


@dataclass(frozen=True, slots=True)
class Var:
    """A variable that holds one number: an integer, string, seat or team."""

    slot: int


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """One of the operations of `recycle/arithmetic.py`, of one number or of two."""

    operator: str
    operands: tuple[Value, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Random:
    low: Value
    high: Value
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Slot:
    """A storage slot: one of `storages`, by name.

    `name` is None when there is just one storage; `owner` is None for the table.
    """

    kind: StorageKind
    storages: tuple[Storage, ...]
    name: Value | None
    owner: Value | None


@dataclass(frozen=True, slots=True)
class Load:
    """What an integer or string storage holds."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class Size:
    collection: Collection


@dataclass(frozen=True, slots=True)
class SumPoints:
    cards: Cards
    points: Slot
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ExtremePoints:
    goal: Goal
    cards: Cards
    points: Slot
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Score:
    card: Card
    points: Slot
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SumOver:
    collection: Collection
    slot: int
    body: Value
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AttributeOf:
    attribute: Value
    card: Card


@dataclass(frozen=True, slots=True)
class TurnOf:
    """The current, next or previous seat or team of the innermost frame."""

    kind: CycleKind
    turn: Turn


@dataclass(frozen=True, slots=True)
class Numbered:
    """The seat or team with a 1-based number."""

    kind: CycleKind
    number: Value
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class TeamOf:
    seat: Value


@dataclass(frozen=True, slots=True)
class OwnerOf:
    card: Card
    span: Span = field(compare=False)


Value = (
    Const
    | Var
    | Arithmetic
    | Random
    | Load
    | Size
    | SumPoints
    | ExtremePoints
    | Score
    | SumOver
    | AttributeOf
    | TurnOf
    | Numbered
    | TeamOf
    | OwnerOf
)


# ---------------------------------------------------------------------------- conditions


@dataclass(frozen=True, slots=True)
class Truth:
    value: bool


@dataclass(frozen=True, slots=True)
class And:
    operands: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or:
    operands: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not:
    operand: Condition


@dataclass(frozen=True, slots=True)
class Compare:
    """Two numbers: `==` `!=` `<` `>` `<=` `>=`."""

    operator: str
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class SameCard:
    negated: bool
    left: Card
    right: Card
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Every:
    """All elements satisfy the body."""

    collection: Collection
    slot: int
    body: Condition


@dataclass(frozen=True, slots=True)
class Some:
    """At least one element satisfies the body."""

    collection: Collection
    slot: int
    body: Condition


Condition = Truth | And | Or | Not | Compare | SameCard | Every | Some


# ---------------------------------------------------------------------------- cards


@dataclass(frozen=True, slots=True)
class CardVar:
    slot: int


@dataclass(frozen=True, slots=True)
class CardAt:
    """A position: an end, or a number counted from 0 at the bottom."""

    where: End | Value
    cards: Cards


@dataclass(frozen=True, slots=True)
class ExtremeCard:
    goal: Goal
    cards: Cards
    points: Slot
    span: Span = field(compare=False)


Card = CardVar | CardAt | ExtremeCard


# ---------------------------------------------------------------------------- card lists


@dataclass(frozen=True, slots=True)
class Location:
    """A location of one of `families`, by name; the fields are as in Slot."""

    families: tuple[Family, ...]
    name: Value | None
    owner: Value | None
    index: Value
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class LocationVar:
    slot: int


@dataclass(frozen=True, slots=True)
class LocationMember:
    """One of several locations: the first, the last, or number n from 0."""

    where: End | Value
    groups: Groups
    span: Span = field(compare=False)


Live = Location | LocationVar | LocationMember
"""Card lists that are places: read anew each time, possible destinations."""


@dataclass(frozen=True, slots=True)
class ListVar:
    """A variable that holds a virtual list; moving its cards through it shrinks it."""

    slot: int


@dataclass(frozen=True, slots=True)
class ListMember:
    where: End | Value
    groups: Groups
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Combine:
    operator: SetOperator
    parts: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class CombineGroups:
    operator: SetOperator
    groups: Groups


@dataclass(frozen=True, slots=True)
class FilterCards:
    cards: Cards
    slot: int
    condition: Condition


@dataclass(frozen=True, slots=True)
class Sequence:
    end: End
    count: Value
    cards: Cards
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Run:
    end: End
    minimum: Value
    cards: Cards
    points: Slot


Cards = Live | ListVar | ListMember | Combine | CombineGroups | FilterCards | Sequence | Run


# ---------------------------------------------------------------------------- groups


@dataclass(frozen=True, slots=True)
class GroupsVar:
    slot: int
    live: bool
    """The members are locations."""


@dataclass(frozen=True, slots=True)
class Collect:
    collection: Collection
    slot: int
    body: Cards
    live: bool


@dataclass(frozen=True, slots=True)
class Partition:
    attribute: Value
    source: tuple[Cards, ...] | Groups


@dataclass(frozen=True, slots=True)
class Subsets:
    """Non-empty sub-lists, those with `size operator limit` when an operator is given."""

    cards: Cards
    operator: str | None
    limit: Value | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Runs:
    largest: bool
    minimum: Value
    cards: Cards
    points: Slot
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Indexed:
    """The non-empty locations of one family, by index; `location.index` is not used."""

    location: Location


@dataclass(frozen=True, slots=True)
class FilterGroups:
    groups: Groups
    slot: int
    condition: Condition
    live: bool


Groups = GroupsVar | Collect | Partition | Subsets | Runs | Indexed | FilterGroups


# ---------------------------------------------------------------------------- other collections


@dataclass(frozen=True, slots=True)
class Constants:
    """A fixed list of numbers: strings, integers, all seats or all teams."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Others:
    """All seats, or teams, but the current one."""

    kind: CycleKind


@dataclass(frozen=True, slots=True)
class Members:
    team: Value


@dataclass(frozen=True, slots=True)
class Range:
    low: Value
    high: Value
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ValuesVar:
    slot: int


@dataclass(frozen=True, slots=True)
class FilterValues:
    values: Values
    slot: int
    condition: Condition


Values = Constants | Others | Members | Range | ValuesVar | FilterValues
Collection = Values | Cards | Groups
