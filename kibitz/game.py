"""The rules of one game, ready to be played: from a name or a path, in one call."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf
from operator import index
from typing import SupportsIndex

import kibitz
from kibitz.engine import BadRecord, Device, Interpreter, Program, limits, lower, records
from kibitz.games import (
    GameFile,
    HouseRule,
    Objective,
    Page,
    find,
    from_texts,
    names,
    rules_in_force,
)
from kibitz.recycle import BadArgument, RecycleError

_MOST_RECALLED = 4_096


def load(game: str | os.PathLike[str], /, **options: int | str) -> Game:
    """The game of that name, or in the file at that path, with these options.

    Raises `kibitz.games.LibraryError` if there is no such game, and `kibitz.recycle.RecycleError`
    if its program has errors or an option cannot have the value.
    """
    if not isinstance(game, str | os.PathLike):
        raise BadArgument(f"a game is loaded by its name or its path, not by {game!r}")
    return Game.of(find(os.fspath(game)), options)


def load_recorded(game: records.RecordedGame, options: Mapping[str, int | str]) -> Game:
    """The game of a record: out of the library, or out of the record itself.

    No file that the record names is opened. Raises BadRecord, and what `load` raises.
    """
    if game.program is not None:
        return Game.of(from_texts(game.name, game.program, game.page), options)
    if game.name not in names():
        raise BadRecord(
            f"the record is of {game.name!r}, which is no game of the library, and a record opens "
            "no file; --game says where the game is"
        )
    return Game.of(find(game.name), options)


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """Rules with their options chosen, and the page people read about them."""

    name: str
    page: Page
    program: Program
    recorded: records.RecordedGame
    """As a record keeps it."""
    house_rules: tuple[HouseRule, ...] = ()
    """What every option says here."""

    @staticmethod
    def of(file: GameFile, options: Mapping[str, int | str]) -> Game:
        """The game that is written there. Raises RecycleError."""
        result = file.checked
        if result.game is None:
            raise RecycleError(result.source, result.diagnostics)
        program = lower(result.game, options)
        rules = rules_in_force(file.page, result.game.game, program.options)
        return Game(file.name, file.page, program, _recorded(file), rules)

    @staticmethod
    def of_program(program: Program) -> Game:
        """A game without a page."""
        name = program.source.name.removesuffix(".rcy")
        return Game(
            name, Page(title=name), program, records.RecordedGame(name, program.source.text)
        )

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[object, ...]]:
        """It is pickled as its text and options, and read again."""
        return load_recorded, (self.recorded, dict(self.options))

    def __repr__(self) -> str:
        options = "".join(f", {name}={value}" for name, value in self.options.items())
        return f"<Game {self.name}: {self.title}{options}>"

    # ------------------------------------------------------------------ about it

    @property
    def title(self) -> str:
        return self.page.title

    @property
    def rules(self) -> str:
        """In prose, as Markdown; empty for a game without a page."""
        return self.page.rules

    @property
    def players(self) -> int:
        return self.program.players

    @property
    def objective(self) -> Objective:
        """What people play for: where nobody is a rival, the score, whatever the page says."""
        return self.page.play.objective if self.program.has_rivals else Objective.SCORE

    @property
    def options(self) -> Mapping[str, int | str]:
        """The value of every option."""
        return self.program.options

    # ------------------------------------------------------------------ playing it

    @cached_property
    def interpreter(self) -> Interpreter:
        """The engine of single matches, which tells events and keeps what seats know."""
        return Interpreter(self.program)

    @cached_property
    def vocabulary(self) -> kibitz.Vocabulary:
        """What people call its cards, places and numbers."""
        return kibitz.Vocabulary(self.program, self.page)

    @property
    def engine(self) -> kibitz.NativeEngine:
        """The engine for everything in bulk, compiled when it is first asked for."""
        return self.engine_on(Device.CPU)

    def engine_on(self, device: str) -> kibitz.NativeEngine:
        """The engine whose playouts run on `cpu`, or on `cuda`, which is a GPU of NVIDIA's.

        Both play the same matches. Raises KibitzError where there is no GPU.
        """
        if device not in list(Device):
            raise BadArgument(f"the device is {' or '.join(Device)}, not {device!r}")
        return kibitz.native_engine(self.program, Device(device))

    def match(self, seed: SupportsIndex = 1, *, most_decisions: int | None = None) -> kibitz.Match:
        """A match of that seed, just dealt; without a limit it goes on until the rules end it."""
        return kibitz.Match(self, seed, most_decisions=most_decisions)

    def playouts(
        self,
        count: SupportsIndex,
        *,
        seed: SupportsIndex = 1,
        most_decisions: int | None = None,
        device: str = Device.CPU,
    ) -> kibitz.Playouts:
        """Matches 0 … count - 1 of the seed, every seat choosing at random, on all cores.

        With the device `cuda`, on a GPU; they are the same matches. Raises MatchError if a rule
        fails in one of them, and KibitzError where there is no GPU.
        """
        seed, limit = checked_seed(seed), checked_limit(most_decisions)
        count = checked_integer("number of matches", count, least=0)
        return self.engine_on(device).playouts(seed, count, most_decisions=limit)

    def batch(
        self, size: SupportsIndex, *, seed: SupportsIndex = 1, recalled: SupportsIndex = 0
    ) -> kibitz.Batch:
        """So many matches of the seed side by side, to be stepped together in arrays, which recall
        what happened in so many of the latest decisions (`Batch.inform`)."""
        size = checked_integer("number of matches", size, least=1)
        seed, recalled = checked_seed(seed), _checked_recalled(recalled)
        return kibitz.Batch(self.engine, size, seed=seed, recalled=recalled)

    def resample(
        self, view: kibitz.View, size: SupportsIndex = 1, *, seed: SupportsIndex = 1
    ) -> kibitz.Batch:
        """Worlds that the seat of the view could be in, side by side: unseen cards lie as they may
        for all that the seat has seen, each way as likely as it is for the seat."""
        size = checked_integer("number of worlds", size, least=1)
        return kibitz.Batch.of_worlds(self.engine, view, size, checked_seed(seed))

    @property
    def observation(self) -> kibitz.ObservationPlan:
        """What the numbers mean that a seat sees: those of `Batch.observe`."""
        return kibitz.ObservationPlan.of(self.program)

    @property
    def actions(self) -> kibitz.ActionPlan:
        """What the numbers of actions mean: those of `Batch.mask` and `Batch.act`."""
        return kibitz.ActionPlan.of(self.program)

    def information(self, recalled: SupportsIndex) -> kibitz.InformationPlan:
        """What the numbers mean that a seat sees and saw happen in so many of the latest decisions:
        those of `Batch.inform`."""
        return kibitz.InformationPlan.of(self.program, _checked_recalled(recalled))

    def state(
        self, seed: SupportsIndex = 1, number: SupportsIndex = 0, *, recalled: SupportsIndex = 0
    ) -> kibitz.NativeState:
        """Match `number` of the seed in native code, to be stepped through by its actions."""
        number = checked_integer("number of the match", number, least=0)
        kept = _checked_recalled(recalled)
        return kibitz.NativeState(self.program, checked_seed(seed), number, recalled=kept)

    def tree(self) -> kibitz.TreeState:
        """The match before the deal, as a node of its tree, with chance as one who moves."""
        return kibitz.TreeState(self.program)

    def winnable(
        self,
        seed: SupportsIndex = 1,
        *,
        tell: Callable[[int, int], None] = lambda seed, positions: None,
    ) -> kibitz.WinnableDeal:
        """The first deal from that seed on that a search can win which knows every card; for a game
        for one whose page says what a win is.

        `tell` is told the last seed whose deal was not won, and how many positions were looked at.
        Raises NotWinnable where no such deal can be named.
        """
        card = self.page.scorecard
        if card is not None and self.options.get(card.holes, 1) != 1:
            raise kibitz.NotWinnable(f"a match of {self.title} is more than one deal here")
        return kibitz.winnable_deal(self.program, self.page.play.won, checked_seed(seed), tell=tell)

    def gpu_batch(self, size: SupportsIndex, *, seed: SupportsIndex = 1) -> kibitz.GpuBatch:
        """The same on a GPU, in arrays that stay there. Raises KibitzError where there is none."""
        size = checked_integer("number of matches", size, least=1)
        return kibitz.GpuBatch(self.program, size, seed=checked_seed(seed))

    def advise(
        self,
        view: kibitz.View,
        decision: kibitz.Decision,
        *,
        objective: str | None = None,
        seed: SupportsIndex = 1,
        simulations: int | None = None,
        seconds: float | None = None,
    ) -> kibitz.Advice:
        """What the seat of the view should do in the decision it faces: see `Match.advice`."""
        question = kibitz.Question.of(self, view, decision, objective, checked_seed(seed))
        if simulations is not None:
            simulations = checked_integer("number of simulations", simulations, least=1)
        if seconds is not None and not 0 < seconds < inf:
            raise BadArgument(f"advice takes some seconds, not {seconds!r}")
        return kibitz.advise(question, simulations=simulations, seconds=seconds)

    def train(
        self,
        minutes: float = 2.0,
        *,
        matches: int | None = None,
        seed: SupportsIndex = 1,
        threads: SupportsIndex | None = None,
    ) -> kibitz.Net:
        """A net that learns the game for so long, or for so many matches, by playing itself.

        It is kept, and `learned` plays with it; a net that was kept before is not gone on with.
        The same seed on as many threads gives the same net after as many matches. Raises
        MatchError if a rule fails.
        """
        if matches is not None:
            matches = checked_integer("number of matches", matches, least=1)
        if threads is not None:
            threads = checked_integer("number of threads", threads, least=1)
        if not 0 < minutes < inf:
            raise BadArgument(f"the training takes some minutes, not {minutes!r}")
        by_score = self.objective is Objective.SCORE
        course = kibitz.Course(minutes, matches, checked_seed(seed), threads, by_score)
        return kibitz.learn(self.program, course)


def checked_integer(what: str, value: object, least: int | None = None) -> int:
    """The value, if it is an integer and not below `least`. Raises BadArgument."""
    if type(value) is int:  # asking for a protocol takes longer than dealing
        number = value
    elif isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise BadArgument(f"the {what} is an integer, not {value!r}")
    else:
        number = index(value)
    if least is not None and number < least:
        raise BadArgument(f"the {what} is at least {least}, not {number}")
    return number


def checked_seed(seed: object) -> int:
    """The seed, if a record can keep it. Raises BadArgument."""
    number = checked_integer("seed", seed, limits.LOWEST_SEED)
    if number > limits.HIGHEST_SEED:
        raise BadArgument(f"the seed has at most 64 bits, so it is not {number}")
    return number


def checked_seat(game: Game, seat: object) -> int:
    """The seat, if the game has it. Raises BadArgument."""
    number = checked_integer("seat", seat)
    if not 0 <= number < game.players:
        raise BadArgument(f"the seats are 0 to {game.players - 1}, not {number}")
    return number


def _checked_recalled(recalled: SupportsIndex) -> int:
    number = checked_integer("number of decisions that are recalled", recalled, least=0)
    if number > _MOST_RECALLED:
        raise BadArgument(f"at most {_MOST_RECALLED} decisions are recalled, not {number}")
    return number


def checked_limit(most_decisions: int | None) -> int | None:
    if most_decisions is None:
        return None
    return checked_integer("limit of decisions", most_decisions, least=0)


def _recorded(file: GameFile) -> records.RecordedGame:
    if file.is_of_library:
        return records.RecordedGame(file.name)
    name = "".join(letter if letter.isprintable() else "_" for letter in file.name)
    return records.RecordedGame(name, file.checked.source.text, file.page_text)
