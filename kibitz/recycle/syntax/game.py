"""The game as a whole: options, setup, stages, choices, scoring."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.recycle.source import Source
from kibitz.recycle.syntax.expressions import (
    BoolExpr,
    IntExpr,
    IntLiteral,
    Range,
    Strings,
    StrLiteral,
    Value,
)
from kibitz.recycle.syntax.statements import CreateDeck, Statement
from kibitz.recycle.syntax.types import Binder, CycleKind, Goal, Node
from kibitz.recycle.tree import node

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
