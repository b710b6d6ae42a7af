"""A match whose cards get their faces from a person who sees them.

Cards that the person has not seen are undealt (`engine/lazy_deal.py`). What is entered is kept as a
list, and the match is what follows from it: to take back or to correct something is to follow
another list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TypeVar

from kibitz.choosing import cards_in
from kibitz.engine import (
    Decision,
    Event,
    Outcome,
    PointMap,
    Spot,
    State,
    View,
    alike,
    all_different,
    is_guessed_at,
    knowledge,
    lazy_deal,
)
from kibitz.game import Game
from kibitz.recycle import KibitzError
from kibitz.solver import World, as_printed
from kibitz.words import Rehearsed, labelled

MISSED = "?"
"""Typed for a card that was not seen."""


class BadEntry(KibitzError):
    """Something that cannot have happened, or cannot be understood."""


def card_named(game: Game, word: str, left: Mapping[int, int]) -> int:
    """The kind of card that is meant, among those that are left, by how many of each.

    Where suits count for nothing, `7` is any of the sevens. Raises BadEntry.
    """
    if len(cards_in(word.casefold())) > 1:
        raise BadEntry("one card is asked for")
    meant = game.vocabulary.kinds_named(word)
    if not meant:
        raise BadEntry(f"{word!r} is no card of this game")
    found = [kind for kind in meant if left.get(kind)]
    if not found:
        called = game.vocabulary.kind_texts[meant[0]] if len(meant) == 1 else word.upper()
        raise BadEntry(f"no {called} is left: every one has been seen")
    numbers = alike(game.program)
    if len({numbers[kind] for kind in found}) > 1:
        choices = ", ".join(game.vocabulary.kind_texts[kind] for kind in found)
        raise BadEntry(f"say the suit, too: {choices}")
    return found[0]


Result = TypeVar("Result")

_MOST_WAYS = 24
"""Who looks for more than these finds an option sooner step by step."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a person told: an option by its number, or a card by its kind; None was not seen."""

    value: int | None


@dataclass(frozen=True, slots=True)
class ChoiceWanted:
    """Somebody decides, and is to be told what."""

    seat: int
    view: View
    """What the person knows, from that seat."""
    decision: Decision
    """With labels."""


@dataclass(frozen=True, slots=True)
class CardWanted:
    """A card is seen; the person is to tell which."""

    location: int
    kinds: Mapping[int, int]
    """What it can be: how many of each kind are left."""
    may_be_missed: bool
    """Whether the match can go on without it."""


Wanted = ChoiceWanted | CardWanted


@dataclass(frozen=True, slots=True)
class Way:
    """What somebody can do at one go, until a card is seen or somebody else decides."""

    labels: tuple[str, ...]
    entries: tuple[Entry, ...]
    """One for each label."""


@dataclass(frozen=True, slots=True)
class Happened:
    """A step of the match."""

    seat: int | None
    """Who chose; None is the deal."""
    events: tuple[Event, ...]
    kinds: tuple[int, ...]
    """The faces of the cards then, as far as they have any."""
    points: Sequence[PointMap]


class _Unseen(Exception):
    """A face is needed that was not entered yet."""

    def __init__(self, card: int, kinds: Mapping[int, int], location: int | None) -> None:
        """`location`: where the person sees it; None if a rule must know it."""
        super().__init__("which card is it?")
        self.card, self.kinds, self.location = card, kinds, location


class _Entered(lazy_deal.Chance):
    """Chance that asks."""

    __slots__ = ("_entries", "_next")

    def __init__(
        self, game: Game, doubts: tuple[knowledge.Doubt, ...], entries: Sequence[Entry]
    ) -> None:
        super().__init__(doubts, all_different(game.program), ())
        self._entries = entries
        self._next = 0

    def way(self, odds: Sequence[Fraction]) -> int:
        """Whatever else chance decides is decided by nobody at a table."""
        return 0

    def _deal(self, card: int) -> None:
        self.deal(card)

    def deal(self, card: int, location: int | None = None) -> None:
        """Give the card the face that was entered. Where the person sees it in a location, it may
        be missed, and stays undealt then. Raises _Unseen, and BadEntry."""
        doubt = next(doubt for doubt in self.doubts if doubt.cards >> card & 1)
        faces = {self.kinds[other]: other for _, other in self._faces(doubt, card)}
        if len(faces) > 1:
            if self._next == len(self._entries):
                raise _Unseen(card, self._left(doubt, faces), location)
            entered = self._entries[self._next].value
            self._next += 1
            if entered is None and location is not None:
                return
            if entered not in faces:
                raise BadEntry("that card cannot be there")
        else:
            (entered,) = faces
        self._give(doubt, card, faces[entered])

    def commit(self, card: int) -> None:
        """What others have seen is nothing that the person could tell."""

    def _left(self, doubt: knowledge.Doubt, faces: Mapping[int, object]) -> dict[int, int]:
        cards = (card for card in range(len(self.kinds)) if doubt.cards >> card & 1)
        left = Counter(self.kinds[card] for card in cards)
        return {kind: left[kind] for kind in faces}


class RealTable:
    """A match as one person at it can tell it."""

    def __init__(self, game: Game, seat: int) -> None:
        """Raises BadEntry for a game in which others keep secrets that are no cards."""
        if is_guessed_at(game.program):
            raise BadEntry("what others keep secret at a real table nobody can enter")
        self.game, self.seat = game, seat
        self._engine = lazy_deal.OpenInterpreter(game.program)
        self._printed = self._engine.laid_out().kinds
        self.entries: list[Entry] = []
        self.asked: list[Wanted] = []
        """What every entry answers."""
        self.wanted: Wanted | None = None
        """What is to be entered; None when the match is over."""
        self.outcome: Outcome | None = None
        """Once the match is over."""
        self.happened: list[Happened] = []
        """Step by step, from the deal on."""
        self._follow([])

    # ------------------------------------------------------------------ where it stands

    @property
    def view(self) -> View:
        """What the person knows."""
        return self._engine.view(self._as_known(self.seat), self.seat)

    def ways(self) -> list[Way]:
        """What whoever is to choose can do: the options, each with what the same player decides
        next where nothing is seen in between. Where that is too much, the options alone."""
        ways = self._ways(Way((), ()), _MOST_WAYS)
        return ways if len(ways) <= _MOST_WAYS else self._ways(Way((), ()), 0)

    def shortest(self, ways: Sequence[Way]) -> tuple[Way, CardWanted] | None:
        """The first of the ways on which one card is seen, and then another one decides: it can
        be entered together with its card. None where there is none."""
        seat = self._decides
        for way in ways:
            after = self._tried(*way.entries)
            wanted = None if after is None else after.wanted
            if after is None or not isinstance(wanted, CardWanted):
                continue
            if after._went_on(Entry(next(iter(wanted.kinds)))) and after._decides not in (
                None,
                seat,
            ):
                return way, wanted
        return None

    def unseen(self, ways: Sequence[Way]) -> Way | None:
        """What is entered for a turn that the person did not see: the first way on which no card
        must be told, after which another one decides and what lies before whoever has chosen is as
        it was. None where there is none."""
        seat = self._decides
        for way in ways:
            after = self._tried(*way.entries)
            missed = 0
            while after is not None and isinstance(after.wanted, CardWanted):
                is_missed = after.wanted.may_be_missed and after._went_on(Entry(None))
                after, missed = (after, missed + 1) if is_missed else (None, 0)
            if after is None or after._decides == seat:
                continue
            if after._laid_before(seat) == self._laid_before(seat):
                return Way(way.labels, (*way.entries, *[Entry(None)] * missed))
        return None

    def _laid_before(self, seat: int | None) -> list[tuple[Spot, ...]]:
        """What lies in the places of the seat, as far as the person can tell."""
        piles = zip(self.view.piles, self.game.vocabulary.places, strict=True)
        return [pile for pile, place in piles if place.owner == seat]

    def _ways(self, before: Way, most: int, passed: frozenset[str] = frozenset()) -> list[Way]:
        """Those that begin with one; more than `most` are looked for no further. Options of the
        keys that were `passed` are in other ways, of choices that are made together."""
        wanted = self.wanted
        assert isinstance(wanted, ChoiceWanted), "ways are those of a choice"
        words, engine = self.game.vocabulary, self.game.interpreter
        # Whether it is no matter in which order this and the next choice are made.
        is_together = Rehearsed(engine, words, wanted.view, wanted.decision).together > 1
        found: list[Way] = []
        for number, option in enumerate(wanted.decision.options):
            if option.key in passed:
                continue
            way = Way((*before.labels, option.label), (*before.entries, Entry(number)))
            after = self._tried(Entry(number)) if len(found) < most else None
            if after is not None and after._decides == wanted.seat:
                found += after._ways(way, most, passed if is_together else frozenset())
            else:
                found.append(way)
            passed |= {option.key} if is_together else set()
        return found

    @property
    def _decides(self) -> int | None:
        """Whose choice is to be entered; None for a card."""
        return self.wanted.seat if isinstance(self.wanted, ChoiceWanted) else None

    def _tried(self, *entries: Entry) -> RealTable | None:
        """Another table at which these were entered, from this choice on; None if they cannot."""
        other = copy(self)
        other.entries, other.asked = self.entries[:], self.asked[:]
        other.happened = self.happened[:]
        other._course = other._going_on()
        next(other._course)
        return other if all(other._went_on(entry) for entry in entries) else None

    def _went_on(self, entry: Entry) -> bool:
        """Whether it could be entered; if not, this table is of no use any more."""
        try:
            self.wanted = self._course.send(entry)
        except StopIteration:
            self.wanted = None
        except BadEntry:
            return False
        return True

    # ------------------------------------------------------------------ entering

    def enter(self, entry: Entry) -> None:
        """Raises BadEntry for what cannot be, and MatchError; the table is then as before."""
        if self.wanted is None:
            raise BadEntry("the match is over")
        before, asked = self.entries[:], self.wanted
        try:
            self.wanted = self._course.send(entry)
        except StopIteration:
            self.wanted = None
        except BadEntry:
            self._follow(before)
            raise
        self.entries.append(entry)
        self.asked.append(asked)

    def take_back(self) -> None:
        """The latest entry. Raises BadEntry if there is none."""
        if not self.entries:
            raise BadEntry("nothing was entered yet")
        self._follow(self.entries[:-1])

    def correct(self, number: int, entry: Entry) -> None:
        """Another entry in the place of that one, counted from 0, and all others as they were.

        Raises BadEntry if what was entered later cannot be then; the table is as before.
        """
        if number not in range(len(self.entries)):
            raise BadEntry(f"entries are 1 to {len(self.entries)}, not {number + 1}")
        before, corrected = self.entries, self.entries[:]
        corrected[number] = entry
        try:
            self._follow(corrected)
        except BadEntry as fault:
            self._follow(before)
            raise BadEntry(f"then something that was entered later cannot be: {fault}") from None

    def _follow(self, entries: Sequence[Entry]) -> None:
        self.entries = list(entries)
        self.asked, self.happened = [], []
        self.outcome = None
        self._course = self._played()
        self.wanted = wanted = next(self._course)
        try:
            for entry in entries:
                self.asked.append(wanted)
                self.wanted = wanted = self._course.send(entry)
        except StopIteration:
            self.wanted = None

    # ------------------------------------------------------------------ the course of it

    def _played(self) -> Generator[Wanted, Entry, None]:
        self._state, self._doubts = self._engine.laid_out(), tuple[knowledge.Doubt, ...]()
        yield from self._step(None, self._engine.dealt)
        yield from self._going_on()

    def _going_on(self) -> Generator[Wanted, Entry, None]:
        """From a decision on."""
        engine = self._engine
        while not engine.is_over(self._state):
            seat = self._state.seats[-1].position
            self._refuse_hidden_options()
            state = self._as_known(seat)
            decision = engine.at(state).status
            assert isinstance(decision, Decision), "somebody decides until the match is over"
            view = engine.view(state, seat)
            named = labelled(self.game.interpreter, view, decision, self.game.vocabulary)
            entry = yield ChoiceWanted(seat, view, named)
            if entry.value not in range(len(named.options)):
                raise BadEntry("that is none of the options")
            path = named.options[entry.value or 0].path
            yield from self._step(seat, partial(engine.played, self._state, path))
        self.outcome = yield from self._with_cards(partial(engine.scored, self._state))

    def _refuse_hidden_options(self) -> None:
        """Raises BadEntry where what may be done depends on cards that the person cannot see."""
        try:
            self._engine.found(self._state, _Entered(self.game, self._doubts, ()))
        except _Unseen:
            raise BadEntry(
                f"{self.game.title} cannot be followed from one seat: what others may do depends "
                "on cards that only they see"
            ) from None

    def _step(
        self, seat: int | None, act: Callable[[lazy_deal.Chance], tuple[State, tuple[Event, ...]]]
    ) -> Generator[Wanted, Entry, None]:
        """What is done, and the cards that the person sees then. What others know is nothing that
        the person could tell, so everybody knows what the person does."""

        def done(chance: _Entered) -> tuple[State, Happened, tuple[knowledge.Doubt, ...]]:
            state, events = act(chance)
            happened = Happened(seat, events, tuple(state.kinds), state.points)
            world = World(state, chance.doubts, Fraction(1))
            looked = replace(state, kinds=state.kinds[:])
            chance.begin(looked)
            for card in sorted(world.to_look_at(self.seat), key=state.place.__getitem__):
                if chance.undealt >> card & 1:
                    chance.deal(card, state.place[card])
            everybody = [chance.doubts] * self.game.players
            return (
                replace(looked, knowledge=knowledge.Knowledge(everybody)),
                happened,
                chance.doubts,
            )

        self._state, happened, self._doubts = yield from self._with_cards(done)
        self.happened.append(happened)

    def _with_cards(self, act: Callable[[_Entered], Result]) -> Generator[Wanted, Entry, Result]:
        """Do it again with every card that is entered, until none is wanting."""
        entries: list[Entry] = []
        while True:
            chance = _Entered(self.game, self._doubts, entries)
            try:
                return act(chance)
            except _Unseen as unseen:
                seen = unseen.location
                location = self._state.place[unseen.card] if seen is None else seen
                entries.append((yield CardWanted(location, unseen.kinds, seen is not None)))
            except lazy_deal.Entangled:
                raise BadEntry(
                    "cards were mixed in more ways than can be followed at a real table"
                ) from None

    def _as_known(self, seat: int) -> State:
        """The state with its cards as they are printed."""
        return as_printed(World(self._state, self._doubts, Fraction(1)), seat, self._printed)
