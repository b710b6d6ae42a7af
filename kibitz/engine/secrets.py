"""What secret storages may hold, as far as a seat can tell.

A seat that does not see a secret storage has guesses: what it may hold, together with all others
that the seat does not see. After a choice that may have to do with secrets, every guess is played
on in a world that looks like the seat's, along every option that was there; those that lead to
what the seat saw are its guesses from then on. What the storages really hold is never looked at.

That is worked out when a view is asked for, and kept.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.engine import program as p
from kibitz.engine.errors import MatchError
from kibitz.engine.places import LocationTable
from kibitz.engine.program.facts import ExpressionNode
from kibitz.engine.program.static_analysis import steps_to_decision
from kibitz.engine.program.walk import nodes
from kibitz.engine.rng import Rng

if TYPE_CHECKING:
    from kibitz.engine.interpreter import Interpreter
    from kibitz.engine.protocol import Path
    from kibitz.engine.state import State

MOST_GUESSES = 200
_MOST_TRIES, _MOST_DRAWS = 2_000, 32
"""Options that are tried for all guesses together, and how often each where chance has a say."""

SecretSlot = tuple[p.StorageKind, int]
Held = tuple[int, ...]
"""What secret storages hold, in the order of their slots."""


@dataclass(frozen=True, slots=True)
class Guesses:
    """The secret storages that a seat does not see, and what they may hold."""

    slots: tuple[SecretSlot, ...]
    held: tuple[Held, ...]
    """Each as likely as another, ascending; at least one."""
    is_vague: bool = False
    """Whether something was told of them that these do not heed."""


def touches_secrets(rule: object) -> bool:
    """Whether the rule stores something in a secret storage, or looks at one."""
    return any(
        isinstance(node, p.Slot) and any(one.is_secret for one in node.storages)
        for node in nodes(rule)
    )


def keeps_secrets(program: p.Program) -> bool:
    """Whether seats do not know of each other what is no card."""
    return any(one.is_secret for one in (*program.int_storages, *program.str_storages))


def is_guessed_at(program: p.Program) -> bool:
    """Whether some of these are more than what was picked just now."""
    storages = (*program.int_storages, *program.str_storages)
    return any(one.is_secret and not one.is_pick for one in storages)


def secretive_steps(program: p.Program) -> frozenset[int]:
    """The decisions after which secrets may have a say before the next one; 0: so has the deal."""
    touching = {n for n, step in enumerate(program.code) if touches_secrets(step)}
    starts = [n for n, step in enumerate(program.code) if n == 0 or isinstance(step, p.Decide)]
    return frozenset(
        [start for start in starts if touching and touching & steps_to_decision(program, start)]
    )


def unseen_secrets(layout: LocationTable, seat: int) -> tuple[SecretSlot, ...]:
    """The secret storages that the seat does not see."""
    return tuple(slot for slot, seats in layout.secrets.items() if seat not in seats)


class SecretTrail:
    """How secrets came to be what they are: what led here, and the guesses of seats that asked."""

    __slots__ = ("_before", "_choice", "_guesses", "_imagined_by")

    def __init__(self, before: State | None = None, choice: Path = ()) -> None:
        """`before`: where the choice was made; None where the match was dealt."""
        self._before = before
        self._choice = choice
        self._guesses: dict[int, Guesses] = {}
        self._imagined_by: int | None = None
        """The seat from whose view this world was dealt; None in a match."""

    @staticmethod
    def of(seat: int, guesses: Guesses) -> SecretTrail:
        """That of a world that was dealt from the view of the seat."""
        trail = SecretTrail()
        trail._guesses[seat], trail._imagined_by = guesses, seat
        return trail

    def guesses(self, engine: Interpreter, state: State, seat: int) -> Guesses:
        """Those of the seat in the state that this leads to."""
        waiting = [(self, state)]
        while (before := waiting[-1][0]._unasked(seat)) is not None:
            assert before.secrets is not None, "a match with secrets has had them from the start"
            waiting.append((before.secrets, before))
        while waiting:
            trail, reached = waiting.pop()
            if seat not in trail._guesses:
                trail._guesses[seat] = trail._worked_out(engine, reached, seat)
                if len(trail._guesses) == engine.program.players:
                    trail._before = None
        return self._guesses[seat]

    def _unasked(self, seat: int) -> State | None:
        return None if seat in self._guesses else self._before

    def _worked_out(self, engine: Interpreter, state: State, seat: int) -> Guesses:
        unseen, guessed = unseen_secrets(engine.layout, seat), engine.layout.guessed
        slots = tuple(slot for slot in unseen if slot in guessed)
        if self._before is not None:
            return _GuessFollower(engine, seat, slots).follow(self._before, self._choice, state)
        if self._imagined_by is not None:
            return _of_another(slots, self._guesses[self._imagined_by], state)
        return _GuessFollower(engine, seat, slots).deal(state)


def _of_another(slots: tuple[SecretSlot, ...], guesses: Guesses, state: State) -> Guesses:
    """In a world that was dealt from one seat's view, the others guess as that seat does."""
    found = {
        tuple(
            row[guesses.slots.index(slot)] if slot in guesses.slots else held(state, slot)
            for slot in slots
        )
        for row in guesses.held
    }
    return Guesses(slots, tuple(sorted(found)), guesses.is_vague)


def held(state: State, slot: SecretSlot) -> int:
    kind, number = slot
    return (state.ints if kind is p.StorageKind.INT else state.strs)[number]


def put(state: State, slots: Iterable[SecretSlot], values: Held) -> None:
    """The secret storages hold this now."""
    for (kind, number), value in zip(slots, values, strict=True):
        (state.ints if kind is p.StorageKind.INT else state.strs)[number] = value


class _GuessFollower:
    """Plays on what a seat guesses."""

    def __init__(self, engine: Interpreter, seat: int, slots: tuple[SecretSlot, ...]) -> None:
        self._engine, self._seat, self._slots = engine, seat, slots
        self._draws = _MOST_DRAWS if _uses_chance(engine.program) else 1

    def deal(self, state: State) -> Guesses:
        draws = MOST_GUESSES if self._draws > 1 else 1
        dealt = [self._engine.dealt_unseen(Rng(number)) for number in range(draws)]
        worlds = [world for world in dealt if world is not None]
        return self._made(worlds, state, Guesses(self._slots, ((0,) * len(self._slots),)))

    def follow(self, before: State, choice: Path, after: State) -> Guesses:
        engine, view = self._engine, self._engine.view(before, self._seat)
        assert view.guesses is not None, "the seat guessed before"
        is_together, names = engine.is_together(before), _names_told(engine, before)
        most_draws = _MOST_DRAWS if is_together else self._draws
        worlds, tries = [], _MOST_TRIES
        for values in _some(view.guesses.held):
            imagined = engine.imagine(view)
            put(imagined, self._slots, values)
            paths = self._paths(imagined, before, choice)
            draws = max(1, min(most_draws, tries // (len(paths) * len(view.guesses.held) or 1)))
            for number in range(draws):
                world = imagined.copy() if is_together else imagined
                if not pick_for_others(engine, world, self._seat, Rng(number), names):
                    continue
                for path in paths:
                    tries -= 1
                    if tries > 0:
                        worlds.append(engine.played_unseen(world, path, Rng(number)))
        found = [world for world in worlds if world is not None]
        return self._made(found, after, view.guesses)

    def _paths(self, world: State, before: State, choice: Path) -> list[Path]:
        """The options that the choice may have been: one's own is known, of another's its name,
        unless others choose before anybody is told."""
        engine, position = self._engine, before.position
        if before.seats[-1].position == self._seat:
            return [choice]
        try:
            found = [path for path, _ in engine.find_options(world)]
        except MatchError:
            return []
        if engine.is_together(before) and _names_told(engine, before) is None:
            return found
        return _named(engine, position, found, engine.move_name(position, choice))

    def _made(self, worlds: list[State], state: State, before: Guesses) -> Guesses:
        seen = self._seen(state)
        found = {self._held(world) for world in worlds if self._seen(world) == seen}
        if not found:
            return Guesses(self._slots, before.held, is_vague=True)
        return Guesses(self._slots, tuple(sorted(_some(sorted(found)))), before.is_vague)

    def _held(self, world: State) -> Held:
        return tuple(held(world, slot) for slot in self._slots)

    def _seen(self, state: State) -> tuple[object, ...]:
        """What the seat can tell of a state at rest, but for what cards are."""
        ints, strs = masked(unseen_secrets(self._engine.layout, self._seat), state)
        frames = [(f.position, f.queued, f.turns) for f in (*state.seats, *state.teams)]
        return ints, strs, state.points, frames, state.position, list(map(len, state.cards))


def _names_told(engine: Interpreter, before: State) -> dict[int, str] | None:
    """By seat, the names of what was chosen so far, where the next choice ends a round in which all
    choose together: then they are told. None anywhere else. Who is missing has chosen what chance
    undid."""
    if not engine.is_together(before) or before.seats[-1].begun < engine.program.players:
        return None
    program = engine.program
    chosen, step = (
        next(one for one in program.int_storages if one.is_pick),
        program.code[before.position],
    )
    assert isinstance(step, p.Decide)
    numbers = before.ints[chosen.first : chosen.first + program.players]
    return {seat: step.names[number - 1] for seat, number in enumerate(numbers) if number}


def pick_for_others(
    engine: Interpreter, world: State, seat: int, rng: Rng, names: Mapping[int, str] | None = None
) -> bool:
    """Who has chosen before all have picks any of the options there are in this world, of that name
    where `names` tells it; those of the seat are known. Native code draws the same for who decides.
    False if somebody had no such option."""
    if not engine.is_together(world):
        return True
    frame, can_be = world.seats[-1], True
    current = frame.position
    for before in range(frame.begun - 1, 0, -1):
        frame.position = (current - frame.way * before) % engine.program.players
        if frame.position == seat or (names is not None and frame.position not in names):
            continue
        with suppress(MatchError):
            paths = [path for path, _ in engine.find_options(world)]
            if names is not None:
                paths = _named(engine, world.position, paths, names[frame.position])
            if not paths:
                can_be = False
                break
            engine.pick_silently(world, paths[rng.below(len(paths))])
    frame.position = current
    return can_be


def _named(engine: Interpreter, position: int, paths: Iterable[Path], name: str) -> list[Path]:
    """Those of the paths that the program calls so."""
    return [path for path in paths if engine.move_name(position, path) == name]


def masked(slots: Collection[SecretSlot], state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers and the words of the state, those in these slots left out."""
    if not slots:
        return tuple(state.ints), tuple(state.strs)
    ints, strs = list(state.ints), list(state.strs)
    for kind, number in slots:
        (ints if kind is p.StorageKind.INT else strs)[number] = 0
    return tuple(ints), tuple(strs)


def _some(found: Iterable[Held]) -> list[Held]:
    """All of them, or as many as are kept."""
    kept = list(found)
    numbers = list(range(len(kept)))
    if len(kept) > MOST_GUESSES:
        Rng(0).shuffle(numbers)
    return [kept[number] for number in numbers[:MOST_GUESSES]]


def _uses_chance(program: p.Program) -> bool:
    return any(
        isinstance(node, p.Shuffle) or (isinstance(node, ExpressionNode) and node.draws)
        for node in nodes(program.code)
    )
