"""One state being played: the state, the variables, chance, and the journal of changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from kibitz.engine import changes as ch
from kibitz.engine import limits
from kibitz.engine.errors import Fault
from kibitz.engine.event_writer import EventWriter
from kibitz.engine.points import PointMap
from kibitz.engine.program import Pick
from kibitz.engine.program.work import STEP
from kibitz.engine.protocol import Found
from kibitz.engine.rng import Rng
from kibitz.engine.state import State
from kibitz.recycle import Span

_ENDLESS = 1 << 60

MISSING = -1
"""The card that is not there: the top of an empty pile."""


class WatchedFaces(Sequence[int]):
    """The kinds of the cards, by card; somebody is told of every card that is looked at, before."""

    __slots__ = ("_kinds", "_look")

    def __init__(self, kinds: list[int], look: Callable[[int], object]) -> None:
        self._kinds = kinds
        self._look = look

    def __len__(self) -> int:
        return len(self._kinds)

    @overload
    def __getitem__(self, card: int) -> int: ...
    @overload
    def __getitem__(self, card: slice) -> list[int]: ...
    def __getitem__(self, card: int | slice) -> int | list[int]:
        if isinstance(card, slice):
            return [self[number] for number in range(len(self))[card]]
        self._look(card)
        return self._kinds[card]


class Machine:
    """What rules work on. Without a generator it only tries things out: no chance is used."""

    __slots__ = (
        "acts",
        "alternative",
        "bindings",
        "cards",
        "depth",
        "found",
        "ints",
        "journal",
        "kinds",
        "offers",
        "path",
        "picks",
        "place",
        "points",
        "reached",
        "rng",
        "seats",
        "state",
        "steps",
        "strs",
        "variables",
        "work",
        "writer",
    )

    def __init__(
        self, state: State, variables: int, rng: Rng | None, writer: EventWriter | None
    ) -> None:
        self.state = state
        self.rng = rng
        self.writer = writer
        self.variables: list[Any] = [None] * variables
        self.journal: list[ch.Change] = []
        self.path: list[int] = []
        self.picks: list[tuple[int, int]] = []
        self.bindings: list[tuple[Pick, Any]] = []
        self.offers: list[tuple[Sequence[Any], int]] = []
        self.found: Found = []
        self.alternative = 0
        self.reached = 0
        self.depth = 0
        self.acts = 0
        self.steps = 0
        self.work = 0
        # Shared with the state, one look-up nearer for the rules.
        self.cards = state.cards
        self.place = state.place
        self.kinds: Sequence[int] = state.kinds
        self.ints = state.ints
        self.strs = state.strs
        self.points = state.points
        self.seats = state.seats

    def note(self, change: ch.Change) -> None:
        self.journal.append(change)
        if self.writer is not None:
            self.writer.notice(change)

    def undo(self, mark: int) -> None:
        """Take back everything since the journal was `mark` long."""
        journal = self.journal
        while len(journal) > mark:
            journal.pop().undo(self.state)

    # ------------------------------------------------------------------ limits, picks

    def count_steps(self, steps: int, work: int = STEP) -> None:
        """`work`: of each; none where the price of something around them includes it."""
        self.steps += steps
        self.count_work(steps * work)

    def count_work(self, visits: int) -> None:
        self.work += visits
        if self.work > limits.WORK:
            # One budget, two ways to spend it.
            if self.steps * STEP > limits.WORK // 2:
                steps = min(self.steps, limits.STEPS)
                headline = f"no decision was reached in {steps:,} steps"
                raise Fault("no-progress", headline, None, "play was here")
            headline = f"working this out takes more than {limits.WORK:,} looks"
            raise Fault("too-much-work", headline, None, "play was here")

    def follow(self, path: list[int]) -> None:
        """Start on the path; elements offered on the way are those still in `offers`."""
        self.path, self.picks, self.bindings = path, [], []
        self.depth = self.reached = self.acts = self.steps = 0

    def offered(self, elements: Callable[[Machine], Sequence[Any]]) -> Sequence[Any]:
        """What there is to pick here; a trial that came the same way has found it already.

        It costs the same each time.
        """
        number = self.reached
        self.reached = number + 1
        if number == len(self.offers):
            before = self.work
            found = elements(self)
            self.offers.append((found, self.work - before))
            return found
        found, work = self.offers[number]
        self.count_work(work)
        return found

    def recalled(self, elements: Callable[[Machine], Sequence[Any]]) -> Sequence[Any]:
        """What there was when the options were found: no work any more."""
        before, self.work = self.work, -_ENDLESS
        found = elements(self)
        self.work = before
        return found

    def offer(self) -> None:
        """What has been picked so far is an option."""
        self.found.append(((self.alternative, *self.path), tuple(self.bindings)))
        if len(self.found) > limits.OPTIONS:
            headline = f"a decision has at most {limits.OPTIONS:,} options"
            raise Fault("too-many-options", headline, None)

    def pick(self, node: Pick, elements: Sequence[Any]) -> Any:
        """The element the path picks here; where the path ends, the first."""
        depth = self.depth
        if depth == limits.PICKS:
            headline = f"an option picks at most {limits.PICKS} times"
            raise Fault("too-many-picks", headline, node.span, "picked here")
        self.depth = depth + 1
        if depth == len(self.path):
            self.path.append(0)
        index = self.path[depth]
        if index >= len(elements):
            headline = "chance took away what the player picked"
            raise Fault("option-gone", headline, node.span, "picked here")
        self.picks.append((len(elements), self.reached))
        element = elements[index]
        self.bindings.append((node, tuple(element) if isinstance(element, list) else element))
        return element

    # ------------------------------------------------------------------ cards

    def move(
        self, card: int, named: tuple[bool, bool], destination: int, index: int | None, span: Span
    ) -> None:
        """Put the card on the destination at `index` (None: on top), wherever it lies now.

        `named`: whether the rules name the positions it leaves and gets.
        """
        source = self.place[card]
        pile = self.cards[source]
        source_index = len(pile) - 1 if pile[-1] == card else pile.index(card)
        del pile[source_index]
        target = self.cards[destination]
        if index is None:
            index = len(target)
        elif not 0 <= index <= len(target):
            pile.insert(source_index, card)
            raise no_position(index, len(target), span)
        target.insert(index, card)
        self.place[card] = destination
        self.note(ch.CardMove(card, source, source_index, destination, index, named))

    def take(self, cards: list[int], index: int) -> None:
        """Remove a card from the virtual list it is moved through."""
        self.note(ch.CardTaken(cards, index, cards.pop(index)))

    def swap(self, one: int, other: int, named_positions: tuple[bool, bool]) -> None:
        first, second = self.place[one], self.place[other]
        first_index, second_index = self.cards[first].index(one), self.cards[second].index(other)
        ch.exchange(self.state, first, first_index, second, second_index)
        cards = one, other
        self.note(ch.CardSwap(cards, first, first_index, second, second_index, named_positions))

    def swap_locations(self, first: int, second: int) -> None:
        ch.exchange_piles(self.state, first, second)
        self.note(ch.LocationSwap(first, second))

    def shuffle(self, cards: list[int], location: int) -> None:
        order = cards[:]
        if self.rng is not None:
            self.rng.shuffle(cards)
        self.note(ch.ShuffleChange(location, cards, order))

    def remember(self, card: int, location: int, index: int | None, span: Span) -> None:
        memory = self.cards[location]
        if len(memory) == limits.REFERENCES:
            headline = f"a memory holds at most {limits.REFERENCES} cards"
            raise Fault("memory-full", headline, span)
        if index is None:
            index = len(memory)
        elif not 0 <= index <= len(memory):
            raise no_position(index, len(memory), span)
        memory.insert(index, card)
        self.note(ch.Remembering(card, location, index))

    def forget(self, location: int, index: int) -> None:
        card = self.cards[location].pop(index)
        self.note(ch.Oblivion(card, location, index))

    def create(self, kinds: tuple[int, ...], back: int, location: int, span: Span) -> None:
        state = self.state
        first = len(state.place)
        if first + len(kinds) > limits.CARDS:
            headline = f"a match has at most {limits.CARDS} cards"
            raise Fault("too-many-cards", headline, span, f"{first} are in play already")
        state.cards[location].extend(range(first, first + len(kinds)))
        state.place.extend([location] * len(kinds))
        state.kinds.extend(kinds)
        state.backs.extend([back] * len(kinds))
        self.note(ch.Creation(location, len(kinds)))

    # ------------------------------------------------------------------ storages, turns

    def store_int(self, slot: int, value: int) -> None:
        before, self.ints[slot] = self.ints[slot], value
        self.note(ch.IntChange(slot, before))

    def store_str(self, slot: int, value: int) -> None:
        before, self.strs[slot] = self.strs[slot], value
        self.note(ch.StrChange(slot, before))

    def store_points(self, slot: int, value: PointMap) -> None:
        before, self.points[slot] = self.points[slot], value
        self.note(ch.PointsChange(slot, before))

    def queue(self, seat: int) -> None:
        frame = self.seats[-1]
        before, frame.queued = frame.queued, seat
        self.note(ch.Queueing(frame, before))

    def seat(self, seat: int) -> None:
        frame = self.seats[-1]
        before, frame.position = frame.position, seat
        self.note(ch.Seating(frame, before))

    def do_nothing(self) -> None:
        self.note(ch.Passing())


def check_size(size: int, span: Span | None) -> None:
    """Raises the fault of a collection that would be too large."""
    if size > limits.ELEMENTS:
        label = f"this would have {size:,}"
        headline = f"a collection has at most {limits.ELEMENTS:,} elements"
        raise Fault("too-many-elements", headline, span, label)


def check_length(cards: int) -> None:
    """Raises the fault of a card list that would be too long."""
    if cards > limits.CARDS:
        headline = f"a card list has at most {limits.CARDS} cards"
        raise Fault("too-many-elements", headline, None, f"this one would have {cards}")


def no_position(index: int, size: int, span: Span) -> Fault:
    headline = f"there is no position {index} here"
    return Fault("no-such-position", headline, span, f"{size} cards lie there")
