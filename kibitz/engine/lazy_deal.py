"""Lazy determinization: a card gets its face when somebody looks at it, and chance goes every way.

Cards that nobody has looked at are *undealt*: where they lie is fixed, which faces they have
together is known, and which has which is open. As soon as a rule reads such a face, or draws,
chance must decide; a `Script` says how, and where it ends a `Fork` says which ways there are and
how likely each of them is. Whoever plays every script has gone through all of chance, exactly, and
has dealt no card that did not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import replace
from fractions import Fraction
from itertools import chain, islice
from math import factorial, prod

from kibitz.engine.errors import Fault, MatchError
from kibitz.engine.event_writer import EventWriter
from kibitz.engine.events import Event, Shuffled
from kibitz.engine.history import Moment, Past, card_of
from kibitz.engine.interpreter import Interpreter
from kibitz.engine.knowledge import (
    Doubt,
    Knowledge,
    Table,
    exactly_mixed,
    members,
    plain,
    seen,
    without,
)
from kibitz.engine.machine import Machine, WatchedFaces
from kibitz.engine.program import Bind, Decide, Each, Gather, Pick, Program, Shuffle
from kibitz.engine.program.walk import nodes
from kibitz.engine.protocol import Found, Outcome, Path
from kibitz.engine.resample import among_others, beginning, imagine, is_scene
from kibitz.engine.rng import Rng
from kibitz.engine.state import State
from kibitz.engine.view import View

Script = tuple[int, ...]
"""The number of the way that chance takes, every time it must decide."""


class Fork(Exception):
    """The script ends here: how likely each way is."""

    def __init__(self, odds: Sequence[Fraction]) -> None:
        super().__init__("chance must decide")
        self.odds = odds


class Entangled(Exception):
    """Cards were mixed in more ways than can be kept apart."""


class Chance(Rng):
    """Chance that does what a script says, and deals faces to the cards that are looked at."""

    def __init__(self, doubts: tuple[Doubt, ...], alike: Sequence[int], script: Script) -> None:
        """`alike`: by kind, a number that is equal where nobody cares for the difference."""
        super().__init__(0)
        self._alike = alike
        self._script = script
        self._at = 0
        self.kinds: list[int] = []
        """Of the state that is played on."""
        self._knowledge = Knowledge([])
        self.has_secrets = False
        """Whether cards were shuffled away that only some seats had seen."""
        self._doubt(doubts)

    def begin(self, state: State) -> None:
        """This is the state that is played on: its cards get their faces here."""
        self.kinds = state.kinds
        self._knowledge = state.knowledge

    def _doubt(self, doubts: tuple[Doubt, ...]) -> None:
        self.doubts = doubts
        self.undealt = sum(doubt.cards for doubt in doubts)

    def way(self, odds: Sequence[Fraction]) -> int:
        """Which of the ways chance takes. Raises Fork where the script does not say."""
        if len(odds) == 1:
            return 0
        if self._at == len(self._script):
            raise Fork(odds)
        self._at += 1
        return self._script[self._at - 1]

    def below(self, bound: int) -> int:
        return self.way([Fraction(1, bound)] * bound)

    def face(self, card: int) -> int:
        """The kind of the card; it is dealt now if it was not before."""
        if self.undealt >> card & 1:
            self._deal(card)
        return self.kinds[card]

    def commit(self, card: int) -> None:
        """What somebody knows from now on depends on the face of the card."""
        self.face(card)

    def _deal(self, card: int) -> None:
        doubt = next(doubt for doubt in self.doubts if doubt.cards >> card & 1)
        faces = list(self._faces(doubt, card))
        self._give(doubt, card, faces[self.way([odds for odds, _ in faces])][1])

    def _give(self, doubt: Doubt, card: int, other: int) -> None:
        """The card gets the face that the other one has so far."""
        faces = _dealt_anew(doubt, card, other)
        given = {one: self.kinds[face] for one, face in faces.items()}
        for one, kind in given.items():
            self.kinds[one] = kind
        for seat, own in enumerate(self._knowledge.doubts):
            self._knowledge.doubts[seat] = tuple(_followed(one, faces) for one in own)
        after = seen(_followed(doubt, faces), card)
        self._doubt((*[one for one in self.doubts if one is not doubt], *after))

    def _faces(self, doubt: Doubt, card: int) -> Iterator[tuple[Fraction, int]]:
        """What the card may turn out to be: how likely, and a card that has this face so far."""
        group = next(row for row, cards in enumerate(doubt.groups) if cards >> card & 1)
        for pool, share in enumerate(_shares(doubt.tables, group)):
            if share:
                found: dict[int, list[int]] = {}
                for other in members(doubt.pools[pool]):
                    found.setdefault(self._alike[self.kinds[other]], []).append(other)
                size = doubt.pools[pool].bit_count()
                for others in found.values():
                    yield share * len(others) / size, others[0]

    def mix(self, cards: int) -> None:
        """These cards, of one back, are shuffled: any of them may have any of their faces.

        Raises Entangled if that cannot be kept exactly.
        """
        if any(cards & ~group == 0 for doubt in self.doubts for group in doubt.groups):
            return
        touched = [doubt for doubt in self.doubts if doubt.cards & cards]
        dealt = cards & ~self.undealt
        if dealt:
            touched.append(plain(dealt))
        after = exactly_mixed(touched, cards)
        if not after:
            raise Entangled
        others = [doubt for doubt in self.doubts if not doubt.cards & cards]
        self._doubt((*others, *after))


def _shares(tables: Sequence[Table], group: int) -> list[Fraction]:
    """By pool: how likely a card of this group is one of it."""
    deals = [Fraction(1, prod(factorial(n) for row in table for n in row)) for table in tables]
    size, total = sum(tables[0][group]), sum(deals)
    columns = zip(*[table[group] for table in tables], strict=True)
    return [
        sum((share * n for share, n in zip(deals, column, strict=True)), Fraction(0))
        / (total * size)
        for column in columns
    ]


def _dealt_anew(doubt: Doubt, card: int, other: int) -> dict[int, int]:
    """By card: the one whose face it gets, so that `card` gets the other's and all of them lie as
    one of the tables says."""
    if len(doubt.pools) == 1:
        return {card: other, other: card}
    group = next(n for n, cards in enumerate(doubt.groups) if cards >> card & 1)
    pool = next(n for n, cards in enumerate(doubt.pools) if cards >> other & 1)
    table = without(next(table for table in doubt.tables if table[group][pool]), group, pool)
    left = [iter(members(cards & ~(1 << other))) for cards in doubt.pools]
    faces = {card: other}
    for cards, row in zip(doubt.groups, table, strict=True):
        dealt = chain.from_iterable(map(islice, left, row))
        faces.update(zip(members(cards & ~(1 << card)), dealt, strict=True))
    return faces


def _followed(doubt: Doubt, faces: Mapping[int, int]) -> Doubt:
    """The doubt when cards have these faces: pools are what was seen of faces, groups are where
    cards lie, so a face takes its place in a pool along."""
    if len(doubt.pools) == 1:
        return doubt

    def origin(card: int) -> int:
        """Whose place in a pool the card has now; what lies outside passes on what it got."""
        face = faces.get(card, card)
        while not doubt.cards >> face & 1:
            face = faces[face]
        return face

    origins = {card: origin(card) for card in members(doubt.cards)}
    pools = [
        sum(1 << card for card, face in origins.items() if pool >> face & 1) for pool in doubt.pools
    ]
    return doubt._replace(pools=tuple(pools))


class _OpenKnowledge(Knowledge):
    """Cards get their faces before a seat loses track of them, or sees which of several that it has
    seen before they are."""

    def __init__(self, doubts: list[tuple[Doubt, ...]], chance: Chance) -> None:
        super().__init__(doubts)
        self._chance = chance

    def reveal(self, seats: Iterable[int], card: int) -> None:
        seeing = list(seats)
        doubts = (doubt for seat in seeing for doubt in self.doubts[seat])
        if any(doubt.cards >> card & 1 and len(doubt.pools) > 1 for doubt in doubts):
            self._chance.commit(card)
        super().reveal(seeing, card)

    def mix(self, seats: Iterable[int], cards: int) -> None:
        unaware = list(seats)
        for seat in unaware:
            for card in members(cards & ~self.unknown_to(seat)):
                self._chance.commit(card)
        super().mix(unaware, cards)


class _OpenMachine(Machine):
    """Shuffles without dealing: the cards lie as they did, their faces are open again."""

    def __init__(
        self,
        state: State,
        variables: int,
        rng: Rng | None,
        writer: EventWriter | None,
        chance: Chance,
        holds_cards: bool,
    ) -> None:
        super().__init__(state, variables, rng, writer)
        chance.begin(state)
        self.kinds = WatchedFaces(state.kinds, chance.face)
        self._chance = chance
        self._holds_cards = holds_cards

    def shuffle(self, cards: list[int], location: int) -> None:
        pile = sum(1 << card for card in cards)
        if self.rng is None or location < 0 or not self._is_anonymous(cards):
            super().shuffle(cards, location)
            return
        knowledge, seats = self.state.knowledge, range(len(self.state.knowledge.doubts))
        for card in cards:
            knowing = [seat for seat in seats if knowledge.knows(seat, card)]
            if knowing:
                self._chance.face(card)
            if 0 < len(knowing) < len(seats):
                self._chance.has_secrets = True
        # Seats lose track of faces that the cards have; only then are these open again.
        if self.writer is not None:
            self.writer.happened(Shuffled(location))
        if len(cards) > 1:
            self._chance.mix(pile)

    def lay_out(self, location: int) -> None:
        """Which of them was made first is open, too."""
        self.shuffle(self.cards[location], location)

    def _is_anonymous(self, cards: list[int]) -> bool:
        """Whether nothing but its place tells one of these cards from another."""
        backs = {self.state.backs[card] for card in cards}
        return len(backs) <= 1 and not self._holds_cards


class _ReplayMachine(_OpenMachine):
    """Plays what happened before once more, when nothing was shuffled."""

    def __init__(self, state: State, variables: int, chance: Chance) -> None:
        super().__init__(state, variables, chance, None, chance, holds_cards=False)

    def shuffle(self, cards: list[int], location: int) -> None:
        raise Fault("option-gone", "nothing was shuffled then", None)


class OpenInterpreter(Interpreter):
    """The interpreter, playing with undealt cards. It never changes a state that it is given."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._chance: Chance | None = None
        self._holds_cards = bool(self.layout.memory) or _shuffles_with_cards_in_hand(program)

    def world(self, view: View) -> tuple[State, tuple[Doubt, ...]]:
        """Everything the view's seat knows, all else undealt; others know what they see."""
        state = among_others(self.layout, view.seat, imagine(self.layout, view))
        return state, state.knowledge.doubts[view.seat]

    def dealt(self, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        """A new match, up to its first decision or its end."""
        return self.played(self._empty_table(), (), chance)

    def played(self, state: State, path: Path, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        """The option of that path, up to the next decision; an empty one where nobody decides."""
        twin = self._with(chance)
        machine = twin._going_on(state, chance)
        if path:
            twin._play(machine, path)
        twin._advance(machine)
        step = twin._made(state, machine)
        return step.state, step.events

    def looked_at(self, state: State, cards: Sequence[int], chance: Chance) -> State:
        """The same state once these cards have their faces."""
        after = _with_own_faces(state)
        chance.begin(after)
        for card in cards:
            chance.face(card)
        return after

    def began(self, past: Past, state: State) -> State:
        """The table where the past begins, if this state came of it; both are dealt together."""
        return beginning(self.layout, past, state)

    def recalled(
        self, moment: Moment, now: State, here: State, chance: Chance
    ) -> tuple[State, State] | None:
        """The state of now, and the one that a choice led to from `here`, if that came of it as it
        was seen; None if that cannot be. Both hold the same cards."""
        now = _with_own_faces(now)
        here = replace(here, kinds=now.kinds, knowledge=now.knowledge)
        places, memory = here.place[:], sorted(self.layout.memory)
        for trace, place in moment.gone:
            places[card_of(trace, now)] = place
        twin = self._with(chance)
        for path in twin._paths(here):
            there = replace(here.copy(), kinds=now.kinds, knowledge=now.knowledge)
            with suppress(MatchError):
                machine = _ReplayMachine(there, len(self._program.variables), chance)
                if path:
                    twin._play(machine, path)
                twin._advance(machine)
                if is_scene(moment.scene, places, memory, there):
                    return now, there
        return None

    def _paths(self, state: State) -> list[Path]:
        """Of all options; where nobody decides, an empty one."""
        if isinstance(self._program.code[state.position], Decide):
            return [path for path, _ in self.find_options(state)]
        return [()]

    def found(self, state: State, chance: Chance) -> tuple[State, Found]:
        """The options of the decision, and the state with what was read to find them."""
        after = _with_own_faces(state)
        return after, self._with(chance).find_options(after)

    def scored(self, state: State, chance: Chance) -> Outcome:
        """The outcome of a match that is over."""
        return self._with(chance).score(_with_own_faces(state))

    def _with(self, chance: Chance) -> OpenInterpreter:
        twin = copy(self)
        twin._chance = chance
        return twin

    def _going_on(self, state: State, rng: Rng) -> Machine:
        assert self._chance is not None, "nobody plays on without chance"
        after = state.copy()
        after.knowledge = _OpenKnowledge(after.knowledge.doubts, self._chance)
        after.trail = None
        return self._machine(after, rng, EventWriter(after, self.layout))

    def _machine(self, state: State, rng: Rng | None, writer: EventWriter | None) -> Machine:
        if self._chance is None:
            return super()._machine(state, rng, writer)
        count, holds_cards = len(self._program.variables), self._holds_cards
        return _OpenMachine(state, count, rng, writer, self._chance, holds_cards)


def _with_own_faces(state: State) -> State:
    return replace(state, kinds=state.kinds[:], knowledge=state.knowledge.copy())


def _shuffles_with_cards_in_hand(program: Program) -> bool:
    """Whether a shuffle stands where a variable may hold a card of the pile."""
    return any(
        isinstance(node, Each | Pick | Bind)
        and any(isinstance(part, Shuffle | Gather) for part in nodes(node.statement))
        for node in nodes(program.code)
    )
