"""The table in plain lines, as somebody sees it who sits at no seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.engine import View, card_text
from kibitz.words.vocabulary import Vocabulary

BACK = "▒▒"
EMPTY = "·"
_LISTED = 12
"""A pile of more cards is counted, with its top card if that lies open."""


def plain_table(vocabulary: Vocabulary, views: Sequence[View]) -> list[str]:
    """A line for the places of one name and owner; `views` are those of all seats.

    A card is named if every seat can tell it.
    """
    rows: dict[str, dict[int, list[str]]] = {}
    for location, place in enumerate(vocabulary.places):
        name = vocabulary.word(vocabulary.program.strings[place.name])
        owner = "" if place.owner is None else f"player {place.owner + 1}'s "
        cards = rows.setdefault(owner + name, {}).setdefault(place.index, [])
        cards += _cards(vocabulary, views, location)
    width = max(map(len, rows), default=0)
    return [
        f"{name:<{width}}  " + " ".join(_pile(cards) for cards in _used(piles))
        for name, piles in rows.items()
        if any(piles.values())
    ]


def _used(piles: Mapping[int, list[str]]) -> list[list[str]]:
    """In order of their index; most programs count from 1 and leave the first one empty."""
    return [cards for index, cards in piles.items() if index or cards]


def _cards(vocabulary: Vocabulary, views: Sequence[View], location: int) -> list[str]:
    spots = zip(*(view.piles[location] for view in views), strict=True)
    kinds = views[0].kinds
    return [
        BACK
        if seen[0].card is None or any(spot.card is None for spot in seen)
        else card_text(vocabulary.kind_texts, kinds, seen[0].card)
        for seen in spots
    ]


def _pile(cards: list[str]) -> str:
    if len(cards) <= _LISTED:
        return " ".join(cards) or EMPTY
    return f"{cards[-1]} ×{len(cards)}"
