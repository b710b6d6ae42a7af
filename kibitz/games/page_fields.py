"""Parts of a page that others ask for: the kind of game, cautions before a move, the scorecard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Literal, Protocol, TypeVar

OTHER_GAMES = "Other games"
"""The heading above games whose page names no kind."""


class GameKind(StrEnum):
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
    GameKind.TRICK: "Trick taking",
    GameKind.SHEDDING: "Climbing and shedding",
    GameKind.RUMMY: "Rummy",
    GameKind.FISHING: "Fishing and collecting",
    GameKind.DRAW: "Draw and discard",
    GameKind.ADDING: "Adding, bidding and showdown",
    GameKind.POKER: "Poker",
    GameKind.BLUFF: "Bluff",
    GameKind.PATIENCE: "Patience",
}


class Listed(Protocol):
    """A game in a list."""

    @property
    def title(self) -> str: ...

    @property
    def kind(self) -> GameKind | None: ...


Entry = TypeVar("Entry", bound=Listed)


def by_kind(games: Iterable[Entry]) -> dict[str, list[Entry]]:
    """The games under the headings of their kinds, by title; those of no kind come last."""
    found: dict[GameKind | None, list[Entry]] = {}
    for game in sorted(games, key=lambda one: one.title.casefold()):
        found.setdefault(game.kind, []).append(game)
    listed = {kind.heading: found[kind] for kind in GameKind if kind in found}
    return listed | ({OTHER_GAMES: found[None]} if None in found else {})


# ---------------------------------------------------------------------------- cautions


class Peril(StrEnum):
    """What a move may do that somebody regrets."""

    PARTS = "parts"
    """It parts open cards that cancel each other."""
    BEHIND = "behind"
    """It leaves the player no card face down while somebody else's open cards come to less, or to
    more where the most win."""


@dataclass(frozen=True, slots=True)
class Caution:
    when: Peril
    text: str
    unless: Mapping[str, int | str] = field(default_factory=lambda: MappingProxyType({}))
    """Options: where one of them has this value, nobody is warned."""


# ---------------------------------------------------------------------------- news


@dataclass(frozen=True, slots=True)
class NumberNews:
    """What is told when the rules change a number; `{}` in it stands for the number as it is then.

    Of a number of the table it is a whole sentence, of a player's what follows the player's name,
    and of a team's those of its players.
    """

    rose: str = ""
    fell: str = ""
    zero: str = ""
    """When it fell to 0; empty for what is told when it fell."""


# ---------------------------------------------------------------------------- cards


@dataclass(frozen=True, slots=True)
class CardWords:
    """What people call a value of an attribute of cards, and how it is drawn."""

    word: str
    """How it is said; empty for one that goes without saying."""
    short: str = ""
    """How it is written on a card and in a line; empty for the word."""
    colour: CardColour = ""
    shape: CardShape = ""
    """What is drawn in the middle of the card."""


CardColour = Literal[
    "", "red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "grey", "black"
]
CardShape = Literal[
    "", "circle", "square", "triangle", "diamond", "star", "cross", "ban", "turn", "stack"
]

# ---------------------------------------------------------------------------- scorecard


@dataclass(frozen=True, slots=True)
class Scorecard:
    """Where the score is kept. Everything is named as in the program; what is empty is not kept."""

    hole: str
    """A number of the table: the hole that is being played, from 1. Storing it begins the hole."""
    score: str
    """A number of every player: what the hole came to."""
    total: str
    """A number of every player: all holes so far. Storing everybody's ends the hole."""
    word: str = "hole"
    """What people call one of them: hole, round, hand."""
    holes: str = ""
    """The option that says how many there are."""
    turn: Literal["", "lead", "deal", "next"] = ""
    """What the player does whose turn it is when a hole begins: `lead`, `deal`, come `next` after
    the dealer, or nothing."""
    par: str = ""
    """A number of the table: what a good player needs for the hole."""
    won: str = ""
    """A number of every player: how many holes they have won."""
    sums: tuple[str, ...] = ()
    """Numbers of every player in which the score adds up, the first one first."""
    parts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Numbers of every player that are added to the sum, and what people call them."""
    cards: str = ""
    """The location of every player whose open cards count when the hole is over."""
    aside: str = ""
    """The location of every player to which cards go that no longer count."""
    points: str = ""
    """The point map of the table that says what a card counts."""
    open: Literal["", "cells", "columns"] = ""
    """How the open cards are counted while the hole is played: `cells`, `columns`, or not."""
