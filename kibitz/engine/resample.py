"""Determinization: worlds a seat could be in, dealt from its view; where its past begins in one."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from itertools import accumulate, islice

from kibitz.engine.history import Past, Scene, card_of
from kibitz.engine.knowledge import Doubt, Knowledge, is_one, plain, shares
from kibitz.engine.places import LocationTable
from kibitz.engine.rng import Rng
from kibitz.engine.secrets import SecretTrail, put
from kibitz.engine.state import StageFrame, State
from kibitz.engine.view import Unknown, View


def resample(layout: LocationTable, view: View, rng: Rng) -> State:
    """Deal the unknown cards onto their spots, each way that the view allows equally likely.

    The seat could not tell the difference: its view of the result is `view`. What the other
    seats have seen is not part of the view; here they know what they see, and no more.
    """
    world = among_others(layout, view.seat, _world(layout, view, dealt(view, rng)))
    if view.guesses is not None:
        held = view.guesses.held
        put(world, view.guesses.slots, held[rng.below(len(held))])
    return world


def among_others(layout: LocationTable, seat: int, state: State) -> State:
    """The state in which the other seats know what they see, and no more."""
    doubts = state.knowledge.doubts
    state.knowledge = Knowledge(
        [own if n == seat else unseen(layout, state, n) for n, own in enumerate(doubts)]
    )
    return state


def imagine(layout: LocationTable, view: View) -> State:
    """One world that the view allows, always the same; what other seats know there is left out."""
    cards: list[int] = []
    for unknown in view.unknown:
        waiting = list(map(iter, unknown.pools))
        for row in unknown.tables[0]:
            for pool, count in zip(waiting, row, strict=True):
                cards += islice(pool, count)
    world = _world(layout, view, cards)
    if view.guesses is not None:
        put(world, view.guesses.slots, view.guesses.held[0])
    return world


def _world(layout: LocationTable, view: View, unknown: list[int]) -> State:
    """The world in which the unknown cards lie so; only the view's seat knows what it knows."""
    cards = [[-1 if spot.card is None else spot.card for spot in pile] for pile in view.piles]
    for (location, index), card in zip(spots(view), unknown, strict=True):
        cards[location][index] = card
    place, backs = [0] * len(view.kinds), [0] * len(view.kinds)
    for number, pile in enumerate(cards):
        if pile and number not in layout.memory:
            for card, spot in zip(pile, view.piles[number], strict=True):
                place[card] = number
                backs[card] = spot.back
    own = own_doubts(view, cards)
    return State(
        cards=cards,
        place=place,
        kinds=list(view.kinds),
        backs=backs,
        ints=list(view.ints),
        strs=list(view.strs),
        points=list(view.points),
        seats=[StageFrame(*frame) for frame in view.seats],
        teams=[StageFrame(*frame) for frame in view.teams],
        position=view.position,
        knowledge=Knowledge([own if seat == view.seat else () for seat in range(view.players)]),
        secrets=None if view.guesses is None else SecretTrail.of(view.seat, view.guesses),
        course=view.course,
    )


def spots(view: View) -> list[tuple[int, int]]:
    """Location and index of every unknown card, in the order in which `dealt` deals them."""
    return [spot for unknown in view.unknown for group in unknown.groups for spot in group]


def dealt(view: View, rng: Rng) -> list[int]:
    """The unknown cards as they may lie. Native code draws the same."""
    pools = [list(pool) for unknown in view.unknown for pool in unknown.pools]
    for pool in pools:
        rng.shuffle(pool)
    cards: list[int] = []
    for unknown in view.unknown:
        own = [pools.pop(0) for _ in unknown.pools]
        cards += own[0] if len(own) == 1 else _mixed(unknown, own, rng)
    return cards


def _mixed(unknown: Unknown, pools: list[list[int]], rng: Rng) -> list[int]:
    """A table by its share of the deals, then every group in any order."""
    ends = list(accumulate(shares(unknown.tables)))
    table = unknown.tables[bisect_right(ends, rng.below(ends[-1]))]
    waiting = list(map(iter, pools))
    cards: list[int] = []
    for row in table:
        group = [
            card for pool, count in zip(waiting, row, strict=True) for card in islice(pool, count)
        ]
        rng.shuffle(group)
        cards += group
    return cards


def own_doubts(view: View, cards: list[list[int]]) -> tuple[Doubt, ...]:
    """The doubts of the view's seat where the cards lie so."""
    doubts = []
    for unknown in view.unknown:
        pools = tuple(sum(1 << card for card in pool) for pool in unknown.pools)
        groups = tuple(
            sum(1 << cards[location][index] for location, index in group)
            for group in unknown.groups
        )
        doubts.append(Doubt(pools, groups, unknown.tables, sum(pools)))
    return tuple(doubts)


def unseen(layout: LocationTable, state: State, seat: int) -> tuple[Doubt, ...]:
    """The doubts of a seat that knows what it sees, and of the rest only the backs."""
    by_back: dict[int, int] = {}
    for card, location in enumerate(state.place):
        if seat not in layout.sight[location]:
            back = state.backs[card]
            by_back[back] = by_back.get(back, 0) | 1 << card
    return tuple(plain(cards) for cards in by_back.values() if not is_one(cards))


# ---------------------------------------------------------------------------- what happened before

MOST_DRAWS, MOST_TRIES = 16, 4_096
"""What a rule may draw between two decisions, and in how many ways an option is tried."""


def beginning(table: LocationTable, past: Past, world: State) -> State:
    """The table where the past begins, if the match came to this world."""
    cards = [[card_of(trace, world) for trace in pile] for pile in past.piles]
    lying = {
        card: number
        for number, pile in enumerate(cards)
        if number not in table.memory
        for card in pile
    }
    scene = past.scene
    return replace(
        world,
        cards=cards,
        place=[lying[card] for card in range(len(world.place))],
        ints=list(scene.ints),
        strs=list(scene.strs),
        points=list(scene.points),
        seats=[StageFrame(*frame) for frame in scene.seats],
        teams=[StageFrame(*frame) for frame in scene.teams],
        position=scene.position,
    )


def is_scene(scene: Scene, places: list[int], memory: list[int], state: State) -> bool:
    """Whether this is the scene, with the cards in these places. `memory`: the `mem` locations."""
    return (
        state.position == scene.position
        and state.place == places
        and (tuple(state.ints), tuple(state.strs)) == (scene.ints, scene.strs)
        and tuple(state.points) == scene.points
        and _turns(state.seats, state.teams) == (*scene.seats, *scene.teams)
        and tuple(tuple(state.cards[location]) for location in memory) == scene.memory
    )


def _turns(seats: list[StageFrame], teams: list[StageFrame]) -> tuple[tuple[int, int, int], ...]:
    return tuple((frame.position, frame.queued, frame.turns) for frame in (*seats, *teams))
