"""The table and what happens there in plain lines, for whoever writes a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.engine import StorageKind, View, card_text, place_text
from kibitz.engine import events as ev
from kibitz.words.vocabulary import Vocabulary, player_name

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


def plain_event(vocabulary: Vocabulary, kinds: Sequence[int], event: ev.Event) -> str:
    """`7♥: the table's STOCK (iloc) → player 2's HAND (iloc)`; empty for what no statement does."""

    def place(location: int) -> str:
        return place_text(vocabulary.program, vocabulary.places[location])

    match event:
        case ev.CardMoved(card=card, source=source, destination=destination):
            assert card is not None, "an event that nobody has cut names its card"
            return f"{_card(vocabulary, kinds, card)}: {place(source)} → {place(destination)}"
        case ev.LocationsSwapped(first=first, second=second):
            return f"{place(first)} and {place(second)} change places"
        case ev.Shuffled(location=location):
            return f"{place(location)} is shuffled"
        case ev.Created(location=location, count=count):
            return f"{count} cards into {place(location)}"
        case ev.Remembered(card=card, location=location):
            return f"{place(location)} remembers {_card(vocabulary, kinds, card)}"
        case ev.Forgotten(location=location, index=index):
            return f"{place(location)} forgets its card {index + 1}"
        case ev.Stored():
            return _stored(vocabulary, event)
        case ev.TurnQueued(seat=seat):
            return f"{player_name(seat, None)} plays next"
        case ev.TurnTaken(seat=seat):
            return f"{player_name(seat, None)} is current"
        case ev.Passed():
            return "nothing happens"
        case _:
            return ""


def _card(vocabulary: Vocabulary, kinds: Sequence[int], card: int) -> str:
    return card_text(vocabulary.kind_texts, kinds, card)


def _stored(vocabulary: Vocabulary, event: ev.Stored) -> str:
    name, owner = vocabulary.storage(event)
    whose = "" if owner is None else f"{player_name(owner, None)}'s "
    name = name.upper()
    match event.kind:
        case StorageKind.INT:
            return f"{whose}{name} is {event.value}"
        case StorageKind.STR:
            return f"{whose}{name} is {vocabulary.program.strings[event.value]}"
        case StorageKind.POINTS:
            return f"{whose}{name} has new points"
