"""The card movement graph: between which places cards go, and what that does to information."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from kibitz.engine import Interpreter, Place, Playing, Rng, Step, at_random, cancellation, places
from kibitz.engine import events as ev
from kibitz.recycle import LocationClass

MOST_WATCHED = 3_000
"""No further match is followed after so many decisions."""


@dataclass(frozen=True, slots=True)
class CardMovements:
    """Card movements of some matches: by location numbers, how often."""

    places: tuple[Place, ...]
    names: tuple[str, ...]
    """By location: its name in the program."""
    matches: int
    moves: Counter[tuple[int, int]]
    starts: frozenset[int]
    """Locations into which a deck was created."""
    backs: int
    """How many different backs the cards have."""
    is_tight: bool
    """At some decision every option played a card of the chooser's own, and not any of them."""


class Follower:
    """Follows every card from place to place."""

    def __init__(self) -> None:
        self.moves: Counter[tuple[int, int]] = Counter()
        self.starts: set[int] = set()
        self._place: list[int] = []

    def follow(self, events: tuple[ev.Event, ...]) -> None:
        for event in events:
            match event:
                case ev.Created(location=location, count=count):
                    self.starts.add(location)
                    self._place += [location] * count
                case ev.CardMoved(card=int(card), source=source, destination=destination):
                    self.moves[source, destination] += 1
                    self._place[card] = destination
                case ev.LocationsSwapped(first=first, second=second):
                    other = {first: second, second: first}
                    for card, place in enumerate(self._place):
                        if place in other:
                            self.moves[place, other[place]] += 1
                            self._place[card] = other[place]
                case ev.Remembered(card=card, location=location):
                    self.moves[self._place[card], location] += 1
                case _:
                    pass

    def new_match(self) -> None:
        self._place = []


def follow_cards(
    engine: Interpreter, seed: int, matches: int, most_decisions: int
) -> CardMovements:
    """The matches of the seed with every seat choosing at random, the same as the playouts'; of
    long ones fewer. Under a `time_limit`, as far as they come, but one decision at least.

    Raises MatchError if a rule fails.
    """
    follower = Follower()
    backs: set[int] = set()
    tight = False
    found, is_late = places(engine.program), cancellation.current().is_late
    watched = decisions = 0
    while watched < matches and decisions < MOST_WATCHED and not (watched and is_late()):
        follower.new_match()
        rng = Rng(seed, stream=watched)
        match = Playing(engine, rng, most_decisions)
        backs |= set(match.step.state.backs)
        for step in match.steps(at_random(rng)):
            follower.follow(step.events)
            if not tight and not step.is_over and not match.is_capped:
                tight = _is_tight(engine, step, found)
            if match.decisions and is_late():
                break
        watched += 1
        decisions += len(match.decisions)
    names = tuple(engine.program.strings[place.name] for place in found)
    return CardMovements(
        found, names, watched, follower.moves, frozenset(follower.starts), len(backs), tight
    )


def _is_tight(engine: Interpreter, step: Step, found: tuple[Place, ...]) -> bool:
    """Whether the rules made the chooser play some of its private cards and forbade others.

    Then what is played tells the others what is not held: whoever does not follow suit has none.
    A card that all of them know to be held tells nothing by being forbidden.
    """
    held = {
        card
        for number, place in enumerate(found)
        if _is_own(place, step.seat)
        for card in step.state.cards[number]
    }
    if len(held) < 2:
        return False
    offered: set[int] = set()
    paths, every = [path for path, _ in step.found], range(len(step.state.kinds))
    for _, _, _, events in engine.rehearse(step.state, paths, every):
        played = {
            event.card
            for event in events
            if isinstance(event, ev.CardMoved) and _is_own(found[event.source], step.seat)
        }
        if not played:
            return False
        offered |= {card for card in played if card is not None}
    others = [seat for seat in range(engine.program.players) if seat != step.seat]
    knowledge = step.state.knowledge
    return offered < held and any(
        not knowledge.knows(seat, card) for card in held - offered for seat in others
    )


def _is_own(place: Place, seat: int) -> bool:
    return place.owner == seat and place.location_class is LocationClass.INVISIBLE


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
        if self.owner is None and self.location_class in _TABLE:
            return _TABLE[self.location_class]
        return _OWNED[self.location_class]

    @property
    def key(self) -> str:
        """`table_INVISIBLE_STOCK_0`, `p1_VISIBLE_GRID_3`."""
        return f"{self.owner_name}_{self.location_class.name}_{self.name}_{self.index}"

    @property
    def owner_name(self) -> str:
        return "table" if self.owner is None else f"p{self.owner + 1}"


_OWNED = {
    LocationClass.VISIBLE: Openness.PUBLIC,
    LocationClass.INVISIBLE: Openness.PRIVATE,
    LocationClass.HIDDEN: Openness.HIDDEN,
    LocationClass.OTHERS: Openness.OTHERS,
    LocationClass.MEMORY: Openness.MEMORY,
}
_TABLE = {LocationClass.INVISIBLE: Openness.HIDDEN, LocationClass.OTHERS: Openness.PUBLIC}
"""What is otherwise in the middle, where nobody owns it."""


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
    nodes = {}
    for number in touched:
        place, name = watched.places[number], watched.names[number]
        where = (place.owner, place.location_class, name, place.index)
        nodes[number] = MovementNode(*where, is_start=number in watched.starts)
    ways = [
        (nodes[source], nodes[destination], count / watched.matches)
        for (source, destination), count in sorted(watched.moves.items())
    ]
    edges = tuple(Edge(one, other, flow_between(one, other), count) for one, other, count in ways)
    return Movement(tuple(nodes.values()), edges, watched.matches)


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
