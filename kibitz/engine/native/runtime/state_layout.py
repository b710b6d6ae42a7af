"""Where everything lies in a native state: one flat block of bytes.

Cards lie in rings. Every card and every location is a node; `next` goes from the bottom of a pile
to its top, and the location's own node closes the ring. Taking a card out and putting it in is a
handful of stores wherever it lies, no pile has a capacity, and a state of one deck is a few
hundred bytes. `mem` locations hold references and are plain lists.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.engine import limits
from kibitz.engine import program as p
from kibitz.engine.native.emission.point_slots import PointSlots, point_slots
from kibitz.engine.native.emission.set_plan import watched_families
from kibitz.engine.places import places
from kibitz.engine.program.facts import ProgramNode
from kibitz.engine.program.static_analysis import setup_length
from kibitz.engine.program.walk import nodes
from kibitz.recycle import CycleKind, LocationClass

MEMORY_SIZE = 256
"""A `mem` location: its length, then up to 255 references."""
NOBODY = 255
"""In a frame: no seat is queued."""
FRAME_SIZE = 3
"""Position, queued seat, turns begun."""
SET_SIZE = 8
NO_SET = 0xFFFF
"""The number of the set of a location that keeps none."""


@dataclass(frozen=True)
class StateLayout:
    """Offsets and widths of everything in a state of one program."""

    cards: int
    """How many cards there can be; a location's node is this plus its number."""
    created: tuple[tuple[int, int], ...]
    """(kind, back) of the cards that the setup makes, in order."""
    creates_later: bool
    """Cards can be made during play, so kinds and backs are part of the state."""
    places: tuple[p.Place, ...]
    node_width: int
    string_width: int
    tracks_places: bool
    memory_index: tuple[int, ...]
    """By location: its number among the `mem` locations, or 0."""
    set_index: tuple[int, ...]
    """By location: its number among those that keep the set of their cards, or NO_SET."""
    seat_frames: int
    """Offset; a frame for every depth of player stages."""
    team_frames: int
    position: int
    sizes: int
    ints: int
    strs: int
    strs_end: int
    points: PointSlots
    next: int
    previous: int
    place: int
    sets: int
    kinds: int
    backs: int
    count: int
    memory: int
    size: int
    depths: tuple[tuple[int, int], ...]
    """By step: how many player and team frames are stacked before it runs, less one."""

    @property
    def nodes(self) -> int:
        return self.cards + len(self.places)

    @property
    def scene(self) -> range:
        """The bytes that say how many cards lie where, and what numbers, words and points are
        stored."""
        return range(self.count, self.points_end)

    @property
    def points_end(self) -> int:
        return self.points.offsets[0] + self.points.size if self.points.size else self.strs_end


def state_layout(program: p.Program) -> StateLayout:
    created = _setup_cards(program)
    creates_later = _creates_later(program)
    cards = limits.CARDS if creates_later else len(created)
    found = places(program)
    depths = _depths(program)
    node_width = 1 if cards + len(found) <= 256 else 2
    string_width = 1 if len(program.strings) <= 256 else 2
    tracks = _tracks_places(program)
    memory = [place.location_class is LocationClass.MEMORY for place in found]
    offsets = _Offsets()
    position = offsets.take(4)
    seat_frames = offsets.take(FRAME_SIZE * (2 + max(seat for seat, _ in depths)))
    team_frames = offsets.take(FRAME_SIZE * (1 + max(team for _, team in depths)))
    count = offsets.take(1)
    sizes = offsets.take(len(found) + 7)  # eight sizes can be read at once anywhere
    ints = offsets.take(4 * _slots(program, program.int_storages), align=4)
    strs = offsets.take(string_width * _slots(program, program.str_storages), align=2)
    strs_end = offsets.align(1)
    points = point_slots(program, offsets.align(4))
    offsets.take(points.size)
    width = node_width * (cards + len(found))
    set_index = _set_index(program, cards)
    sets = sum(number != NO_SET for number in set_index)
    return StateLayout(
        cards=cards,
        created=created,
        creates_later=creates_later,
        places=found,
        node_width=node_width,
        string_width=string_width,
        tracks_places=tracks,
        memory_index=tuple(sum(memory[:number]) for number in range(len(memory))),
        set_index=set_index,
        seat_frames=seat_frames,
        team_frames=team_frames,
        position=position,
        count=count,
        sizes=sizes,
        ints=ints,
        strs=strs,
        strs_end=strs_end,
        points=points,
        next=offsets.take(width, align=2),
        previous=offsets.take(width, align=2),
        place=offsets.take(2 * cards if tracks else 0, align=2),
        sets=offsets.take(SET_SIZE * sets, align=SET_SIZE if sets else 1),
        kinds=offsets.take(cards if creates_later else 0),
        backs=offsets.take(2 * cards if creates_later else 0, align=2),
        memory=offsets.take(MEMORY_SIZE * sum(memory)),
        size=offsets.align(8),
        depths=depths,
    )


class _Offsets:
    """Hands out room, one piece after the other."""

    def __init__(self) -> None:
        self._end = 0

    def align(self, size: int) -> int:
        self._end += -self._end % size
        return self._end

    def take(self, size: int, align: int = 1) -> int:
        start = self.align(align)
        self._end += size
        return start


def _slots(program: p.Program, storages: tuple[p.Storage, ...]) -> int:
    return sum(program.owners(storage.owner) for storage in storages)


def _setup_cards(program: p.Program) -> tuple[tuple[int, int], ...]:
    """The cards of the decks that are the same in every match."""
    created: list[tuple[int, int]] = []
    for step in program.code[: setup_length(program)]:
        assert isinstance(step, p.Perform)
        assert isinstance(step.statement, p.Create)
        back = step.statement.back
        assert isinstance(back, p.Const)
        created.extend((kind, back.value) for kind in step.statement.kinds)
    return tuple(created)


def _creates_later(program: p.Program) -> bool:
    later = program.code[setup_length(program) :]
    return any(isinstance(node, p.Create) for node in nodes(later))


def _tracks_places(program: p.Program) -> bool:
    """Whether some rule must find a card wherever it lies."""
    return any(
        isinstance(node, ProgramNode) and node.finds and not _finds_at_once(node)
        for node in nodes((*program.code, program.score))
    )


def _finds_at_once(node: ProgramNode) -> bool:
    """Whether it takes the card from a place that the rules name."""
    match node:
        case p.Move(source=p.CardAt(cards=cards)):
            return isinstance(cards, p.Live)
        case _:
            return False


def _set_index(program: p.Program, cards: int) -> tuple[int, ...]:
    """Sets are numbered in the order of the locations, so that those of a family are neighbours."""
    watched, numbers, made = watched_families(program, cards), [], 0
    for family in program.families:
        for _ in range(family.indices * program.owners(family.owner)):
            numbers.append(made if family in watched else NO_SET)
            made += family in watched
    return tuple(numbers)


def _depths(program: p.Program) -> tuple[tuple[int, int], ...]:
    seat = team = 0
    depths = []
    for step in program.code:
        depths.append((seat, team))
        match step:
            case p.Enter(kind=CycleKind.PLAYER):
                seat += 1
            case p.Enter():
                team += 1
            case p.LeaveStage(kind=CycleKind.PLAYER):
                seat -= 1
            case p.LeaveStage():
                team -= 1
    return tuple(depths)


def decides(program: p.Program) -> dict[int, p.Decide]:
    """The decisions of the code, by step."""
    return {n: step for n, step in enumerate(program.code) if isinstance(step, p.Decide)}
