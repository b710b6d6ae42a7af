"""States that come from outside, looked at before native code sees them.

Native code follows rings of cards and looks up tables without asking whether a number can be. So
a state somebody hands in is read, every number in it is asked for, and it is written again: what
does not come out as it went in is refused.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from kibitz.engine import limits
from kibitz.engine.errors import BadState
from kibitz.engine.native.runtime.packing import Packer
from kibitz.engine.native.runtime.state_layout import StateLayout, decides
from kibitz.engine.points import PointMap
from kibitz.engine.program import Program
from kibitz.engine.state import StageFrame, State
from kibitz.recycle import LARGEST, LocationClass

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
            elif len(pile) > limits.REFERENCES or not all(0 <= card < count for card in pile):
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
        and 0 <= frame.turns <= members
    )
