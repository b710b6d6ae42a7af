"""The past of a view in numbers that emitted code reads: how cards lay, and what came of choices.

A card that the seat cannot tell is named by its place among those that `deal_cards` deals, as in a
plan of worlds.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kibitz.engine.history_check import beginning
from kibitz.engine.native.runtime.packing import Packer
from kibitz.engine.native.runtime.state_layout import FRAME_SIZE
from kibitz.engine.native.search.world_plan import FROM_POOL
from kibitz.engine.observed_history import Past, Trace
from kibitz.engine.resample import spots
from kibitz.engine.state import State
from kibitz.engine.view import View

Bytes = npt.NDArray[np.uint8]

MOMENTS, PILES, MOVABLE, MOMENTS_AT, MOVABLE_AT = 0, 4, 8, 12, 16
"""How many there are, and at which byte they begin; the piles follow on the state."""
BEGINNING = 24
"""The state in which the past begins, some of its cards at hand; a multiple of eight."""
LENGTH, POSITION, SEATS, TEAMS, GONE, CARDS = 0, 4, 8, 12, 16, 20
"""A moment: its bytes, where the rules are, the bytes of the turns of players and teams, how many
cards have gone elsewhere, each with the place where it went; then the bytes of the scene, of the
turns, and of the memories."""
SPOT = 16
"""Bytes of a spot whose card may be exchanged for another: its number, the first one of those that
it may be exchanged with, how many these are, and the number of its place among theirs."""
_MOST_PLACES = 32

HAS_WORLD, GIVEN_UP, UNHEEDED, ROUNDS, KEPT, HOMES = 0, 4, 8, 12, 16, 16 + 256
"""A walk: whether it is in a world that the past allows, whether there is none to be found, how
many worlds were dealt all the same, how many rounds lead from one world to the next (until the walk
has begun: how often as many as it takes), the cards of the world it is in, and by card a bit for
every place where it has lain in an allowed world."""
WALK_SIZE = HOMES + 4 * 256


def plan_past(view: View, world: State, packer: Packer) -> Bytes | None:
    """The past of the view, if it has one. `world`: any that the view allows."""
    if view.past is None:
        return None
    plan = _Plan(view, view.past)
    piles, movable = plan.piles(), plan.movable()
    moments = plan.moments(packer)
    movable_at = BEGINNING + packer.layout.size + 4 * sum(map(len, piles))
    moments_at = movable_at + SPOT * len(movable)
    head = [len(moments), len(piles), len(movable), moments_at, movable_at, 0]
    parts = [
        _bytes(head),
        packer.pack(beginning(packer.table, view.past, world)),
        *map(_bytes, piles),
        *map(_bytes, movable),
        *moments,
    ]
    return np.frombuffer(b"".join(parts), np.uint8)


class _Plan:
    def __init__(self, view: View, past: Past) -> None:
        self._view, self._past = view, past
        self._numbers = {spot: number for number, spot in enumerate(spots(view))}

    def _entry(self, trace: Trace) -> int:
        return trace if isinstance(trace, int) else FROM_POOL + self._numbers[trace]

    def piles(self) -> list[list[int]]:
        """Those in which unknown cards lay: location, size, and what lay there."""
        return [
            [location, len(pile), *map(self._entry, pile)]
            for location, pile in enumerate(self._past.piles)
            if not all(isinstance(trace, int) for trace in pile)
        ]

    def movable(self) -> list[tuple[int, int, int, int]]:
        """Spots of cards that look alike, and lie in more than one place."""
        found: list[tuple[int, int, int, int]] = []
        first = 0
        for unknown in self._view.unknown:
            lying = [location for group in unknown.groups for location, _ in group]
            places = {location: number for number, location in enumerate(sorted(set(lying)))}
            if len(unknown.pools) == 1 and len(places) > 1:
                found += [
                    (first + number, first, len(lying), min(places[location], _MOST_PLACES - 1))
                    for number, location in enumerate(lying)
                ]
            first += len(lying)
        return found

    def moments(self, packer: Packer) -> list[bytes]:
        sizes = [len(pile) for pile in self._past.piles]
        places = {trace: n for n, pile in enumerate(self._past.piles) for trace in pile}
        moments = []
        for moment in self._past.moments:
            gone: list[int] = []
            for trace, place in moment.gone:
                sizes[places[trace]] -= 1
                sizes[place] += 1
                places[trace] = place
                gone += [self._entry(trace), place]
            scene = packer.pack_scene(len(self._view.kinds), sizes, moment.scene)
            scene += packer.pack_turns(moment.scene)
            scene += bytes(-len(scene) % 4)
            frames = [FRAME_SIZE * len(own) for own in (moment.scene.seats, moment.scene.teams)]
            head = [moment.scene.position, *frames, len(gone) // 2, *gone]
            length = 4 + 4 * len(head) + len(scene)
            moments.append(_bytes([length, *head]) + scene)
        return moments


def _bytes(numbers: list[int] | tuple[int, ...]) -> bytes:
    return np.array(numbers, np.int32).tobytes()
