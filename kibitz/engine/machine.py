"""One state being played: the state, the variables, chance, and how to take everything back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVarTuple, overload

from kibitz.engine import events as ev
from kibitz.engine import limits
from kibitz.engine.errors import Fault, MatchError
from kibitz.engine.event_writer import EventNotes
from kibitz.engine.program import Pick, StorageKind
from kibitz.engine.program.work import STEP
from kibitz.engine.protocol import Found
from kibitz.engine.rng import Rng
from kibitz.engine.state import BACKWARDS, PointMap, State
from kibitz.recycle import Span

Parts = TypeVarTuple("Parts")

_ENDLESS = 1 << 60

MISSING = -1
"""The card that is not there: the top of an empty pile."""


class WatchedFaces(Sequence[int]):
    """The kinds of the cards, by card; somebody is told of every card that is looked at, before."""

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

    def __init__(
        self, state: State, variables: int, rng: Rng | None, writer: EventNotes | None
    ) -> None:
        self.state = state
        self.rng = rng
        self.writer = writer
        self.variables: list[Any] = [None] * variables
        self.journal: list[Callable[[], object]] = []
        """Takes back what was done, the latest last: options are found by trying them. Nothing in
        it knows the machine, so that no garbage is left."""
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

    def note(
        self, undo: Callable[[], object], event: Callable[[*Parts], ev.Event], *parts: *Parts
    ) -> None:
        """The event has just happened, and `undo` takes it back."""
        self.journal.append(undo)
        if self.writer is not None:
            self.writer.happened(event(*parts))

    def undo(self) -> None:
        """Take back everything in the journal."""
        while self.journal:
            self.journal.pop()()

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
        self.journal.append(
            partial(_put_back, self.state, card, source, source_index, destination, index)
        )
        if self.writer is not None:
            self.writer.moved(card, (source, source_index), (destination, index), named)

    def take(self, cards: list[int], index: int) -> None:
        """Remove a card from the virtual list it is moved through."""
        self.journal.append(partial(cards.insert, index, cards.pop(index)))

    def swap(self, one: int, other: int, named_positions: tuple[bool, bool]) -> None:
        spots = [
            (self.place[card], self.cards[self.place[card]].index(card)) for card in (one, other)
        ]
        _exchange(self.state, *spots)
        self.journal.append(partial(_exchange, self.state, *spots))
        if self.writer is not None:
            self.writer.swapped((one, other), (spots[0], spots[1]), named_positions)

    def swap_locations(self, first: int, second: int) -> None:
        _exchange_piles(self.state, first, second)
        undo = partial(_exchange_piles, self.state, first, second)
        self.note(undo, ev.LocationsSwapped, first, second)

    def shuffle(self, cards: list[int], location: int) -> None:
        """`location` is -1 for a virtual list."""
        undo = partial(cards.__setitem__, slice(None), cards[:])
        if self.rng is not None:
            self.rng.shuffle(cards)
        if location < 0:
            self.journal.append(undo)
        else:
            self.note(undo, ev.Shuffled, location)

    def gather(self, source: int, destination: int, span: Span) -> None:
        """All cards of the one place on top of the other; in the order in which they lie there,
        which tells nobody anything."""
        if source != destination:
            for card in self.cards[source][:]:
                self.move(card, (True, True), destination, None, span)

    def lay_out(self, location: int) -> None:
        """Gathered cards lie in the order in which they were made; to all it is as if shuffled."""
        cards = self.cards[location]
        undo = partial(cards.__setitem__, slice(None), cards[:])
        cards.sort()
        self.note(undo, ev.Shuffled, location)

    def remember(self, card: int, location: int, index: int | None, most: int, span: Span) -> None:
        """`most`: what a memory of this game holds."""
        memory = self.cards[location]
        if len(memory) == most:
            headline = f"a memory holds at most {most:,} cards"
            raise Fault("memory-full", headline, span)
        if index is None:
            index = len(memory)
        elif not 0 <= index <= len(memory):
            raise no_position(index, len(memory), span)
        memory.insert(index, card)
        self.note(partial(memory.pop, index), ev.Remembered, card, location)

    def forget(self, location: int, index: int) -> None:
        memory = self.cards[location]
        undo = partial(memory.insert, index, memory.pop(index))
        self.note(undo, ev.Forgotten, location, index)

    def show(self, cards: Sequence[int], seats: Sequence[int]) -> None:
        shown = tuple(dict.fromkeys(cards))
        places = tuple(sorted([self.place[card] for card in shown]))
        self.note(_nothing, ev.CardsShown, shown, places, tuple(sorted(set(seats))))

    def create(self, kinds: tuple[int, ...], back: int, location: int, span: Span) -> None:
        state = self.state
        first = len(state.place)
        if first + len(kinds) > limits.CARDS:
            headline = f"a match has at most {limits.CARDS:,} cards"
            raise Fault("too-many-cards", headline, span, f"{first:,} are in play already")
        state.cards[location].extend(range(first, first + len(kinds)))
        state.place.extend([location] * len(kinds))
        state.kinds.extend(kinds)
        state.backs.extend([back] * len(kinds))
        undo = partial(_destroy, self.state, location, len(kinds))
        self.note(undo, ev.Created, location, len(kinds))

    # ------------------------------------------------------------------ storages, turns

    def store_int(self, slot: int, value: int) -> None:
        undo = partial(self.ints.__setitem__, slot, self.ints[slot])
        self.ints[slot] = value
        self.note(undo, ev.Stored, StorageKind.INT, slot, value)

    def keep(self, slot: int, value: int) -> None:
        """What was picked, before all have chosen: nobody hears of it."""
        self.journal.append(partial(self.ints.__setitem__, slot, self.ints[slot]))
        self.ints[slot] = value

    def store_str(self, slot: int, value: int) -> None:
        undo = partial(self.strs.__setitem__, slot, self.strs[slot])
        self.strs[slot] = value
        self.note(undo, ev.Stored, StorageKind.STR, slot, value)

    def store_points(self, slot: int, value: PointMap) -> None:
        undo = partial(self.points.__setitem__, slot, self.points[slot])
        self.points[slot] = value
        self.note(undo, ev.Stored, StorageKind.POINTS, slot, 0)

    def queue(self, seat: int) -> None:
        frame = self.seats[-1]
        undo = partial(setattr, frame, "queued", frame.queued)
        frame.queued = seat
        self.note(undo, ev.TurnQueued, seat)

    def seat(self, seat: int) -> None:
        frame = self.seats[-1]
        undo = partial(setattr, frame, "position", frame.position)
        frame.position = seat
        self.note(undo, ev.TurnTaken, seat)

    def turn_back(self) -> None:
        frame = self.seats[-1]
        undo = partial(setattr, frame, "turns", frame.turns)
        frame.turns ^= BACKWARDS
        self.note(undo, ev.TurnedBack)

    def do_nothing(self) -> None:
        self.note(_nothing, ev.Passed)


def _put_back(
    state: State, card: int, source: int, source_index: int, destination: int, index: int
) -> None:
    del state.cards[destination][index]
    state.cards[source].insert(source_index, card)
    state.place[card] = source


def _exchange(state: State, first: tuple[int, int], second: tuple[int, int]) -> None:
    """Two spots exchange their cards."""
    (here, index), (there, other_index) = first, second
    one, other = state.cards[here][index], state.cards[there][other_index]
    state.cards[here][index], state.cards[there][other_index] = other, one
    state.place[one], state.place[other] = there, here


def _exchange_piles(state: State, first: int, second: int) -> None:
    """Two locations exchange all their cards; the lists themselves stay where they are."""
    one, other = state.cards[first][:], state.cards[second][:]
    state.cards[first][:], state.cards[second][:] = other, one
    for card in one:
        state.place[card] = second
    for card in other:
        state.place[card] = first


def _destroy(state: State, location: int, count: int) -> None:
    start = len(state.place) - count
    del state.cards[location][len(state.cards[location]) - count :]
    del state.place[start:], state.kinds[start:], state.backs[start:]


def _nothing() -> None:
    pass


class RehearsingMachine(Machine):
    """Goes along paths that were found in another world: what they pick is found here and paid for,
    but what several paths are offered only once."""

    def forget_offers(self, before: Sequence[int], path: Sequence[int]) -> None:
        """Keep only what is offered alike on both paths, the one just gone and the next."""
        parted = next((n for n, (a, b) in enumerate(zip(before, path, strict=False)) if a != b), 0)
        is_shared = 0 < parted <= len(self.picks)
        del self.offers[self.picks[parted - 1][1] if is_shared else 0 :]

    def offered(self, elements: Callable[[Machine], Sequence[Any]]) -> Sequence[Any]:
        number = self.reached
        self.reached = number + 1
        if number == len(self.offers):
            self.offers.append((elements(self), 0))
        return self.offers[number][0]

    def recalled(self, elements: Callable[[Machine], Sequence[Any]]) -> Sequence[Any]:
        return elements(self)


class Explained:
    """Turns a fault inside a rule into a MatchError, and takes back what the step has done."""

    __slots__ = ("_error", "_machine")

    def __init__(self, error: Callable[[Machine, Fault], MatchError], machine: Machine) -> None:
        self._error = error
        self._machine = machine

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, fault: BaseException | None, trace: object) -> None:
        if isinstance(fault, Fault):
            error = self._error(self._machine, fault)
            self._machine.undo()
            raise error from None


def check_size(size: int, span: Span | None) -> None:
    """Raises the fault of a collection that would be too large."""
    if size > limits.ELEMENTS:
        label = f"this would have {size:,}"
        headline = f"a collection has at most {limits.ELEMENTS:,} elements"
        raise Fault("too-many-elements", headline, span, label)


def check_length(cards: int, most: int) -> None:
    """Raises the fault of a card list that would be too long."""
    if cards > most:
        headline = f"a card list has at most {most:,} cards"
        raise Fault("too-many-elements", headline, None, f"this one would have {cards:,}")


def no_position(index: int, size: int, span: Span) -> Fault:
    headline = f"there is no position {index} here"
    return Fault("no-such-position", headline, span, f"{size} cards lie there")
