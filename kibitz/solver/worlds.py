"""Worlds with undealt cards, and what a seat sees in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from kibitz.engine import State, knowledge, members, unknown_cards
from kibitz.engine import events as ev
from kibitz.recycle import Type


@dataclass(frozen=True, slots=True)
class World:
    """A state at rest, some of its cards undealt, and how likely it is."""

    state: State
    doubts: tuple[knowledge.Doubt, ...]
    """About the undealt cards: which faces they have together, and which may have which."""
    likely: Fraction
    events: tuple[ev.Event, ...] = ()
    """What happened since the seat that is asked for last decided."""
    has_secrets: bool = False
    """Cards were shuffled away that only some seats had seen."""

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.state.seats[-1].position

    @property
    def undealt(self) -> int:
        return sum(doubt.cards for doubt in self.doubts)

    def known_to(self, seat: int) -> int:
        """The set of the cards that the seat can tell, dealt or not."""
        return (1 << len(self.state.place)) - 1 & ~self.state.knowledge.unknown_to(seat)

    def to_look_at(self, seat: int) -> tuple[int, ...]:
        """The undealt cards that the seat can tell: it must have seen their faces."""
        return members(self.undealt & self.known_to(seat))


def seen(world: World, seat: int, alike: Sequence[int]) -> tuple[object, ...]:
    """Everything the seat can tell, equal in two worlds exactly if they look the same to it.

    Cards that it knows must have their faces (`World.to_look_at`).
    """
    state, known = world.state, world.known_to(seat)
    faces = [alike[kind] if known >> card & 1 else -1 for card, kind in enumerate(state.kinds)]
    return (
        tuple(tuple([(faces[card], state.backs[card]) for card in pile]) for pile in state.cards),
        tuple(sorted(_heaps(state, doubt, alike) for doubt in state.knowledge.doubts[seat])),
        tuple(state.ints),
        tuple(state.strs),
        tuple(state.points),
        tuple((frame.position, frame.queued, frame.turns) for frame in state.seats),
        tuple((frame.position, frame.queued, frame.turns) for frame in state.teams),
        state.position,
        tuple(
            repr(_shown(told.event, faces))
            for told in ev.sight(world.events, seat)
            if not isinstance(told.event, ev.Reckoned)  # it tells nothing but what is known
        ),
    )


def _heaps(state: State, doubt: knowledge.Doubt, alike: Sequence[int]) -> tuple[object, ...]:
    unknown = unknown_cards(state, doubt)
    pools = [tuple(sorted(alike[state.kinds[card]] for card in pool)) for pool in unknown.pools]
    columns = sorted(range(len(pools)), key=pools.__getitem__)
    tables = sorted(
        tuple(tuple(row[column] for column in columns) for row in table) for table in unknown.tables
    )
    return tuple(pools[column] for column in columns), unknown.groups, tuple(tables)


def _shown(event: ev.Event, faces: Sequence[int]) -> ev.Event:
    """The event, as a seat saw it, cards by their faces."""
    match event:
        case ev.CardMoved(card=int(card)) as moved:
            return replace(moved, card=faces[card])
        case ev.Remembered(card=card) as remembered:
            return replace(remembered, card=faces[card])
        case ev.CardsShown(cards=tuple(cards)) as shown:
            return replace(shown, cards=tuple(faces[card] for card in cards))
        case ev.LocationsSwapped(cards=(first, second)) as swapped:
            piles = tuple(faces[card] for card in first), tuple(faces[card] for card in second)
            return replace(swapped, cards=piles)
        case ev.Chosen() as chosen:
            picks = tuple(_picked(pick, faces) for pick in chosen.picks)
            return replace(
                chosen, picks=picks, lets=tuple(_picked(let, faces) for let in chosen.lets)
            )
        case other:
            return other


def _picked(pick: ev.Picked, faces: Sequence[int]) -> ev.Picked:
    match pick.type, pick.value:
        case Type.CARD, int(card):
            return replace(pick, value=faces[card])
        case Type.CARDS, tuple(cards):
            return replace(pick, value=tuple(faces[card] for card in cards))
        case _:
            return pick


def as_printed(world: World, seat: int, printed: Sequence[int]) -> State:
    """The world with every card under the number that it has in the game, for a real View.

    `printed`: by card number, the kind. Cards that the seat knows are numbered first. Where cards
    were made during play they keep their numbers.
    """
    state, known = world.state, world.known_to(seat)
    if len(printed) < len(state.kinds):
        return state
    free: dict[tuple[int, int], list[int]] = {}
    for number in reversed(range(len(printed))):
        free.setdefault((printed[number], state.backs[number]), []).append(number)
    order = [card for pile in state.cards for card in pile]
    numbers: dict[int, int] = {}
    for card in (*(c for c in order if known >> c & 1), *order):
        if card not in numbers:
            numbers[card] = free[state.kinds[card], state.backs[card]].pop()
    return _renumbered(state, printed, numbers.__getitem__)


def _renumbered(state: State, printed: Sequence[int], number: Callable[[int], int]) -> State:
    place = [0] * len(state.place)
    for card, location in enumerate(state.place):
        place[number(card)] = location

    def cards(bits: int) -> int:
        return sum(1 << number(card) for card in members(bits))

    def doubt(old: knowledge.Doubt) -> knowledge.Doubt:
        pools, groups = tuple(map(cards, old.pools)), tuple(map(cards, old.groups))
        return knowledge.Doubt(pools, groups, old.tables, cards(old.cards))

    doubts = [tuple(map(doubt, own)) for own in state.knowledge.doubts]
    return replace(
        state,
        cards=[list(map(number, pile)) for pile in state.cards],
        place=place,
        kinds=list(printed),
        knowledge=knowledge.Knowledge(doubts),
    )
