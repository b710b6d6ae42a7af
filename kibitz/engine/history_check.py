"""Where an observed history begins in a world, and whether a state is a scene of it."""

from __future__ import annotations

from dataclasses import replace

from kibitz.engine.history_tracking import card_of
from kibitz.engine.observed_history import Past, Scene
from kibitz.engine.places import LocationTable
from kibitz.engine.state import StageFrame, State

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
