"""Between the interpreter's states and native ones."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache

from kibitz.engine.errors import BadState
from kibitz.engine.history import Scene
from kibitz.engine.knowledge import Knowledge
from kibitz.engine.native.layout import state_layout as sl
from kibitz.engine.native.layout.point_slots import AwardUnit, SlotShape
from kibitz.engine.native.layout.state_layout import FRAME_SIZE, NOBODY, StateLayout, decides
from kibitz.engine.places import layout as table_layout
from kibitz.engine.program import Award, Const, Program
from kibitz.engine.resample import unseen
from kibitz.engine.state import FixedAward, PointMap, StageFrame, State
from kibitz.recycle import LARGEST, LocationClass

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
        self.slots = (layout.ints.count, layout.strs.count, len(self.shape_by_slot))
        """How many integers, strings and point maps a state has."""
        self._points = lru_cache(POINT_MAPS)(self._read_points)

    def position(self, block: bytes) -> int:
        """The step that a block rests at."""
        return self.layout.position.get(block)

    def pack(self, state: State) -> bytes:
        """The state as a native block; what seats know is not part of it."""
        block, layout = bytearray(self.layout.size), self.layout
        layout.position.put(block, state.position)
        layout.count.put(block, len(state.place))
        self._pack_frames(block, layout.seat_frames, state.seats)
        self._pack_frames(block, layout.team_frames, state.teams)
        self._pack_storages(block, state.ints, state.strs, state.points)
        self._pack_rings(block, state.cards)
        for location, pile in enumerate(state.cards):
            if pile:
                self._pack_pile(block, location, pile)
        if layout.tracks_places:
            layout.place.put(block, *state.place)
        if layout.creates_later:
            layout.kinds.put(block, *state.kinds)
            layout.backs.put(block, *state.backs)
        return bytes(block)

    def pack_scene(self, cards: int, sizes: Sequence[int], scene: Scene) -> bytes:
        """Those bytes of a native block that tell a scene, with so many cards in every location."""
        block, layout = bytearray(self.layout.points_end), self.layout
        layout.count.put(block, cards)
        layout.sizes.put(block, *sizes)
        self._pack_storages(block, scene.ints, scene.strs, scene.points)
        return bytes(block[layout.scene.start :])

    def pack_turns(self, scene: Scene) -> bytes:
        """Whose turn it is in every stage of the scene, players' before teams', then what every
        memory holds: the number of cards, and these."""
        turns = b"".join(_turn(*frame) for frame in (*scene.seats, *scene.teams))
        return turns + b"".join(map(self._reference_list, scene.memory))

    def _reference_list(self, cards: Sequence[int]) -> bytes:
        """What a memory holds: how many cards, then these."""
        return struct.pack(f"<{1 + len(cards)}{self.layout.memory.kind}", len(cards), *cards)

    def _pack_storages(
        self, block: bytearray, ints: Sequence[int], strs: Sequence[int], points: Sequence[PointMap]
    ) -> None:
        self.layout.ints.put(block, *ints)
        self.layout.strs.put(block, *strs)
        for slot, awards in enumerate(points):
            self._pack_points(block, slot, awards)

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
        layout.next.put(block, *after)
        layout.previous.put(block, *before)

    def _pack_pile(self, block: bytearray, location: int, pile: list[int]) -> None:
        """The rest about a pile that is not empty."""
        layout = self.layout
        if self._is_memory[location]:
            start = layout.memory + layout.memory_bytes * layout.memory_index[location]
            held = self._reference_list(pile)
            block[start : start + len(held)] = held
            return
        layout.sizes.at(location).put(block, len(pile))
        if layout.set_index[location] != sl.NO_SET:
            bits = sum(1 << card for card in pile)
            layout.sets.at(layout.set_index[location]).put(block, bits)

    def _pack_points(self, block: bytearray, slot: int, points: PointMap) -> None:
        shape, start = self.shape_by_slot[slot], self.layout.points.slots[slot]
        for (site, number), fixed in zip(points.origins, points.awards, strict=True):
            index, unit = _unit(shape, site, number)
            block[start + index] = 1
            award = self.layout.points.sites[site].awards[number]
            first = next((d.first_parameter for d in unit.dynamic if d.award is award), None)
            if first is not None:
                for offset, part in enumerate(_computed(award, fixed)):
                    place = start + shape.flags_size + 4 * (first + offset)
                    struct.pack_into("<i", block, place, part)

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
        count = layout.count.get(block)
        kinds, backs = self._faces(block, count)
        after = layout.next.all(block)
        cards = [self._pile(block, after, location) for location in range(len(layout.places))]
        place = [0] * layout.cards
        for location, pile in enumerate(cards):
            if not self._is_memory[location]:
                for card in pile:
                    place[card] = location
        return State(
            cards=cards,
            place=place[:count],
            kinds=kinds,
            backs=backs,
            ints=list(layout.ints.all(block)),
            strs=list(layout.strs.all(block)),
            points=[
                self._points(slot, bytes(block[field : field.end]))
                for slot, field in enumerate(layout.points.slots)
            ],
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
        return list(layout.kinds.all(block)[:count]), list(layout.backs.all(block)[:count])

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
            start = layout.memory_index[location] * (layout.most_listed + 1)
            size, *cards = layout.memory.all(block)[start : start + layout.most_listed + 1]
            return cards[:size]
        pile: list[int] = []
        node = layout.cards + location
        while len(pile) <= layout.cards:
            node = after[node]
            if node >= layout.cards:
                break
            pile.append(node)
        return pile

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
        number: int = struct.unpack_from("<i", block, place - 4)[0]
        return number

    tests = tuple((part(attribute), part(value)) for attribute, value in award.tests)
    return tests, part(award.points)


_UNFIT = "the state has a number that does not fit in its place"


class Validator:
    """Knows the states that matches of one program can be in."""

    def __init__(self, program: Program, layout: StateLayout, packer: Packer) -> None:
        self._program = program
        self._layout = layout
        self._packer = packer
        self._resting = {*decides(program), len(program.code) - 1}
        self._is_memory = [place.location_class is LocationClass.MEMORY for place in layout.places]

    def validated(self, block: bytes) -> bytes:
        """The block. Raises BadState for one no match can come to."""
        if len(block) != self._layout.size:
            raise BadState(f"a packed state has {self._layout.size} bytes here, not {len(block)}")
        self._check_position(self._packer.position(block))
        state = self._packer.read(block)
        self._check(state)
        if self._packer.pack(state) != block:
            raise BadState("the bytes of the packed state contradict each other")
        return block

    def packed(self, state: State) -> bytes:
        """The block of a state. Raises BadState for a state no match can come to."""
        self._check_position(state.position)
        self._check(state)
        try:
            block = self._packer.pack(state)
        except struct.error:
            raise BadState(_UNFIT) from None
        if self._packer.read(block) != state:
            raise BadState(_UNFIT)
        return block

    def _check_position(self, position: int) -> None:
        if position not in self._resting:
            raise BadState(f"nobody decides at step {position} of the game, nor is it the end")

    def _check(self, state: State) -> None:
        for fault in (
            *self._frame_faults(state),
            *self._card_faults(state),
            *self._storage_faults(state),
        ):
            raise BadState(fault)

    def _frame_faults(self, state: State) -> Iterator[str]:
        seats, teams = self._layout.depths[state.position]
        for frames, depth, members, what in (
            (state.seats, seats, self._program.players, "player"),
            (state.teams, teams, len(self._program.teams), "team"),
        ):
            if len(frames) != depth + 1:
                yield f"{len(frames)} turns of a {what} are open where there must be {depth + 1}"
            if not all(_is_possible(frame, members) for frame in frames):
                yield f"it is the turn of a {what} that does not exist"

    def _card_faults(self, state: State) -> Iterator[str]:
        layout, count = self._layout, len(state.place)
        faces = list(zip(state.kinds, state.backs, strict=False))
        if not count == len(state.kinds) == len(state.backs):
            yield f"{count} cards have {len(state.kinds)} faces and {len(state.backs)} backs"
        if layout.creates_later:
            kinds, strings = len(self._program.kinds), len(self._program.strings)
            if count > layout.cards:
                yield f"there are {count} cards, at most {layout.cards} can be"
            if not all(0 <= kind < kinds and 0 <= back < strings for kind, back in faces):
                yield "a card has a face or a back that the game does not know"
        elif faces != list(layout.created):
            yield "the cards are not those of the game's decks"
        if len(state.cards) != len(layout.places):
            yield f"there are {len(state.cards)} locations, not {len(layout.places)}"
        lying: list[tuple[int, int]] = []
        for location, pile in enumerate(state.cards[: len(layout.places)]):
            if not self._is_memory[location]:
                lying += [(card, location) for card in pile]
            elif len(pile) > layout.most_listed or not all(0 <= card < count for card in pile):
                yield "a location refers to cards that are not there"
        if sorted(lying) != list(enumerate(state.place)):
            yield "some card is not in exactly one place"

    def _storage_faults(self, state: State) -> Iterator[str]:
        strings = len(self._program.strings)
        slots = self._packer.slots
        if (len(state.ints), len(state.strs), len(state.points)) != slots:
            yield "there are not as many storages as the game has"
        if not all(0 <= string < strings for string in state.strs):
            yield "a storage holds a text that the game does not know"
        for slot, points in enumerate(state.points[: slots[2]]):
            if points.total > LARGEST:
                yield "the points of a storage are too many for 32 bits"
            if not self._are_written(slot, points):
                yield "a storage holds points that no rule of the game gives"

    def _are_written(self, slot: int, points: PointMap) -> bool:
        """Whether every award stands in the program, at a `set` or `update` of this storage."""
        sites = self._layout.points.sites
        shape = self._packer.shape_by_slot[slot]
        here = {unit.site for unit in shape.units}
        return len(points.origins) == len(points.awards) and all(
            site in here and 0 <= number < len(sites[site].awards)
            for site, number in points.origins
        )


def _is_possible(frame: StageFrame, members: int) -> bool:
    return (
        0 <= frame.position < max(1, members)
        and -1 <= frame.queued < members
        and 0 <= frame.begun <= members
    )
