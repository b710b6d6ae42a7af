"""Decks, statements and actions."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.recycle.syntax.expressions import (
    BoolExpr,
    CardAt,
    CardExpr,
    CardsExpr,
    Collection,
    IntExpr,
    IntStorage,
    Location,
    PlayerExpr,
    PointStorage,
    StrExpr,
    StrStorage,
    Value,
)
from kibitz.recycle.syntax.types import Binder, Node, Quantifier, Turn

# ---------------------------------------------------------------------------- decks


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """One value of an attribute, with the attributes that hang below it."""

    value: str
    attributes: tuple[Attribute, ...] = ()


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    name: str
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class CreateDeck(Node):
    """`back` None means DEFAULT."""

    back: StrExpr | None
    location: Location
    attributes: tuple[Attribute, ...]


# ---------------------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Block(Node):
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    condition: BoolExpr
    statement: Statement


@dataclass(frozen=True, slots=True)
class Loop(Node):
    quantifier: Quantifier
    collection: Collection
    binder: Binder
    statement: Statement


@dataclass(frozen=True, slots=True)
class Let(Node):
    value: Value
    binder: Binder
    statement: Statement


@dataclass(frozen=True, slots=True)
class SetInt(Node):
    storage: IntStorage
    value: IntExpr


@dataclass(frozen=True, slots=True)
class SetStr(Node):
    storage: StrStorage
    value: StrExpr


@dataclass(frozen=True, slots=True)
class Test(Node):
    attribute: StrExpr
    value: StrExpr


@dataclass(frozen=True, slots=True)
class Award(Node):
    tests: tuple[Test, ...]
    points: IntExpr


@dataclass(frozen=True, slots=True)
class GuardedAward(Node):
    """An award that is in the map when the condition, over constants, holds: `(BOOL AWARD)`."""

    condition: BoolExpr
    award: Award


@dataclass(frozen=True, slots=True)
class SetPoints(Node):
    """`set` of a point map; with `update`, only the attribute tuples named are replaced."""

    storage: PointStorage
    awards: tuple[Award | GuardedAward, ...]
    update: bool


@dataclass(frozen=True, slots=True)
class Increase(Node):
    storage: IntStorage
    amount: IntExpr | None


@dataclass(frozen=True, slots=True)
class Decrease(Node):
    storage: IntStorage
    amount: IntExpr | None


@dataclass(frozen=True, slots=True)
class Move(Node):
    """`destination` is a position in a location that is not `mem`."""

    source: CardExpr
    destination: CardAt


@dataclass(frozen=True, slots=True)
class SwapCards(Node):
    first: CardExpr
    second: CardExpr


@dataclass(frozen=True, slots=True)
class SwapLocations(Node):
    first: CardsExpr
    second: CardsExpr


@dataclass(frozen=True, slots=True)
class Remember(Node):
    """`destination` is a position in a `mem` location."""

    card: CardExpr
    destination: CardAt


@dataclass(frozen=True, slots=True)
class Forget(Node):
    """`reference` is a position in a `mem` location."""

    reference: CardAt


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    cards: CardsExpr


@dataclass(frozen=True, slots=True)
class Cycle(Node):
    """`(cycle next P)` queues, `(cycle current P)` sets at once."""

    turn: Turn
    player: PlayerExpr


@dataclass(frozen=True, slots=True)
class Pass(Node):
    """`(turn pass)`."""


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    count: IntExpr
    action: Action


@dataclass(frozen=True, slots=True)
class RepeatAll(Node):
    action: Move | Forget


Action = (
    SetInt
    | SetStr
    | SetPoints
    | Increase
    | Decrease
    | Move
    | SwapCards
    | SwapLocations
    | Remember
    | Forget
    | Shuffle
    | Cycle
    | Pass
    | Repeat
    | RepeatAll
    | CreateDeck
)
Statement = Block | Conditional | Loop | Let | Action
