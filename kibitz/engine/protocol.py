"""What crosses the engine's door: decisions and steps."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from kibitz.engine.errors import IllegalChoice
from kibitz.engine.events import Event
from kibitz.engine.keys import Bindings
from kibitz.engine.outcome import Outcome
from kibitz.engine.state import State
from kibitz.engine.view import View

if TYPE_CHECKING:
    from kibitz.engine.interpreter import Interpreter

Path = tuple[int, ...]
"""The alternative, and the index picked at every `any`."""
Found = list[tuple[Path, Bindings]]
"""Options as found: the path, and what was picked along it."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing the player may do.

    `key` names the same option in every world the chooser could be in: a card it can see by its
    name, a hidden one by its place.
    """

    index: int
    path: Path
    key: str
    name: str = ""
    """What the program calls it, if it does: `(as KNOCK …)`."""
    label: str = field(default="", compare=False)
    """What people call it; a match says it to whoever chooses."""

    def __str__(self) -> str:
        return self.label or self.key


@dataclass(frozen=True, slots=True)
class Decision:
    """Who must choose, among what. One option is still a decision."""

    seat: int
    options: tuple[Option, ...]


class Step:
    """A state at rest: what happened on the way to it, and what is to be decided there.

    Options are found, and named, when they are first asked for, and kept; so is what seats know.
    """

    def __init__(self, engine: Interpreter, state: State, events: tuple[Event, ...] = ()) -> None:
        self._engine = engine
        self.state = state
        self.events = events
        self.is_over = engine.is_over(state)
        self.seat = state.seats[-1].position
        """Whose turn it is."""
        self._views: dict[int, View] = {}

    @cached_property
    def found(self) -> Found:
        """The options without their names; none when the match is over."""
        return [] if self.is_over else self._engine.find_options(self.state)

    @cached_property
    def status(self) -> Decision | Outcome:
        """Who chooses among what; or, when the match is over, how it ended."""
        if self.is_over:
            return self._engine.score(self.state)
        return Decision(self.seat, self._engine.name_options(self.state, self.found))

    def view(self, seat: int) -> View:
        """What the seat may know; seats that are in doubt about the same share what they see."""
        if seat not in self._views:
            doubts, views = self.state.knowledge.doubts, self._views
            alike = [view for other, view in views.items() if doubts[other] == doubts[seat]]
            self._views[seat] = self._engine.view(self.state, seat, *alike[:1])
        return self._views[seat]

    def path(self, option: int) -> Path:
        """The way to the option with that index. Raises IllegalChoice if there is none."""
        if not 0 <= option < len(self.found):
            raise IllegalChoice(
                f"player {self.seat + 1} has {len(self.found)} options here, "
                f"there is no option {option}"
            )
        return self.found[option][0]
