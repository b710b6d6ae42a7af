"""Numbers, conditions and cards of a lowered game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kibitz.engine.program.facts import ExpressionNode, expression
from kibitz.engine.program.tables import Storage, StorageKind
from kibitz.recycle import CycleKind, End, Goal, Span, Turn

if TYPE_CHECKING:
    from kibitz.engine.program.collections import Cards, Collection, Values

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
    """One of the operations of `recycle/constants.py`, of one number or of two."""

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
    """A storage slot: one of `storages`, by name and index.

    `name` is None when all are of one name; `owner` is None for the table; `index` is None when the
    program alone tells it, and there is one storage of every name.
    """

    kind: StorageKind
    storages: tuple[Storage, ...]
    name: Value | None
    owner: Value | None
    index: Value | None = None
    span: Span | None = field(default=None, compare=False)

    def by_name(self) -> dict[int, tuple[int, int]]:
        """First slot and number of indices of every name."""
        indices = Counter(one.name for one in self.storages)
        return {one.name: (one.first, indices[one.name]) for one in self.storages if not one.index}

    def at_fixed_index(self) -> Slot:
        """The same with the storages of one index, if it is a number that all of them have."""
        if not isinstance(self.index, Const):
            return self
        at = self.index.value
        fixed = tuple(storage for storage in self.storages if storage.index == at)
        if len(fixed) < len(self.by_name()):
            return self
        return replace(self, storages=fixed, index=None)


@expression(draws=False, finds=False, reads=False)
class Load(ExpressionNode):
    """What an integer or string storage holds."""

    slot: Slot


@expression(draws=False, finds=False, reads=False)
class Size(ExpressionNode):
    collection: Collection
    span: Span | None = field(default=None, compare=False)


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


@expression(draws=False, finds=False, reads=False)
class ExtremeOver(ExpressionNode):
    """The greatest, or the least, number of the body."""

    goal: Goal
    collection: Collection
    slot: int
    body: Value
    span: Span = field(compare=False)


@expression(draws=False, finds=False, reads=False)
class BestPlace(ExpressionNode):
    """The place in a list of the first element whose number is greatest."""

    slot: int
    body: Value


@expression(draws=False, finds=False, reads=False)
class BestValue(ExpressionNode):
    collection: Values
    slot: int
    body: Value
    span: Span = field(compare=False)


@expression(draws=False, finds=False, reads=False)
class At(ExpressionNode):
    """The element with that number, from 1."""

    number: Value
    values: Values
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


@expression(draws=False, finds=False, reads=False)
class FoundSeat(ExpressionNode):
    """The first seat after the start, or before it, for which the condition holds; the start itself
    is asked last of all the `players`."""

    turn: Turn
    start: Value
    slot: int
    condition: Condition
    players: int
    span: Span = field(compare=False)


@expression(draws=False, finds=False, reads=False)
class SeatAway(ExpressionNode):
    """The seat so many after the start, or before it."""

    turn: Turn
    start: Value
    distance: Value


@expression(draws=False, finds=False, reads=False)
class Either(ExpressionNode):
    """One of two numbers: only that one is worked out, as of all that are called so."""

    condition: Condition
    yes: Value
    no: Value


_Number = Const | Var | Arithmetic | Random | Load | Size | Either
_Over = SumOver | ExtremeOver | BestValue | At
_OfCards = SumPoints | ExtremePoints | Score | AttributeOf
_Owner = TurnOf | Numbered | TeamOf | OwnerOf | FoundSeat | SeatAway
Value = _Number | _Over | _OfCards | _Owner


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


@expression(draws=False, finds=False, reads=False)
class BestCard(ExpressionNode):
    collection: Cards
    slot: int
    body: Value
    span: Span = field(compare=False)


@expression(draws=False, finds=False, reads=False)
class EitherCard(ExpressionNode):
    condition: Condition
    yes: Card
    no: Card


@expression(draws=False, finds=False, reads=False)
class KeptCard(ExpressionNode):
    """The card that was picked before all had chosen."""

    slot: Slot


Card = CardVar | CardAt | ExtremeCard | BestCard | EitherCard | KeptCard
