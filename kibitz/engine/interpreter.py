"""The interpreter: THE definition of how a RECYCLE game is played.

Simple before fast. It plays the steps of a Program in order, stops at every decision, finds the
options by going over what can be picked (rules/options.py), and plays a chosen option by going its
path with real chance. Any other engine must agree with it, draw for draw.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from contextlib import suppress
from copy import copy

from kibitz.engine import limits
from kibitz.engine import program as p
from kibitz.engine.errors import Fault, MatchError
from kibitz.engine.event_writer import EventWriter
from kibitz.engine.events import Event
from kibitz.engine.history_tracking import Trail
from kibitz.engine.keys import Bindings, KeyMaker
from kibitz.engine.knowledge import Knowledge
from kibitz.engine.machine import Machine, WatchedFaces
from kibitz.engine.outcome import Outcome
from kibitz.engine.places import layout
from kibitz.engine.playing import Playing, Playout, at_random
from kibitz.engine.points import PointMap
from kibitz.engine.program.static_analysis import (
    evident_picks,
    past_beginnings,
    setup_length,
    telling_steps,
)
from kibitz.engine.protocol import Found, Option, Path, Step
from kibitz.engine.rehearsal import RehearsingMachine, rehearsed
from kibitz.engine.resample import imagine, resample
from kibitz.engine.rng import Rng
from kibitz.engine.rules import OptionRules
from kibitz.engine.rules.base import Act, TestRule
from kibitz.engine.state import StageFrame, State
from kibitz.engine.view import View, make_view
from kibitz.recycle import CycleKind, Span

Rehearsal = tuple[Path, Bindings, list[Event]]
"""A path, what was picked along it, and what it would do."""


class Interpreter:
    """The rules at work. All chance comes in as an argument, and no state is kept inside."""

    def __init__(self, program: p.Program, rules: OptionRules | None = None) -> None:
        """With other rules, whoever made them looks on."""
        self._program = program
        rules = rules or OptionRules(program)
        self._layout = layout(program)
        self._score = rules.value(program.score)
        self._acts: dict[int, Act] = {}
        self._ends: dict[int, TestRule] = {}
        self._finders: dict[int, tuple[Act, ...]] = {}
        self._alternatives: dict[int, tuple[Act, ...]] = {}
        self._evident: dict[tuple[int, int], frozenset[int]] = {}
        """By decision and alternative: the picks that it gives away."""
        self._prices = tuple(map(rules.price, program.code))
        self._score_price = rules.price(program.score)
        for number, step in enumerate(program.code):
            match step:
                case p.Perform():
                    self._acts[number] = rules.act(step.statement)
                case p.Enter(end=end) | p.Again(end=end) if end is not None:
                    self._ends[number] = rules.test(end)
                case p.Decide():
                    made = [rules.alternative(alternative) for alternative in step.alternatives]
                    self._finders[number] = tuple(find for find, _ in made)
                    self._alternatives[number] = tuple(perform for _, perform in made)
        self._keys = KeyMaker(program, self._layout.places)
        self._telling = telling_steps(program)
        self._keeps_trail = bool(self._telling)
        self._tells_between = not self._telling.issubset(self._finders)
        self._past_beginnings = past_beginnings(program)
        self._is_watched = True

    @property
    def program(self) -> p.Program:
        return self._program

    # ------------------------------------------------------------------ live matches

    def deal(self, rng: Rng) -> Step:
        """A new match, played up to its first decision or its end."""
        return self.play_on(self._empty_table(), rng)

    def play_on(self, state: State, rng: Rng) -> Step:
        """A state between two decisions, played up to the next one; the old one stays valid."""
        machine = self._going_on(state, rng)
        self._advance(machine)
        if machine.state.trail is not None:
            machine.state.trail.dealt(machine.state)
        return self._step(machine)

    def at(self, state: State) -> Step:
        """The step of a state that came from elsewhere; nothing happened on the way."""
        return Step(self, state)

    def apply(self, step: Step, option: int, rng: Rng) -> Step:
        """Play the option with that index, up to the next decision. The old step stays valid.

        Raises IllegalChoice for an index the decision does not have, MatchError if a rule fails.
        """
        path, machine = step.path(option), self._going_on(step.state, rng)
        trail = machine.state.trail if self._is_watched else None
        if trail is not None and step.state.position in self._telling:
            trail.told_all()
        self._play(machine, path)
        self._advance(machine)
        if trail is not None:
            trail.chosen(step.state, machine.state)
        return self._step(machine)

    def rehearse(
        self, state: State, paths: Iterable[Path], known: Container[int]
    ) -> list[Rehearsal]:
        """What each path would do by itself, without chance; those that lead nowhere are left out.

        The events name only the `known` cards. The state stays as it is. A path whose rules fail
        goes as far as they do; when all paths together are too much work, the rest is left out.
        """
        machine = RehearsingMachine(state, len(self._program.variables), None, None)
        rehearsals = []
        before: Path = ()
        for path in paths:
            machine.forget_offers(before, path)
            before = path
            with suppress(Fault):
                self._perform(machine, path)
            if machine.journal and machine.work <= limits.WORK:
                events = rehearsed(machine.journal, state, known)
                rehearsals.append((path, tuple(machine.bindings), events))
            machine.undo(0)
        return rehearsals

    def score(self, state: State) -> Outcome:
        """The outcome if the match stopped here."""
        machine = self._machine(state, None, None)
        scores = []
        with self._explained(machine):
            for seat in range(self._program.players):
                machine.seats.append(StageFrame(seat))
                machine.count_work(self._score_price)
                try:
                    scores.append(self._score(machine))
                finally:
                    machine.seats.pop()
        return Outcome(tuple(scores), self._program.goal)

    def view(self, state: State, seat: int, alike: View | None = None) -> View:
        """What the seat may know; `alike` is the view of a seat that is in doubt about the same."""
        return make_view(self._layout, state, seat, alike)

    def resample(self, view: View, rng: Rng) -> State:
        """A world the seat cannot tell from the true one, unseen cards dealt at random."""
        world = resample(self._layout, view, rng)
        if self._keeps_trail:
            world.trail = Trail.leading_to(world, view, self._layout.memory)
        return world

    def imagine(self, view: View) -> State:
        """One such world, always the same, in which only the view's seat knows anything."""
        return imagine(self._layout, view)

    # ------------------------------------------------------------------ playing

    def is_over(self, state: State) -> bool:
        return isinstance(self._program.code[state.position], p.Finish)

    def playout(
        self, rng: Rng, most_decisions: int | None = None, start: State | None = None
    ) -> Playout:
        """A match with every seat choosing at random, from the deal or from `start`, unwatched."""
        engine = self._unwatched()
        first = None if start is None else engine.at(start.copy())
        return Playing(engine, rng, most_decisions, first).to_the_end(at_random(rng))

    def ends_within(
        self, rng: Rng, most_decisions: int, start: State, until: int | None = None
    ) -> bool:
        """Whether a match at random from `start` is over after so many decisions, or the integer
        of the slot `until` is another one."""
        engine, before = self._unwatched(), start.ints[:]
        match = Playing(engine, rng, most_decisions, engine.at(start.copy()))
        for step in match.steps(at_random(rng)):
            if until is not None and step.state.ints[until] != before[until]:
                return True
        return match.step.is_over

    def _unwatched(self) -> Interpreter:
        """The same rules when nobody looks on: no events, no knowledge, no step that is kept."""
        twin = copy(self)
        twin._is_watched = False
        return twin

    def laid_out(self) -> State:
        """The table with the decks that the code begins with, before anything else happens."""
        state = self._empty_table()
        machine = self._machine(state, None, None)
        for number in range(setup_length(self._program)):
            self._acts[number](machine)
            state.position += 1
        return state

    def _empty_table(self) -> State:
        program = self._program
        nothing = PointMap((), program.kinds)
        return State(
            cards=[[] for _ in self._layout.places],
            place=[],
            kinds=[],
            backs=[],
            ints=[0] * self._slots(program.int_storages),
            strs=[0] * self._slots(program.str_storages),
            points=[nothing] * self._slots(program.point_storages),
            seats=[StageFrame(0)],
            teams=[StageFrame(0)],
            position=0,
            knowledge=Knowledge([()] * program.players),
            trail=Trail(program.players, self._layout.memory) if self._keeps_trail else None,
        )

    def _slots(self, storages: tuple[p.Storage, ...]) -> int:
        return sum(self._program.owners(storage.owner) for storage in storages)

    def _machine(self, state: State, rng: Rng | None, writer: EventWriter | None) -> Machine:
        return Machine(state, len(self._program.variables), rng, writer)

    def _going_on(self, state: State, rng: Rng) -> Machine:
        """Plays in a copy, before the eyes of all seats; unwatched, in the state itself."""
        if not self._is_watched:
            return self._machine(state, rng, None)
        after = state.copy()
        writer = EventWriter(after, self._layout)
        machine = self._machine(after, rng, writer)
        if self._tells_between and after.trail is not None:
            machine.kinds = WatchedFaces(after.kinds, writer.looked_at)
        return machine

    def _step(self, machine: Machine) -> Step:
        writer = machine.writer
        return Step(self, machine.state, () if writer is None else writer.written())

    def _play(self, machine: Machine, path: Path) -> None:
        """Do what the path says, with real chance."""
        machine.work = 0
        machine.offers.clear()
        decision, chooser = self._decision(machine.state.position), machine.seats[-1].position
        with self._explained(machine):
            machine.count_work(self._prices[machine.state.position])
            self._perform(machine, path)
        name = decision.names[path[0]]
        if name and machine.writer is not None:
            evident = self._evident_picks(machine.state.position, path[0])
            picks = [
                (self._program.variables[pick.slot], pick.type, value, pick.slot in evident)
                for pick, value in machine.bindings
            ]
            machine.writer.chosen(chooser, name, picks)
        if machine.writer is not None:
            machine.writer.option_played()
        machine.journal.clear()
        machine.state.position += 1

    def _evident_picks(self, position: int, alternative: int) -> frozenset[int]:
        if (position, alternative) not in self._evident:
            chosen = self._decision(position).alternatives[alternative]
            self._evident[position, alternative] = evident_picks(chosen)
        return self._evident[position, alternative]

    def _perform(self, machine: Machine, path: Path) -> None:
        machine.follow(list(path[1:]))
        self._alternatives[machine.state.position][path[0]](machine)

    def _advance(self, machine: Machine) -> None:
        """Play on to the next decision or the end of the match."""
        state, code = machine.state, self._program.code
        trail = None if machine.writer is None else state.trail
        with self._explained(machine):
            while True:
                step = code[state.position]
                if trail is not None and state.position in self._past_beginnings:
                    trail.may_begin(state)
                if not isinstance(step, p.Decide | p.Finish):
                    machine.count_work(self._prices[state.position])
                match step:
                    case p.Perform():
                        self._acts[state.position](machine)
                        machine.journal.clear()
                        state.position += 1
                    case p.Enter():
                        self._enter(machine, step)
                    case p.Again():
                        self._again(machine, step)
                    case p.LeaveStage():
                        self._frames(machine, step.kind).pop()
                        state.position += 1
                    case p.Decide() | p.Finish():
                        return
                machine.count_steps(1)

    def _frames(self, machine: Machine, kind: CycleKind) -> list[StageFrame]:
        return machine.state.teams if kind is CycleKind.TEAM else machine.state.seats

    def _members(self, kind: CycleKind) -> int:
        return len(self._program.teams) if kind is CycleKind.TEAM else self._program.players

    def _enter(self, machine: Machine, step: p.Enter) -> None:
        state = machine.state
        frames = self._frames(machine, step.kind)
        frames.append(StageFrame(frames[-1].position))
        if step.end is not None and self._ends[state.position](machine):
            state.position = step.exit
            return
        self._begin_turn(machine, step)
        state.position += 1

    def _again(self, machine: Machine, step: p.Again) -> None:
        state = machine.state
        frame = self._frames(machine, step.kind)[-1]
        members = self._members(step.kind)
        is_over = (
            frame.turns == members if step.end is None else self._ends[state.position](machine)
        )
        if is_over:
            state.position = step.exit
            return
        frame.position = frame.queued if frame.queued >= 0 else (frame.position + 1) % members
        frame.queued = -1
        self._begin_turn(machine, step)
        state.position = step.body

    def _begin_turn(self, machine: Machine, step: p.Enter | p.Again) -> None:
        frame = self._frames(machine, step.kind)[-1]
        if step.end is None:
            frame.turns += 1
        if step.kind is CycleKind.PLAYER and machine.writer is not None:
            machine.writer.turn_started(frame.position)

    # ------------------------------------------------------------------ options

    def find_options(self, state: State) -> Found:
        """Every option of the decision: its path, and what it picked. The state stays as it is."""
        machine = self._machine(state, None, None)
        with self._explained(machine):
            machine.count_work(self._prices[state.position])
            for number, find in enumerate(self._finders[state.position]):
                machine.follow([])
                machine.alternative = number
                find(machine)
            if not machine.found:
                raise Fault("no-options", "the player has nothing to choose from", None)
        return machine.found

    def name_options(self, state: State, found: Found) -> tuple[Option, ...]:
        keys = self._keys.keys(state, state.seats[-1].position, found)
        return tuple(
            Option(index, path, key, self.move_name(state.position, path))
            for index, ((path, _), key) in enumerate(zip(found, keys, strict=True))
        )

    def move_name(self, position: int, path: Path) -> str:
        """What the program calls the option of that path there; empty if it does not."""
        return self._decision(position).names[path[0]]

    def _decision(self, position: int) -> p.Decide:
        step = self._program.code[position]
        assert isinstance(step, p.Decide), "nobody chooses here"
        return step

    # ------------------------------------------------------------------ faults

    def _explained(self, machine: Machine) -> _Explained:
        return _Explained(self, machine)

    def error(self, machine: Machine, fault: Fault) -> MatchError:
        """The fault with the state of affairs."""
        step = self._program.code[machine.state.position]
        match step:
            case p.LeaveStage() | p.Finish():
                span = Span(0, 0)
            case _:
                span = step.span
        note = f"player {machine.seats[-1].position + 1} is to play"
        if isinstance(step, p.Finish):
            note = "the match is over and being scored"
        return fault.explained(self._program.source, span, (note,))


class _Explained:
    """Turns a fault inside a rule into a MatchError, and takes back what the step has done."""

    __slots__ = ("_engine", "_machine")

    def __init__(self, engine: Interpreter, machine: Machine) -> None:
        self._engine = engine
        self._machine = machine

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, fault: BaseException | None, trace: object) -> None:
        if isinstance(fault, Fault):
            error = self._engine.error(self._machine, fault)
            self._machine.undo(0)
            raise error from None
