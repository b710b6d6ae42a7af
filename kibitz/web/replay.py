"""A match that is over, told again: position by position, from any point of view."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

from kibitz.engine import RecordedChoice
from kibitz.game import Game
from kibitz.web.answers import ReplayNow, StepNow
from kibitz.web.frames import frame, open_frame
from kibitz.web.live_match import LiveMatch
from kibitz.web.refusal import Reason, Refused
from kibitz.web.room_words import rules_now
from kibitz.web.store import KeptMatch

EVERYTHING = "all"
"""The point of view from which every card is told."""
MOST_STEPS = 100
"""That are told at once."""


class Replay:
    """One match from one point of view; positions are kept as far as somebody has asked."""

    def __init__(
        self, game: Game, kept: KeptMatch, choices: Sequence[RecordedChoice], view: str
    ) -> None:
        """Of a match that is over: whoever makes one has seen to that. Raises Refused."""
        self._kept, self._choices = kept, choices
        self._live = LiveMatch(game, kept)
        self._seat = _seat(view, len(self._live.match.seats))
        self._is_open = view == EVERYTHING
        self._steps: list[StepNow] = []
        self._lock = Lock()
        self._holes = _holes(game, kept, choices)

    def told(self, code: str, first: int) -> ReplayNow:
        """The positions from `first` on, as many as are told at once."""
        with self._lock:
            last = min(max(first, 0) + MOST_STEPS, len(self._choices) + 1)
            while len(self._steps) < last:
                self._go_on()
            game = self._live.game
            return {
                "code": code,
                "number": self._kept.number,
                "game": self._kept.game,
                "title": game.title,
                "players": list(self._kept.players),
                "rules": rules_now(game),
                "positions": len(self._choices) + 1,
                "holes": self._holes,
                "first": max(first, 0),
                "steps": self._steps[max(first, 0) : last],
            }

    def _go_on(self) -> None:
        live, place = self._live, len(self._steps)
        before = len(live.story.lines(self._seat)) if place else 0
        if place:
            live.catch_up(self._choices[place - 1 : place])
        lines = live.story.lines(self._seat)
        shown = open_frame(live) if self._is_open else frame(live, self._seat)
        self._steps.append({"frame": {**shown, "options": []}, "lines": lines[before:]})


def _seat(view: str, players: int) -> int | None:
    """The seat whose log is told; None for those who watch, and for who sees everything."""
    if view in (EVERYTHING, "watch"):
        return None
    seats = {str(seat): seat for seat in range(players)}
    if view not in seats:
        raise Refused(Reason.NO_SEAT)
    return seats[view]


def _holes(game: Game, kept: KeptMatch, choices: Sequence[RecordedChoice]) -> list[int]:
    live = LiveMatch(game, kept)
    found: list[int] = []
    for place in range(len(choices)):
        keeper = live.keeper
        if keeper is None:
            break
        before = len(keeper.holes)
        live.catch_up(choices[place : place + 1])
        if len(keeper.holes) > before:
            found.append(live.version)
    return found
