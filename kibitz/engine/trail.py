"""How far back every seat can follow all cards, and what was chosen since.

A seat follows a card as long as it sees it, or it moves from a place and position that the rules
name. Cards that are mixed before its eyes cannot be told apart any more. Where it had seen what
they are, that does no harm to the past: these cards lay where they were seen. Where it had not,
the seat no longer knows which card came from where, and its past begins anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from kibitz.engine.past import Moment, Past, Scene, Trace

if TYPE_CHECKING:
    from kibitz.engine.knowledge import Knowledge
    from kibitz.engine.state import State

_MOST = 200
"""Choices that are kept; a match may be endless."""


class _Start(NamedTuple):
    piles: tuple[tuple[int, ...], ...]
    scene: Scene


class _Happened(NamedTuple):
    """A moment with the true cards."""

    scene: Scene
    gone: tuple[tuple[int, int], ...]


class Trail:
    """Told by whoever watches the match; of a seat it says nothing that the seat did not see."""

    __slots__ = (
        *("_happened", "_lost", "_memory", "_mixed"),
        *("_named", "_since", "_starts", "_told"),
    )

    def __init__(self, seats: int, memory: frozenset[int]) -> None:
        """Before the deal: nobody could follow anything yet. `memory`: the `mem` locations, whose
        cards are known to all."""
        self._memory = memory
        self._named = [0] * seats
        """By seat: the cards of which it has seen what they are, since its past began."""
        self._mixed = [0] * seats
        """By seat: those of them that it could not tell from each other where they lie now."""
        self._lost = set(range(seats))
        self._starts: list[_Start | None] = [None] * seats
        self._since = [0] * seats
        """By seat: the number of the first choice of its past."""
        self._told = set[int]()
        """The seats in whose past something depended on cards that they could not tell."""
        self._happened: tuple[_Happened, ...] = ()

    @staticmethod
    def leading_to(state: State, seat: int, past: Past | None, memory: frozenset[int]) -> Trail:
        """The trail of a world that was dealt from what the seat knows: it has that past there,
        the others have none."""
        trail = Trail(len(state.knowledge.doubts), memory)
        if past is None:
            trail.dealt(state)
            return trail
        piles = tuple(tuple([card_of(trace, state) for trace in pile]) for pile in past.piles)
        trail._starts[seat] = _Start(piles, past.scene)
        trail._happened = tuple(
            _Happened(scene, tuple([(card_of(trace, state), place) for trace, place in gone]))
            for scene, gone in past.moments
        )
        trail._named[seat] = sum(
            1 << trace
            for number, pile in enumerate(past.piles)
            if number not in memory
            for trace in pile
            if isinstance(trace, int)
        )
        trail._mixed[seat] = trail._named[seat] & state.knowledge.unknown_to(seat)
        trail._lost.remove(seat)
        trail._told.add(seat)
        return trail

    def copy(self) -> Trail:
        twin = Trail.__new__(Trail)
        twin._named, twin._mixed, twin._lost = self._named[:], self._mixed[:], set(self._lost)
        twin._starts, twin._since = self._starts[:], self._since[:]
        twin._happened, twin._memory, twin._told = self._happened, self._memory, set(self._told)
        return twin

    # ------------------------------------------------------------------ as it happens

    def shown(self, seats: Iterable[int], card: int) -> None:
        """The seats see which card this is."""
        for seat in seats:
            self._named[seat] |= 1 << card
            self._mixed[seat] &= ~(1 << card)

    def moved(self, card: int) -> None:
        """Seats that cannot tell which of several cards this was lose track."""
        if any(self._mixed):
            self._lost.update([n for n, mixed in enumerate(self._mixed) if mixed >> card & 1])

    def mixed(self, seats: Iterable[int], cards: int) -> None:
        """The seats lose sight of which is which among these cards."""
        if not cards & (cards - 1):
            return
        for seat in seats:
            if cards & ~self._named[seat]:
                self._lost.add(seat)
            self._mixed[seat] |= cards

    def looked_at(self, card: int, knowledge: Knowledge) -> None:
        """What happens depends on what the card is: that tells something to seats who could not
        tell it."""
        if len(self._told) < len(self._named):
            seats = range(len(self._named))
            self._told.update([seat for seat in seats if not knowledge.knows(seat, card)])

    def lost_by_all(self) -> None:
        self._lost.update(range(len(self._named)))

    # ------------------------------------------------------------------ at rest

    def dealt(self, state: State) -> None:
        """The first decision has come."""
        self._begin_anew(state)

    def chosen(self, before: State, after: State, *, tells: bool) -> None:
        """A choice led from one decision to the next. `tells`: that it could be made, or what it
        did, depends on cards that somebody could not tell."""
        if tells:
            self._told.update(range(len(self._named)))
        if len(before.place) != len(after.place) or len(self._happened) == _MOST:
            self.lost_by_all()
        if len(self._lost) < len(self._named):
            places = zip(before.place, after.place, strict=True)
            gone = [(card, new) for card, (old, new) in enumerate(places) if old != new]
            self._happened += (_Happened(self._scene(after), tuple(gone)),)
        if self._lost:
            self._begin_anew(after)

    def _begin_anew(self, state: State) -> None:
        """For those who lost track; what nobody follows any more is forgotten."""
        start = _Start(tuple(map(tuple, state.cards)), self._scene(state))
        for seat in self._lost:
            self._starts[seat], self._since[seat] = start, len(self._happened)
            self._named[seat], self._mixed[seat] = _known_to(seat, state), 0
        self._told -= self._lost
        self._lost = set()
        oldest = min(self._since)
        self._happened = self._happened[oldest:]
        self._since = [number - oldest for number in self._since]

    def _scene(self, state: State) -> Scene:
        return Scene(
            state.position,
            tuple([(f.position, f.queued, f.turns) for f in state.seats]),
            tuple([(f.position, f.queued, f.turns) for f in state.teams]),
            tuple(state.ints),
            tuple(state.strs),
            tuple(state.points),
            tuple([tuple(state.cards[location]) for location in sorted(self._memory)]),
        )

    # ------------------------------------------------------------------ what a seat may know

    def followed_by(self, seat: int, state: State) -> Past | None:
        """The past of the seat; None where nothing was chosen in it that tells it anything."""
        start, happened = self._starts[seat], self._happened[self._since[seat] :]
        if start is None or not happened or seat not in self._told:
            return None
        told = self._names(seat, state)
        return Past(
            tuple(
                [
                    pile if number in self._memory else tuple([told[card] for card in pile])
                    for number, pile in enumerate(start.piles)
                ]
            ),
            start.scene,
            tuple([Moment(one.scene, _told_gone(one, told)) for one in happened]),
        )

    def _names(self, seat: int, state: State) -> list[Trace]:
        """By card: what the seat calls it."""
        told: list[Trace] = list(range(len(state.place)))
        named = self._named[seat] | _known_to(seat, state)
        for location in {place for card, place in enumerate(state.place) if not named >> card & 1}:
            for index, card in enumerate(state.cards[location]):
                if not named >> card & 1:
                    told[card] = location, index
        return told


def card_of(trace: Trace, state: State) -> int:
    """The card that is meant, if the state is the one that the match came to."""
    return trace if isinstance(trace, int) else state.cards[trace[0]][trace[1]]


def _told_gone(happened: _Happened, told: list[Trace]) -> tuple[tuple[Trace, int], ...]:
    """In an order that gives nothing away: by what the seat calls the cards."""
    gone = [(told[card], place) for card, place in happened.gone]
    return tuple(sorted(gone, key=_by_name) if len(gone) > 1 else gone)


def _by_name(gone: tuple[Trace, int]) -> tuple[int, int]:
    name = gone[0]
    return (-1, name) if isinstance(name, int) else name


def _known_to(seat: int, state: State) -> int:
    return ((1 << len(state.place)) - 1) & ~state.knowledge.unknown_to(seat)
