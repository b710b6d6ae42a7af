"""What one seat may know, built up from what it may know.

A View holds public facts, the faces the seat can tell, and what it is in doubt about: which
cards lie in which spots together. Which card lies in which spot is the secret, and it is not in
here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from kibitz.engine import inline_html
from kibitz.engine.history import Past
from kibitz.engine.knowledge import Doubt, Table, members
from kibitz.engine.places import TABLE, LocationTable, NameTable, Owner, card_text, unknown_name
from kibitz.engine.program import OwnerKind
from kibitz.engine.secrets import Guesses, masked, unseen_secrets
from kibitz.engine.state import PointMap, State


@dataclass(frozen=True, slots=True)
class Spot:
    """A card seen from the seat: its number if the seat can tell, and its back."""

    card: int | None
    back: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """Cards that lie in these spots, the seat does not know how."""

    pools: tuple[tuple[int, ...], ...]
    """Cards, ascending."""
    groups: tuple[tuple[tuple[int, int], ...], ...]
    """Spots: location and index."""
    tables: tuple[Table, ...]
    """How many cards of every pool may lie in every group; each deal is as likely as another."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything `seat` may know about a match: its information state, as far as that says anything
    of the table or of cards. Views are equal, and hash alike, if the seat knows the same."""

    seat: int
    players: int
    piles: tuple[tuple[Spot, ...], ...]
    """By location, bottom first."""
    unknown: tuple[Unknown, ...]
    kinds: tuple[int, ...]
    """By card: which face it has. Which card lies where is the secret, not what cards exist."""
    ints: tuple[int, ...]
    strs: tuple[int, ...]
    points: tuple[PointMap, ...]
    seats: tuple[tuple[int, int, int], ...]
    """Turn frames: position, queued, turns."""
    teams: tuple[tuple[int, int, int], ...]
    position: int
    names: NameTable = field(compare=False, repr=False)
    past: Past | None = field(default=None, repr=False)
    """How it came about, as far as the seat could follow; None where that tells it nothing."""
    forgotten: tuple[tuple[int, int], ...] = field(default=(), repr=False)
    """Spots of unknown cards of which something may have been told before that, which nobody can
    heed any more: the seat has lost track of some card since."""
    guesses: Guesses | None = None
    """What secret storages may hold that the seat does not see, and which are 0 in here; None where
    there are none."""
    course: int = field(default=0, compare=False, repr=False)
    """A digest of what everybody saw of the choices since cards were last shuffled: views that look
    the same may have come about otherwise, and who plays with mixed strategies heeds it."""

    @property
    def is_forgetful(self) -> bool:
        """Whether no world heeds all that was told before."""
        return bool(self.forgotten) or (self.guesses is not None and self.guesses.is_vague)

    @property
    def current(self) -> int:
        """The seat whose turn it is."""
        return self.seats[-1][0]

    def pile(self, name: str, seat: int | None = None, index: int = 0) -> list[str | None]:
        """The cards in the place of that name, bottom first: of the seat, or without one of the
        table or, if the table has none, of this seat.

        A card that the seat can tell is named, as in `7♥`; another one is None. Places that differ
        only in who may look, as `hloc GRID 1` and `vloc GRID 1` do, are read as one.
        Raises BadArgument if there is no such place.
        """
        numbers = next(
            (
                self.names.places[name, owner, index]
                for owner in self._owners(seat, None)
                if (name, owner, index) in self.names.places
            ),
            None,
        )
        if numbers is None:
            said = f"{name} {index}" if index else name
            raise unknown_name("place", said + _of(seat, None), _places(self.names))
        return [
            None if spot.card is None else card_text(self.names.cards, self.kinds, spot.card)
            for number in numbers
            for spot in self.piles[number]
        ]

    def _repr_html_(self) -> str:
        """What the seat can tell, for notebooks; places by the names that the program has."""
        rows: dict[str, list[list[str | None]]] = {}
        for name, owner, index in self.names.places:
            seat = owner[1] if owner[0] is OwnerKind.PLAYER else None
            said = name.lower() if seat is None else f"player {seat + 1}'s {name.lower()}"
            if owner[0] is not OwnerKind.TEAM and (cards := self.pile(name, seat, index)):
                rows.setdefault(said, []).append(cards)
        title = f"what player {self.seat + 1} knows; it is player {self.current + 1}'s turn"
        return inline_html.felt(title, rows.items())

    def number(self, name: str, seat: int | None = None, team: int | None = None) -> int:
        """What the integer storage of that name, `PIPS` or `PIPS 3`, holds: of the seat, the team,
        the table or, if the table has none, of this seat. Raises BadArgument if there is none."""
        return self.ints[self._slot("number", self.names.numbers, name, seat, team)]

    def word(self, name: str, seat: int | None = None, team: int | None = None) -> str:
        """The same of a string storage; empty as long as nothing was stored."""
        slot = self._slot("word", self.names.words, name, seat, team)
        return self.names.strings[self.strs[slot]]

    def _owners(self, seat: int | None, team: int | None) -> list[Owner]:
        """Whose things are meant, the likeliest first."""
        if seat is not None:
            return [(OwnerKind.PLAYER, seat)]
        if team is not None:
            return [(OwnerKind.TEAM, team)]
        return [TABLE, (OwnerKind.PLAYER, self.seat)]

    def _slot(
        self,
        what: str,
        slots: Mapping[tuple[str, Owner], int],
        name: str,
        seat: int | None,
        team: int | None,
    ) -> int:
        for owner in self._owners(seat, team):
            if (name, owner) in slots:
                return slots[name, owner]
        raise unknown_name(what, name + _of(seat, team), (known for known, _ in slots))


def _of(seat: int | None, team: int | None) -> str:
    if seat is not None:
        return f" of seat {seat}"
    return "" if team is None else f" of team {team}"


def _places(names: NameTable) -> set[str]:
    return {f"{name} {index}" if index else name for name, _, index in names.places}


def make_view(
    layout: LocationTable, state: State, seat: int, alike: View | None, guesses: Guesses | None
) -> View:
    """`alike` is the view of a seat that is in doubt about the same: it differs in its past, and in
    the secrets that it sees."""
    ints, strs = masked(unseen_secrets(layout, seat) if layout.secrets else (), state)
    backs, doubts = state.backs, state.knowledge.doubts[seat]
    trail = state.trail if doubts else None
    past = None if trail is None else trail.followed_by(seat, state)
    forgotten = () if trail is None else trail.forgotten_by(seat, state)
    if alike is not None:
        return replace(
            alike, seat=seat, past=past, forgotten=forgotten, ints=ints, strs=strs, guesses=guesses
        )
    opened, closed = _spots_by_card(tuple(backs))
    lying = list(opened)
    for doubt in doubts:
        for card in members(doubt.cards):
            lying[card] = closed[card]
    piles = [tuple([lying[card] for card in pile]) if pile else () for pile in state.cards]
    for number in layout.memory:
        piles[number] = tuple([opened[card] for card in state.cards[number]])
    return View(
        seat=seat,
        players=len(state.knowledge.doubts),
        piles=tuple(piles),
        unknown=tuple(sorted([unknown_cards(state, doubt) for doubt in doubts], key=_first_spot)),
        kinds=tuple(state.kinds),
        ints=ints,
        strs=strs,
        points=tuple(state.points),
        seats=tuple([(f.position, f.queued, f.turns) for f in state.seats]),
        teams=tuple([(f.position, f.queued, f.turns) for f in state.teams]),
        position=state.position,
        names=layout.names,
        past=past,
        forgotten=forgotten,
        guesses=guesses,
        course=state.course,
    )


@lru_cache(64)
def _spots_by_card(backs: tuple[int, ...]) -> tuple[tuple[Spot, ...], tuple[Spot, ...]]:
    """By card: its spot for a seat that can tell it, and for one that cannot."""
    opened = tuple([spot(card, back) for card, back in enumerate(backs)])
    return opened, tuple([spot(None, back) for back in backs])


@lru_cache(4096)
def spot(card: int | None, back: int) -> Spot:
    """One object for every card and back: views are made of them."""
    return Spot(card, back)


def unknown_cards(state: State, doubt: Doubt) -> Unknown:
    """The doubt in an order that gives nothing away: groups by first spot, pools by first card."""
    cards, spots = list(map(members, doubt.pools)), [_spots(state, g) for g in doubt.groups]
    if len(cards) == 1:
        return Unknown((cards[0],), (spots[0],), doubt.tables)
    columns = sorted(range(len(cards)), key=cards.__getitem__)
    rows = sorted(range(len(spots)), key=spots.__getitem__)
    tables = [
        tuple([tuple([table[row][column] for column in columns]) for row in rows])
        for table in doubt.tables
    ]
    return Unknown(
        tuple([cards[column] for column in columns]),
        tuple([spots[row] for row in rows]),
        tuple(sorted(tables)),
    )


def _spots(state: State, group: int) -> tuple[tuple[int, int], ...]:
    """Where the cards lie, in order."""
    return tuple(
        [
            (number, index)
            for number in sorted({state.place[card] for card in members(group)})
            for index, card in enumerate(state.cards[number])
            if group >> card & 1
        ]
    )


def _first_spot(unknown: Unknown) -> tuple[int, int]:
    return unknown.groups[0][0]
