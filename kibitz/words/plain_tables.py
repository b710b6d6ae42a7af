"""What lies where, and what a statement did, in plain lines, for whoever writes a game."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.engine import StatementEnding, StorageKind, Traced, View, card_text, place_text
from kibitz.engine import events as ev
from kibitz.words.tableau import common_view
from kibitz.words.vocabulary import Vocabulary, player_name

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


_ENDINGS = {StatementEnding.DOES_NOT_HOLD: "does not hold", StatementEnding.FAILED: "FAILED"}


def what_it_did(vocabulary: Vocabulary, traced: Traced) -> str:
    """What came of a statement, secrets included."""
    if traced.ending in _ENDINGS:
        return _ENDINGS[traced.ending]
    deeds = (_plain_event(vocabulary, traced.kinds, event) for event in traced.events)
    return "; ".join(filter(None, deeds)) or "changes nothing"


def _plain_event(vocabulary: Vocabulary, kinds: Sequence[int], event: ev.Event) -> str:
    """`7♥: the table's STOCK (iloc) → player 2's HAND (iloc)`; empty for what no statement does."""

    def place(location: int) -> str:
        return place_text(vocabulary.program, vocabulary.places[location])

    def name(card: int) -> str:
        return card_text(vocabulary.kind_texts, kinds, card)

    match event:
        case ev.CardMoved(card=card, source=source, destination=destination):
            assert card is not None, "an event that nobody has cut names its card"
            return f"{name(card)}: {place(source)} → {place(destination)}"
        case ev.LocationsSwapped(first=first, second=second):
            return f"{place(first)} and {place(second)} change places"
        case ev.Shuffled(location=location):
            return f"{place(location)} is shuffled"
        case ev.CardsShown(cards=cards, seats=seats):
            to = ", ".join(player_name(seat, None) for seat in seats) or "nobody"
            return f"{' '.join(map(name, cards or ())) or 'nothing'} is shown to {to}"
        case ev.Created(location=location, count=count):
            return f"{count} cards into {place(location)}"
        case ev.Remembered(card=card, location=location):
            return f"{place(location)} remembers {name(card)}"
        case ev.Forgotten(location=location, index=index):
            return f"{place(location)} forgets its card {index + 1}"
        case ev.Stored():
            return _stored(vocabulary, event)
        case ev.TurnQueued(seat=seat):
            return f"{player_name(seat, None)} plays next"
        case ev.TurnTaken(seat=seat):
            return f"{player_name(seat, None)} is current"
        case ev.TurnedBack():
            return "play goes round the other way"
        case ev.Passed():
            return "nothing happens"
        case _:
            return ""


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
