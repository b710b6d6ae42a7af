"""A match that is over, as a ledger has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.web.wire import Wire


class LedgerMatch(Wire):
    """A match in a ledger."""

    code: str
    number: int
    title: str
    rules: str
    ended: float
    players: Sequence[str]
    scores: Sequence[int]
    ranks: Sequence[int]
    """By seat; empty where nobody is a rival."""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """A match that is over, by its people."""

    shown: LedgerMatch
    seats: dict[str, int]
    """Of the people; bots have no name here."""
    teams: Sequence[Sequence[int]]
    """Who plays with whom, alone where everybody does."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self.seats))

    @property
    def rules(self) -> tuple[str, str]:
        return self.shown.title, self.shown.rules

    @property
    def is_contest(self) -> bool:
        return bool(self.shown.ranks)

    @property
    def sides(self) -> list[list[str]]:
        """The people by team, those teams that have any."""
        found = [[name for name, seat in self.seats.items() if seat in team] for team in self.teams]
        return [names for names in found if names]

    def opponents(self, name: str) -> list[int]:
        """The seats that play against that person."""
        seat = self.seats[name]
        return [one for team in self.teams if seat not in team for one in team]

    def rank(self, name: str) -> int:
        return self.shown.ranks[self.seats[name]]

    def win(self, name: str) -> float:
        """1 for the winner; those who share the first place share it."""
        return 1 / self.shown.ranks.count(1) if self.rank(name) == 1 else 0.0
