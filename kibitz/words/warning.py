"""Which moves a player is warned of who wants to be, as the game's page says."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.engine import CardMoved, Event, View
from kibitz.games import Caution, Peril
from kibitz.recycle import Goal
from kibitz.words.labels import Rehearsals
from kibitz.words.open_cards import OpenCards, OpenScore
from kibitz.words.vocabulary import Vocabulary


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
