"""Where an option takes hold of the table, so that it can be chosen by pointing there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from kibitz.engine import CardMoved, Decision, Event, StorageKind, Stored, View
from kibitz.words.labels import Rehearsals
from kibitz.words.vocabulary import Vocabulary


class TouchedSpot(NamedTuple):
    """A place on the table, or a card in it."""

    owner: int | None
    row: str
    """What people call the places of this name."""
    place: int
    """Its index among them."""
    card: str | None
    """The card that would leave, if the chooser knows it; None for the whole place."""


def touched_spots(
    vocabulary: Vocabulary, view: View, decision: Decision, foreseen: Rehearsals
) -> list[tuple[TouchedSpot, ...]]:
    """For each option the spots that tell it from others, when the options were rehearsed.

    What every option touches tells nothing; an option that touches nothing else is found where
    its cards end up, and an only option where its first card lies.
    """
    touched = [_touched(vocabulary, view, foreseen.get(o.key, ())) for o in decision.options]
    if len(touched) == 1:
        return [tuple(touched[0][:1])]
    uses = Counter(spot for spots in touched for spot in spots)
    return [
        tuple(spot for spot in spots if uses[spot] < len(touched)) or tuple(spots[-1:])
        for spots in touched
    ]


def _touched(vocabulary: Vocabulary, view: View, events: Sequence[Event]) -> list[TouchedSpot]:
    """In the order of the moves, each once."""
    spots: list[TouchedSpot] = []
    on_the_way: set[int] = set()
    for event in events:
        if isinstance(event, CardMoved):
            if event.card not in on_the_way:
                spots.append(_spot(vocabulary, view, event.source, event.card))
            spots.append(_spot(vocabulary, view, event.destination, None))
            on_the_way |= {event.card} if event.card is not None else set()
        elif isinstance(event, Stored) and event.kind is StorageKind.INT:
            spots += _chosen_cells(vocabulary, view.seat, event)
    return list(dict.fromkeys(spots))


def _chosen_cells(vocabulary: Vocabulary, seat: int, event: Stored) -> list[TouchedSpot]:
    """`turn up cell 3` stores a number, and points at a cell of the chooser."""
    name, _ = vocabulary.storage(event)
    text = vocabulary.choice(name, event.value)
    grids = vocabulary.page.grids
    if text is None or not text.endswith(f" {event.value}") or len(grids) != 1:
        return []
    row = vocabulary.page.names.get(grids[0].name, grids[0].name)
    return [TouchedSpot(seat, row, event.value, None)]


def _spot(vocabulary: Vocabulary, view: View, location: int, card: int | None) -> TouchedSpot:
    place = vocabulary.places[location]
    name = vocabulary.program.strings[place.name]
    is_hand = place.owner == view.seat and not place.index and card is not None
    text = vocabulary.kind_texts[view.kinds[card]] if is_hand and card is not None else None
    return TouchedSpot(place.owner, vocabulary.page.names.get(name, name), place.index, text)
