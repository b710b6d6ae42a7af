"""What crosses the engine's door: decisions, outcomes, steps, and the Engine both engines are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from kibitz.engine.events import Event
from kibitz.engine.program import Program
from kibitz.engine.rng import Rng
from kibitz.engine.state import State
from kibitz.engine.view import View


@dataclass(frozen=True, slots=True)
class Option:
    """One thing the player may do.

    `path` is the alternative and the index picked at every `any`; `key` names the same option in
    every world the chooser could be in: a card it can see by its name, a hidden one by its place.
    """

    path: tuple[int, ...]
    key: str


@dataclass(frozen=True, slots=True)
class Decision:
    """Who must choose, among what. One option is still a decision."""

    seat: int
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: by seat. Rank 1 is best, equal scores share the better rank."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A state, and everything that happened on the way to it."""

    state: State
    events: tuple[Event, ...]


class Engine(Protocol):
    """The rules at work; callers cannot tell which engine they hold."""

    @property
    def program(self) -> Program: ...

    def deal(self, rng: Rng) -> Step:
        """A new match, played up to its first decision or its end."""
        ...

    def decision(self, state: State) -> Decision | Outcome:
        """Who chooses among what; or, when the match is over, how it ended."""
        ...

    def apply(self, state: State, option: int, rng: Rng) -> Step:
        """Play the option with that index, up to the next decision. The old state stays valid.

        Raises IllegalChoice for an index the decision does not have, MatchError if a rule fails.
        """
        ...

    def score(self, state: State) -> Outcome:
        """The outcome if the match stopped here."""
        ...

    def view(self, state: State, seat: int) -> View:
        """What the seat may know."""
        ...

    def resample(self, view: View, rng: Rng) -> State:
        """A world the seat cannot tell from the true one, unseen cards dealt at random."""
        ...
