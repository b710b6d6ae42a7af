"""What lies where, as the seat sees it: the view's piles gathered by owner and by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import NamedTuple

from kibitz.engine import Event, Guesses, OwnerKind, Spot, Storage, StorageKind, View
from kibitz.engine import events as ev
from kibitz.recycle import LocationClass
from kibitz.words.counting import Counters, by_team, team_name
from kibitz.words.rows import Area, Face, Row
from kibitz.words.vocabulary import Vocabulary, signed

_HANDS = {LocationClass.INVISIBLE, LocationClass.VISIBLE}
"""A player's hand may come to lie open, as dummy's does."""
_FEWEST_COLUMNS = 4
"""Fewer stacks are piles."""
_HIDDEN, _LOOKED_AT = Face(None, False, 0), Face(None, False, 0, is_looked_at=True)


@dataclass(frozen=True, slots=True)
class _RowPlan:
    """A row with nothing in it, and the places of the game that it shows, each with its index."""

    empty: Row
    places: tuple[tuple[int, int], ...]
    lying: Callable[[_Piles], object]
    """What lies in these places."""


class _Look(NamedTuple):
    """What one seat sees of an owner: of the view, what the owner's area is read from."""

    owner: int | None
    eyes: frozenset[int]
    """The owner's places into which the seat sees: besides what it knows, nothing else makes a
    difference between two seats."""
    piles: Callable[[_Piles], object]
    ints: Callable[[tuple[int, ...]], object]
    strs: Callable[[tuple[int, ...]], object]


_Slots = list[tuple[int, str]]
_Piles = tuple[tuple[Spot, ...], ...]


def _reader(numbers: Sequence[int]) -> Callable[[Sequence[object]], object]:
    """Takes what has these numbers."""
    return itemgetter(*numbers) if numbers else lambda _: None


def melds(faces: Sequence[Face]) -> list[tuple[Face, ...]]:
    """The cards cut where neither a set of one rank nor a run goes on."""
    found: list[list[Face]] = []
    step: int | None = None
    for face in faces:
        last = found[-1][-1] if found else None
        ahead = None if last is None else 0 if last.value == face.value else face.rank - last.rank
        if last is not None and ahead in ((0, 1, -1) if step is None else (step,)):
            found[-1].append(face)
            step = ahead
        else:
            found.append([face])
            step = None
    return list(map(tuple, found))


def _player(view: View, slot: int) -> int | None:
    """The seat of the player whose number is stored there."""
    player = view.ints[slot]
    return player - 1 if 1 <= player <= view.players else None


def _veil(pile: tuple[Spot, ...], veiled: frozenset[int]) -> tuple[Spot, ...]:
    return tuple(replace(spot, card=None) if spot.card in veiled else spot for spot in pile)


class Tableau:
    """Reads views of one program."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._program, self._page = vocabulary.program, vocabulary.page
        self._places = vocabulary.places
        self._faces_made: dict[tuple[int, bool, bool, int], Face] = {}
        self._order: Sequence[int] = vocabulary.hand_order
        """By kind: its place in a hand, at the moment."""
        self._looks: dict[int, list[_Look]] = {}
        """By the seat that looks: every owner."""
        self._rows_made: dict[tuple[frozenset[int], int], tuple[object, Row]] = {}
        """By what is seen into and the first place: what the row was read from, and the row."""
        self._areas_made: dict[tuple[frozenset[int], int | None], tuple[object, Area]] = {}
        """By what is seen into and the owner: what the area was read from, and the area."""
        self._counted = {name for one in vocabulary.counters for _, name in one.names()}
        """Places of which the page says how many cards are there."""
        self._plans = self._planned()
        self._looked_at = self._cells_looked_at()
        self._shown_slots = self._slots_by_owner()
        self.numbers = {
            slot: (owner, text)
            for owner, (numbers, _) in self._shown_slots.items()
            for slot, text in numbers
            if "{}" in text
        }
        """By slot: those that are shown, each with its owner and how it is said."""
        self._counting = Counters(vocabulary)

    def fresh(self) -> Tableau:
        """The same for another table: what was read here is not kept there, only what is so at
        every table of the program.
        """
        twin = copy(self)
        twin._rows_made, twin._areas_made = {}, {}
        return twin

    def areas(
        self, view: View, veiled: frozenset[int] = frozenset(), chosen: frozenset[int] = frozenset()
    ) -> dict[int | None, Area]:
        """What everybody has; the `veiled` cards are drawn as if the seat could not tell them.

        The `chosen` numbers, by slot, are told even if they are 0. An area that looks as it did
        when somebody was last asked about who sees as much of it is the same object.
        """
        if veiled:
            view = replace(view, piles=tuple(_veil(pile, veiled) for pile in view.piles))
        self._order = self._vocabulary.order_now(view)
        looks = self._looks.get(view.seat) or self._looks_of(view.seat)
        if view.guesses is not None:
            chosen -= {slot for kind, slot in view.guesses.slots if kind is StorageKind.INT}
        return {look.owner: self._area(view, look, chosen) for look in looks}

    def is_open(self, number: int, seats: Collection[int]) -> bool:
        """Whether cards lie face up in the place, or in the hand, for all these seats."""
        return self._vocabulary.sight[number].issuperset(seats) and not self._looked_at[number]

    def remark(self, view: View) -> str:
        """What the page has to say about the table as it is now; empty for nothing."""
        return self._vocabulary.remark(view)

    def partners(self, seat: int) -> frozenset[int]:
        """Who plays with the seat."""
        teams = (team for team in self._program.teams if seat in team)
        return frozenset(one for team in teams for one in team if one != seat)

    def dealer(self, view: View) -> int | None:
        """The seat that deals, if a number of the table says it, or who comes next after it."""
        slot = self._vocabulary.table_slots.get(self._page.forehand)
        first = None if slot is None else _player(view, slot)
        return self._named(view, "deal") if first is None else (first - 1) % view.players

    def finisher(self, view: View) -> int | None:
        """The seat that has ended the hole, if a number of the table says it."""
        slot = self._vocabulary.table_slots.get(self._page.finisher)
        return None if slot is None else _player(view, slot)

    def leader(self, view: View) -> int | None:
        """The seat that leads: whose card lies first in the trick; in a game without tricks, as a
        number of the table says."""
        if self._vocabulary.has_tricks:
            return next((seat for seat, _ in self.trick(view)), None)
        return self._named(view, "lead")

    def _named(self, view: View, duty: str) -> int | None:
        slot = self._vocabulary.duty_slots.get(duty)
        return None if slot is None else _player(view, slot)

    def trick(self, view: View) -> list[tuple[int, Face]]:
        """The cards of the trick that is being played and who played them, the first one first.

        Whose card is to come is after those who have played, in the order of the seats: whoever is
        to choose or, if they have played already and only one has not, the one they choose for.
        """
        if not self._vocabulary.trick_places:
            return []
        lying = [
            (self._places[number].owner, face)
            for number in self._vocabulary.trick_places
            for face in self._faces(view, number)
        ]
        waiting = set(range(view.players)) - {owner for owner, _ in lying}
        is_last = len(waiting) == 1 and len(lying) == view.players - 1
        following = waiting.pop() if is_last else view.current
        seats = [(following + n) % view.players for n in range(view.players)]
        middle = [face for owner, face in lying if owner is None][-view.players :]
        played = zip(seats[len(seats) - len(middle) :], middle, strict=True)
        before = [(owner, face) for owner, face in lying if owner is not None]
        return [*played, *sorted(before, key=lambda card: seats.index(card[0]))]

    def private_cards(self, view: View) -> frozenset[int]:
        """The cards in grids of the seat that it alone has looked at."""
        return frozenset(
            spot.card
            for number, place in enumerate(self._places)
            if place.owner == view.seat
            and place.location_class is LocationClass.INVISIBLE
            and self._page.grid(self._program.strings[place.name])
            for spot in view.piles[number]
            if spot.card is not None
        )

    def _area(self, view: View, look: _Look, chosen: frozenset[int]) -> Area:
        """The same object as before, if it looks as it did."""
        owner, eyes, piles, ints, strs = look
        counted = tuple(self._counting.told(view, owner))
        read_from = (
            piles(view.piles),
            ints(view.ints),
            strs(view.strs),
            view.kinds,
            chosen,
            counted,
            self._order,
        )
        made = self._areas_made.get((eyes, owner))
        if made is not None and made[0] == read_from:
            return made[1]
        rows = [self._row(view, plan, eyes) for plan in self._plans.get(owner, ())]
        shown = [row for row in rows if row.grid or row.is_expected or not row.is_empty]
        said = by_team(self._program, [*self._counters(view, owner, chosen), *counted])
        awaited = tuple(row for row in rows if row.is_awaited and row.is_empty)
        area = Area(owner, tuple(shown), tuple(said), awaited)
        self._areas_made[eyes, owner] = read_from, area
        return area

    def _looks_of(self, seat: int) -> list[_Look]:
        owners: list[int | None] = [None, *range(self._program.players)]
        looks = self._looks[seat] = [self._look(seat, owner) for owner in owners]
        return looks

    def _look(self, seat: int, owner: int | None) -> _Look:
        plans, (numbers, words) = self._plans.get(owner, ()), self._shown_slots[owner]
        eyes = frozenset(
            number
            for number, place in enumerate(self._places)
            if place.owner == owner and seat in self._vocabulary.sight[number]
        )
        return _Look(
            owner,
            eyes,
            _reader([number for plan in plans for _, number in plan.places]),
            _reader([slot for slot, _ in numbers]),
            _reader([slot for slot, _ in words]),
        )

    def _planned(self) -> dict[int | None, list[_RowPlan]]:
        """By owner: the rows that it has, whatever lies there; none for what lies face down before
        a player and is counted."""
        counted = {
            number
            for number, place in enumerate(self._places)
            if place.owner is not None
            and place.location_class is LocationClass.HIDDEN
            and self._program.strings[place.name] in self._counted
        }
        plans: dict[int | None, list[_RowPlan]] = {}
        names = dict.fromkeys(
            (place.owner, place.name)
            for number, place in enumerate(self._places)
            if self._vocabulary.is_drawn(number) and number not in counted
        )
        for owner, name in names:
            plans.setdefault(owner, []).append(self._plan(owner, name))
        return plans

    def _plan(self, owner: int | None, name: int) -> _RowPlan:
        numbers = [
            number
            for number, place in enumerate(self._places)
            if place.owner == owner and place.name == name
        ]
        classes = {self._places[number].location_class for number in numbers}
        called, is_discard = self._program.strings[name], self._vocabulary.is_discard(name)
        is_counted = owner is not None and called in self._counted
        is_closed = classes in ({LocationClass.HIDDEN}, {LocationClass.INVISIBLE})
        is_beside_hand = owner is not None and is_closed and not self._page.grids
        empty = Row(
            name=self._page.names.get(called, called),
            stacks={},
            grid=self._page.grid(called),
            is_discard=is_discard,
            is_hand=LocationClass.INVISIBLE in classes
            and classes <= (_HANDS if owner is not None else {LocationClass.INVISIBLE}),
            is_expected=owner is None
            and LocationClass.VISIBLE in classes
            and called in self._page.names
            and not is_discard,
            is_locked=called in self._page.locked,
            is_meld=self._vocabulary.is_meld(name),
            is_memory=classes == {LocationClass.MEMORY},
            is_counted=is_counted,
            is_awaited=(is_discard or is_counted or is_beside_hand)
            and called in self._page.names
            and len({self._places[number].index for number in numbers}) == 1,
            columns=self._columns(owner, name, numbers),
        )
        places = tuple((self._places[number].index, number) for number in numbers)
        return _RowPlan(empty, places, itemgetter(*numbers))

    def _columns(self, owner: int | None, name: int, numbers: Sequence[int]) -> frozenset[int]:
        """Several stacks in the middle that the deal fills."""
        indices = {self._places[number].index for number in numbers}
        if owner is not None or len(indices) < _FEWEST_COLUMNS:
            return frozenset()
        dealt = self._vocabulary.columns.get(name, frozenset())
        return dealt if len(dealt) >= _FEWEST_COLUMNS else frozenset()

    def _row(self, view: View, plan: _RowPlan, eyes: frozenset[int]) -> Row:
        """The same object as before, if it looks as it did: most of a table stays as it is."""
        read_from = plan.lying(view.piles), view.kinds, self._order
        key = eyes, plan.places[0][1]
        before, row = self._rows_made.get(key, (None, None))
        if row is None or before != read_from:
            row = self._laid(view, plan)
            self._rows_made[key] = read_from, row
        return row

    def _laid(self, view: View, plan: _RowPlan) -> Row:
        stacks: dict[int, tuple[Face, ...]] = {}
        for index, number in plan.places:
            stacks[index] = stacks.get(index, ()) + self._faces(view, number)
        if plan.empty.is_meld:
            lying = list(filter(None, stacks.values()))
            is_one_place = len(stacks) == 1
            laid = [meld for faces in lying for meld in melds(faces)] if is_one_place else lying
            stacks = dict(enumerate(laid, start=1))
        return replace(plan.empty, stacks=stacks)

    def _faces(self, view: View, number: int) -> tuple[Face, ...]:
        if not view.piles[number]:
            return ()
        is_looked_at = self._looked_at[number]
        is_open = self.is_open(number, (view.seat,))
        hidden = _LOOKED_AT if is_looked_at else _HIDDEN
        return tuple(
            [
                hidden
                if spot.card is None
                else self._face(view.kinds[spot.card], is_open, is_looked_at)
                for spot in view.piles[number]
            ]
        )

    def _face(self, kind: int, is_open: bool, is_looked_at: bool) -> Face:
        """One object for each: tables are made of them."""
        order = self._order[kind]
        found = self._faces_made.get((kind, is_open, is_looked_at, order))
        if found is None:
            words = self._vocabulary
            text, rank = words.kind_texts[kind], words.ranks[kind]
            colour = words.faces[kind].colour
            found = Face(text, is_open, order, is_looked_at, rank, colour)
            self._faces_made[kind, is_open, is_looked_at, order] = found
        return found

    def _cells_looked_at(self) -> list[bool]:
        """By place: whether it is a cell into which its owner has looked."""
        return [
            place.location_class is LocationClass.INVISIBLE
            and self._page.grid(self._program.strings[place.name]) is not None
            for place in self._places
        ]

    # ------------------------------------------------------------------ storages

    def _counters(self, view: View, owner: int | None, chosen: frozenset[int]) -> list[str]:
        """What is written down for the owner and worth showing, unless nobody chose a zero."""
        numbers, words = self._shown_slots[owner]
        said = [
            text.replace("{}", signed(view.ints[slot]))
            for slot, text in numbers
            if view.ints[slot] or (slot in chosen and "{}" in text)
        ]
        silent = self._vocabulary.silent
        texts = (
            (text, self._vocabulary.text_word(view.strs[slot]))
            for slot, text in words
            if view.strs[slot] not in silent
        )
        said += [text.replace("{}", word) for text, word in texts if word]
        return said

    def _slots_by_owner(self) -> dict[int | None, tuple[_Slots, _Slots]]:
        """By owner: the numbers and the strings that are shown, each with how it is said."""
        program, owners = self._program, [None, *range(self._program.players)]
        return {
            owner: (
                [found for one in program.int_storages for found in self._slots(one, owner)],
                [found for one in program.str_storages for found in self._slots(one, owner)],
            )
            for owner in owners
        }

    def _slots(self, storage: Storage, owner: int | None) -> Iterator[tuple[int, str]]:
        name = self._program.strings[storage.name]
        flag = self._page.flags.get(name)
        if flag is None and name not in self._page.counters:
            return
        word = flag or f"{self._program.called(storage).lower()} {{}}"
        match storage.owner:
            case OwnerKind.TABLE if owner is None:
                yield storage.first, word
            case OwnerKind.PLAYER if owner is not None:
                yield storage.first + owner, word
            case OwnerKind.TEAM if owner is None:
                for team, seats in enumerate(self._program.teams):
                    yield storage.first + team, f"{team_name(seats)}: {word}"
            case _:
                pass


class ChosenNumbers:
    """Which numbers players chose: a 0 among them says something, as a bid of nothing does.

    It is told of everything that happens in a match.
    """

    def __init__(self) -> None:
        self.slots: set[int] = set()
        """The integer storages that an option stored last."""

    def hear(self, events: Sequence[Event]) -> None:
        """Of one step; a deal has no option in it."""
        choices = sum(isinstance(event, ev.OptionPlayed) for event in events)
        for event in events:
            if isinstance(event, ev.OptionPlayed):
                choices -= 1
            elif isinstance(event, ev.Shuffled) and not choices:
                self.slots.clear()  # what was bid in the last hand says nothing in this one
            elif isinstance(event, ev.Stored) and event.kind is StorageKind.INT:
                (self.slots.add if choices else self.slots.discard)(event.slot)


def common_view(views: Sequence[View]) -> View:
    """What all of these seats may know, and so everybody who watches them."""
    piles = tuple(
        tuple(
            spots[0] if all(spot == spots[0] for spot in spots) else replace(spots[0], card=None)
            for spots in zip(*places, strict=True)
        )
        for places in zip(*(view.piles for view in views), strict=True)
    )
    ints, strs = (
        tuple(held[0] if len(set(held)) == 1 else 0 for held in zip(*every, strict=True))
        for every in ([view.ints for view in views], [view.strs for view in views])
    )
    unseen = {slot: 0 for view in views if view.guesses for slot in view.guesses.slots}
    guesses = Guesses(tuple(unseen), (tuple(unseen.values()),)) if unseen else None
    known = replace(views[0], piles=piles, unknown=(), guesses=guesses)
    return replace(known, ints=ints, strs=strs)
