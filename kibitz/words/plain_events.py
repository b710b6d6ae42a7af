"""An event in a few words and the names of the program, for whoever writes the game."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.engine import StorageKind, card_text, place_text
from kibitz.engine import events as ev
from kibitz.words.vocabulary import Vocabulary, player_name


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
