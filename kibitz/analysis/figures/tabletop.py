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
    radius: tuple[float, float]
    """Of the table's edge."""
    extent: tuple[float, float]
    """Half the width and half the height of everything."""


def tabletop(graph: Movement, layout: TableLayout, players: int) -> Tabletop:
    families: dict[Family, list[MovementNode]] = {}
    for node in graph.nodes:
        families.setdefault(_family(node), []).append(node)
    radius = _radius(tuple(families), players)
    places = _places(families, players, radius)
    clashes = _names_used_twice(families)
    spots = {
        family: _spot(nodes, layout, places[family], _named(family) in clashes)
        for family, nodes in families.items()
    }
    names = tuple(_name(seat, places, players, radius) for seat in range(players))
    extent = (radius[0] + 1.2, radius[1] + 1.55)
    edge = (radius[0] * EDGE, radius[1] * EDGE)
    return Tabletop(tuple(spots.values()), _routes(graph, spots), names, edge, extent)


def _family(node: MovementNode) -> Family:
    return node.owner, node.location_class, node.name


def _named(family: Family) -> tuple[int | None, str]:
    owner, _, name = family
    return owner, name


def _names_used_twice(families: Iterable[Family]) -> set[tuple[int | None, str]]:
    """Owners that call two classes of places by one name, as cells face down and face up."""
    names = [_named(family) for family in families]
    return {name for name in names if names.count(name) > 1}


# ---------------------------------------------------------------------------- where


def _radius(families: Sequence[Family], players: int) -> tuple[float, float]:
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


def _places(
    families: Iterable[Family], players: int, radius: tuple[float, float]
) -> dict[Family, tuple[float, float]]:
    found = _in_the_middle([family for family in families if family[0] is None])
    for seat in range(players):
        own = [family for family in families if family[0] == seat]
        held = [family for family in own if _is_held(family)]
        in_front = [family for family in own if not _is_held(family)]
        # A hand stands in the gaps of what lies before it, so that its cards have a way through.
        aside = 0.5 if in_front and len(in_front) % 2 == len(held) % 2 else 0.0
        found |= _beside_each_other(in_front, (seat, players), radius, (IN_FRONT, 0.0))
        found |= _beside_each_other(held, (seat, players), radius, (IN_HAND, aside))
    return found


def _in_the_middle(row: Sequence[Family]) -> dict[Family, tuple[float, float]]:
    """In lines of up to four."""
    lines = [row[start : start + 4] for start in range(0, len(row), 4)]
    return {
        family: (
            (column - (len(line) - 1) / 2) * SPACING,
            ((len(lines) - 1) / 2 - number) * SPACING,
        )
        for number, line in enumerate(lines)
        for column, family in enumerate(line)
    }


def _angle(seat: int, players: int) -> float:
    return -pi / 2 - 2 * pi * seat / players


def _at(
    seat: int, players: int, radius: tuple[float, float], distance: float
) -> tuple[float, float]:
    angle = _angle(seat, players)
    return radius[0] * distance * cos(angle), radius[1] * distance * sin(angle)


def _name(
    seat: int,
    places: Mapping[Family, tuple[float, float]],
    players: int,
    radius: tuple[float, float],
) -> tuple[str, float, float]:
    """Beyond what the seat holds in hand."""
    held = [place for family, place in places.items() if family[0] == seat and _is_held(family)]
    held = held or [_at(seat, players, radius, IN_HAND)]
    x = sum(place[0] for place in held) / len(held)
    if sin(_angle(seat, players)) < -0.6:
        return f"player {seat + 1}", x, min(place[1] for place in held) + NAME_BELOW
    return f"player {seat + 1}", x, max(place[1] for place in held) + NAME_ABOVE


def _beside_each_other(
    row: Sequence[Family],
    seat_of: tuple[int, int],
    radius: tuple[float, float],
    where: tuple[float, float],
) -> dict[Family, tuple[float, float]]:
    """Along the edge of the table, from the seat's left to its right.

    `seat_of` is the seat and how many there are, `where` how far out and how far aside.
    """
    (seat, players), (distance, aside) = seat_of, where
    x, y = _at(seat, players, radius, distance)
    angle = _angle(seat, players)
    along_x, along_y = -radius[0] * sin(angle), radius[1] * cos(angle)
    length = hypot(along_x, along_y)
    found = {}
    for number, family in enumerate(row):
        shift = (number - (len(row) - 1) / 2 + aside) * SPACING
        found[family] = (x + shift * along_x / length, y + shift * along_y / length)
    return found


# ---------------------------------------------------------------------------- what


def _spot(
    nodes: list[MovementNode], layout: TableLayout, place: tuple[float, float], needs_more: bool
) -> DrawnPlace:
    first = nodes[0]
    rows, columns = _shape(nodes, layout)
    word = fill(layout.names.get(first.name, first.name.lower()), LABEL_LETTERS)
    more = {Openness.PUBLIC: "\nface up", Openness.HIDDEN: "\nface down"} if needs_more else {}
    return DrawnPlace(
        owner=first.owner,
        label=word + more.get(first.openness, ""),
        openness=first.openness,
        rows=rows,
        columns=columns,
        is_start=any(node.is_start for node in nodes),
        x=place[0],
        y=place[1],
    )


def _shape(nodes: list[MovementNode], layout: TableLayout) -> tuple[int, int]:
    grid = layout.grid(nodes[0].name)
    if grid is not None:
        return grid.rows, grid.columns
    columns = ceil(sqrt(len(nodes)))
    return ceil(len(nodes) / columns), columns


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
