"""Worlds a seat could be in, dealt from its view."""

from __future__ import annotations

from kibitz.engine.knowledge import Knowledge
from kibitz.engine.places import Layout
from kibitz.engine.rng import Rng
from kibitz.engine.state import Frame, State
from kibitz.engine.view import View


def resample(layout: Layout, view: View, rng: Rng) -> State:
    """Deal the cards of every pool onto its spots, each way equally likely.

    The seat could not tell the difference: its view of the result is `view`. What the other
    seats have seen is not part of the view; here they know what they see, and no more.
    """
    cards = [[-1 if spot.card is None else spot.card for spot in pile] for pile in view.piles]
    for pool in view.pools:
        dealt = list(pool.cards)
        rng.shuffle(dealt)
        for card, (location, index) in zip(dealt, pool.spots, strict=True):
            cards[location][index] = card
    place, backs = [0] * len(view.kinds), [0] * len(view.kinds)
    for number, pile in enumerate(cards):
        if number not in layout.memory:
            for index, card in enumerate(pile):
                place[card] = number
                backs[card] = view.piles[number][index].back
    state = State(
        cards=cards,
        place=place,
        kinds=list(view.kinds),
        backs=backs,
        ints=list(view.ints),
        strs=list(view.strs),
        points=list(view.points),
        seats=[Frame(*frame) for frame in view.seats],
        teams=[Frame(*frame) for frame in view.teams],
        position=view.position,
        knowledge=Knowledge.of_nothing(0),
    )
    rows = [
        _own_labels(view) if seat == view.seat else _labels_by_sight(state, layout.sight, seat)
        for seat in range(view.players)
    ]
    state.knowledge = Knowledge.of_classes(rows)
    return state


def _own_labels(view: View) -> list[int]:
    """Pools are classes; every other card is known."""
    labels = list(range(len(view.kinds)))
    for pool in view.pools:
        for card in pool.cards:
            labels[card] = pool.cards[0]
    return labels


def _labels_by_sight(state: State, sight: tuple[frozenset[int], ...], seat: int) -> list[int]:
    """What the seat sees it knows; of the rest it knows only the backs."""
    labels, first_of_back = [], dict[int, int]()
    for card, location in enumerate(state.place):
        if seat in sight[location]:
            labels.append(card)
        else:
            labels.append(first_of_back.setdefault(state.backs[card], card))
    return labels
