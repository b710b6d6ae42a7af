"""A match as it began: what is kept of it besides its choices."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class MatchOrigin(StrEnum):
    """Where a match comes from."""

    TABLE = "table"
    """It was played here from the deal on."""
    AGAIN = "again"
    """It goes on from an earlier choice of the one before, as everybody has agreed."""
    RECORD = "record"
    """Somebody brought its record."""
    BRANCH = "branch"
    """Somebody played on from the middle of another one."""


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match as it began."""

    id: int
    number: int
    game: str
    digest: str
    options: dict[str, int | str]
    seed: int
    players: tuple[str, ...]
    deal: tuple[str, ...] = ("",)
    """How the seed came about: what the server and the players' browsers said."""
    people: tuple[int | None, ...] = ()
    """By seat the number of the person there; None for a bot."""
    origin: MatchOrigin = MatchOrigin.TABLE
