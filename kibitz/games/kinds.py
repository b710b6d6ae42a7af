"""The kinds of card games: a game's page names the one it is of, `kind = "trick"`."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Protocol, TypeVar

OTHER_GAMES = "Other games"
"""The heading above games whose page names no kind."""


class Kind(StrEnum):
    """What a game is about, in the order in which kinds are listed."""

    TRICK = "trick"
    SHEDDING = "shedding"
    RUMMY = "rummy"
    FISHING = "fishing"
    DRAW = "draw"
    ADDING = "adding"
    POKER = "poker"
    BLUFF = "bluff"
    PATIENCE = "patience"

    @property
    def heading(self) -> str:
        """The kind in people's words."""
        return _HEADINGS[self]


_HEADINGS = {
    Kind.TRICK: "Trick taking",
    Kind.SHEDDING: "Climbing and shedding",
    Kind.RUMMY: "Rummy",
    Kind.FISHING: "Fishing and collecting",
    Kind.DRAW: "Draw and discard",
    Kind.ADDING: "Adding, bidding and showdown",
    Kind.POKER: "Poker",
    Kind.BLUFF: "Bluff",
    Kind.PATIENCE: "Patience",
}


class Listed(Protocol):
    """A game in a list."""

    @property
    def title(self) -> str: ...

    @property
    def kind(self) -> Kind | None: ...


Entry = TypeVar("Entry", bound=Listed)


def by_kind(games: Iterable[Entry]) -> dict[str, list[Entry]]:
    """The games under the headings of their kinds, by title; those of no kind come last."""
    found: dict[Kind | None, list[Entry]] = {}
    for game in sorted(games, key=lambda one: one.title.casefold()):
        found.setdefault(game.kind, []).append(game)
    listed = {kind.heading: found[kind] for kind in Kind if kind in found}
    return listed | ({OTHER_GAMES: found[None]} if None in found else {})
