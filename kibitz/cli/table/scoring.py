"""The score of a match at the terminal: kept from its events, written as lines."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.cli.faults import Refusal
from kibitz.cli.table.drawing import Block
from kibitz.cli.table.scorecard import ScoreSheet
from kibitz.engine.events import Event
from kibitz.engine.points import PointMap
from kibitz.engine.program import OwnerKind, Program
from kibitz.game import Game
from kibitz.games.scorecard import Scorecard
from kibitz.words import Hole, NoSuchNumber, Scorekeeper


class Scoring:
    """The card of one match, with the names that stand on it."""

    def __init__(self, game: Game, card: Scorecard, names: Sequence[str]) -> None:
        """Raises Refusal for a page that does not fit the program."""
        program = game.program
        try:
            self._keeper = Scorekeeper(program, card)
        except NoSuchNumber as fault:
            raise Refusal(f"the page of {game.name}: {fault}") from None
        self._sheet = ScoreSheet(program, game.page, card)
        self._names = names
        self._points = _points_slot(program, card)

    def next_hole(self, events: Sequence[Event]) -> int:
        """How many of the events belong to the hole that is being played."""
        return self._keeper.next_hole(events)

    def hear(self, events: Sequence[Event]) -> list[Hole]:
        """The holes that came to their end in these events."""
        return self._keeper.hear(events)

    def hole(
        self, hole: Hole, kinds: Sequence[int], points: Sequence[PointMap], width: int
    ) -> Block:
        worth = None if self._points is None else points[self._points].scores
        return self._sheet.hole(hole, self._sheet.faces(kinds, worth), self._names, width)

    def card(self) -> Block:
        return self._sheet.card(self._keeper, self._names)

    def on_duty(self, duty: str) -> int | None:
        """Who deals, or leads, in the hole that is being played."""
        return self._keeper.on_duty(duty)

    @property
    def progress(self) -> str:
        return self._sheet.progress(self._keeper)

    def standings(self, seat: int) -> dict[int, str]:
        """How everybody stands, as the seat is told."""
        told = {s: self._sheet.standing(self._keeper, s) for s in range(len(self._names))}
        return {**told, seat: self._sheet.own_standing(self._keeper, seat)}


def scoring_of(game: Game, names: Sequence[str]) -> Scoring | None:
    """None for a game without a scorecard. Raises Refusal for a card that cannot be kept."""
    card = game.page.scorecard
    return None if card is None else Scoring(game, card, names)


def _points_slot(program: Program, card: Scorecard) -> int | None:
    for storage in program.point_storages:
        if (storage.owner, program.strings[storage.name]) == (OwnerKind.TABLE, card.points):
            return storage.first
    return None
