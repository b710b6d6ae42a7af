"""A match as it began: what is kept of it besides its choices."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kibitz.game import Game
from kibitz.web.deal import seed_of
from kibitz.web.refusal import Reason, Refused
from kibitz.web.room import Room


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


def begun(room: Room, game: Game, number: int = 0) -> KeptMatch:
    """The next match of a room; the store gives it a number of its own. Raises Refused."""
    if game.players != len(room.chairs):
        raise Refused(Reason.TOO_FEW, f"these rules are for {game.players} players")
    people = tuple(chair.person for chair in room.chairs)
    words = [room.person(person).words for person in people if person is not None]
    return KeptMatch(
        id=number,
        number=room.match,
        game=room.game,
        digest=game.program.digest,
        options=dict(game.program.options),
        seed=seed_of(room.deal_secret, words),
        players=tuple(chair.name for chair in room.chairs),
        deal=(room.deal_secret, *words),
        people=people,
    )
