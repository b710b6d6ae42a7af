"""What to do here, for a person at the table who asks, or who is about to do something else."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from kibitz.engine import Decision, Option, View
from kibitz.game import Game
from kibitz.recycle import KibitzError

if TYPE_CHECKING:
    from kibitz.advisor import Advice


class Mode(StrEnum):
    """How much advice a table gives."""

    OFF = "off"
    """None."""
    HINT = "hint"
    """What is asked for."""
    COACH = "coach"
    """And it asks back before a mistake."""
    FULL = "full"
    """And it tells all numbers before every decision."""


class Kibitzer:
    """Advice for whoever is to choose; what was thought about a decision is kept until the next."""

    def __init__(self, game: Game, mode: Mode) -> None:
        self._game = game
        self.mode = mode
        self._known: tuple[View, float, Advice] | None = None

    def nudge(self, view: View, options: Sequence[Option]) -> str:
        """One line; why not, if there is no advice."""
        if self.mode is Mode.OFF:
            return "there is no advice at this table: --advice off"
        from kibitz.advisor import HINT_SECONDS, nudge

        try:
            return f"hint: {nudge(self._advice(view, options, HINT_SECONDS))}"
        except KibitzError as fault:
            return f"there is no hint: {fault}"

    def numbers(self, view: View, options: Sequence[Option]) -> list[str]:
        """Everything there is to say."""
        if self.mode is Mode.OFF:
            return [self.nudge(view, options)]
        from kibitz.advisor import SECONDS, numbers

        try:
            return numbers(self._advice(view, options, SECONDS))
        except KibitzError as fault:
            return [f"there is no advice: {fault}"]

    def doubt(self, view: View, options: Sequence[Option], option: int) -> str:
        """What a coach says against the option; nothing if it is good enough."""
        if self.mode is not Mode.COACH or len(options) == 1:
            return ""
        from kibitz.advisor import HINT_SECONDS, doubt

        try:
            return doubt(self._advice(view, options, HINT_SECONDS), option)
        except KibitzError:
            return ""

    def _advice(self, view: View, options: Sequence[Option], seconds: float) -> Advice:
        """As it was thought of before, if that was long enough. Raises MatchError."""
        if self._known is not None and self._known[0] == view and self._known[1] >= seconds:
            return self._known[2]
        from kibitz.advisor import Question, advise

        question = Question.of(self._game, view, Decision(view.seat, tuple(options)))
        advice = advise(question, seconds=seconds)
        self._known = view, seconds, advice
        return advice
