"""Types, the closed sets of words, and what every node of the syntax has: a span."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum

from kibitz.recycle.source import Span
from kibitz.recycle.tree import TreeNode, node


class Type(StrEnum):
    """Static types; the values are the words diagnostics use."""

    INT = "an integer"
    STR = "a string"
    BOOL = "a condition"
    CARD = "a card"
    CARDS = "a card list"
    LOCATION = "a location"
    """A card list that is a place on the table: live, and a possible destination."""
    GROUPS = "a list of card lists"
    LOCATIONS = "a list of locations"
    INTS = "a list of integers"
    STRS = "a list of strings"
    PLAYER = "a player"
    PLAYERS = "a list of players"
    TEAM = "a team"
    TEAMS = "a list of teams"
    POINTS = "a point map"


class LocationClass(StrEnum):
    VISIBLE = "vloc"
    INVISIBLE = "iloc"
    HIDDEN = "hloc"
    OTHERS = "oloc"
    MEMORY = "mem"


class End(StrEnum):
    TOP = "top"
    BOTTOM = "bottom"


class Turn(StrEnum):
    CURRENT = "current"
    NEXT = "next"
    PREVIOUS = "previous"


class Quantifier(StrEnum):
    ANY = "any"
    ALL = "all"


class CycleKind(StrEnum):
    """Whose turns a stage counts."""

    PLAYER = "player"
    TEAM = "team"


class Goal(StrEnum):
    MIN = "min"
    MAX = "max"


@node
class Node(TreeNode):
    span: Span = field(compare=False, kw_only=True)


# ---------------------------------------------------------------------------- variables


@node
class BinderNode(Node):
    """Where a variable gets its value; `number` is unique within the game."""

    name: str
    """Without the quote."""
    type: Type
    number: int


@node
class VariableNode(Node):
    binder: BinderNode
