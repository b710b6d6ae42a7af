"""Worlds that a view allows, and its past, in numbers that emitted code reads.

A plan of worlds is made once from a view: the pools of cards the seat cannot tell apart, how those
that share spots are mixed, and every pile that holds some of them. Worlds are dealt from it with
the draws of `resample`. A plan of the past says how cards lay, and what came of choices; a card
that the seat cannot tell is named by its place among those that are dealt.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import accumulate, chain

from kibitz.engine import limits
from kibitz.engine.history import Past, Trace
from kibitz.engine.knowledge import shares
from kibitz.engine.native.layout.fields import Fields
from kibitz.engine.native.layout.packing import Packer
from kibitz.engine.native.layout.state_layout import FRAME_SIZE, StateLayout
from kibitz.engine.program import StorageKind
from kibitz.engine.resample import beginning, spots
from kibitz.engine.state import State
from kibitz.engine.view import Unknown, View

FROM_POOL = limits.CARDS
"""In a pile of a plan: a number from here on is a place in the pools, a smaller one a card."""
HEAD = 5
"""Numbers that a plan begins with."""


def plan_worlds(view: View) -> list[int]:
    """[pools, cards, mixtures, piles, where the piles begin], the end of every pool, the pools'
    cards, the mixtures, the guesses, the piles.

    A pile is its location, its size, and what lies in it from the bottom up. The guesses are how
    many there are, how many secret numbers and words each has, their slots, and what they hold.
    """
    pools = [pool for unknown in view.unknown for pool in unknown.pools]
    cards = [card for pool in pools for card in pool]
    mixtures: list[list[int]] = []
    start = 0
    for unknown in view.unknown:
        if len(unknown.pools) > 1:
            mixtures.append(_mixture(unknown, start))
        start += sum(map(len, unknown.pools))
    places = {spot: number for number, spot in enumerate(spots(view))}
    piles: list[int] = []
    open_piles = sorted({location for location, _ in places})
    for location in open_piles:
        lying = view.piles[location]
        piles += [location, len(lying)]
        for index, spot in enumerate(lying):
            known = -1 if spot.card is None else spot.card
            piles.append(known if known >= 0 else FROM_POOL + places[location, index])
    ends = accumulate(map(len, pools))
    listed = [*ends, *cards, *chain(*mixtures), *_guesses(view)]
    head = [len(pools), len(cards), len(mixtures), len(open_piles), HEAD + len(listed)]
    return [*head, *listed, *piles]


def _guesses(view: View) -> list[int]:
    if view.guesses is None:
        return []
    slots, held = view.guesses.slots, view.guesses.held
    numbers = sum(kind is StorageKind.INT for kind, _ in slots)
    head = [len(held), numbers, len(slots) - numbers]
    return [*head, *(slot for _, slot in slots), *chain(*held)]


def _mixture(unknown: Unknown, start: int) -> list[int]:
    """[start, cards, groups, tables], the end of every group and of every table's share; then by
    table, for each card of the groups, which one of the pools' cards it is."""
    sizes = list(map(len, unknown.pools))
    ends = list(accumulate(map(len, unknown.groups)))
    orders: list[int] = []
    for table in unknown.tables:
        taken = [0, *accumulate(sizes[:-1])]
        for row in table:
            for pool, count in enumerate(row):
                orders += range(taken[pool], taken[pool] + count)
                taken[pool] += count
    head = [start, sum(sizes), len(ends), len(unknown.tables)]
    return [*head, *ends, *accumulate(shares(unknown.tables)), *orders]


# ---------------------------------------------------------------------------- the past

_past, _moment, _spot, _walk = Fields(), Fields(), Fields(), Fields()
MOMENTS, PILES, MOVABLE, MOMENTS_AT, MOVABLE_AT = _past.several("i", 5)
"""How many there are, and at which byte they begin; the piles follow on the state."""
BEGINNING = _past.size
"""The state in which the past begins, some of its cards at hand; a multiple of eight."""
LENGTH, POSITION, SEATS, TEAMS, GONE = _moment.several("i", 5)
"""A moment: its bytes, where the rules are, the bytes of the turns of players and teams, how many
cards have gone elsewhere …"""
CARDS = GONE.end
"""… each with the place where it went; then the bytes of the scene, of the turns, and of the
memories."""
SPOT_NUMBER, SPOT_FIRST, SPOT_COUNT, SPOT_PLACE = _spot.several("i", 4)
"""A spot whose card may be exchanged for another: its number, the first one of those that it may be
exchanged with, how many these are, and the number of its place among theirs."""
SPOT = _spot.size
_MOST_PLACES = 32

HAS_WORLD, GIVEN_UP, UNHEEDED, ROUNDS = _walk.several("i", 4)
"""A walk: whether it is in a world that the past allows, whether there is none to be found, how
many worlds were dealt all the same, and how many rounds lead from one world to the next (until the
walk has begun: how often as many as it takes)."""
KEPT = _walk.size
"""The cards of the world it is in; behind them, by card a bit for every place where it has lain in
an allowed world."""


def homes_at(layout: StateLayout) -> int:
    return KEPT + layout.list_bytes


def walk_size(layout: StateLayout) -> int:
    return homes_at(layout) + 4 * (layout.list_bytes // layout.card_width)


WALK_ROOM = KEPT + (2 + 4) * limits.CARDS
"""For a walk of any game."""


def plan_past(view: View, world: State, packer: Packer) -> bytes | None:
    """The past of the view, if it has one. `world`: any that the view allows."""
    if view.past is None:
        return None
    plan = _WorldPlan(view, view.past)
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
    return b"".join(parts)


class _WorldPlan:
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


def _bytes(numbers: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(numbers)}i", *numbers)
