"""A scorecard: which numbers of a program people write down when a match has several holes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from kibitz.games.frontmatter import Table


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
    turn: str = ""
    """What the player does whose turn it is when a hole begins: `lead`, `deal`, or nothing."""
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
    open: str = ""
    """How the open cards are counted while the hole is played: `cells`, `columns`, or not."""


def parse_scorecard(table: Table) -> Scorecard:
    """Raises PageError for a table that says too little, or something that nobody reads."""
    card = Scorecard(
        hole=table.text("hole"),
        score=table.text("score"),
        total=table.text("total"),
        word=table.text("word", "hole"),
        holes=table.text("holes", ""),
        turn=table.word("turn", ("lead", "deal")),
        par=table.text("par", ""),
        won=table.text("won", ""),
        sums=table.texts("sums"),
        parts=table.table("parts").all_texts(),
        cards=table.text("cards", ""),
        aside=table.text("aside", ""),
        points=table.text("points", ""),
        open=table.word("open", ("cells", "columns")),
    )
    table.finish()
    return card
