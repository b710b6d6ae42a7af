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

# ---------------------------------------------------------------------------- the game


@dataclass(frozen=True, slots=True)
class Choice(Node):
    alternatives: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Stage(Node):
    """`end` None means `once`: as many turns as there are members."""

    kind: CycleKind
    end: BoolExpr | None
    nodes: tuple[GameNode, ...]


GameNode = Stage | Choice | Statement


@dataclass(frozen=True, slots=True)
class Declare(Node):
    """A constant: an integer, a string, a list of either, or a location of the table."""

    binder: Binder
    value: Value


@dataclass(frozen=True, slots=True)
class Option(Node):
    """`(declare (option DEFAULT DOMAIN) 'NAME)`: a constant chosen when the game is loaded."""

    binder: Binder
    default: IntLiteral | StrLiteral
    domain: Range | Strings


@dataclass(frozen=True, slots=True)
class Require(Node):
    condition: BoolExpr


@dataclass(frozen=True, slots=True)
class RepeatDeck(Node):
    count: IntExpr
    deck: CreateDeck


@dataclass(frozen=True, slots=True)
class GuardedDeck(Node):
    condition: BoolExpr
    deck: CreateDeck | RepeatDeck


@dataclass(frozen=True, slots=True)
class Setup(Node):
    players: IntExpr
    teams: tuple[tuple[int, ...], ...]
    """Player numbers from 1; empty when every player is alone."""
    decks: tuple[CreateDeck | RepeatDeck | GuardedDeck, ...]


@dataclass(frozen=True, slots=True)
class Scoring(Node):
    goal: Goal
    value: IntExpr


@dataclass(frozen=True, slots=True)
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
