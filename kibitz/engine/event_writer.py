"""Watches a match as it happens: writes down the events, and keeps what every seat knows."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence, Set
from dataclasses import replace
from typing import Any

from kibitz.engine import events as ev
from kibitz.engine.knowledge import Knowledge
from kibitz.engine.places import LocationTable
from kibitz.engine.program import StorageKind
from kibitz.engine.resample import unseen
from kibitz.engine.state import State
from kibitz.recycle import Type

Position = tuple[int, int]

Named = tuple[str, Type, Any, bool, Set[int]]
"""A variable on the way to a move, its type, what it holds, whether what the move does tells
everybody, and who knew before."""


class EventNotes:
    """Told of everything right after it happened, and writes it down; nobody looks on."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.events: list[ev.Event] = []

    def happened(self, event: ev.Event) -> None:
        self.events.append(event)

    def moved(self, card: int, old: Position, new: Position, named: tuple[bool, bool]) -> None:
        """`named`: whether the rules named the positions it left and got: everybody can follow it
        there."""
        self.events.append(ev.CardMoved(card, self._state.backs[card], *old, *new))

    def swapped(
        self, cards: tuple[int, int], spots: tuple[Position, Position], named: tuple[bool, bool]
    ) -> None:
        """The cards lay in these spots; `named`: those that the rules name."""
        self.moved(cards[0], *spots, named)
        self.moved(cards[1], *spots[::-1], named)

    def reckoned(self, event: ev.Reckoned, looked_at: Iterable[int]) -> None:
        """What a number is made up of: these cards were looked at for it."""
        self.events.append(event)

    def written(self) -> tuple[ev.Event, ...]:
        """The events, when all is done."""
        return tuple(self.events)

    def stored(self, since: int = 0) -> Iterator[tuple[StorageKind, int]]:
        """Where everybody saw that something was stored, behind so many events."""
        for event in self.events[since:]:
            if isinstance(event, ev.Stored) and event.seen_by is None:
                yield event.kind, event.slot

    def took_effect(self, before: int, name: str, picks: Sequence[Named]) -> None:
        """What somebody chose before has taken effect, since there were so many events."""

    def foreseen(self, known: Container[int]) -> list[ev.Event]:
        """What all this, which still stands, does to cards, numbers and turns; only the known cards
        are named."""
        state, found = self._state, list[ev.Event]()
        for event in self.events:
            match event:
                case ev.CardMoved(card=card) if card not in known:
                    found.append(replace(event, card=None))
                case ev.CardsShown(cards=cards):
                    is_known = all(card in known for card in cards or ())
                    found.append(event if is_known else replace(event, cards=None))
                case ev.Stored(kind=StorageKind.INT | StorageKind.STR, slot=slot):
                    stored = state.ints if event.kind is StorageKind.INT else state.strs
                    is_unchanged = event.value == stored[slot]
                    found.append(event if is_unchanged else replace(event, value=stored[slot]))
                case ev.CardMoved() | ev.LocationsSwapped() | ev.Shuffled():
                    found.append(event)
                case ev.TurnTaken() | ev.TurnedBack() | ev.Passed():
                    found.append(event)
        return found


class EventWriter(EventNotes):
    """The same before the eyes of all seats."""

    def __init__(self, state: State, layout: LocationTable) -> None:
        super().__init__(state)
        self._knowledge = state.knowledge
        self._trail = state.trail
        self._layout = layout
        self._sight = layout.sight
        self._everybody = frozenset(range(len(state.knowledge.doubts)))

    def written(self) -> tuple[ev.Event, ...]:
        """Seats that were lost on the way look at the table again."""
        if self._knowledge.is_lost:
            doubts = [unseen(self._layout, self._state, seat) for seat in sorted(self._everybody)]
            self._state.knowledge = Knowledge(doubts)
            if self._trail is not None:
                self._trail.lost_by_all()
        return super().written()

    def chosen(
        self, name: str, picks: Sequence[Named], lets: Sequence[Named], before: int = 0
    ) -> None:
        """A move with a name was made. It is said before what it did: behind so many events."""
        picked, told = (tuple(map(self._picked, named)) for named in (picks, lets))
        self.events.insert(before, ev.Chosen(name, picked, told))

    def took_effect(self, before: int, name: str, picks: Sequence[Named]) -> None:
        if name:
            self.chosen(name, picks, (), before)
        self.happened(ev.OptionPlayed())

    def _picked(self, named: Named) -> ev.Picked:
        variable, kind, value, is_evident, known_to = named
        return ev.Picked(variable, kind, value, self._telling(kind, value, is_evident) | known_to)

    def _telling(self, kind: Type, value: Any, is_evident: bool) -> frozenset[int]:
        """The seats that can tell what was picked from what they saw."""
        if not is_evident:
            return frozenset()
        cards = (value,) if kind is Type.CARD else value if kind is Type.CARDS else ()
        return self._everybody.intersection(*map(self._who_saw, cards))

    def _who_saw(self, card: int) -> frozenset[int]:
        told = [
            event.seen_by
            for event in self.events
            if (isinstance(event, ev.CardMoved) and event.card == card)
            or (isinstance(event, ev.CardsShown) and card in (event.cards or ()))
        ]
        return told[-1] if told else frozenset()

    def looked_at(self, card: int) -> None:
        """A rule takes a look at what the card is."""
        if self._trail is not None:
            self._trail.looked_at(card, self._knowledge)

    def happened(self, event: ev.Event) -> None:
        """Update what seats know, then write it down."""
        match event:
            case ev.Stored(kind=kind, slot=slot) if (kind, slot) in self._layout.secrets:
                event = replace(event, seen_by=self._layout.secrets[kind, slot])
            case ev.Remembered(card=card):
                self._show(self._everybody, card)
            case ev.Shuffled(location=location):
                self._lose_order(location, self._sight[location])
                if self._trail is not None:
                    self._trail.shuffled(self._state.cards[location])
            case ev.CardsShown(cards=tuple(cards), seats=seats):
                for card in cards:
                    self._show(frozenset(seats), card)
                places = [self._sight[self._state.place[card]] for card in cards]
                event = replace(event, seen_by=self._everybody.intersection(*places).union(seats))
            case ev.LocationsSwapped(first=first, second=second):
                watching = self._sight[first] | self._sight[second]
                piles = self._state.cards[first], self._state.cards[second]
                for card in (*piles[0], *piles[1]):
                    self._show(watching, card)
                gave = tuple(piles[1]), tuple(piles[0])
                event = ev.LocationsSwapped(first, second, gave, watching)
        self.events.append(event)

    def reckoned(self, event: ev.Reckoned, looked_at: Iterable[int]) -> None:
        places = self._state.place
        counted = (card for part in event.parts for group in part.groups for card in group)
        told, named = (
            self._everybody.intersection(
                *(self._knowing(card, self._sight[places[card]]) for card in cards)
            )
            for cards in (looked_at, counted)
        )
        self.events.append(replace(event, seen_by=told, named_to=told & named))

    def _knowing(self, card: int, watching: frozenset[int]) -> frozenset[int]:
        if self._knowledge.is_lost:
            return watching
        if self._knowledge.is_open(card):
            return self._everybody
        return frozenset(self._knowledge.knowing(card))

    def _followed(self, card: int, watching: frozenset[int], left: list[int] | None) -> None:
        """One card changed places: those who see it know it; others lose track of it and the
        cards `left` where it was picked, None where the rules named its position."""
        self._show(watching, card)
        if self._trail is not None:
            self._trail.moved(card)
        if left is not None:
            self._mix([*left, card], watching, self._state.backs[card])

    def _show(self, seats: frozenset[int], card: int) -> None:
        self._knowledge.reveal(seats, card)
        if self._trail is not None:
            self._trail.shown(seats, card)

    def _mix(self, pile: list[int], watching: frozenset[int], back: int) -> None:
        """Who does not watch can no longer tell the cards with this back apart."""
        unaware = self._everybody - watching
        if unaware:
            backs = self._state.backs
            alike = sum([1 << card for card in pile if backs[card] == back])
            self._knowledge.mix(unaware, alike)
            if self._trail is not None:
                self._trail.mixed(unaware, alike)

    def _lose_order(self, location: int, watching: frozenset[int]) -> None:
        """The pile lies in an order that only those who watch can tell."""
        pile, backs = self._state.cards[location], self._state.backs
        for back in {backs[card] for card in pile}:
            self._mix(pile, watching, back)

    def moved(self, card: int, old: Position, new: Position, named: tuple[bool, bool]) -> None:
        (source, _), (destination, _) = old, new
        left = None if named[0] else self._state.cards[source]
        if left is not None and source == destination:
            left = [other for other in left if other != card]
        watching = self._sight[source] | self._sight[destination]
        self._followed(card, watching, left)
        seen_by = self._knowing(card, watching)
        placed_before = self._everybody if named[1] else self._sight[destination]
        back = self._state.backs[card]
        self.events.append(ev.CardMoved(card, back, *old, *new, seen_by, placed_before))
        if not named[1]:
            self._lose_order(destination, self._sight[destination])

    def swapped(
        self, cards: tuple[int, int], spots: tuple[Position, Position], named: tuple[bool, bool]
    ) -> None:
        state, (first, second) = self._state, spots
        watching = self._sight[first[0]] | self._sight[second[0]]
        ways = (cards[0], first, second), (cards[1], second, first)
        for (card, old, _), is_named in zip(ways, named, strict=True):
            left = [lying for lying in state.cards[old[0]] if lying not in cards]
            self._followed(card, watching, None if is_named else left)
        for (card, old, new), is_named in zip(ways, named[::-1], strict=True):
            seen_by, back = self._knowing(card, watching), state.backs[card]
            placed_before = seen_by if is_named else seen_by & watching
            self.events.append(ev.CardMoved(card, back, *old, *new, seen_by, placed_before))
            if not is_named:
                self._lose_order(new[0], watching)
