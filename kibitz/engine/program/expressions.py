"""Numbers, conditions, cards and collections of a lowered game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from kibitz.engine.program.facts import CollectionNode, ExpressionNode, collection, expression
from kibitz.engine.program.tables import Family, SetOperator, Storage, StorageKind
from kibitz.recycle import CycleKind, End, Goal, Span, Turn

# ---------------------------------------------------------------------------- values


@expression(draws=False, finds=False, reads=False)
class Const(ExpressionNode):
    value: int


@expression(draws=False, finds=False, reads=False)
class Var(ExpressionNode):
    """A variable that holds one number: an integer, string, seat or team."""

    slot: int


@expression(draws=False, finds=False, reads=False)
class Arithmetic(ExpressionNode):
    """One of the operations of `recycle/arithmetic.py`, of one number or of two."""

    operator: str
    operands: tuple[Value, ...]
    span: Span = field(compare=False)


@expression(draws=True, finds=False, reads=False)
class Random(ExpressionNode):
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


@expression(draws=False, finds=False, reads=False)
class Load(ExpressionNode):
    """What an integer or string storage holds."""

    slot: Slot


@expression(draws=False, finds=False, reads=False)
class Size(ExpressionNode):
    collection: Collection


@expression(draws=False, finds=False, reads=True)
class SumPoints(ExpressionNode):
    cards: Cards
    points: Slot
    span: Span = field(compare=False)


@expression(draws=False, finds=False, reads=True)
class ExtremePoints(ExpressionNode):
    goal: Goal
    cards: Cards
    points: Slot
    span: Span = field(compare=False)


@expression(draws=False, finds=False, reads=True)
class Score(ExpressionNode):
    card: Card
    points: Slot
    span: Span = field(compare=False)


@expression(draws=False, finds=False, reads=False)
class SumOver(ExpressionNode):
    collection: Collection
    slot: int
    body: Value
    span: Span = field(compare=False)


@expression(draws=False, finds=False, reads=True)
class AttributeOf(ExpressionNode):
    attribute: Value
    card: Card


@expression(draws=False, finds=False, reads=False)
class TurnOf(ExpressionNode):
    """The current, next or previous seat or team of the innermost frame."""

    kind: CycleKind
    turn: Turn


@expression(draws=False, finds=False, reads=False)
class Numbered(ExpressionNode):
    """The seat or team with a 1-based number."""

    kind: CycleKind
    number: Value
    span: Span = field(compare=False)


@expression(draws=False, finds=False, reads=False)
class TeamOf(ExpressionNode):
    seat: Value


@expression(draws=False, finds=True, reads=False)
class OwnerOf(ExpressionNode):
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


@expression(draws=False, finds=False, reads=False)
class Truth(ExpressionNode):
    value: bool


@expression(draws=False, finds=False, reads=False)
class And(ExpressionNode):
    operands: tuple[Condition, ...]


@expression(draws=False, finds=False, reads=False)
class Or(ExpressionNode):
    operands: tuple[Condition, ...]


@expression(draws=False, finds=False, reads=False)
class Not(ExpressionNode):
    operand: Condition


@expression(draws=False, finds=False, reads=False)
class Compare(ExpressionNode):
    """Two numbers: `==` `!=` `<` `>` `<=` `>=`."""

    operator: str
    left: Value
    right: Value


@expression(draws=False, finds=False, reads=False)
class SameCard(ExpressionNode):
    negated: bool
    left: Card
    right: Card
    span: Span = field(compare=False)


@expression(draws=False, finds=False, reads=False)
class Every(ExpressionNode):
    """All elements satisfy the body."""

    collection: Collection
    slot: int
    body: Condition


@expression(draws=False, finds=False, reads=False)
class Some(ExpressionNode):
    """At least one element satisfies the body."""

    collection: Collection
    slot: int
    body: Condition


Condition = Truth | And | Or | Not | Compare | SameCard | Every | Some


# ---------------------------------------------------------------------------- cards


@expression(draws=False, finds=False, reads=False)
class CardVar(ExpressionNode):
    slot: int


@expression(draws=False, finds=False, reads=False)
class CardAt(ExpressionNode):
    """A position: an end, or a number counted from 0 at the bottom."""

    where: End | Value
    cards: Cards


@expression(draws=True, finds=False, reads=True)
class ExtremeCard(ExpressionNode):
    goal: Goal
    cards: Cards
    points: Slot
    span: Span = field(compare=False)


Card = CardVar | CardAt | ExtremeCard


# ---------------------------------------------------------------------------- card lists


@collection(draws=False, finds=False, calm=True, reads=False)
class Location(CollectionNode):
    """A location of one of `families`, by name; the fields are as in Slot."""

    families: tuple[Family, ...]
    name: Value | None
    owner: Value | None
    index: Value
    span: Span = field(compare=False)


@collection(draws=False, finds=False, calm=True, reads=False)
class LocationVar(CollectionNode):
    slot: int


@collection(draws=False, finds=False, calm=True, reads=False)
class LocationMember(CollectionNode):
    """One of several locations: the first, the last, or number n from 0."""

    where: End | Value
    groups: Groups
    span: Span = field(compare=False)


Live = Location | LocationVar | LocationMember
"""Card lists that are places: read anew each time, possible destinations."""


@collection(draws=False, finds=False, calm=True, reads=False)
class ListVar(CollectionNode):
    """A variable that holds a virtual list; moving its cards through it shrinks it."""

    slot: int


@collection(draws=False, finds=False, calm=True, reads=False)
class ListMember(CollectionNode):
    where: End | Value
    groups: Groups
    span: Span = field(compare=False)


@collection(draws=False, finds=False, calm=True, reads=False)
class Combine(CollectionNode):
    operator: SetOperator
    parts: tuple[Cards, ...]


@collection(draws=False, finds=False, calm=True, reads=False)
class CombineGroups(CollectionNode):
    operator: SetOperator
    groups: Groups


@collection(draws=False, finds=False, calm=True, reads=False)
class FilterCards(CollectionNode):
    cards: Cards
    slot: int
    condition: Condition


@collection(draws=False, finds=False, calm=True, reads=False)
class Sequence(CollectionNode):
    end: End
    count: Value
    cards: Cards
    span: Span = field(compare=False)


@collection(draws=False, finds=False, calm=True, reads=True)
class Run(CollectionNode):
    end: End
    minimum: Value
    cards: Cards
    points: Slot


Cards = Live | ListVar | ListMember | Combine | CombineGroups | FilterCards | Sequence | Run


# ---------------------------------------------------------------------------- groups


@collection(draws=False, finds=False, calm=True, reads=False)
class GroupsVar(CollectionNode):
    slot: int
    live: bool
    """The members are locations."""


@collection(draws=False, finds=False, calm=True, reads=False)
class Collect(CollectionNode):
    collection: Collection
    slot: int
    body: Cards
    live: bool


@collection(draws=False, finds=False, calm=True, reads=True)
class Partition(CollectionNode):
    live: ClassVar[bool] = False
    attribute: Value
    source: tuple[Cards, ...] | Groups


@collection(draws=False, finds=False, calm=True, reads=True)
class Subsets(CollectionNode):
    """Non-empty sub-lists, those with `size operator limit` when an operator is given, or with
    points as well `sum operator limit`."""

    live: ClassVar[bool] = False
    cards: Cards
    operator: str | None
    limit: Value | None
    points: Slot | None
    span: Span = field(compare=False)


@collection(draws=False, finds=False, calm=False, reads=True)
class Runs(CollectionNode):
    live: ClassVar[bool] = False
    largest: bool
    minimum: Value
    cards: Cards
    points: Slot
    span: Span = field(compare=False)


@collection(draws=False, finds=False, calm=True, reads=False)
class Indexed(CollectionNode):
    """The non-empty locations of one family, by index; `location.index` is not used."""

    live: ClassVar[bool] = True
    location: Location


@collection(draws=False, finds=False, calm=True, reads=False)
class FilterGroups(CollectionNode):
    groups: Groups
    slot: int
    condition: Condition
    live: bool


@collection(draws=False, finds=False, calm=False, reads=False)
class JoinGroups(CollectionNode):
    """The groups of each part, one after the other; no part is a variable of card lists."""

    parts: tuple[Groups, ...]
    live: bool
    span: Span = field(compare=False)


Groups = GroupsVar | Collect | Partition | Subsets | Runs | Indexed | FilterGroups | JoinGroups


# ---------------------------------------------------------------------------- other collections


@collection(draws=False, finds=False, calm=True, reads=False)
class Constants(CollectionNode):
    """A fixed list of numbers: strings, integers, all seats or all teams."""

    values: tuple[int, ...]


@collection(draws=False, finds=False, calm=True, reads=False)
class Others(CollectionNode):
    """All seats, or teams, but the current one."""

    kind: CycleKind


@collection(draws=False, finds=False, calm=True, reads=False)
class Members(CollectionNode):
    team: Value


@collection(draws=False, finds=False, calm=True, reads=False)
class Range(CollectionNode):
    low: Value
    high: Value
    span: Span = field(compare=False)


@collection(draws=False, finds=False, calm=True, reads=False)
class ValuesVar(CollectionNode):
    slot: int


@collection(draws=False, finds=False, calm=True, reads=False)
class FilterValues(CollectionNode):
    values: Values
    slot: int
    condition: Condition


Values = Constants | Others | Members | Range | ValuesVar | FilterValues
Collection = Values | Cards | Groups
