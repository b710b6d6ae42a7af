"""Between the interpreter's states and native ones."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import lru_cache

from kibitz.engine.knowledge import Knowledge
from kibitz.engine.native.emission.point_slots import AwardUnit, SlotShape
from kibitz.engine.native.runtime.state_layout import (
    FRAME_SIZE,
    MEMORY_SIZE,
    NO_SET,
    NOBODY,
    SET_SIZE,
    StateLayout,
)
from kibitz.engine.observed_history import Scene
from kibitz.engine.places import layout as table_layout
from kibitz.engine.points import FixedAward, PointMap
from kibitz.engine.program import Award, Const, Program
from kibitz.engine.resample import unseen
from kibitz.engine.state import StageFrame, State
from kibitz.recycle import LocationClass

_KINDS = {1: "B", 2: "H"}
"""By width in bytes: what `struct` calls such a number."""

POINT_MAPS = 256
"""How many that were read are kept."""


class Packer:
    """Packs and unpacks states of one program."""

    def __init__(self, program: Program, layout: StateLayout) -> None:
        self._program = program
        self.layout = layout
        self.table = table_layout(program)
        self._is_memory = [place.location_class is LocationClass.MEMORY for place in layout.places]
        rings = [
            0 if is_memory else layout.cards + number
            for number, is_memory in enumerate(self._is_memory)
        ]
        self._empty = [0] * layout.cards + rings
        """By node: what is next to it where no card lies anywhere."""
        self.shape_by_slot: list[SlotShape] = []
        for storage in program.point_storages:
            shape = layout.points.shapes[storage.first]
            self.shape_by_slot += [shape] * program.owners(storage.owner)
        self.slots = (
            sum(program.owners(storage.owner) for storage in program.int_storages),
            sum(program.owners(storage.owner) for storage in program.str_storages),
            len(self.shape_by_slot),
        )
        """How many integers, strings and point maps a state has."""
        self._nodes = struct.Struct(f"<{layout.nodes}{_KINDS[layout.node_width]}")
        self._points = lru_cache(POINT_MAPS)(self._read_points)

    def position(self, block: bytes) -> int:
        """The step that a block rests at."""
        return _get(block, self.layout.position, 4)

    # ------------------------------------------------------------------ into bytes

    def pack(self, state: State) -> bytes:
        """The state as a native block; what seats know is not part of it."""
        block, layout = bytearray(self.layout.size), self.layout
        _put(block, layout.position, state.position, 4)
        _put(block, layout.count, len(state.place), 1)
        self._pack_frames(block, layout.seat_frames, state.seats)
        self._pack_frames(block, layout.team_frames, state.teams)
        self._pack_storages(block, state.ints, state.strs)
        for slot, points in enumerate(state.points):
            self._pack_points(block, slot, points)
        self._pack_rings(block, state.cards)
        for location, pile in enumerate(state.cards):
            if pile:
                self._pack_pile(block, location, pile)
        if layout.creates_later:
            for card, (kind, back) in enumerate(zip(state.kinds, state.backs, strict=True)):
                _put(block, layout.kinds + card, kind, 1)
                _put(block, layout.backs + 2 * card, back, 2)
        return bytes(block)

    def pack_scene(self, cards: int, sizes: Sequence[int], scene: Scene) -> bytes:
        """Those bytes of a native block that tell a scene, with so many cards in every location."""
        block, layout = bytearray(self.layout.points_end), self.layout
        block[layout.count] = cards
        block[layout.sizes : layout.sizes + len(sizes)] = bytes(sizes)
        self._pack_storages(block, scene.ints, scene.strs)
        for slot, points in enumerate(scene.points):
            self._pack_points(block, slot, points)
        return bytes(block[layout.scene.start :])

    def pack_turns(self, scene: Scene) -> bytes:
        """Whose turn it is in every stage of the scene, players' before teams', then what every
        memory holds: the number of cards, and these."""
        turns = b"".join(_turn(*frame) for frame in (*scene.seats, *scene.teams))
        return turns + b"".join(bytes((len(cards), *cards)) for cards in scene.memory)

    def _pack_storages(self, block: bytearray, ints: Sequence[int], strs: Sequence[int]) -> None:
        layout = self.layout
        struct.pack_into(f"<{len(ints)}i", block, layout.ints, *ints)
        kind = _KINDS[layout.string_width]
        struct.pack_into(f"<{len(strs)}{kind}", block, layout.strs, *strs)

    def _pack_frames(self, block: bytearray, start: int, frames: list[StageFrame]) -> None:
        for depth, frame in enumerate(frames):
            offset = start + FRAME_SIZE * depth
            block[offset : offset + FRAME_SIZE] = _turn(frame.position, frame.queued, frame.turns)

    def _pack_rings(self, block: bytearray, piles: list[list[int]]) -> None:
        """Every pile with its location as a ring; one that is empty goes round by itself."""
        layout = self.layout
        after, before = self._empty[:], self._empty[:]
        for location, pile in enumerate(piles):
            if pile and not self._is_memory[location]:
                low = layout.cards + location
                for card in pile:
                    after[low], before[card], low = card, low, card
                after[low], before[layout.cards + location] = layout.cards + location, low
        self._nodes.pack_into(block, layout.next, *after)
        self._nodes.pack_into(block, layout.previous, *before)

    def _pack_pile(self, block: bytearray, location: int, pile: list[int]) -> None:
        """The rest about a pile that is not empty."""
        layout = self.layout
        if self._is_memory[location]:
            start = layout.memory + MEMORY_SIZE * layout.memory_index[location]
            block[start : start + 1 + len(pile)] = bytes((len(pile), *pile))
            return
        block[layout.sizes + location] = len(pile)
        if layout.tracks_places:
            for card in pile:
                _put(block, layout.place + 2 * card, location, 2)
        if layout.set_index[location] != NO_SET:
            bits = sum(1 << card for card in pile)
            _put(block, layout.sets + SET_SIZE * layout.set_index[location], bits, SET_SIZE)

    def _pack_points(self, block: bytearray, slot: int, points: PointMap) -> None:
        shape, start = self.shape_by_slot[slot], self.layout.points.offsets[slot]
        for (site, number), fixed in zip(points.origins, points.awards, strict=True):
            index, unit = _unit(shape, site, number)
            block[start + index] = 1
            award = self.layout.points.sites[site].awards[number]
            first = next((d.first_parameter for d in unit.dynamic if d.award is award), None)
            if first is not None:
                for offset, part in enumerate(_computed(award, fixed)):
                    place = start + shape.flags_size + 4 * (first + offset)
                    _put(block, place, part & 0xFFFFFFFF, 4)

    # ------------------------------------------------------------------ out of bytes

    def unpack(self, block: bytes) -> State:
        """The state that a native block holds; every seat knows just what it sees now."""
        state = self.read(block)
        seats = range(self._program.players)
        state.knowledge = Knowledge([unseen(self.table, state, seat) for seat in seats])
        return state

    def read(self, block: bytes) -> State:
        """The state that a native block holds, but what seats know.

        The block must be as long as a state and rest at a step of the game; whatever else its
        bytes say, they are read to an end.
        """
        layout = self.layout
        position = self.position(block)
        depths = layout.depths[position]
        count = block[layout.count]
        kinds, backs = self._faces(block, count)
        after = self._nodes.unpack_from(block, layout.next)
        cards = [self._pile(block, after, location) for location in range(len(layout.places))]
        place = [0] * layout.cards
        for location, pile in enumerate(cards):
            if not self._is_memory[location]:
                for card in pile:
                    place[card] = location
        width, (ints, strs, points) = layout.string_width, self.slots
        return State(
            cards=cards,
            place=place[:count],
            kinds=kinds,
            backs=backs,
            ints=[_signed(_get(block, layout.ints + 4 * n, 4)) for n in range(ints)],
            strs=[_get(block, layout.strs + width * n, width) for n in range(strs)],
            points=[self._points(slot, self._point_bytes(block, slot)) for slot in range(points)],
            seats=self._frames(block, layout.seat_frames, depths[0]),
            teams=self._frames(block, layout.team_frames, depths[1]),
            position=position,
            knowledge=Knowledge([]),
        )

    def _faces(self, block: bytes, count: int) -> tuple[list[int], list[int]]:
        layout = self.layout
        if not layout.creates_later:
            created = layout.created[:count]
            return [kind for kind, _ in created], [back for _, back in created]
        kinds = [block[layout.kinds + card] for card in range(count)]
        return kinds, [_get(block, layout.backs + 2 * card, 2) for card in range(count)]

    def _frames(self, block: bytes, start: int, depth: int) -> list[StageFrame]:
        frames = []
        for number in range(depth + 1):
            offset = start + FRAME_SIZE * number
            position, queued, turns = block[offset : offset + FRAME_SIZE]
            frames.append(StageFrame(position, -1 if queued == NOBODY else queued, turns))
        return frames

    def _pile(self, block: bytes, after: Sequence[int], location: int) -> list[int]:
        layout = self.layout
        if self._is_memory[location]:
            start = layout.memory + MEMORY_SIZE * layout.memory_index[location]
            return list(block[start + 1 : start + 1 + block[start]])
        pile: list[int] = []
        node = layout.cards + location
        while len(pile) <= layout.cards:
            node = after[node]
            if node >= layout.cards:
                break
            pile.append(node)
        return pile

    def _point_bytes(self, block: bytes, slot: int) -> bytes:
        start = self.layout.points.offsets[slot]
        return bytes(block[start : start + self.shape_by_slot[slot].size])

    def _read_points(self, slot: int, block: bytes) -> PointMap:
        """The point map that these bytes of a slot say; most matches have a handful of them."""
        shape = self.shape_by_slot[slot]
        awards: list[FixedAward] = []
        origins: list[tuple[int, int]] = []
        for index, unit in enumerate(shape.units):
            if not block[index]:
                continue
            listed = self.layout.points.sites[unit.site].awards
            for award in unit.awards:
                number = next(n for n, other in enumerate(listed) if other is award)
                first = next((d.first_parameter for d in unit.dynamic if d.award is award), 0)
                awards.append(_fixed(block, award, shape.flags_size + 4 * first))
                origins.append((unit.site, number))
        return PointMap(tuple(awards), self._program.kinds, tuple(origins))


def _turn(position: int, queued: int, turns: int) -> bytes:
    return bytes((position, NOBODY if queued < 0 else queued, turns))


def _unit(shape: SlotShape, site: int, number: int) -> tuple[int, AwardUnit]:
    """The unit of a slot that an award belongs to, and its index."""
    units = [(index, unit) for index, unit in enumerate(shape.units) if unit.site == site]
    return units[0] if len(units) == 1 else units[number]


def _computed(award: Award, fixed: FixedAward) -> list[int]:
    """The values of the award's computed parts."""
    tests, points = fixed
    values = [part for test in tests for part in test] + [points]
    parts = [part for test in award.tests for part in test] + [award.points]
    return [value for part, value in zip(parts, values, strict=True) if not isinstance(part, Const)]


def _fixed(block: bytes, award: Award, parameters: int) -> FixedAward:
    place = parameters

    def part(value: object) -> int:
        nonlocal place
        if isinstance(value, Const):
            return value.value
        place += 4
        return _signed(_get(block, place - 4, 4))

    tests = tuple((part(attribute), part(value)) for attribute, value in award.tests)
    return tests, part(award.points)


def _put(block: bytearray, offset: int, value: int, width: int) -> None:
    block[offset : offset + width] = value.to_bytes(width, "little")


def _get(block: bytes, offset: int, width: int) -> int:
    return int.from_bytes(block[offset : offset + width], "little")


def _signed(word: int) -> int:
    return word - (1 << 32) if word >> 31 else word
