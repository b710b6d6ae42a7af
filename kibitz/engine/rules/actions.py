"""Actions on cards: move, swap, remember, forget, shuffle."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from kibitz.engine import program as p
from kibitz.engine.errors import Fault
from kibitz.engine.machine import MISSING, Machine
from kibitz.engine.program.work import SHUFFLING
from kibitz.engine.rules.base import Act
from kibitz.engine.rules.cards import CardRules
from kibitz.recycle import End, Span


class ActionRules(CardRules):
    def card_act(
        self, node: p.Move | p.SwapCards | p.SwapLocations | p.Remember | p.Forget | p.Shuffle
    ) -> Act:
        match node:
            case p.Move():
                return self._move(node)
            case p.SwapCards():
                return self._swap_cards(node)
            case p.SwapLocations():
                return self._swap_locations(node)
            case p.Remember():
                return self._remember(node)
            case p.Forget():
                return self._forget(node)
            case p.Shuffle():
                return self._shuffle(node)
            case undecided:
                assert_never(undecided)

    def _move(self, node: p.Move) -> Act:
        span = node.span
        take, target = self._source(node.source, span), self._destination(node.destination)
        named = _names_a_position(node.source), isinstance(node.destination.where, End | p.Const)

        def move(m: Machine) -> None:
            card, remove = take(m)
            location, index = target(m)
            m.move(card, named, location, index, span)
            if remove is not None:
                m.take(*remove)

        return move

    def _source(
        self, node: p.Card, span: Span
    ) -> Callable[[Machine], tuple[int, tuple[list[int], int] | None]]:
        """The card to move and, if it is moved through a variable's list, its place there."""
        missing = self.missing_card("no-card", "there is no card to move", node, span)
        if not (isinstance(node, p.CardAt) and isinstance(node.cards, p.ListVar | p.ListMember)):
            card = self.card(node)

            def take(m: Machine) -> tuple[int, None]:
                found = card(m)
                if found == MISSING:
                    missing(m)
                return found, None

            return take
        cards, position = self.cards(node.cards), self.position(node.where)

        def take_from_list(m: Machine) -> tuple[int, tuple[list[int], int]]:
            pile = cards(m)
            index = position(m, len(pile))
            if not 0 <= index < len(pile):
                missing(m)
            return pile[index], (pile, index)

        return take_from_list

    def _destination(self, node: p.Destination) -> Callable[[Machine], tuple[int, int | None]]:
        """The location, and the index the card will get (None: on top)."""
        location = self.location(node.location)
        match node.where:
            case End.TOP:
                return lambda m: (location(m), None)
            case End.BOTTOM:
                return lambda m: (location(m), 0)
            case number:
                index = self.value(number)
                return lambda m: (location(m), index(m))

    def _swap_cards(self, node: p.SwapCards) -> Act:
        first, second, span = self.card(node.first), self.card(node.second), node.span
        headline = "there is no card to swap"
        first_missing = self.missing_card("no-card", headline, node.first, span)
        second_missing = self.missing_card("no-card", headline, node.second, span)
        named = _names_a_position(node.first), _names_a_position(node.second)

        def swap(m: Machine) -> None:
            one, other = first(m), second(m)
            if one == MISSING:
                first_missing(m)
            if other == MISSING:
                second_missing(m)
            m.swap(one, other, named)

        return swap

    def _swap_locations(self, node: p.SwapLocations) -> Act:
        first, second, span = self.location(node.first), self.location(node.second), node.span

        def swap(m: Machine) -> None:
            one, other = first(m), second(m)
            for number in (one, other):
                if not m.cards[number]:
                    label = f"{self.location_words(number)} is empty"
                    raise Fault("no-card", "an empty location cannot be swapped", span, label)
            m.swap_locations(one, other)

        return swap

    def _remember(self, node: p.Remember) -> Act:
        card, target, span = self.card(node.card), self._destination(node.destination), node.span
        missing = self.missing_card("no-card", "there is no card to remember", node.card, span)

        def remember(m: Machine) -> None:
            found = card(m)
            if found == MISSING:
                missing(m)
            m.remember(found, *target(m), span)

        return remember

    def _forget(self, node: p.Forget) -> Act:
        location, position = self.location(node.location), self.position(node.where)

        def forget(m: Machine) -> None:
            number = location(m)
            size = len(m.cards[number])
            index = position(m, size)
            if not 0 <= index < size:
                label = f"{self.location_words(number)} holds {size}"
                raise Fault("no-card", "there is nothing to forget", node.span, label)
            m.forget(number, index)

        return forget

    def _shuffle(self, node: p.Shuffle) -> Act:
        if isinstance(node.cards, p.Live):
            location = self.location(node.cards)

            def shuffle(m: Machine) -> None:
                number = location(m)
                m.count_work(SHUFFLING * len(m.cards[number]))
                m.shuffle(m.cards[number], number)

            return shuffle
        cards = self.cards(node.cards, SHUFFLING)
        return lambda m: m.shuffle(cards(m), -1)


def _names_a_position(node: p.Card) -> bool:
    """Whether the rules name a position of a location, so that everybody can follow.

    A number that is worked out may come from a secret: a pick, a card, chance.
    """
    return (
        isinstance(node, p.CardAt)
        and isinstance(node.cards, p.Live)
        and isinstance(node.where, End | p.Const)
    )
