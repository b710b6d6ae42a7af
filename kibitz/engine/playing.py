"""The one way to play a match: an engine, chance, somebody who chooses, and a limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from kibitz.engine.cancellation import Stopped, current
from kibitz.engine.errors import MatchError
from kibitz.engine.protocol import Outcome, Step
from kibitz.engine.rng import Rng

if TYPE_CHECKING:
    from kibitz.engine.interpreter import Interpreter


class Device(StrEnum):
    CPU = "cpu"
    CUDA = "cuda"
    """A GPU of NVIDIA's."""


Choose = Callable[[Step], int]
"""Says which option is played at a step. Whoever chooses for players shows them a View of it."""


def at_random(rng: Rng) -> Choose:
    """Takes any option, each as likely as another."""
    return lambda step: rng.below(len(step.found))


@dataclass(frozen=True, slots=True)
class Playout:
    """A match that was played: how it ended, and (seat, options) of every decision."""

    outcome: Outcome
    decisions: tuple[tuple[int, int], ...]
    moves: tuple[str, ...]
    """By decision: the name of the move that was made; empty if it has none."""
    capped: bool
    """Stopped before its end, at a limit, and scored as it stood."""


class PlayingMark(NamedTuple):
    """A moment of a match that can be come back to: the step, chance, and decisions until then."""

    step: Step
    chance: tuple[int, int, int, int]
    decisions: int


def refuse_unwanted() -> None:
    """Raises Stopped where nobody waits any more."""
    if current().is_set():
        raise Stopped("nobody waits for this match any more")


class Playing:
    """A match being played: the step where it stands, and the decisions made so far."""

    def __init__(
        self,
        engine: Interpreter,
        chance: Rng,
        most_decisions: int | None = None,
        start: Step | None = None,
    ) -> None:
        """Begins with the deal, or goes on from `start`. Raises MatchError if dealing fails."""
        self.engine = engine
        self._chance = chance
        self._most_decisions = most_decisions
        self.step = engine.deal(chance) if start is None else start
        self.decisions: list[tuple[int, int]] = []
        self.moves: list[str] = []

    @property
    def is_capped(self) -> bool:
        """Whether the limit of decisions ends it."""
        return len(self.decisions) == self._most_decisions and not self.step.is_over

    def play(self, option: int) -> None:
        """Play the option with that index. Raises IllegalChoice, and MatchError if a rule fails."""
        made, path = (self.step.seat, len(self.step.found)), self.step.path(option)
        position = self.step.state.position
        try:
            self.step = self.engine.apply(self.step, option, self._chance)
        except MatchError as fault:
            fault.option = option
            raise
        self.decisions.append(made)
        self.moves.append(self.engine.move_name(position, path))

    @property
    def mark(self) -> PlayingMark:
        """Where it stands, to come back to."""
        return PlayingMark(self.step, self._chance.words, len(self.decisions))

    def go_back(self, mark: PlayingMark) -> None:
        self.step = mark.step
        self._chance.jump_to(mark.chance)
        del self.decisions[mark.decisions :], self.moves[mark.decisions :]

    def copy(self) -> Playing:
        twin = copy(self)
        twin._chance = self._chance.copy()
        twin.decisions, twin.moves = self.decisions[:], self.moves[:]
        return twin

    def steps(self, choose: Choose) -> Iterator[Step]:
        """The step where it stands and every further one, up to the end or the limit.

        Raises Stopped as soon as it is no longer wanted.
        """
        yield self.step
        while not self.step.is_over and not self.is_capped:
            refuse_unwanted()
            self.play(choose(self.step))
            yield self.step

    def to_the_end(self, choose: Choose) -> Playout:
        """Play on; where the limit ends it, the score is what it was there."""
        for _ in self.steps(choose):
            pass
        return self.as_it_stands()

    def as_it_stands(self) -> Playout:
        """The match up to here, scored as if this were its end."""
        outcome, is_capped = self.engine.score(self.step.state), not self.step.is_over
        return Playout(outcome, tuple(self.decisions), tuple(self.moves), is_capped)
