"""Matches followed event by event: where every card went."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from kibitz.engine import (
    CardMoved,
    Created,
    Event,
    Interpreter,
    LocationsSwapped,
    Place,
    Playing,
    Remembered,
    Rng,
    Step,
    at_random,
    current,
    places,
)
from kibitz.recycle import LocationClass

MOST_WATCHED = 3_000
"""No further match is followed after so many decisions."""


@dataclass(frozen=True, slots=True)
class CardMovements:
    """Card movements of some matches: by location numbers, how often."""

    places: tuple[Place, ...]
    names: tuple[str, ...]
    """By location: its name in the program."""
    matches: int
    moves: Counter[tuple[int, int]]
    starts: frozenset[int]
    """Locations into which a deck was created."""
    backs: int
    """How many different backs the cards have."""
    is_tight: bool
    """At some decision every option played a card of the chooser's own, and not any of them."""


class Follower:
    """Follows every card from place to place."""

    def __init__(self) -> None:
        self.moves: Counter[tuple[int, int]] = Counter()
        self.starts: set[int] = set()
        self._place: list[int] = []

    def follow(self, events: tuple[Event, ...]) -> None:
        for event in events:
            match event:
                case Created(location=location, count=count):
                    self.starts.add(location)
                    self._place += [location] * count
                case CardMoved(card=int(card), source=source, destination=destination):
                    self.moves[source, destination] += 1
                    self._place[card] = destination
                case LocationsSwapped(first=first, second=second):
                    self._swap(first, second)
                case Remembered(card=card, location=location):
                    self.moves[self._place[card], location] += 1
                case _:
                    pass

    def _swap(self, first: int, second: int) -> None:
        other = {first: second, second: first}
        for card, place in enumerate(self._place):
            if place in other:
                self.moves[place, other[place]] += 1
                self._place[card] = other[place]

    def new_match(self) -> None:
        self._place = []


def follow_cards(
    engine: Interpreter, seed: int, matches: int, most_decisions: int
) -> CardMovements:
    """The matches of the seed with every seat choosing at random, the same as the playouts'; of
    long ones fewer. Under a `time_limit`, as far as they come, but one decision at least.

    Raises MatchError if a rule fails.
    """
    follower = Follower()
    backs: set[int] = set()
    tight = False
    found, is_late = places(engine.program), current().is_late
    watched = decisions = 0
    while watched < matches and decisions < MOST_WATCHED and not (watched and is_late()):
        follower.new_match()
        rng = Rng(seed, stream=watched)
        match = Playing(engine, rng, most_decisions)
        backs |= set(match.step.state.backs)
        for step in match.steps(at_random(rng)):
            follower.follow(step.events)
            if not tight and not step.is_over and not match.is_capped:
                tight = _is_tight(engine, step, found)
            if match.decisions and is_late():
                break
        watched += 1
        decisions += len(match.decisions)
    names = tuple(engine.program.strings[place.name] for place in found)
    return CardMovements(
        found, names, watched, follower.moves, frozenset(follower.starts), len(backs), tight
    )


def _is_tight(engine: Interpreter, step: Step, found: tuple[Place, ...]) -> bool:
    """Whether the rules made the chooser play some of its private cards and forbade others.

    Then what is played tells the others what is not held: whoever does not follow suit has none.
    A card that all of them know to be held tells nothing by being forbidden.
    """
    held = {
        card
        for number, place in enumerate(found)
        if _is_own(place, step.seat)
        for card in step.state.cards[number]
    }
    if len(held) < 2:
        return False
    offered: set[int] = set()
    paths, every = [path for path, _ in step.found], range(len(step.state.kinds))
    for _, _, events in engine.rehearse(step.state, paths, every):
        played = {
            event.card
            for event in events
            if isinstance(event, CardMoved) and _is_own(found[event.source], step.seat)
        }
        if not played:
            return False
        offered |= {card for card in played if card is not None}
    others = [seat for seat in range(engine.program.players) if seat != step.seat]
    knowledge = step.state.knowledge
    return offered < held and any(
        not knowledge.knows(seat, card) for card in held - offered for seat in others
    )


def _is_own(place: Place, seat: int) -> bool:
    return place.owner == seat and place.location_class is LocationClass.INVISIBLE
