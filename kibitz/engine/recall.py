"""Whether a match can have come to a world as its seat saw it come: the definition.

Search asks native code, which must agree (`native/recalling.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from kibitz.engine.errors import MatchError
from kibitz.engine.interpreter import Interpreter
from kibitz.engine.past import Past, Scene
from kibitz.engine.places import Layout, layout
from kibitz.engine.protocol import Step
from kibitz.engine.rng import Rng
from kibitz.engine.state import Frame, State
from kibitz.engine.trail import card_of
from kibitz.engine.view import View


def could_come_about(engine: Interpreter, view: View, world: State) -> bool:
    """Whether, where the past of the view begins in this world, every choice was there to be made
    and led where it led, up to the world itself."""
    if view.past is None:
        return True
    step = engine.at(beginning(layout(engine.program), view.past, world))
    places = step.state.place[:]
    for moment in view.past.moments:
        for trace, place in moment.gone:
            places[card_of(trace, world)] = place
        ways = (after for after in _ways(engine, step) if _is(moment.scene, places, after.state))
        following = next(ways, None)
        if following is None:
            return False
        step = following
    return places == world.place


def beginning(table: Layout, past: Past, world: State) -> State:
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
        seats=[Frame(*frame) for frame in scene.seats],
        teams=[Frame(*frame) for frame in scene.teams],
        position=scene.position,
    )


def _ways(engine: Interpreter, step: Step) -> Iterator[Step]:
    """What every option leads to; none where a rule fails."""
    with suppress(MatchError):
        for option in range(len(step.found)):
            with suppress(MatchError):
                yield engine.apply(step, option, Rng(0))


def _is(scene: Scene, places: list[int], state: State) -> bool:
    """Whether this is the scene, with the cards in these places."""
    return (
        (state.position, state.seats[-1].position) == (scene.position, scene.seat)
        and (tuple(state.ints), tuple(state.strs)) == (scene.ints, scene.strs)
        and state.place == places
    )
