"""Types, the closed sets of words, what every node has (a span), and a game's syntax as a tree.

A `Variable` refers to its binder but does not contain it; every other node below a field is a
part. Parts come in the order of the fields, which is close to, not always, that of the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import Field, FrozenInstanceError, dataclass, field, fields
from enum import StrEnum
from operator import attrgetter
from typing import Any, ClassVar, TypeVar, dataclass_transform

from kibitz.recycle.source import Span


class TreeNode:
    __slots__ = ()

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    field_names: ClassVar[tuple[str, ...]]
    compared: ClassVar[attrgetter[Any]]
    """What two nodes of the class must agree in to be equal."""

    def __eq__(self, other: object) -> bool:
        if self.__class__ is not other.__class__:
            return NotImplemented
        return bool(self.compared(self) == self.compared(other))

    def __hash__(self) -> int:
        return hash(self.compared(self))

    def __repr__(self) -> str:
        values = (f"{part.name}={getattr(self, part.name)!r}" for part in fields(self))
        return f"{type(self).__qualname__}({', '.join(values)})"

    def __setattr__(self, name: str, value: object) -> None:
        """Only `__init__` finds a field that has no value yet."""
        if hasattr(self, name):
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")


N = TypeVar("N", bound=TreeNode)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def node(cls: type[N]) -> type[N]:
    made = dataclass(slots=True, eq=False, repr=False)(cls)
    made.field_names = tuple(part.name for part in fields(made))
    names = [part.name for part in fields(made) if part.compare]
    made.compared = attrgetter(*(names or ["__class__"]))
    return made


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


# ---------------------------------------------------------------------------- walks


@dataclass(frozen=True, slots=True, eq=False)
class Visit:
    """A node, and where it stands: the visit of the node that contains it, by which field."""

    node: Node
    parent: Visit | None = None
    field: str = ""

    def ancestors(self) -> Iterator[Visit]:
        """The visits around this one, innermost first."""
        visit = self.parent
        while visit is not None:
            yield visit
            visit = visit.parent


def parts(node: Node) -> list[tuple[str, Node]]:
    """The nodes directly inside `node`, each with the name of its field."""
    found: list[tuple[str, Node]] = []
    if isinstance(node, VariableNode):
        return found
    for name in node.field_names:
        value = getattr(node, name)
        if isinstance(value, Node):
            found.append((name, value))
        elif isinstance(value, tuple):
            found += [(name, item) for item in value if isinstance(item, Node)]
    return found


def children(node: Node) -> list[Node]:
    """The nodes directly inside `node`."""
    return [part for _, part in parts(node)]


def visits(root: Node) -> Iterator[Visit]:
    """Every node from `root` down, a node before its parts; needs no recursion."""
    waiting = [Visit(root)]
    while waiting:
        visit = waiting.pop()
        yield visit
        inside = [Visit(part, visit, field) for field, part in parts(visit.node)]
        waiting.extend(reversed(inside))


def nodes(root: Node) -> Iterator[Node]:
    """Every node from `root` down, `root` included."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(children(node))
