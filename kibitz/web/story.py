"""What happened in a match, in words, as each seat saw it: told when somebody asks for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from kibitz.engine import CardMoved, Event, LocationsSwapped, seen
from kibitz.words import Teller, Vocabulary

NOBODY = -1
"""A seat that sees no secret: sightings of it hold no card."""
_PLAYER = re.compile(r"\bplayer (\d+)\b")


@dataclass(frozen=True, slots=True)
class _Turn:
    """What a choice brought about, or the deal."""

    chooser: int | None
    events: tuple[Event, ...]
    kinds: tuple[int, ...]
    """The faces of the cards in play."""


@dataclass(slots=True)
class _Log:
    """What one listener has been told, and of how many turns."""

    teller: Teller
    lines: list[str] = field(default_factory=list)
    turns: int = 0


class MatchStory:
    """One match for all listeners: its seats, and with None those who watch."""

    def __init__(self, vocabulary: Vocabulary, players: Sequence[str]) -> None:
        self._players = players
        self._everybody = frozenset(range(len(players)))
        self._turns: list[_Turn] = []
        listeners: list[int | None] = [None, *range(len(players))]
        self._logs = {seat: _Log(Teller(vocabulary, seat)) for seat in listeners}

    def hear(self, chooser: int | None, events: tuple[Event, ...], kinds: tuple[int, ...]) -> None:
        """Go on with what the chooser's option brought about; without a chooser it is the deal."""
        if self._turns and self._turns[-1].kinds == kinds:
            kinds = self._turns[-1].kinds  # kept once, not once a turn
        self._turns.append(_Turn(chooser, events, kinds))

    def lines(self, seat: int | None) -> list[str]:
        """Everything that the seat is told."""
        log = self._logs[seat]
        for turn in self._turns[log.turns :]:
            log.lines += self._told(log.teller, turn)
        log.turns = len(self._turns)
        return log.lines

    def _told(self, teller: Teller, turn: _Turn) -> list[str]:
        seen = [self._seen(event, teller.seat) for event in turn.events]
        return [
            self.named(
                ("" if tale.seat is None else f"{teller.player(tale.seat)} ")
                + ", ".join(tale.parts)
            )
            for tale in teller.tell(turn.chooser, seen, turn.kinds)
        ]

    def _seen(self, event: Event, seat: int | None) -> Event:
        """As the seat saw it; without one, as somebody did who sees what everybody sees."""
        if seat is not None:
            return seen(event, seat)
        match event:
            case CardMoved(seen_by=seats, placed_before=others) if (
                self._everybody <= seats & others
            ):
                return event
            case LocationsSwapped(seen_by=seats) if self._everybody <= seats:
                return event
            case _:
                return seen(event, NOBODY)

    def named(self, text: str) -> str:
        """The text with the players' names."""
        return with_names(text, self._players)


def with_names(text: str, players: Sequence[str]) -> str:
    """`Ben's cell 3` of `player 2's cell 3`."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1]) - 1
        return players[seat] if seat in range(len(players)) else found[0]

    return _PLAYER.sub(name, text) if "player " in text else text
