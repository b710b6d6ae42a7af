"""Whether a match can have come to a world as its seat saw it come: what native code must say."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from kibitz.engine import Interpreter, MatchError, Rng, View
from kibitz.engine.errors import Fault
from kibitz.engine.history import card_of
from kibitz.engine.places import layout
from kibitz.engine.program import Decide
from kibitz.engine.protocol import Step
from kibitz.engine.resample import MOST_DRAWS, MOST_TRIES, beginning, is_scene
from kibitz.engine.state import State


def could_come_about(engine: Interpreter, view: View, world: State) -> bool:
    """Whether, where the past of the view begins in this world, every choice was there to be made
    and led where it led, up to the world itself."""
    if view.past is None:
        return True
    table = layout(engine.program)
    step, memory = engine.at(beginning(table, view.past, world)), sorted(table.memory)
    places = step.state.place[:]
    for moment in view.past.moments:
        for trace, place in moment.gone:
            places[card_of(trace, world)] = place
        following = next(
            (
                after
                for after in _ways(engine, step)
                if is_scene(moment.scene, places, memory, after.state)
            ),
            None,
        )
        if following is None:
            return False
        step = following
    return places == world.place


def _ways(engine: Interpreter, step: Step) -> Iterator[Step]:
    """What every option leads to, whatever is drawn; nowhere if a rule fails."""
    is_decision = isinstance(engine.program.code[step.state.position], Decide)
    with suppress(MatchError):
        for option in range(len(step.found) if is_decision else 1):
            draws = _Draws()
            while draws.begin():
                with suppress(MatchError):
                    if is_decision:
                        yield engine.apply(step, option, draws)
                    else:
                        yield engine.play_on(step.state, draws)


class _Draws(Rng):
    """Chance that draws one thing after the other, the last draw first. Nothing is shuffled where
    a seat can follow all cards, so that it does not matter what comes of a shuffle."""

    __slots__ = ("_at", "_bounds", "_drawn", "_tries")

    def __init__(self) -> None:
        super().__init__(0)
        self._drawn: list[int] = []
        self._bounds: list[int] = []
        self._at = self._tries = 0

    def begin(self) -> bool:
        """Once more, with something else drawn; whether there is something else."""
        if self._tries:
            del self._drawn[self._at :], self._bounds[self._at :]
            while self._drawn and self._drawn[-1] + 1 == self._bounds[-1]:
                self._drawn.pop()
                self._bounds.pop()
            if not self._drawn or self._tries == MOST_TRIES:
                return False
            self._drawn[-1] += 1
        self._tries += 1
        self._at = 0
        return True

    def below(self, bound: int) -> int:
        if self._at == MOST_DRAWS:
            raise Fault("too-much-work", "nobody goes over all that could have been drawn", None)
        if self._at == len(self._drawn):
            self._drawn.append(0)
            self._bounds.append(bound)
        self._at += 1
        return self._drawn[self._at - 1]

    def shuffle(self, items: list[int]) -> None:
        pass
