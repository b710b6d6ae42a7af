"""What a person at the table is helped with: advice, and what they have been shown.

`--memory manual`: a person sees a card they have looked at for a moment, then must remember it. The
rules never forget: the program is the same. Only what the terminal shows is less.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from kibitz.cli.table.screen import Sight
from kibitz.engine import Decision, Event, Option, Program, View, layout
from kibitz.engine import events as ev
from kibitz.game import Game
from kibitz.games import TableLayout
from kibitz.recycle import KibitzError, LocationClass

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


@dataclass
class Kibitzer:
    """Advice at one decision; what was thought about it is kept."""

    game: Game
    mode: Mode
    view: View
    options: Sequence[Option]
    _known: tuple[float, Advice] | None = None

    def hint(self) -> str:
        """One line; why not, if there is no advice."""
        if self.mode is Mode.OFF:
            return "there is no advice at this table: --advice off"
        from kibitz.advisor import HINT_SECONDS, nudge

        try:
            return f"hint: {nudge(self._advice(HINT_SECONDS))}"
        except KibitzError as fault:
            return f"there is no hint: {fault}"

    def numbers(self) -> list[str]:
        """Everything there is to say."""
        if self.mode is Mode.OFF:
            return [self.hint()]
        from kibitz.advisor import SECONDS, numbers

        try:
            return numbers(self._advice(SECONDS))
        except KibitzError as fault:
            return [f"there is no advice: {fault}"]

    def doubt(self, option: int) -> str:
        """What a coach says against the option; nothing if it is good enough."""
        if self.mode is not Mode.COACH or len(self.options) == 1:
            return ""
        from kibitz.advisor import HINT_SECONDS, doubt

        try:
            return doubt(self._advice(HINT_SECONDS), option)
        except KibitzError:
            return ""

    def _advice(self, seconds: float) -> Advice:
        """As it was thought of before, if that was long enough. Raises MatchError."""
        if self._known is None or self._known[0] < seconds:
            from kibitz.advisor import Question, advise

            decision = Decision(self.view.seat, tuple(self.options))
            question = Question.of(self.game, self.view, decision)
            self._known = seconds, advise(question, seconds=seconds)
        return self._known[1]


ASSIST = "assist"
MANUAL = "manual"


class Recollection:
    """What one person has been shown, and how often they may still look again."""

    def __init__(self, program: Program, page: TableLayout) -> None:
        self._mulligans = page.mulligans
        self._shown: frozenset[int] = frozenset()
        self._looked_at = frozenset(
            number
            for number, place in enumerate(layout(program).places)
            if place.location_class is LocationClass.INVISIBLE
            and place.owner is not None
            and page.grid(program.strings[place.name])
        )

    def veil(self, sight: Sight, private: frozenset[int]) -> Sight:
        """The sight with what the person has been shown before veiled, the rest for a moment."""
        old = self._shown & private
        self._shown = private
        return replace(sight, veiled=old, glimpsed=private - old)

    def look_again(self) -> str:
        """Use up a mulligan; why not, if there is none left."""
        if not self._mulligans:
            return "you may not look again in this match"
        if not self._shown:
            return "you have no card to look at again"
        self._mulligans -= 1
        return ""

    def untold(self, event: Event) -> Event:
        """The event as news: a look at one's own card is told without it, the table shows it."""
        if isinstance(event, ev.CardMoved) and event.destination in self._looked_at:
            return replace(event, card=None)
        return event
