"""A position that was written down, laid out: what its seat may know, and the decision it faces.

What the file does not say is taken from a match: of many that are played at random, the moment
that looks most like the position, of the first round, so that nothing has been scored before that
the file does not say; and it is told what was left open. Cards that the seat does not know are
dealt anyhow, and nobody asks how: all that leaves this file is a View.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kibitz.advisor.position_file import BadPosition, Card, Holdings, Position, Sort
from kibitz.engine import (
    BadState,
    Decision,
    LocationTable,
    MatchError,
    OwnerKind,
    Program,
    Rng,
    State,
    Step,
    View,
    knowledge,
    layout,
    rounds_of,
    unseen,
)
from kibitz.engine.native import Packer, Validator, state_layout
from kibitz.game import Game
from kibitz.recycle import nearest
from kibitz.words import option_labels

_MATCHES, _DECISIONS = 40, 4_000
"""In which a moment is looked for that looks like the position."""
_TRIED = 300
"""Decisions in which it is tried whether a match can go on from there."""
Cell = tuple[int | None, int, int]
"""Owner, name, index: a place on the table, whoever may look."""


@dataclass(frozen=True, slots=True)
class SeatDecision:
    """A decision as its seat sees it."""

    view: View
    decision: Decision
    assumed: str = ""
    """What was left open and had to be taken for granted, in words."""


def laid_out(game: Game, position: Position) -> SeatDecision:
    """Raises BadPosition for a position that no match comes to."""
    if position.seat >= game.players:
        raise BadPosition(f"the game has players 1 to {game.players}, not {position.seat + 1}")
    said = _FileFacts(game, position)
    state = said.laid(said.nearest_moment().state)
    try:
        _refuse_impossible(game.program, state)
        found = game.interpreter.at(state)
        status = found.status
    except (BadState, MatchError) as fault:
        raise BadPosition(f"no match comes to this: {fault}") from None
    if not isinstance(status, Decision) or not status.options:
        raise BadPosition("nobody has anything to decide there")
    said.refuse_unplayable(found, len(status.options))
    view = game.interpreter.view(state, position.seat)
    return SeatDecision(view, status, said.assumed(state))


def _refuse_impossible(program: Program, state: State) -> None:
    """Raises BadState for a state that native code must not see."""
    shape = state_layout(program)
    Validator(program, shape, Packer(program, shape)).packed(state)


class _FileFacts:
    """What a file says, by the places and numbers of the program."""

    def __init__(self, game: Game, position: Position) -> None:
        self._game = game
        self._position = position
        self._layout: LocationTable = layout(game.program)
        self._cells: dict[Cell, list[int]] = {}
        for location, place in enumerate(self._layout.places):
            if location not in self._layout.memory:
                cell = (place.owner, place.name, place.index)
                self._cells.setdefault(cell, []).append(location)
        self.piles: dict[Cell, tuple[Card, ...]] = {}
        self.rest: Cell | None = None
        self.ints: dict[int, int] = {}
        self._left_empty: list[str] = []
        """Places in which the seat would see cards in a match like it, and nobody named any."""
        for owner, holdings in self._holdings():
            self._read(owner, holdings)

    def _holdings(self) -> Iterator[tuple[int | None, Holdings]]:
        yield None, self._position.table
        for seat, holdings in self._position.players.items():
            if seat >= self._game.players:
                raise BadPosition(f"the game has no player {seat + 1}")
            yield seat, holdings

    # ------------------------------------------------------------------ names

    def _read(self, owner: int | None, holdings: Holdings) -> None:
        for name, cards in holdings.piles.items():
            cells = self._named(owner, name)
            if cards is None:
                self.rest = cells[0]
            elif len(cells) == 1:
                self.piles[cells[0]] = tuple(c for c in cards if c.sort is not Sort.NONE)
            elif len(cards) != len(cells):
                raise BadPosition(f"{name!r} has {len(cells)} cells, and {len(cards)} are said")
            else:
                for cell, card in zip(cells, cards, strict=True):
                    self.piles[cell] = () if card.sort is Sort.NONE else (card,)
        for name, value in holdings.numbers.items():
            self.ints[self._slot(owner, name)] = value

    def _named(self, owner: int | None, name: str) -> list[Cell]:
        """The place of that name, or all cells of a grid. Raises BadPosition."""
        words, wanted = self._game.vocabulary, name.casefold()
        by_name: dict[str, list[Cell]] = {}
        for cell, (location, *_) in self._cells.items():
            if cell[0] != owner:
                continue
            program_name = self._game.program.strings[cell[1]]
            numbered = f"{program_name} {cell[2]}" if cell[2] else program_name
            for called in {numbered.casefold(), words.called[location].casefold()}:
                by_name.setdefault(called, []).append(cell)
            grid = words.page.grid(program_name)
            if grid and cell[2] in range(grid.first, grid.first + grid.rows * grid.columns):
                for called in {program_name.casefold(), "cells"}:
                    by_name.setdefault(called, []).append(cell)
        if wanted in by_name:
            return sorted(by_name[wanted], key=lambda cell: cell[2])
        whose = "the table" if owner is None else f"player {owner + 1}"
        near = nearest(wanted, by_name)
        guess = f"did you mean {near!r}?" if near else f"it has {', '.join(sorted(by_name))}"
        raise BadPosition(f"{whose} has no place {name!r}; {guess}")

    def _slot(self, owner: int | None, name: str) -> int:
        program = self._game.program
        kind = OwnerKind.TABLE if owner is None else OwnerKind.PLAYER
        slots = {
            program.called(storage): storage.first + (owner or 0)
            for storage in program.int_storages
            if storage.owner is kind
        }
        if name in slots:
            return slots[name]
        whose = "the table" if owner is None else f"player {owner + 1}"
        known = ", ".join(sorted(slots)) or "none"
        raise BadPosition(f"{whose} has no number {name!r}; there are: {known}")

    # ------------------------------------------------------------------ a moment like it

    def nearest_moment(self) -> Step:
        """The decision of the seat, of many, that looks most like the position."""
        best: tuple[int, Step] | None = None
        for step in self._moments():
            misses = self._misses(step.state)
            if (best is None or misses < best[0]) and self._offers(step):
                best = misses, step
                if not misses:
                    break
        if best is None:
            who, what = self._position.seat + 1, self._position.choosing
            said = f" that offers {what!r}" if what else ""
            raise BadPosition(f"no decision of player {who}{said} was found in {_MATCHES} matches")
        return best[1]

    @cached_property
    def _round_slot(self) -> int | None:
        rounds = rounds_of(self._game.program)
        return rounds.slot if rounds else None

    @property
    def _open_round(self) -> int | None:
        """The slot of the number of the round, where there are several and it is not said."""
        return None if self._round_slot in self.ints else self._round_slot

    def assumed(self, state: State) -> str:
        """In words, what the file leaves open: which round it is, what was scored before, and what
        was taken from a match that looks like it."""
        told, slot, card = list[str](), self._open_round, self._game.page.scorecard
        if slot is not None:
            storages = self._game.program.int_storages
            name = next(self._game.program.called(one) for one in storages if one.first == slot)
            word = card.word if card else "round"
            told.append(f"{word} {state.ints[slot]} ({name} under [table] says which)")
        if self._round_slot is not None and not any(self._is_owned(n) for n in self.ints):
            told.append("nothing scored before")
        told += self._numbers_as(state)
        told += [f"nothing in {place}" for place in self._left_empty]
        return f"assuming {', '.join(told)}" if told else ""

    def refuse_unplayable(self, found: Step, options: int) -> None:
        """Raises BadPosition where a pile was forgotten and an option cannot be taken, or nobody
        can play on."""
        if not self._left_empty:
            return
        engine = self._game.interpreter
        try:
            for option in range(options):
                engine.apply(found, option, Rng(0))
            engine.playout(Rng(0), _TRIED, found.state)
        except MatchError:
            places = ", ".join(self._left_empty)
            raise BadPosition(
                f"it has nothing in {places}, where a card is needed to go on: say what lies there"
            ) from None

    def _numbers_as(self, state: State) -> Iterator[str]:
        """`DEALER 2`, `BID 12 / 6 / 7 / 10 by player`: those that nobody said, where they are not
        as a match begins."""
        program = self._game.program
        for one in program.int_storages:
            slots = range(one.first, one.first + program.owners(one.owner))
            is_open = any(
                n not in self.ints and state.ints[n] != self._first.ints[n] for n in slots
            )
            if is_open and self._round_slot not in slots:
                whose = "" if one.owner is OwnerKind.TABLE else f" by {one.owner.value}"
                values = " / ".join(str(state.ints[n]) for n in slots)
                yield f"{program.called(one)} {values}{whose}"

    @cached_property
    def _first(self) -> State:
        """A match at its first decision."""
        return self._game.interpreter.deal(Rng(0)).state

    def _is_owned(self, slot: int) -> bool:
        """Whether the number is one of a player or a team, as totals are."""
        storages = self._game.program.int_storages
        last = max((one for one in storages if one.first <= slot), key=lambda one: one.first)
        return last.owner is not OwnerKind.TABLE

    def _moments(self) -> Iterator[Step]:
        engine, made, slot = self._game.interpreter, 0, self._round_slot
        for number in range(_MATCHES):
            chance = Rng(number)
            step = engine.deal(chance)
            first = 0 if slot is None else step.state.ints[slot]
            while not step.is_over and made < _DECISIONS:
                if slot is not None and step.state.ints[slot] != first:
                    break
                if step.seat == self._position.seat:
                    yield step
                step = engine.apply(step, chance.below(len(step.found)), chance)
                made += 1

    def _misses(self, state: State) -> int:
        """How many cards lie otherwise, as far as the seat sees, and numbers are not as said."""
        said = {slot: value for slot, value in self.ints.items() if slot != self._round_slot}
        misses = sum(state.ints[slot] != value for slot, value in said.items())
        for cell, locations in self._cells.items():
            if cell in self.piles:
                wanted = dict.fromkeys(locations, 0)
                for card in self.piles[cell]:
                    wanted[self._location(cell, card)] += 1
                misses += sum(abs(len(state.cards[n]) - count) for n, count in wanted.items())
            elif cell != self.rest:
                seen = (n for n in locations if self._position.seat in self._layout.sight[n])
                misses += sum(len(state.cards[n]) for n in seen)
        return misses

    def _offers(self, step: Step) -> bool:
        words, status = self._position.choosing.casefold(), step.status
        if not words:
            return True
        assert isinstance(status, Decision)
        game = self._game
        view = game.interpreter.view(step.state, self._position.seat)
        labels = option_labels(game.interpreter, view, status, game.vocabulary)
        return any(words in label.casefold() for label in labels)

    def _location(self, cell: Cell, card: Card) -> int:
        """Which of the places that differ in who may look. Raises BadPosition."""
        sight, seat = self._layout.sight, self._position.seat
        seen = [n for n in self._cells[cell] if seat in sight[n]]
        unseen_there = [n for n in self._cells[cell] if seat not in sight[n]]
        if card.sort is Sort.FACE:
            return (seen or unseen_there)[0]
        if unseen_there:
            return unseen_there[0]
        place = self._game.vocabulary.place(seen[0], None)
        raise BadPosition(f"player {seat + 1} sees every card in {place}: name it instead of `?`")

    # ------------------------------------------------------------------ laying out

    def laid(self, like: State) -> State:
        """The state like that one with the cards and numbers that are said; nobody knows how it
        came about."""
        state, pack = like.copy(), Pack(self._game, like.kinds)
        piles: dict[int, list[int | None]] = {
            n: [] for locations in self._cells.values() for n in locations
        }
        known: set[int] = set()
        faces: list[tuple[frozenset[int], int, int]] = []
        for cell, cards in self.piles.items():
            for card in cards:
                location = self._location(cell, card)
                if card.sort is not Sort.UNKNOWN:
                    faces.append((face_of(self._game, card.text), location, len(piles[location])))
                piles[location].append(None)
        # A seven of any suit is not to take the one that is named elsewhere.
        for kinds, location, index in sorted(faces, key=lambda face: len(face[0])):
            number = pack.take(kinds, self._game.vocabulary.place(location, None))
            piles[location][index] = number
            known.add(number)
        self._left_empty = [
            self._game.vocabulary.place(location, self._position.seat)
            for cell, locations in self._cells.items()
            if cell not in self.piles and cell != self.rest
            for location in locations
            if like.cards[location] and self._position.seat in self._layout.sight[location]
        ]
        self._fill(piles, like, len(pack.free))
        free = iter(sorted(pack.free))
        for location, pile in piles.items():
            state.cards[location] = [next(free) if n is None else n for n in pile]
            for number in state.cards[location]:
                state.place[number] = location
        for slot, value in self.ints.items():
            state.ints[slot] = value
        state.knowledge, state.trail = self._knowledge(state, known), None
        return state

    def _fill(self, piles: Mapping[int, list[int | None]], like: State, free: int) -> None:
        """Unknown cards onto places that nobody spoke of: as many as in the match that looks most
        like it, and what is left over onto the rest. Raises BadPosition if that cannot be."""
        sight, seat = self._layout.sight, self._position.seat
        left = free - sum(pile.count(None) for pile in piles.values())
        if left < 0:
            raise BadPosition(f"there are {-left} cards more on the table than in the pack")
        hidden = {
            n: len(like.cards[n])
            for cell, locations in self._cells.items()
            if cell not in self.piles
            for n in locations
            if seat not in sight[n]
        }
        rest = [n for n in self._cells.get(self.rest, []) if n in hidden] if self.rest else []
        taker = rest[0] if rest else max(hidden, key=lambda n: hidden[n], default=None)
        if taker is None and left:
            raise BadPosition(f"{left} cards of the pack lie nowhere: say where")
        for location, count in hidden.items():
            if location != taker:
                piles[location].extend([None] * min(count, left))
                left -= min(count, left)
        if taker is not None:
            piles[taker].extend([None] * left)

    def _knowledge(self, state: State, known: set[int]) -> knowledge.Knowledge:
        """The seat knows what is said; the others what they see."""
        by_back: dict[int, int] = {}
        for card, location in enumerate(state.place):
            if card not in known and self._position.seat not in self._layout.sight[location]:
                by_back[state.backs[card]] = by_back.get(state.backs[card], 0) | 1 << card
        own: tuple[knowledge.Doubt, ...] = tuple(
            knowledge.plain(c) for c in by_back.values() if not knowledge.is_one(c)
        )
        return knowledge.Knowledge(
            [
                own if seat == self._position.seat else unseen(self._layout, state, seat)
                for seat in range(self._game.players)
            ]
        )


# ---------------------------------------------------------------------------- cards


_NUMBERS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def face_of(game: Game, text: str) -> frozenset[int]:
    """The kinds of card that are meant: `7♥`, `7h`, and `7` where the rules know no suits.

    Raises BadPosition.
    """
    words = game.vocabulary
    kinds = words.kinds_named(text)
    if not kinds:
        raise BadPosition(f"there is no card {text!r} in the pack")
    is_exact = len({words.kind_texts[kind] for kind in kinds}) == 1
    alike = words.alike
    if not is_exact and (alike is None or len({alike[kind] for kind in kinds}) > 1):
        cards = ", ".join(words.kind_texts[kind] for kind in kinds)
        raise BadPosition(f"{text!r} may be any of {cards}, and they differ in this game")
    return frozenset(kinds)


class Pack:
    """Cards that are not taken yet."""

    def __init__(self, game: Game, kinds: Sequence[int]) -> None:
        self._texts = game.vocabulary.kind_texts
        self._kinds = kinds
        self._taken: list[tuple[frozenset[int], str]] = []
        self.free = set(range(len(kinds)))

    def take(self, kinds: frozenset[int], place: str) -> int:
        """A card of one of the kinds. Raises BadPosition if there is none left."""
        fitting = [card for card in sorted(self.free) if self._kinds[card] in kinds]
        if not fitting:
            raise BadPosition(self._one_too_many(kinds, place))
        self.free.discard(fitting[0])
        self._taken.append((kinds, place))
        return fitting[0]

    def _one_too_many(self, kinds: frozenset[int], place: str) -> str:
        name = self._texts[min(kinds)]
        if len(kinds) > 1:
            name = name.rstrip("♥♦♣♠")
        there_are = sum(kind in kinds for kind in self._kinds)
        elsewhere = dict.fromkeys(where for taken, where in self._taken if taken & kinds)
        number = _NUMBERS[there_are] if there_are < len(_NUMBERS) else f"{there_are + 1}th"
        return (
            f"{place} has a {number} {name}, and there are {there_are} in the pack; "
            f"the others lie in {', '.join(elsewhere)}"
        )
