"""`--memory manual`: a person sees a card they have looked at for a moment, then must remember it.

The rules never forget: the program is the same. Only what the terminal shows is less.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kibitz.cli.table.screen import Sight
from kibitz.engine import CardMoved, Event, Program, layout
from kibitz.games import TableLayout
from kibitz.recycle import LocationClass

ASSIST = "assist"
MANUAL = "manual"


@dataclass
class Recollection:
    """What one person has been shown, and how often they may still look again."""

    mulligans: int
    _shown: frozenset[int] = field(default=frozenset())

    def veil(self, sight: Sight, private: frozenset[int]) -> Sight:
        """The sight with what the person has been shown before veiled, the rest for a moment."""
        old = self._shown & private
        self._shown = private
        return replace(sight, veiled=old, glimpsed=private - old)

    def look_again(self) -> str:
        """Use up a mulligan; why not, if there is none left."""
        if not self.mulligans:
            return "you may not look again in this match"
        if not self._shown:
            return "you have no card to look at again"
        self.mulligans -= 1
        return ""


class PrivateLooks:
    """Tells looks at one's own cards from all other moves."""

    def __init__(self, program: Program, page: TableLayout) -> None:
        self._looked_at = frozenset(
            number
            for number, place in enumerate(layout(program).places)
            if place.location_class is LocationClass.INVISIBLE
            and place.owner is not None
            and page.grid(program.strings[place.name])
        )

    def untold(self, event: Event) -> Event:
        """The event as news: a look is told without the card, which the table shows."""
        if isinstance(event, CardMoved) and event.destination in self._looked_at:
            return replace(event, card=None)
        return event
