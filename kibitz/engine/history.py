"""What a seat could follow of a match up to now: how cards lay once, and what came of every choice.

A View says how things are, a Past how they came to be so. It begins where the seat last lost track
of a card; where a deal tells something after its shuffle, that is before any choice, and the first
moment is the first decision. From there on the seat can follow every card: it has seen what it is,
or it knows where it went. So a card of the past is named by what the seat can tell now: its number,
or the spot where it lies. Nothing in here is more than what the seat saw.

A seat follows a card as long as it sees it, or it moves from a place and position that the rules
name. Cards that are mixed before its eyes cannot be told apart any more. Where it had seen what
they are, that does no harm to the past: these cards lay where they were seen. Where it had not,
the seat no longer knows which card came from where, and its past begins anew. As long as nothing
depended on cards that a seat cannot tell, its past has not begun.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from kibitz.engine.events import Event, Shuffled
from kibitz.engine.knowledge import members
from kibitz.engine.secrets import masked

if TYPE_CHECKING:
    from kibitz.engine.knowledge import Knowledge
    from kibitz.engine.places import LocationTable
    from kibitz.engine.state import PointMap, State
    from kibitz.engine.view import View

Trace = int | tuple[int, int]
"""A card: its number if the seat can tell, else location and index of the spot it lies in now."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What everybody sees of a table at rest, but the cards; the fields are as in a View."""

    position: int
    seats: tuple[tuple[int, int, int], ...]
    teams: tuple[tuple[int, int, int], ...]
    ints: tuple[int, ...]
    strs: tuple[int, ...]
    points: tuple[PointMap, ...]
    memory: tuple[tuple[int, ...], ...]
    """The cards that every `mem` location held, in the order of the locations."""

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.seats[-1][0]


class Moment(NamedTuple):
    """What came of a choice: the scene at the next decision, and where which cards had gone."""

    scene: Scene
    gone: tuple[tuple[Trace, int], ...]


@dataclass(frozen=True, slots=True)
class Past:
    """How the cards lay at a decision, and what came of every choice from there up to now."""

    piles: tuple[tuple[Trace, ...], ...]
    """By location, bottom first; of a memory, the cards that it held."""
    scene: Scene
    moments: tuple[Moment, ...]


# ---------------------------------------------------------------------------- as it happens

_MOST = 200
"""Choices that are kept; a match may be endless."""


class _Beginning:
    """How the cards lay, with the true ones."""

    __slots__ = ("_filled", "_piles", "scene")

    def __init__(
        self, piles: tuple[tuple[int, ...], ...], scene: Scene, memory: Container[int]
    ) -> None:
        self._piles, self.scene = piles, scene
        self._filled = [n for n, pile in enumerate(piles) if pile and n not in memory]
        """The locations with cards that somebody may not be able to tell."""

    def as_told(self, told: list[Trace]) -> tuple[tuple[Trace, ...], ...]:
        """With what a seat calls the cards."""
        piles = list[tuple[Trace, ...]](self._piles)
        for number in self._filled:
            piles[number] = tuple([told[card] for card in self._piles[number]])
        return tuple(piles)


class _TrueMoment:
    """A moment with the true cards."""

    __slots__ = ("_cards", "_gone", "_open", "_scene")

    def __init__(self, scene: Scene, gone: list[tuple[int, int]]) -> None:
        self._scene, self._gone = scene, gone
        self._cards = sum([1 << card for card, _ in gone])
        self._open: Moment | None = None
        """As whoever can tell all these cards saw it, once somebody has."""

    def as_told(self, told: list[Trace], named: int) -> Moment:
        """With what a seat calls the cards, which are in an order that gives nothing away: by that
        name. It can tell the named ones."""
        if self._cards & ~named:
            gone = [(told[card], place) for card, place in self._gone]
            return Moment(self._scene, tuple(sorted(gone, key=_by_name)))
        if self._open is None:
            self._open = Moment(self._scene, tuple(sorted(self._gone)))
        return self._open


class Trail:
    """Told by whoever watches the match; of a seat it says nothing that the seat did not see."""

    __slots__ = (
        *("_forgetting", "_forgotten", "_happened", "_lost", "_memory", "_mixed"),
        *("_named", "_resumed", "_secrets", "_shuffled", "_since", "_starts", "_told"),
    )

    def __init__(self, seats: int, layout: LocationTable) -> None:
        """Before the deal: nobody could follow anything yet."""
        self._memory, self._secrets = layout.memory, layout.secrets
        self._named = [0] * seats
        """By seat: the cards of which it has seen what they are, since its past began."""
        self._mixed = [0] * seats
        """By seat: those of them that it could not tell from each other where they lie now."""
        self._lost = set(range(seats))
        self._starts: list[_Beginning | None] = [None] * seats
        self._since = [0] * seats
        """By seat: the number of the first choice of its past."""
        self._told = set[int]()
        """The seats in whose past something depended on cards that they could not tell."""
        self._forgetting = set[int]()
        """Those of the lost who thereby lose what they were told."""
        self._forgotten = [0] * seats
        """By seat: the cards of which it may have been told something before its past began."""
        self._shuffled = -1
        """The cards that were shuffled since the last decision, and of which nothing was told
        since: what was told of them before is worth nothing any more."""
        self._happened: tuple[_TrueMoment, ...] = ()
        self._resumed: State | None = None
        """Between decisions, where the past of all may begin anew."""

    @staticmethod
    def leading_to(state: State, view: View, layout: LocationTable) -> Trail:
        """The trail of a world that was dealt from the view: its seat has the same past there, the
        others have none."""
        trail, seat, past = Trail(len(state.knowledge.doubts), layout), view.seat, view.past
        unknown = state.knowledge.unknown_to(seat)
        forgotten = [state.cards[location][index] for location, index in view.forgotten]
        trail._forgotten[seat] = sum([1 << card for card in forgotten])
        trail._shuffled = 0
        if past is None:
            trail.dealt(state)
            return trail
        piles = tuple(tuple([card_of(trace, state) for trace in pile]) for pile in past.piles)
        trail._starts[seat] = _Beginning(piles, past.scene, layout.memory)
        trail._happened = tuple(
            _TrueMoment(scene, [(card_of(trace, state), place) for trace, place in gone])
            for scene, gone in past.moments
        )
        trail._named[seat] = sum(
            1 << trace
            for number, pile in enumerate(past.piles)
            if number not in layout.memory
            for trace in pile
            if isinstance(trace, int)
        )
        trail._mixed[seat] = trail._named[seat] & unknown
        trail._lost.remove(seat)
        trail._told.add(seat)
        return trail

    def copy(self) -> Trail:
        twin = Trail.__new__(Trail)
        twin._named, twin._mixed, twin._lost = self._named[:], self._mixed[:], set(self._lost)
        twin._starts, twin._since = self._starts[:], self._since[:]
        twin._told, twin._forgetting = set(self._told), set(self._forgetting)
        twin._forgotten, twin._shuffled = self._forgotten[:], self._shuffled
        twin._happened, twin._memory = self._happened, self._memory
        twin._secrets = self._secrets
        twin._resumed = self._resumed
        return twin

    # ------------------------------------------------------------------ as it happens

    def shown(self, seats: Iterable[int], card: int) -> None:
        """The seats see which card this is."""
        bit, named, mixed = 1 << card, self._named, self._mixed
        for seat in seats:
            named[seat] |= bit
            if mixed[seat] & bit:
                mixed[seat] ^= bit

    def moved(self, card: int) -> None:
        """Seats that cannot tell which of several cards this was lose track."""
        if any(self._mixed):
            self._lose([n for n, mixed in enumerate(self._mixed) if mixed >> card & 1])

    def mixed(self, seats: Iterable[int], cards: int) -> None:
        """The seats lose sight of which is which among these cards."""
        if not cards & (cards - 1):
            return
        for seat in seats:
            if cards & ~self._named[seat]:
                self._lose([seat])
            self._mixed[seat] |= cards
            if self._forgotten[seat] & cards:
                self._forgotten[seat] |= cards

    def looked_at(self, card: int, knowledge: Knowledge) -> None:
        """What happens depends on what the card is: that tells something to seats who could not
        tell it."""
        if self._lost or len(self._told) < len(self._named):  # else all have been told already
            blind = knowledge.blind_to(card)
            if blind:
                self._tell(blind)

    def told_all(self) -> None:
        """That a choice can be made, or what it does, depends on cards that somebody could not
        tell."""
        self._tell(range(len(self._named)))

    def shuffled(self, cards: Iterable[int]) -> None:
        """All lose track: a shuffle cannot be played once more."""
        self._shuffled |= sum([1 << card for card in cards])
        self.lost_by_all()

    def lost_by_all(self) -> None:
        self._lose(range(len(self._named)))

    def _lose(self, seats: Iterable[int]) -> None:
        self._forgetting.update(self._told.intersection(seats))
        self._lost.update(seats)

    def _tell(self, seats: Iterable[int]) -> None:
        self._told.update(seats)
        blind = self._lost.intersection(seats)
        if blind:
            self._forgetting |= blind
            self._shuffled = 0

    # ------------------------------------------------------------------ at rest

    def dealt(self, state: State) -> None:
        """The first decision has come."""
        if self._resumed is None:
            self._rest(state)
        else:
            self.chosen(self._resumed, state)

    def may_begin(self, state: State) -> None:
        """What comes next, before the next decision, may depend on cards that somebody cannot
        tell: where all have lost track, their past begins here."""
        if len(self._lost) == len(self._named):
            self._told.clear()
            self._rest(state)
            self._resumed = state.copy()

    def chosen(self, before: State, after: State) -> None:
        """A choice led from one decision to the next."""
        before, self._resumed = self._resumed or before, None
        if len(before.place) != len(after.place) or len(self._happened) == _MOST:
            self.lost_by_all()
        self._told -= self._lost
        beginning = [seat for seat in self._told if self._starts[seat] is None]
        if beginning:
            piles = tuple(map(tuple, before.cards))
            start = _Beginning(piles, self._scene(before), self._memory)
            for seat in beginning:
                self._starts[seat], self._since[seat] = start, len(self._happened)
        if self._told:
            places = zip(before.place, after.place, strict=True)
            gone = [(card, new) for card, (old, new) in enumerate(places) if old != new]
            self._happened += (_TrueMoment(self._scene(after), gone),)
        self._rest(after)

    def _rest(self, state: State) -> None:
        """Those who lost track, or were told nothing yet, have no past; what nobody follows any
        more is let go."""
        for seat in range(len(self._named)):
            if seat not in self._told:
                self._starts[seat] = None
                self._named[seat], self._mixed[seat] = _known_to(seat, state), 0
                if seat in self._forgetting:
                    self._forgotten[seat] |= state.knowledge.unknown_to(seat)
                self._forgotten[seat] &= ~self._shuffled
        if self._lost:
            self._lost, self._forgetting, self._shuffled = set(), set(), 0
        oldest = min([self._since[seat] for seat in self._told], default=len(self._happened))
        if oldest:
            self._happened = self._happened[oldest:]
            self._since = [number - oldest for number in self._since]

    def _scene(self, state: State) -> Scene:
        """Without any secret: where one has a say, no past leads on."""
        return Scene(
            state.position,
            tuple([(f.position, f.queued, f.turns) for f in state.seats]),
            tuple([(f.position, f.queued, f.turns) for f in state.teams]),
            *masked(self._secrets, state),
            tuple(state.points),
            tuple([tuple(state.cards[location]) for location in sorted(self._memory)]),
        )

    # ------------------------------------------------------------------ what a seat may know

    def followed_by(self, seat: int, state: State) -> Past | None:
        """The past of the seat; None where nothing was chosen in it that tells it anything."""
        start, happened = self._starts[seat], self._happened[self._since[seat] :]
        if start is None or not happened:
            return None
        named = self._named[seat] | _known_to(seat, state)
        told = _names(named, state)
        moments = tuple([one.as_told(told, named) for one in happened])
        return Past(start.as_told(told), start.scene, moments)

    def forgotten_by(self, seat: int, state: State) -> tuple[tuple[int, int], ...]:
        """Where the cards lie that the seat cannot tell, and of which it may have been told
        something before its past began."""
        cards = self._forgotten[seat] & state.knowledge.unknown_to(seat)
        return tuple(
            [
                (location, index)
                for location in sorted({state.place[card] for card in members(cards)})
                for index, card in enumerate(state.cards[location])
                if cards >> card & 1
            ]
        )


def course(before: State, after: State, events: Iterable[Event]) -> int:
    """What everybody saw of the choice that led from one decision to the next, added to what they
    saw before: who chose, where the rules went on, which numbers changed by how much, and which
    words to what."""
    if Shuffled in map(type, events):
        return 0
    pairs = enumerate(zip(before.ints, after.ints, strict=True))
    changes = [(slot, new - old) for slot, (old, new) in pairs if new != old]
    pairs = enumerate(zip(before.strs, after.strs, strict=True))
    words = [(slot, new) for slot, (old, new) in pairs if new != old]
    seats = before.seats[-1].position, after.seats[-1].position
    return hash((before.course, before.position, after.position, seats, *changes, *words))


def card_of(trace: Trace, state: State) -> int:
    """The card that is meant, if the state is the one that the match came to."""
    return trace if isinstance(trace, int) else state.cards[trace[0]][trace[1]]


def _names(named: int, state: State) -> list[Trace]:
    """By card: what a seat calls it that can tell the named ones."""
    told: list[Trace] = list(range(len(state.place)))
    hidden = ((1 << len(told)) - 1) & ~named
    for location in {state.place[card] for card in members(hidden)}:
        for index, card in enumerate(state.cards[location]):
            if hidden >> card & 1:
                told[card] = location, index
    return told


def _by_name(gone: tuple[Trace, int]) -> tuple[int, int]:
    name = gone[0]
    return (-1, name) if isinstance(name, int) else name


def _known_to(seat: int, state: State) -> int:
    return ((1 << len(state.place)) - 1) & ~state.knowledge.unknown_to(seat)
