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
    view = common_view(views)
    rows: dict[str, dict[int, list[str]]] = {}
    for place, pile in zip(vocabulary.places, view.piles, strict=True):
        name = vocabulary.word(vocabulary.program.strings[place.name])
        owner = "" if place.owner is None else f"player {place.owner + 1}'s "
        cards = rows.setdefault(owner + name, {}).setdefault(place.index, [])
        cards += (
            BACK if spot.card is None else card_text(vocabulary.kind_texts, view.kinds, spot.card)
            for spot in pile
        )
    width = max(map(len, rows), default=0)
    # Most programs count from 1 and leave the first place of a name empty.
    return [
        f"{name:<{width}}  " + " ".join(_pile(cards) for n, cards in piles.items() if n or cards)
        for name, piles in rows.items()
        if any(piles.values())
    ]


def _pile(cards: list[str]) -> str:
    if len(cards) <= _LISTED:
        return " ".join(cards) or EMPTY
    return f"{cards[-1]} ×{len(cards)}"
