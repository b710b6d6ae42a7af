"""A match as a node of its tree, with chance as one who moves: for algorithms that go through it.

Cards are dealt when somebody looks at them, so a chance node has as many outcomes as a card can
have faces, and a card that nobody looks at makes none.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from kibitz.engine import OnceByRules, Path, Program, State, all_different, lazy_deal
from kibitz.engine import events as ev
from kibitz.engine.native import InformationPlan, ObservationPlan, Situation
from kibitz.solver.tree import TooBig, open_interpreter
from kibitz.solver.worlds import World, as_printed, seen

Numbers = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Dealing:
    """The match begins."""


@dataclass(frozen=True, slots=True)
class _PlayingOn:
    """An option is played, up to the next decision."""

    path: Path


@dataclass(frozen=True, slots=True)
class _Looking:
    """The seat that decides looks at cards that are not dealt yet."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Finding:
    """Its options are looked for."""


@dataclass(frozen=True, slots=True)
class _Scoring:
    """The match is over."""


_Phase = _Dealing | _PlayingOn | _Looking | _Finding | _Scoring


@dataclass(frozen=True, slots=True)
class _TreeRules:
    """What all nodes of one program share."""

    engine: lazy_deal.OpenInterpreter
    faces: tuple[int, ...]
    printed: tuple[int, ...]
    """By card: its kind, where cards have the numbers that they have in the game."""


def _rules(program: Program) -> _TreeRules:
    engine = open_interpreter(program)
    return _TreeRules(engine, all_different(program), tuple(engine.laid_out().kinds))


_shared = OnceByRules(_rules)


class TreeState:
    """A node: chance decides (`outcomes`), or a seat (`options`), or the match is over (`scores`).

    A node never changes; `child` is the next one.
    """

    def __init__(self, program: Program) -> None:
        """Before the deal. Raises MatchError if a rule fails."""
        self.program, self._rules = program, _shared(program)
        self._world = World(self._rules.engine.laid_out(), (), Fraction(1))
        self._script: lazy_deal.Script = ()
        self._paths: tuple[Path, ...] = ()
        self.outcomes: tuple[Fraction, ...] = ()
        """How likely each outcome of chance is; none where chance does not decide."""
        self.scores: tuple[int, ...] | None = None
        """By seat, when the match is over."""
        self.history: tuple[int, ...] = ()
        """The outcomes and options that led here."""
        self._decided: tuple[tuple[TreeState, int], ...] = ()
        """The nodes on the way here at which a seat decided, and the option that it took."""
        self._numbers: Situation | None = None
        self._begin(_Dealing())

    def __reduce__(self) -> tuple[Callable[..., TreeState], tuple[Program, tuple[int, ...]]]:
        """It is pickled as its rules and the way here."""
        return _reached, (self.program, self.history)

    def __repr__(self) -> str:
        what = "over" if self.is_over else "chance" if self.outcomes else f"seat {self.seat}"
        return f"<TreeState after {len(self.history)} choices: {what}>"

    def __copy__(self) -> TreeState:
        twin = TreeState.__new__(TreeState)
        twin.__dict__.update(self.__dict__)
        return twin

    def __deepcopy__(self, memo: object) -> TreeState:
        return self

    @property
    def is_over(self) -> bool:
        return self.scores is not None

    @property
    def seat(self) -> int:
        """Who decides, where neither chance does nor the match is over."""
        return self._world.seat

    @property
    def options(self) -> tuple[str, ...]:
        """What can be chosen, by the keys of `Option`; empty where nobody chooses."""
        if not self._paths:
            return ()
        state = self._world.state
        found = self._rules.engine.find_options(state)
        return tuple(option.key for option in self._rules.engine.name_options(state, found))

    @property
    def size(self) -> int:
        """How many outcomes or options there are."""
        return len(self.outcomes) or len(self._paths)

    def information(self, seat: int) -> str:
        """What the seat has seen since the deal: equal exactly where it cannot tell nodes apart."""
        return repr(seen(self._world, seat, self._rules.faces))

    def child(self, number: int) -> TreeState:
        """The node after that outcome, or that option. Raises IndexError."""
        if not 0 <= number < self.size:
            raise IndexError(f"there are {self.size} ways to go on here, not one with {number}")
        after = copy(self)
        after._numbers = None
        after.history = (*self.history, number)
        if self.outcomes:
            after._go_on((*self._script, number))
        else:
            after._decided = (*self._decided, (self, number))
            after._begin(_PlayingOn(self._paths[number]))
        return after

    # ------------------------------------------------------------------ as numbers

    @property
    def actions(self) -> tuple[int, ...]:
        """By option: its number in `game.actions`; -1 for one that has none."""
        return tuple(self._situation.actions()) if self._paths else ()

    def observe(self, seat: int) -> Numbers:
        """What the seat sees: the numbers of `game.observation`, without cards that nobody has
        looked at yet."""
        row, world = self._situation.observe(seat), self._world
        plan, state = ObservationPlan.of(self.program), world.state
        first = seat * len(state.cards)
        for card in world.to_look_at(seat):
            kind, place = state.kinds[card], state.place[card]
            row[plan.place_starts[first + place] + kind] -= 1
            top = plan.top_starts[first + place]
            if top >= 0 and state.cards[place][-1] == card:
                row[top + kind] = 0
        return row

    def inform(self, seat: int, recalled: int) -> Numbers:
        """What the seat sees and saw happen in so many of the latest decisions: the numbers of
        `game.information`."""
        plan = InformationPlan.of(self.program, recalled)
        row = np.zeros(plan.size, np.float32)
        size = plan.observation.size
        row[:size] = self.observe(seat)
        memories = row[size:].reshape(recalled, plan.memory)
        end = len(self._world.events)
        # The deal is a decision of nobody, before all others.
        for memory, decided in zip(memories, (*reversed(self._decided), None), strict=False):
            begin = 0
            if decided is not None:
                node, number = decided
                begin, said = len(node._world.events), plan.sayings.by_action[node.actions[number]]
                memory[(node.seat - seat) % plan.players] = 1
                memory[plan.players + said - 1] = said > 0
            for kind in self._seen_in(self._world.events[begin:end], seat):
                memory[kind - len(plan.kinds)] = 1
            end = begin
        return row

    def _seen_in(self, events: tuple[ev.Event, ...], seat: int) -> set[int]:
        """The kinds of cards that the seat saw move, or was shown."""
        cards = set[int]()
        for told in ev.sight(events, seat):
            match told.event:
                case ev.CardMoved(card=int(card)) | ev.Remembered(card=card):
                    cards.add(card)
                case ev.CardsShown(cards=tuple(shown)):
                    cards.update(shown)
                case ev.LocationsSwapped(cards=(first, second)):
                    cards.update((*first, *second))
        undealt, kinds = self._world.undealt, self._world.state.kinds
        return {kinds[card] for card in cards if not undealt >> card & 1}

    @property
    def _situation(self) -> Situation:
        if self._numbers is None:
            printed = as_printed(self._world, self.seat, self._rules.printed)
            self._numbers = Situation(self.program, printed)
        return self._numbers

    # ------------------------------------------------------------------ going on

    def _begin(self, phase: _Phase) -> None:
        """Carry it out, and go on with what came of it; where chance must decide, wait for that."""
        self._paths, self._phase = (), phase
        self._go_on(())

    def _go_on(self, script: lazy_deal.Script) -> None:
        self._script, self.outcomes = script, ()
        chance = lazy_deal.Chance(self._world.doubts, self._rules.faces, script)
        try:
            self._carry_out(chance)
        except lazy_deal.Fork as fork:
            self.outcomes = tuple(fork.odds)
        except lazy_deal.Entangled:
            raise TooBig("cards were shuffled in more ways than can be followed") from None

    def _carry_out(self, chance: lazy_deal.Chance) -> None:
        engine, world = self._rules.engine, self._world
        match self._phase:
            case _Dealing():
                self._settle(*engine.dealt(chance), chance)
            case _PlayingOn(path=path):
                self._settle(*engine.played(world.state, path, chance), chance)
            case _Looking(cards=cards):
                self._become(engine.looked_at(world.state, cards, chance), (), chance)
                self._begin(_Finding())
            case _Finding():
                state, found = engine.found(world.state, chance)
                self._become(state, (), chance)
                self._paths = tuple(path for path, _ in found)
            case _Scoring():
                self.scores = engine.scored(world.state, chance).scores

    def _settle(self, state: State, events: tuple[ev.Event, ...], chance: lazy_deal.Chance) -> None:
        """The rules went on to the next decision, or the end."""
        self._become(state, events, chance)
        if self._rules.engine.is_over(state):
            self._begin(_Scoring())
        else:
            self._begin(_Looking(self._world.to_look_at(self._world.seat)))

    def _become(self, state: State, events: tuple[ev.Event, ...], chance: lazy_deal.Chance) -> None:
        happened = self._world.events + events
        self._world = World(state, chance.doubts, Fraction(1), happened)


def _reached(program: Program, history: tuple[int, ...]) -> TreeState:
    node = TreeState(program)
    for number in history:
        node = node.child(number)
    return node
