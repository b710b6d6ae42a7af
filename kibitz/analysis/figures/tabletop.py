"""The table as geometry: seats around it, places where people would have them.

Places of one owner, class and name are one spot, whatever their index: the six cells of a grid are
a grid. What lies in front of a seat is on the table, what it holds in hand is beyond the edge.
Player 1 sits at the bottom, the others follow clockwise. One unit is a little more than a card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, cos, hypot, pi, sin, sqrt
from textwrap import fill

from kibitz.analysis.measures.movement import Flow, Movement, MovementNode, Openness
from kibitz.games import TableLayout
from kibitz.recycle import LocationClass

SPACING = 2.1
IN_FRONT, EDGE, IN_HAND = 0.57, 0.8, 1.0
"""How far from the centre, in parts of the radius: cards in front of a seat, the table's edge,
cards in hand."""
NAME_ABOVE, NAME_BELOW = 0.95, -1.3
"""Where the name of a seat stands, from the middle of its hand."""

LABEL_LETTERS = 12

Family = tuple[int | None, LocationClass, str]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class DrawnPlace:
    """Places that are drawn as one."""

    owner: int | None
    label: str
    openness: Openness
    rows: int
    columns: int
    """1 × 1 is a pile, or a hand of cards where it is private."""
    is_start: bool
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Route:
    source: DrawnPlace
    destination: DrawnPlace
    flow: Flow
    count: float
    is_repeated: bool
    """Player 1 has one like it, so that it need not be drawn strongly."""


@dataclass(frozen=True, slots=True)
class Tabletop:
    spots: tuple[DrawnPlace, ...]
    routes: tuple[Route, ...]
    names: tuple[tuple[str, float, float], ...]
    """What each seat is called, and where."""
    radius: Point
    """Of the table's edge."""
    extent: Point
    """Half the width and half the height of everything."""


def tabletop(graph: Movement, layout: TableLayout, players: int) -> Tabletop:
    families: dict[Family, list[MovementNode]] = {}
    for node in graph.nodes:
        families.setdefault(_family(node), []).append(node)
    ring = _Ring(players, *_radius(tuple(families), players))
    places = _places(families, ring)
    # Some owners call two classes of places by one name, as cells face down and face up.
    named = [(owner, name) for owner, _, name in families]
    spots = {
        family: _spot(nodes, layout, places[family], named.count((family[0], family[2])) > 1)
        for family, nodes in families.items()
    }
    names = tuple(_name(seat, places, ring) for seat in range(players))
    extent, edge = (ring.width + 1.2, ring.height + 1.55), (ring.width * EDGE, ring.height * EDGE)
    return Tabletop(tuple(spots.values()), _routes(graph, spots), names, edge, extent)


def _family(node: MovementNode) -> Family:
    return node.owner, node.location_class, node.name


@dataclass(frozen=True, slots=True)
class _Ring:
    """Where seats are around a table."""

    players: int
    width: float
    height: float

    def angle(self, seat: int) -> float:
        return -pi / 2 - 2 * pi * seat / self.players

    def at(self, seat: int, distance: float) -> Point:
        angle = self.angle(seat)
        return self.width * distance * cos(angle), self.height * distance * sin(angle)

    def beside_each_other(
        self, row: Sequence[Family], seat: int, distance: float, aside: float = 0.0
    ) -> dict[Family, Point]:
        """Along the edge, from the seat's left to its right, so far out and so far aside."""
        (x, y), angle = self.at(seat, distance), self.angle(seat)
        along_x, along_y = -self.width * sin(angle), self.height * cos(angle)
        length = hypot(along_x, along_y)
        shifts = [(number - (len(row) - 1) / 2 + aside) * SPACING for number in range(len(row))]
        return {
            family: (x + shift * along_x / length, y + shift * along_y / length)
            for family, shift in zip(row, shifts, strict=True)
        }


def _radius(families: Sequence[Family], players: int) -> Point:
    """Large enough for what lies in the middle and for the seats beside each other."""
    owners = [owner for owner, _, _ in families]
    middle = max(1, min(4, owners.count(None)))
    at_seat = max(owners.count(seat) for seat in range(players))
    in_front = any(family[0] is not None and not _is_held(family) for family in families)
    nearest = IN_FRONT if in_front else IN_HAND
    beside = middle * SPACING / 2
    # Two sit face to face, so that nothing lies at the sides.
    wide = (beside + 0.4) / EDGE if players < 3 else (beside + 1.5) / nearest
    around = players * (min(at_seat, 3) * SPACING + 0.4) / (2 * pi * 0.8)
    width = max(4.6, wide, around)
    return width, max(4.9 if in_front else 3.6, 0.84 * width)


def _is_held(family: Family) -> bool:
    return family[1] in (LocationClass.INVISIBLE, LocationClass.MEMORY)


def _places(families: Iterable[Family], ring: _Ring) -> dict[Family, Point]:
    middle = [family for family in families if family[0] is None]
    lines = [middle[start : start + 4] for start in range(0, len(middle), 4)]
    found = {
        family: (
            (column - (len(line) - 1) / 2) * SPACING,
            ((len(lines) - 1) / 2 - number) * SPACING,
        )
        for number, line in enumerate(lines)
        for column, family in enumerate(line)
    }
    for seat in range(ring.players):
        own = [family for family in families if family[0] == seat]
        held = [family for family in own if _is_held(family)]
        in_front = [family for family in own if not _is_held(family)]
        # A hand stands in the gaps of what lies before it, so that its cards have a way through.
        aside = 0.5 if in_front and len(in_front) % 2 == len(held) % 2 else 0.0
        found |= ring.beside_each_other(in_front, seat, IN_FRONT)
        found |= ring.beside_each_other(held, seat, IN_HAND, aside)
    return found


def _name(seat: int, places: Mapping[Family, Point], ring: _Ring) -> tuple[str, float, float]:
    """Beyond what the seat holds in hand."""
    held = [place for family, place in places.items() if family[0] == seat and _is_held(family)]
    held = held or [ring.at(seat, IN_HAND)]
    x = sum(place[0] for place in held) / len(held)
    if sin(ring.angle(seat)) < -0.6:
        return f"player {seat + 1}", x, min(place[1] for place in held) + NAME_BELOW
    return f"player {seat + 1}", x, max(place[1] for place in held) + NAME_ABOVE


def _spot(
    nodes: list[MovementNode], layout: TableLayout, place: Point, needs_more: bool
) -> DrawnPlace:
    first = nodes[0]
    grid = layout.grid(first.name)
    columns = ceil(sqrt(len(nodes))) if grid is None else grid.columns
    rows = ceil(len(nodes) / columns) if grid is None else grid.rows
    word = fill(layout.names.get(first.name, first.name.lower()), LABEL_LETTERS)
    more = {Openness.PUBLIC: "\nface up", Openness.HIDDEN: "\nface down"} if needs_more else {}
    label, is_start = word + more.get(first.openness, ""), any(node.is_start for node in nodes)
    return DrawnPlace(first.owner, label, first.openness, rows, columns, is_start, *place)


def _routes(graph: Movement, spots: dict[Family, DrawnPlace]) -> tuple[Route, ...]:
    counts: dict[tuple[Family, Family, Flow], float] = {}
    for edge in graph.edges:
        key = _family(edge.source), _family(edge.destination), edge.flow
        counts[key] = counts.get(key, 0.0) + edge.count
    of_player_one = {
        _pattern(source, destination)
        for source, destination, _ in counts
        if _actor(source, destination) == 0
    }
    return tuple(
        Route(
            spots[source],
            spots[destination],
            flow,
            count,
            is_repeated=_actor(source, destination) not in (None, 0)
            and _pattern(source, destination) in of_player_one,
        )
        for (source, destination, flow), count in counts.items()
    )


def _actor(source: Family, destination: Family) -> int | None:
    """The seat whose cards they are; None between places of the table."""
    return destination[0] if source[0] is None else source[0]


def _pattern(source: Family, destination: Family) -> tuple[object, ...]:
    """The same for routes that differ only in who the seats are."""
    is_within = source[0] == destination[0]
    return source[0] is None, destination[0] is None, is_within, source[1:], destination[1:]
