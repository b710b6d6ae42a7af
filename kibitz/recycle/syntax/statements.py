"""Decks, statements and actions."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.recycle.source import Source
from kibitz.recycle.syntax.expressions import (
    BoolExpr,
    CardAt,
    CardExpr,
    CardsExpr,
    Collection,
    IntExpr,
    IntLiteral,
    IntStorage,
    Location,
    PlayerExpr,
    PointStorage,
    Range,
    StrExpr,
    Strings,
    StrLiteral,
    StrStorage,
    Value,
)
from kibitz.recycle.syntax.types import Binder, CycleKind, Goal, Node, Quantifier, Turn
from kibitz.recycle.tree import node

# ---------------------------------------------------------------------------- decks


@node
class Branch(Node):
    """One value of an attribute, with the attributes that hang below it."""

    value: str
    attributes: tuple[Attribute, ...] = ()


@node
class Attribute(Node):
    name: str
    branches: tuple[Branch, ...]


@node
class CreateDeck(Node):
    """`back` None means DEFAULT."""

    back: StrExpr | None
    location: Location
    attributes: tuple[Attribute, ...]


# ---------------------------------------------------------------------------- statements


@node
class Block(Node):
    statements: tuple[Statement, ...]


@node
class Conditional(Node):
    condition: BoolExpr
    statement: Statement


@node
class Loop(Node):
    quantifier: Quantifier
    collection: Collection
    binder: Binder
    statement: Statement


@node
class Let(Node):
    value: Value
    binder: Binder
    statement: Statement


@node
class Named(Node):
    """`(as NAME STATEMENT)` on the way to what an alternative of a choice does."""

    name: str
    statement: Statement


@node
class SetInt(Node):
    storage: IntStorage
    value: IntExpr


@node
class SetStr(Node):
    storage: StrStorage
    value: StrExpr


@node
class Test(Node):
    attribute: StrExpr
    value: StrExpr


@node
class Award(Node):
    tests: tuple[Test, ...]
    points: IntExpr


@node
class GuardedAward(Node):
    """An award that is in the map when the condition, over constants, holds: `(BOOL AWARD)`."""

    condition: BoolExpr
    award: Award


@node
class SetPoints(Node):
    """`set` of a point map; with `update`, only the attribute tuples named are replaced."""

    storage: PointStorage
    awards: tuple[Award | GuardedAward, ...]
    update: bool


@node
class Increase(Node):
    storage: IntStorage
    amount: IntExpr | None


@node
class Decrease(Node):
    storage: IntStorage
    amount: IntExpr | None


@node
class Move(Node):
    """`destination` is a position in a location that is not `mem`."""

    source: CardExpr
    destination: CardAt


@node
class SwapCards(Node):
    first: CardExpr
    second: CardExpr


@node
class SwapLocations(Node):
    first: CardsExpr
    second: CardsExpr


@node
class Remember(Node):
    """`destination` is a position in a `mem` location."""

    card: CardExpr
    destination: CardAt


@node
class Forget(Node):
    """`reference` is a position in a `mem` location."""

    reference: CardAt


@node
class Shuffle(Node):
    cards: CardsExpr


@node
class Cycle(Node):
    """`(cycle next P)` queues, `(cycle current P)` sets at once."""

    turn: Turn
    player: PlayerExpr


@node
class Pass(Node):
    """`(turn pass)`."""


@node
class Repeat(Node):
    count: IntExpr
    action: Action


@node
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
Statement = Block | Conditional | Loop | Let | Named | Action


# ---------------------------------------------------------------------------- game


# ---------------------------------------------------------------------------- the game


@node
class Choice(Node):
    alternatives: tuple[Statement, ...]


@node
class Stage(Node):
    """`end` None means `once`: as many turns as there are members."""

    kind: CycleKind
    end: BoolExpr | None
    nodes: tuple[GameNode, ...]


GameNode = Stage | Choice | Statement


@node
class Declare(Node):
    """A constant: an integer, a string, a list of either, or a location of the table."""

    binder: Binder
    value: Value


@node
class Option(Node):
    """`(declare (option DEFAULT DOMAIN) 'NAME)`: a constant chosen when the game is loaded."""

    binder: Binder
    default: IntLiteral | StrLiteral
    domain: Range | Strings


@node
class Require(Node):
    condition: BoolExpr


@node
class RepeatDeck(Node):
    count: IntExpr
    deck: CreateDeck


@node
class GuardedDeck(Node):
    condition: BoolExpr
    deck: CreateDeck | RepeatDeck


@node
class Setup(Node):
    players: IntExpr
    teams: tuple[tuple[int, ...], ...]
    """Player numbers from 1; empty when every player is alone."""
    decks: tuple[CreateDeck | RepeatDeck | GuardedDeck, ...]


@node
class Scoring(Node):
    goal: Goal
    value: IntExpr


@node
class Game(Node):
    declarations: tuple[Declare | Option, ...]
    requirements: tuple[Require, ...]
    setup: Setup
    nodes: tuple[GameNode, ...]
    scoring: Scoring


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """A game without errors, with the text it came from."""

    source: Source
    game: Game
    digest: str
    """SHA-256 of the program's tokens: layout and comments do not count."""
