"""The card movement graph: between which places cards go, and what that does to information."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from kibitz.analysis.card_movements import CardMovements
from kibitz.engine import Place
from kibitz.recycle import LocationClass


class Openness(StrEnum):
    """Who sees the cards of a place."""

    PUBLIC = "public"
    PRIVATE = "private"
    HIDDEN = "hidden"
    OTHERS = "seen by the others"
    MEMORY = "memory"


class Flow(StrEnum):
    """What a movement does to what people know."""

    DEALT = "dealt"
    """Nothing that the other kinds are about."""
    TAKEN = "taken"
    """A public card goes where it is not seen."""
    SHARED = "shared"
    """A private card goes to somebody else, or to the table, unseen by the rest."""
    REVEALED = "revealed"
    """A card that not everybody saw comes to lie in the open."""


@dataclass(frozen=True, slots=True)
class MovementNode:
    """A place that cards came to or left."""

    owner: int | None
    """The seat, counted from 0; None is the table."""
    location_class: LocationClass
    name: str
    index: int
    is_start: bool
    """A deck begins here."""

    @property
    def openness(self) -> Openness:
        match self.location_class:
            case LocationClass.VISIBLE:
                return Openness.PUBLIC
            case LocationClass.INVISIBLE:
                return Openness.HIDDEN if self.owner is None else Openness.PRIVATE
            case LocationClass.HIDDEN:
                return Openness.HIDDEN
            case LocationClass.OTHERS:
                return Openness.PUBLIC if self.owner is None else Openness.OTHERS
            case LocationClass.MEMORY:
                return Openness.MEMORY
            case undecided:
                assert_never(undecided)

    @property
    def key(self) -> str:
        """`table_INVISIBLE_STOCK_0`, `p1_VISIBLE_GRID_3`."""
        return f"{self.owner_name}_{self.location_class.name}_{self.name}_{self.index}"

    @property
    def owner_name(self) -> str:
        return "table" if self.owner is None else f"p{self.owner + 1}"


@dataclass(frozen=True, slots=True)
class Edge:
    source: MovementNode
    destination: MovementNode
    flow: Flow
    count: float
    """Cards a match, on average."""


@dataclass(frozen=True, slots=True)
class Movement:
    nodes: tuple[MovementNode, ...]
    edges: tuple[Edge, ...]
    matches: int
    """That were watched."""


_CONCEALED = (LocationClass.INVISIBLE, LocationClass.HIDDEN)


def flow_between(source: MovementNode, destination: MovementNode) -> Flow:
    """The last rule that fits decides: taken, shared, revealed. A public card stays just public."""
    if destination.location_class is LocationClass.VISIBLE:
        return Flow.DEALT if source.openness is Openness.PUBLIC else Flow.REVEALED
    if destination.location_class not in _CONCEALED:
        return Flow.DEALT
    is_private = source.location_class is LocationClass.INVISIBLE and source.owner is not None
    if is_private and source.owner != destination.owner:
        return Flow.SHARED
    return Flow.TAKEN if source.location_class is LocationClass.VISIBLE else Flow.DEALT


def movement(watched: CardMovements) -> Movement:
    """Only places that a card came to or left are part of it."""
    touched = sorted({place for pair in watched.moves for place in pair})
    nodes = {number: _node(watched, number) for number in touched}
    edges = tuple(
        Edge(
            nodes[source],
            nodes[destination],
            flow_between(nodes[source], nodes[destination]),
            count / watched.matches,
        )
        for (source, destination), count in sorted(watched.moves.items())
    )
    return Movement(tuple(nodes.values()), edges, watched.matches)


def _node(watched: CardMovements, number: int) -> MovementNode:
    place: Place = watched.places[number]
    return MovementNode(
        owner=place.owner,
        location_class=place.location_class,
        name=watched.names[number],
        index=place.index,
        is_start=number in watched.starts,
    )


# ---------------------------------------------------------------------------- information


@dataclass(frozen=True, slots=True)
class Category:
    name: str
    holds: bool
    meaning: str


_MEANINGS = {
    "hidden": "Some cards nobody sees: face down on the table or in front of a player.",
    "private": "Some cards only their owner sees.",
    "back": "Cards can be told apart by their backs.",
    "taken": "A card that everybody saw goes where it is no longer seen, so memory helps.",
    "shared": "A player gives a card unseen to somebody else and still knows where it is.",
    "deduction": (
        "The rules let a player play only some of the cards held, so that what is played "
        "tells what is not held."
    ),
}


def information(graph: Movement, watched: CardMovements) -> tuple[Category, ...]:
    """Which categories were seen at work in the watched matches."""
    openness = {node.openness for node in graph.nodes}
    flows = {edge.flow for edge in graph.edges}
    holds = {
        "hidden": Openness.HIDDEN in openness,
        "private": Openness.PRIVATE in openness,
        "back": watched.backs >= 2,
        "taken": Flow.TAKEN in flows,
        "shared": Flow.SHARED in flows,
        "deduction": watched.is_tight,
    }
    return tuple(Category(name, holds[name], meaning) for name, meaning in _MEANINGS.items())
