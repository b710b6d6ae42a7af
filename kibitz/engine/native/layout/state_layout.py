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
from kibitz.engine.native.layout.fields import Field, Fields
from kibitz.engine.native.layout.point_slots import PointSlots, point_slots
from kibitz.engine.native.layout.set_plan import watched_families
from kibitz.engine.places import places
from kibitz.engine.program.facts import ProgramNode
from kibitz.engine.program.static_analysis import most_cards, setup_length
from kibitz.engine.program.walk import nodes
from kibitz.recycle import CycleKind, LocationClass

NOBODY = 255
"""In a frame: no seat is queued."""
FRAME_SIZE = 3
"""Position, queued seat, turns begun."""
NO_SET = 0xFFFF
"""The number of the set of a location that keeps none."""


@dataclass(frozen=True)
class StateLayout:
    """Where everything lies in a state of one program."""

    cards: int
    """How many cards there can be; a location's node is this plus its number."""
    created: tuple[tuple[int, int], ...]
    """(kind, back) of the cards that the setup makes, in order."""
    creates_later: bool
    """Cards can be made during play, so kinds and backs are part of the state."""
    tracks_places: bool
    places: tuple[p.Place, ...]
    memory_index: tuple[int, ...]
    """By location: its number among the `mem` locations, or 0."""
    set_index: tuple[int, ...]
    """By location: its number among those that keep the set of their cards, or NO_SET."""
    depths: tuple[tuple[int, int], ...]
    """By step: how many player and team frames are stacked before it runs, less one."""
    position: Field
    seat_frames: Field
    """A frame for every depth of player stages."""
    team_frames: Field
    count: Field
    sizes: Field
    ints: Field
    strs: Field
    points: PointSlots
    next: Field
    previous: Field
    place: Field
    sets: Field
    kinds: Field
    backs: Field
    memory: Field
    size: int

    @property
    def card_width(self) -> int:
        """Bytes of a card in a list, and of a number of cards."""
        return self.count.width

    @property
    def most_listed(self) -> int:
        """Cards of the longest list."""
        return limits.list_cards(self.cards)

    @property
    def list_bytes(self) -> int:
        """Room for the cards of a list, as many as there can be."""
        return self.card_width * (self.most_listed + self.most_listed % 2)

    @property
    def memory_bytes(self) -> int:
        """A `mem` location: its length, then its references."""
        return self.card_width * (self.most_listed + 1)

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
        return self.points.slots[-1].end if self.points.size else self.strs.end

    @property
    def things(self) -> tuple[int, int, int]:
        """How many places, numbers and words there are; they are numbered one after the other."""
        return len(self.places), self.ints.count, self.strs.count


def state_layout(program: p.Program) -> StateLayout:
    created = _setup_cards(program)
    later = nodes(program.code[setup_length(program) :])
    creates_later = any(isinstance(node, p.Create) for node in later)
    cards = max(most_cards(program), limits.FEW_CARDS) if creates_later else len(created)
    found = places(program)
    rings = cards + len(found)
    depths = _depths(program)
    tracks = _tracks_places(program)
    memory = [place.location_class is LocationClass.MEMORY for place in found]
    # The faces of cards that are made later are not known while code is emitted.
    watched = frozenset() if creates_later else watched_families(program, cards)
    set_index = _set_index(program, watched)
    sets = sum(number != NO_SET for number in set_index)
    numbered = rings, len(program.strings), len(program.kinds), cards + 1
    node, string, kind, card = ("B" if most <= 256 else "H" for most in numbered)
    fields = Fields()
    return StateLayout(
        cards=cards,
        created=created,
        creates_later=creates_later,
        tracks_places=tracks,
        places=found,
        memory_index=tuple(sum(memory[:number]) for number in range(len(memory))),
        set_index=set_index,
        depths=depths,
        position=fields.take("I"),
        seat_frames=fields.take("B", FRAME_SIZE * (2 + max(seat for seat, _ in depths))),
        team_frames=fields.take("B", FRAME_SIZE * (1 + max(team for _, team in depths))),
        count=fields.take(card),
        sizes=fields.take(card, len(found) + 7),  # eight sizes can be read at once anywhere
        ints=fields.take("i", _slots(program, program.int_storages)),
        strs=fields.take(string, _slots(program, program.str_storages), align=2),
        points=point_slots(program, fields),
        next=fields.take(node, rings, align=2),
        previous=fields.take(node, rings, align=2),
        place=fields.take("H", cards if tracks else 0),
        sets=fields.take("Q", sets, align=None if sets else 1),
        kinds=fields.take(kind, cards if creates_later else 0),
        backs=fields.take("H", cards if creates_later else 0),
        memory=fields.take(card, (limits.list_cards(cards) + 1) * sum(memory)),
        size=fields.size,
    )


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


def _set_index(program: p.Program, watched: frozenset[p.Family]) -> tuple[int, ...]:
    """Sets are numbered in the order of the locations, so that those of a family are neighbours."""
    numbers, made = [], 0
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
