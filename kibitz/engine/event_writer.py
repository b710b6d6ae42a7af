"""Watches a match as it happens: keeps what every seat knows, and writes down the events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.engine import changes as ch
from kibitz.engine import events as ev
from kibitz.engine.knowledge import Knowledge
from kibitz.engine.places import LocationTable
from kibitz.engine.program import StorageKind
from kibitz.engine.resample import unseen
from kibitz.engine.state import State
from kibitz.recycle import Type


class EventWriter:
    """Told of every change right after it happened."""

    def __init__(self, state: State, layout: LocationTable) -> None:
        self._state = state
        self._knowledge = state.knowledge
        self._trail = state.trail
        self._layout = layout
        self._sight = layout.sight
        self._everybody = frozenset(range(len(state.knowledge.doubts)))
        self._events: list[ev.Event] = []

    def written(self) -> tuple[ev.Event, ...]:
        """The events, when all is done; seats that were lost on the way look at the table again."""
        if self._knowledge.is_lost:
            doubts = [unseen(self._layout, self._state, seat) for seat in sorted(self._everybody)]
            self._state.knowledge = Knowledge(doubts)
            if self._trail is not None:
                self._trail.lost_by_all()
        return tuple(self._events)

    @property
    def so_far(self) -> Sequence[ev.Event]:
        return self._events

    def turn_started(self, seat: int) -> None:
        self._events.append(ev.TurnStarted(seat))

    def option_played(self) -> None:
        self._events.append(ev.OptionPlayed())

    def chosen(self, chooser: int, name: str, picks: Sequence[tuple[str, Type, Any, bool]]) -> None:
        """A move with a name was made: by the variable picked for, its type, what was picked, and
        whether everybody can tell. It is said before what it did."""
        picked = tuple(
            ev.Picked(variable, kind, value, self._telling(kind, value, is_evident) | {chooser})
            for variable, kind, value, is_evident in picks
        )
        self._events.insert(0, ev.Chosen(name, picked))

    def _telling(self, kind: Type, value: Any, is_evident: bool) -> frozenset[int]:
        """The seats that can tell what was picked from what they saw."""
        if not is_evident:
            return frozenset()
        cards = (value,) if kind is Type.CARD else value if kind is Type.CARDS else ()
        return self._everybody.intersection(*map(self._who_saw, cards))

    def _who_saw(self, card: int) -> frozenset[int]:
        moves = [e for e in self._events if isinstance(e, ev.CardMoved) and e.card == card]
        return moves[-1].seen_by if moves else frozenset()

    def looked_at(self, card: int) -> None:
        """A rule takes a look at what the card is."""
        if self._trail is not None:
            self._trail.looked_at(card, self._knowledge)

    def notice(self, change: ch.Change) -> None:
        """Update knowledge, then write the event down."""
        match change:
            case ch.CardMove():
                self._moved(change)
            case ch.CardSwap():
                self._swapped(change)
            case ch.LocationSwap():
                self._piles_swapped(change)
            case ch.ShuffleChange():
                self._shuffled(change)
            case ch.Remembering(card=card, location=location):
                self._show(self._everybody, card)
                self._events.append(ev.Remembered(card, location))
            case ch.Creation(location=location, count=count):
                self._events.append(ev.Created(location, count))
            case _:
                self._write(change)

    def _write(
        self,
        change: ch.CardTaken
        | ch.IntChange
        | ch.StrChange
        | ch.PointsChange
        | ch.Oblivion
        | ch.Queueing
        | ch.Seating
        | ch.Passing,
    ) -> None:
        """Happenings that are public and teach nobody anything about cards."""
        match change:
            case ch.CardTaken():
                pass
            case ch.IntChange(slot=slot):
                self._events.append(ev.Stored(StorageKind.INT, slot, self._state.ints[slot]))
            case ch.StrChange(slot=slot):
                self._events.append(ev.Stored(StorageKind.STR, slot, self._state.strs[slot]))
            case ch.PointsChange(slot=slot):
                self._events.append(ev.Stored(StorageKind.POINTS, slot, 0))
            case ch.Oblivion(location=location, index=index):
                self._events.append(ev.Forgotten(location, index))
            case ch.Queueing(frame=frame):
                self._events.append(ev.TurnQueued(frame.queued))
            case ch.Seating(frame=frame):
                self._events.append(ev.TurnTaken(frame.position))
            case ch.Passing():
                self._events.append(ev.Passed())

    def _knowing(self, card: int, watching: frozenset[int]) -> frozenset[int]:
        if self._knowledge.is_lost:
            return watching
        knows = self._knowledge.knows
        return frozenset([seat for seat in self._everybody if knows(seat, card)])

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

    def _moved(self, move: ch.CardMove) -> None:
        from_named, to_named = move.named
        left = None if from_named else self._state.cards[move.source]
        if left is not None and move.source == move.destination:
            left = [card for card in left if card != move.card]
        watching = self._sight[move.source] | self._sight[move.destination]
        self._followed(move.card, watching, left)
        self._events.append(
            ev.CardMoved(
                move.card,
                self._state.backs[move.card],
                move.source,
                move.source_index,
                move.destination,
                move.index,
                seen_by=self._knowing(move.card, watching),
                placed_before=self._everybody if to_named else self._sight[move.destination],
            )
        )
        if not to_named:
            self._lose_order(move.destination, self._sight[move.destination])

    def _swapped(self, swap: ch.CardSwap) -> None:
        cards, backs = self._state.cards, self._state.backs
        one, other = swap.cards
        watching = self._sight[swap.first] | self._sight[swap.second]
        first, second = (swap.first, swap.first_index), (swap.second, swap.second_index)
        ways = (one, first, second), (other, second, first)
        for (card, old, _), named in zip(ways, swap.named_positions, strict=True):
            left = [lying for lying in cards[old[0]] if lying not in (one, other)]
            self._followed(card, watching, None if named else left)
        for (card, old, new), named in zip(ways, swap.named_positions[::-1], strict=True):
            seen_by = self._knowing(card, watching)
            placed_before = seen_by if named else seen_by & watching
            self._events.append(ev.CardMoved(card, backs[card], *old, *new, seen_by, placed_before))
            if not named:
                self._lose_order(new[0], watching)

    def _piles_swapped(self, swap: ch.LocationSwap) -> None:
        watching = self._sight[swap.first] | self._sight[swap.second]
        piles = self._state.cards[swap.first], self._state.cards[swap.second]
        for card in (*piles[0], *piles[1]):
            self._show(watching, card)
        cards = tuple(piles[1]), tuple(piles[0])
        self._events.append(ev.LocationsSwapped(swap.first, swap.second, cards, watching))

    def _shuffled(self, shuffle: ch.ShuffleChange) -> None:
        if shuffle.location < 0:
            return
        self._lose_order(shuffle.location, self._sight[shuffle.location])
        self._events.append(ev.Shuffled(shuffle.location))
        if self._trail is not None:
            self._trail.shuffled(self._state.cards[shuffle.location])
