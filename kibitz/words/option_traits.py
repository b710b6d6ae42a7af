"""What rehearsals tell of options beside their labels.

Where an option takes hold of the table, so that it can be chosen by pointing there; how many
choices of one player belong together; and which moves a player is warned of who wants to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from kibitz.engine import (
    CardMoved,
    Decision,
    Event,
    Interpreter,
    MatchError,
    Option,
    Rng,
    StorageKind,
    Stored,
    View,
)
from kibitz.games import Caution, Peril
from kibitz.recycle import Goal
from kibitz.words.labels import Rehearsals
from kibitz.words.open_cards import OpenCards, OpenScore
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


def made_together(
    engine: Interpreter,
    vocabulary: Vocabulary,
    view: View,
    decision: Decision,
    foreseen: Rehearsals,
) -> int:
    """How many choices of these options follow each other, this one included.

    They are counted in a made-up world that the view allows, so that the number tells nothing.
    """
    named = {name.lower() for name in vocabulary.page.together}
    if not named or not all(_is_one(vocabulary, named, o, foreseen) for o in decision.options):
        return 1
    step, count = engine.at(engine.imagine(view)), 1
    left = {option.key for option in decision.options}
    try:
        while count < len(decision.options):
            step = engine.apply(step, 0, Rng(0))
            status = step.status
            if not isinstance(status, Decision) or status.seat != decision.seat:
                break
            keys = {option.key for option in status.options}
            if not keys < left:
                break
            left, count = keys, count + 1
    except MatchError:
        return 1
    return count


def _is_one(vocabulary: Vocabulary, named: set[str], option: Option, foreseen: Rehearsals) -> bool:
    stored = (event for event in foreseen.get(option.key, ()) if isinstance(event, Stored))
    return option.name.lower() in named or any(vocabulary.storage(e)[0] in named for e in stored)


def warnings(
    vocabulary: Vocabulary,
    cautions: Sequence[Caution],
    counting: OpenCards,
    view: View,
    foreseen: Rehearsals,
) -> dict[str, str]:
    """By the key of an option: what its chooser is warned of."""
    options = vocabulary.program.options
    active = [
        caution
        for caution in cautions
        if not any(options.get(name) == value for name, value in caution.unless.items())
    ]
    scores = counting.scores(view) if active else []
    if not scores:
        return {}
    return {
        key: caution.text
        for key, events in foreseen.items()
        for caution in reversed(active)
        if _is_perilous(caution.when, vocabulary, counting, view, events, scores)
    }


def _is_perilous(
    peril: Peril,
    vocabulary: Vocabulary,
    counting: OpenCards,
    view: View,
    events: Sequence[Event],
    scores: Sequence[OpenScore],
) -> bool:
    cancelled = set(scores[view.seat].cancelled)
    if peril is Peril.PARTS and not _left(vocabulary, view, events) & cancelled:
        return False
    score, hidden = counting.after(view, events)
    if score is None:
        return False
    if peril is Peril.PARTS:
        return not cancelled <= set(score.cancelled)
    others = [other.points for seat, other in enumerate(scores) if seat != view.seat]
    if vocabulary.program.goal is Goal.MIN:
        return not hidden and min(others, default=score.points) < score.points
    return not hidden and max(others, default=score.points) > score.points


def _left(vocabulary: Vocabulary, view: View, events: Sequence[Event]) -> set[int]:
    """The indices of the chooser's places from which a card goes."""
    moved = [vocabulary.places[event.source] for event in events if isinstance(event, CardMoved)]
    return {place.index for place in moved if place.owner == view.seat}
