"""The interpreter: THE definition of how a RECYCLE game is played.

Simple before fast. It plays the steps of a Program in order, stops at every decision, finds the
options by going over what can be picked (rules/options.py), and plays a chosen option by going its
path with real chance. Any other engine must agree with it, draw for draw.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from contextlib import suppress
from copy import copy
from typing import Any

from kibitz.engine import limits
from kibitz.engine import program as p
from kibitz.engine.errors import Fault, MatchError
from kibitz.engine.event_writer import EventNotes, EventWriter
from kibitz.engine.events import Event, OptionPlayed, TurnStarted
from kibitz.engine.history import Trail, course
from kibitz.engine.knowledge import Knowledge
from kibitz.engine.machine import Explained, Machine, RehearsingMachine, WatchedFaces
from kibitz.engine.places import layout
from kibitz.engine.playing import Playing, Playout, at_random
from kibitz.engine.program.evidence import Evidence, evidence
from kibitz.engine.program.lets import LetOnTheWay, Reach, lets_on_the_way
from kibitz.engine.program.static_analysis import past_beginnings, setup_length, telling_steps
from kibitz.engine.protocol import Bindings, Found, KeyMaker, Option, Outcome, Path, Step
from kibitz.engine.resample import imagine, resample
from kibitz.engine.rng import Rng
from kibitz.engine.rules import OptionRules
from kibitz.engine.rules.base import Act, TestRule, ValueRule
from kibitz.engine.secrets import SecretTrail, pick_for_others, secretive_steps
from kibitz.engine.state import BACKWARDS, PointMap, StageFrame, State
from kibitz.engine.view import View, make_view
from kibitz.recycle import CycleKind, Span

_AT_REST = (p.Decide, p.Finish)
Rehearsal = tuple[Path, Bindings, list[tuple[LetOnTheWay, Any]], list[Event]]
"""A path, what it picks, what lets on the way hold, and what it does."""
"""A path, what was picked along it, and what it would do."""


class Interpreter:
    """The rules at work. All chance comes in as an argument, and no state is kept inside."""

    def __init__(self, program: p.Program, rules: OptionRules | None = None) -> None:
        """With other rules, whoever made them looks on."""
        self._program = program
        rules = rules or OptionRules(program)
        self.layout = layout(program)
        self._score = rules.value(program.score)
        self._score_told = rules.score_told(program.score)
        self._acts: dict[int, Act] = {}
        self._ends: dict[int, TestRule] = {}
        self._starts: dict[int, ValueRule] = {}
        self._finders: dict[int, tuple[Act, ...]] = {}
        self._alternatives: dict[int, tuple[Act, ...]] = {}
        self._evident: dict[tuple[int, int], Evidence] = {}
        self._lets: dict[tuple[int, int], tuple[LetOnTheWay, ...]] = {}
        """By decision and alternative: the picks that it gives away."""
        self._prices = tuple(map(rules.price, program.code))
        self._score_price = rules.price(program.score)
        for number, step in enumerate(program.code):
            if isinstance(step, p.Enter) and step.start is not None:
                self._starts[number] = rules.value(step.start)
            match step:
                case p.Perform():
                    self._acts[number] = rules.act(step.statement)
                case p.Enter(end=end) | p.Again(end=end) if end is not None:
                    self._ends[number] = rules.test(end)
                case p.Branch():
                    self._ends[number] = rules.asked(step.condition, step.span)
                case p.Decide():
                    made = [rules.alternative(alternative) for alternative in step.alternatives]
                    self._finders[number] = tuple(find for find, _ in made)
                    self._alternatives[number] = tuple(perform for _, perform in made)
        self._keys = KeyMaker(program, self.layout.places)
        self._telling = telling_steps(program)
        self._keeps_trail = bool(self._telling)
        self._tells_between = not self._telling.issubset(self._finders)
        self._past_beginnings = past_beginnings(program)
        self._secretive = secretive_steps(program)
        self._is_watched = True
        self._everybody = frozenset(range(program.players))

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
        trail = machine.state.trail
        if trail is not None:
            if 0 in self._secretive:
                trail.lost_by_all()
            trail.dealt(machine.state)
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
        is_secretive = step.state.position in self._secretive
        if trail is not None and step.state.position in self._telling:
            trail.told_all()
        self._play(machine, path)
        self._advance(machine)
        if is_secretive and self._is_watched and self.layout.guessed:
            machine.state.secrets = SecretTrail(step.state, path)
        if trail is not None:
            if is_secretive:
                trail.lost_by_all()  # what a secret had a say in cannot be played once more
            trail.chosen(step.state, machine.state)
        return self._made(step.state, machine)

    def rehearse(
        self, state: State, paths: Iterable[Path], known: Container[int]
    ) -> list[Rehearsal]:
        """What each path would do by itself, without chance; those that lead nowhere are left out.

        The events name only the `known` cards. The state stays as it is. A path whose rules fail
        goes as far as they do; when all paths together are too much work, the rest is left out.
        """
        notes = EventNotes(state)
        machine = RehearsingMachine(state, len(self._program.variables), None, notes)
        rehearsals = []
        before: Path = ()
        for path in paths:
            machine.forget_offers(before, path)
            before = path
            with suppress(Fault):
                self._perform(machine, path)
                effect = self._decision(state.position).effect
                if effect:
                    self._acts[effect](machine)
            if machine.journal and machine.work <= limits.WORK:
                lets, events = self._let(machine, path), notes.foreseen(known)
                rehearsals.append((path, tuple(machine.bindings), lets, events))
            machine.undo()
            notes.events.clear()
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
        guesses = None
        if self.layout.guessed:
            guesses = (state.secrets or SecretTrail()).guesses(self, state, seat)
        return make_view(self.layout, state, seat, alike, guesses)

    def resample(self, view: View, rng: Rng) -> State:
        """A world the seat cannot tell from the true one, unseen cards dealt at random."""
        world = resample(self.layout, view, rng)
        pick_for_others(self, world, view.seat, rng)
        if self._keeps_trail:
            world.trail = Trail.leading_to(world, view, self.layout)
        return world

    def pick_silently(self, world: State, path: Path) -> None:
        """Keeps what whoever decides picks before all have chosen."""
        self._perform(self._machine(world, None, None), path)

    def is_together(self, state: State) -> bool:
        """Whether all choose there before anything takes effect."""
        step = self._program.code[state.position]
        return isinstance(step, p.Decide) and bool(step.effect)

    def imagine(self, view: View) -> State:
        """One such world, always the same, in which only the view's seat knows anything."""
        return imagine(self.layout, view)

    def dealt_unseen(self, rng: Rng) -> State | None:
        """A deal that nobody looks at; None if a rule fails."""
        machine = self._machine(self._empty_table(), rng, None)
        try:
            self._advance(machine)
        except MatchError:
            return None
        return machine.state

    def played_unseen(self, state: State, path: Path, rng: Rng) -> State | None:
        """Where the path leads, up to the next decision; nobody looks on. None if a rule fails."""
        machine = self._machine(state.copy(), rng, None)
        try:
            self._play(machine, path)
            self._advance(machine)
        except MatchError:
            return None
        return machine.state

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
            cards=[[] for _ in self.layout.places],
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
            trail=Trail(program.players, self.layout) if self._keeps_trail else None,
            secrets=SecretTrail() if self.layout.guessed else None,
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
        writer = EventWriter(after, self.layout)
        machine = self._machine(after, rng, writer)
        if self._tells_between and after.trail is not None:
            machine.kinds = WatchedFaces(after.kinds, writer.looked_at)
        return machine

    def _step(self, machine: Machine) -> Step:
        writer = machine.writer
        return Step(self, machine.state, () if writer is None else writer.written())

    def _made(self, before: State, machine: Machine) -> Step:
        after = self._step(machine)
        if self._is_watched and not self.layout.secrets:
            after.state.course = course(before, after.state, after.events)
        return after

    def _play(self, machine: Machine, path: Path) -> None:
        """Do what the path says, with real chance."""
        machine.work = 0
        machine.offers.clear()
        decision, chooser = self._decision(machine.state.position), machine.seats[-1].position
        with self._explained(machine):
            machine.count_work(self._prices[machine.state.position])
            self._perform(machine, path)
        name = decision.names[path[0]]
        if name and not decision.effect and isinstance(machine.writer, EventWriter):
            told_by = self._evidence(machine.state.position, path[0])
            evident = told_by.given(machine.writer.stored())
            told = {Reach.CHOOSER: frozenset({chooser}), Reach.ALL: self._everybody}
            names = self._program.variables
            picks = [
                (names[pick.slot], pick.type, value, pick.slot in evident, told[Reach.CHOOSER])
                for pick, value in machine.bindings
            ]
            lets = [
                (
                    names[let.slot],
                    let.type,
                    value,
                    let.slot in evident,
                    told.get(let.reach, frozenset()),
                )
                for let, value in self._let(machine, path)
            ]
            machine.writer.chosen(name, picks, lets)
        if machine.writer is not None:
            machine.writer.happened(OptionPlayed())
        machine.journal.clear()
        machine.state.position += 1

    def _let(self, machine: Machine, path: Path) -> list[tuple[LetOnTheWay, Any]]:
        """What the lets on the way to a move with a name hold, once it was performed."""
        position, alternative = machine.state.position, path[0]
        decision = self._decision(position)
        if not decision.names[alternative]:
            return []
        if (position, alternative) not in self._lets:
            found = lets_on_the_way(decision.alternatives[alternative])
            self._lets[position, alternative] = found
        return [(let, machine.variables[let.slot]) for let in self._lets[position, alternative]]

    def _evidence(self, position: int, alternative: int) -> Evidence:
        if (position, alternative) not in self._evident:
            chosen = self._decision(position).alternatives[alternative]
            self._evident[position, alternative] = evidence(self._program, chosen)
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
                if not isinstance(step, _AT_REST):
                    machine.count_work(self._prices[state.position])
                match step:
                    case p.Perform():
                        self._acts[state.position](machine)
                        machine.journal.clear()
                        state.position += 1
                    case p.Branch():
                        holds = self._ends[state.position](machine)
                        state.position = step.yes if holds else step.no
                    case p.Enter():
                        self._enter(machine, step)
                    case p.Again():
                        self._again(machine, step)
                    case p.LeaveStage():
                        self._frames(machine, step.kind).pop()
                        state.position += 1
                    case p.Decide():
                        return
                    case p.Finish():
                        self._tell_scores(machine)
                        return
                machine.count_steps(1)

    def _tell_scores(self, machine: Machine) -> None:
        """What everybody's score is made up of, where no number has been told of that holds it."""
        tell = self._score_told
        if tell is None or self._score_price > limits.WORK:
            return
        for seat in range(self._program.players):
            machine.seats.append(StageFrame(seat))
            tell(machine)
            machine.seats.pop()

    def _frames(self, machine: Machine, kind: CycleKind) -> list[StageFrame]:
        return machine.state.teams if kind is CycleKind.TEAM else machine.state.seats

    def _members(self, kind: CycleKind) -> int:
        return len(self._program.teams) if kind is CycleKind.TEAM else self._program.players

    def _enter(self, machine: Machine, step: p.Enter) -> None:
        state = machine.state
        frames = self._frames(machine, step.kind)
        start = self._starts.get(state.position)
        first = frames[-1].position if start is None else start(machine)
        frames.append(StageFrame(first, turns=BACKWARDS if step.backwards else 0))
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
            frame.begun == members if step.end is None else self._ends[state.position](machine)
        )
        if is_over:
            state.position = step.exit
            return
        following = (frame.position + frame.way) % members
        frame.position = frame.queued if frame.queued >= 0 else following
        frame.queued = -1
        self._begin_turn(machine, step)
        state.position = step.body

    def _begin_turn(self, machine: Machine, step: p.Enter | p.Again) -> None:
        frame = self._frames(machine, step.kind)[-1]
        if step.end is None:
            frame.turns += 1
        if step.kind is CycleKind.PLAYER and machine.writer is not None:
            machine.writer.happened(TurnStarted(frame.position))

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

    def _explained(self, machine: Machine) -> Explained:
        return Explained(self.error, machine)

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
