"""What lies where in plain lines, for whoever writes a game."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.engine import View, card_text
from kibitz.words.tableau import common_view
from kibitz.words.vocabulary import Vocabulary

BACK, EMPTY = "▒▒", "·"
_LISTED = 12
"""A pile of more cards is counted, with its top card if that lies open."""


def plain_table(vocabulary: Vocabulary, views: Sequence[View]) -> list[str]:
    """A line for the places of one name and owner, for whoever writes a game: as all seats of the
    views see it."""
    rows = plain_rows(vocabulary, common_view(views))
    width = max((len(name) for name, _ in rows), default=0)
    return [f"{name:<{width}}  " + " ".join(map(_pile, piles)) for name, piles in rows]


def plain_rows(vocabulary: Vocabulary, view: View) -> list[tuple[str, list[list[str | None]]]]:
    """The piles of one name and owner that are there; None for a card that cannot be told."""
    rows: dict[str, dict[int, list[str | None]]] = {}
    for place, pile in zip(vocabulary.places, view.piles, strict=True):
        name = vocabulary.word(vocabulary.program.strings[place.name])
        owner = "" if place.owner is None else f"player {place.owner + 1}'s "
        cards = rows.setdefault(owner + name, {}).setdefault(place.index, [])
        cards += (
            None if spot.card is None else card_text(vocabulary.kind_texts, view.kinds, spot.card)
            for spot in pile
        )
    # Most programs count from 1 and leave the first place of a name empty.
    return [
        (name, [cards for n, cards in piles.items() if n or cards])
        for name, piles in rows.items()
        if any(piles.values())
    ]


def _pile(cards: list[str | None]) -> str:
    shown = [BACK if card is None else card for card in cards]
    if len(cards) <= _LISTED:
        return " ".join(shown) or EMPTY
    return f"{shown[-1]} ×{len(cards)}"
