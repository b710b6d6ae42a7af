"""Advice as a value: what was asked, every option with what it comes to, the best of them, and how
sure that is.

All numbers are those of the seat that asks unless they are listed by seat. Scores are as the game
counts them; ranks count from 1, and seats that share some have the middle of them; a win that k
seats share is 1/k for each of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from html import escape
from math import isfinite
from typing import Any

from kibitz.engine import Decision, Program, View, inline_html
from kibitz.game import Game
from kibitz.recycle import BadArgument, Goal
from kibitz.solver import Aim
from kibitz.words import option_labels

ByWorld = Any
"""A row of numbers, one for each seat."""


class LaterRounds:
    """What the rounds after this one add to the scores, whatever is done now.

    They are played once in every world, so that their luck is the same for all options; and for all
    decisions of a seat in a round, where one is handed on from question to question.
    """

    def __init__(self) -> None:
        self._known: list[ByWorld] = []

    def of(self, worlds: int, play: Callable[[range], Iterable[ByWorld]]) -> list[ByWorld]:
        """By world and seat; `play` finds it out for those that nobody has asked for yet."""
        new = range(len(self._known), worlds)
        if new:
            self._known.extend(play(new))
        return self._known[:worlds]


@dataclass(frozen=True, eq=False)
class Question:
    """Everything an answer may depend on; there is no state in it."""

    game: Game
    view: View
    decision: Decision
    """With or without labels."""
    aim: Aim
    seed: int = 1
    later: LaterRounds = field(default_factory=LaterRounds)

    @staticmethod
    def of(
        game: Game, view: View, decision: Decision, aim: Aim | str | None = None, seed: int = 1
    ) -> Question:
        """Without an aim, what the game's page says people play for.

        Raises BadArgument for another aim, and for a view of somebody who does not decide.
        """
        if view.seat != decision.seat:
            raise BadArgument(
                f"player {decision.seat + 1} decides here, so there is no advice for player "
                f"{view.seat + 1}"
            )
        return Question(game, view, decision, aim_of(game, aim), seed)

    @property
    def program(self) -> Program:
        return self.game.program

    @cached_property
    def labels(self) -> tuple[str, ...]:
        options = self.decision.options
        if all(option.label for option in options):
            return tuple(option.label for option in options)
        game = self.game
        return option_labels(game.interpreter, self.view, self.decision, game.vocabulary)

    @cached_property
    def unseen(self) -> Mapping[str, int]:
        """By the name of a card: how many of them the seat has not located."""
        texts, kinds = self.game.vocabulary.kind_texts, self.view.kinds
        cards = (card for doubt in self.view.unknown for pool in doubt.pools for card in pool)
        return dict(sorted(Counter(texts[kinds[card]] for card in cards).items()))


def aim_of(game: Game, aim: Aim | str | None) -> Aim:
    """What is said; unless it is, what people play the game for. Raises BadArgument."""
    if aim is None:
        return Aim(game.objective)
    if aim not in list(Aim):
        raise BadArgument(f"a player wants to win, a score or a place, not {aim!r}")
    if game.program.is_cooperative and aim != Aim.SCORE:
        raise BadArgument(f"everybody wins or loses together here: play for the score, not {aim!s}")
    return Aim(aim)


class Method(StrEnum):
    """Where the numbers come from."""

    EXACT = "exact"
    """From every world that can be, each counted as often as it comes."""
    MIXED = "mixed"
    """From all of a small game of two: how it is played so that nobody can win against it."""
    SIMULATED = "simulated"
    """From some worlds that can be, played to the end."""
    HEURISTIC = "heuristic"
    """From nothing but a guess: no world could be played."""


FEWEST_WORLDS = 32
"""In fewer, no difference means anything."""


class Confidence(StrEnum):
    """How sure it is that the best option is the best."""

    CLEAR = "clear"
    LIKELY = "likely"
    TOSS_UP = "toss-up"
    """Several options are about as good: see `Advice.close`."""


class Grade(StrEnum):
    """How good an option is beside the best one."""

    BEST = "best"
    """The recommended one, or one that is worth exactly the same."""
    CLOSE = "close"
    """Luck explains what it is behind the best one."""
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


@dataclass(frozen=True, slots=True)
class Worth:
    """What an option comes to, by seat, and how exactly that is known for the seat that asks."""

    scores: tuple[float, ...]
    ranks: tuple[float, ...]
    wins: tuple[float, ...]
    """Together they are 1."""
    quantiles: tuple[float, float, float]
    """Of the score: 5, 50 and 95 times out of 100 it is not above."""
    worlds: int
    """In how many worlds it was tried."""
    errors: Mapping[Aim, float]
    """Standard errors."""
    gap_errors: Mapping[Aim, float]
    """Standard errors of what it is behind the best one; smaller, as both had the same luck."""


@dataclass(frozen=True, slots=True)
class OptionAdvice:
    """One option and what it comes to."""

    index: int
    """Among the options of the decision."""
    key: str
    label: str
    grade: Grade
    score: float
    rank: float
    win: float
    score_delta: float
    """Less that of the best option; so with the others."""
    rank_delta: float
    win_delta: float
    worth: Worth
    share: float | None = None
    """How often it is to be taken, where options are mixed."""

    def to_json(self) -> dict[str, Any]:
        errors, gaps, worth = self.worth.errors, self.worth.gap_errors, self.worth
        return {
            "index": self.index,
            "key": self.key,
            "label": self.label,
            "class": self.grade.value,
            "share": self.share,
            "score": self.score,
            "score_error": _finite(errors[Aim.SCORE]),
            "score_delta": self.score_delta,
            "score_delta_error": _finite(gaps[Aim.SCORE]),
            "quantiles": [_finite(score) for score in worth.quantiles],
            "rank": self.rank,
            "rank_error": _finite(errors[Aim.PLACE]),
            "rank_delta": self.rank_delta,
            "rank_delta_error": _finite(gaps[Aim.PLACE]),
            "win": self.win,
            "win_error": _finite(errors[Aim.WIN]),
            "win_delta": self.win_delta,
            "win_delta_error": _finite(gaps[Aim.WIN]),
            "scores": list(worth.scores),
            "ranks": list(worth.ranks),
            "wins": list(worth.wins),
            "worlds": worth.worlds,
        }


def _finite(number: float) -> float | None:
    """The number; None for one that nobody knows."""
    return number if isfinite(number) else None


@dataclass(frozen=True, slots=True)
class AdviceReason:
    """Something that is different after the best option, in words and in numbers."""

    kind: str
    text: str
    numbers: Mapping[str, float]
    """Every number of the text, and those behind it."""

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "text": self.text, "numbers": dict(self.numbers)}


@dataclass(frozen=True, slots=True)
class Advice:
    """What a seat should do, and why."""

    game: str
    seat: int
    aim: Aim
    method: Method
    guide: str
    """What whoever played on knows of this table, in people's words; empty if nobody did."""
    seed: int
    worlds: int
    """In how many the best option was tried."""
    simulations: int
    """Matches that were played to their end for it."""
    unheeded: int
    """How many of the worlds do not heed what was chosen before, as none was found that does."""
    options: tuple[OptionAdvice, ...]
    """All of them, the best first."""
    close: tuple[int, ...]
    """The options, by index, that are as good as the best one for all that is known; it is one."""
    confidence: Confidence
    goal: Goal = Goal.MAX
    """Whether high scores are good, or low ones."""
    has_rivals: bool = True
    """Where nobody is one, there is no place and no win: the score is all there is to play for."""
    reasons: tuple[AdviceReason, ...] = ()
    unseen: Mapping[str, int] = field(default_factory=dict)
    """By the name of a card: how many of them the seat has not located."""

    @property
    def best(self) -> OptionAdvice:
        return self.options[0]

    @property
    def is_early(self) -> bool:
        """Whether so few worlds were tried that nothing can be said yet."""
        return self.method is Method.SIMULATED and self.worlds < FEWEST_WORLDS

    def behind(self, option: OptionAdvice) -> float:
        """What it is worth less than the best one, of what is wanted."""
        match self.aim:
            case Aim.WIN:
                return -option.win_delta
            case Aim.PLACE:
                return option.rank_delta
            case Aim.SCORE:
                return option.score_delta if self.goal is Goal.MIN else -option.score_delta

    def option(self, index: int) -> OptionAdvice:
        """What is said of the option with that index in the decision."""
        return next(option for option in self.options if option.index == index)

    def _repr_html_(self) -> str:
        """The options, the best first, for notebooks."""
        aim = f"for {self.aim.value}, {self.confidence.value}"
        title = f"seat {self.seat} of {self.game}: {self.best.label} ({aim})"
        rivals = ("wins", "place") if self.has_rivals else ()
        rows = [
            (one.label, f"{one.score:.2f}", *self._places(one), one.grade.value)
            for one in self.options
        ]
        reasons = "".join(f"<li>{escape(reason.text)}</li>" for reason in self.reasons)
        table = inline_html.listing(title, ("option", "score", *rivals, ""), rows)
        return f"{table}<ul>{reasons}</ul>" if reasons else table

    def _places(self, one: OptionAdvice) -> tuple[str, ...]:
        return (f"{one.win:.0%}", f"{one.rank:.2f}") if self.has_rivals else ()

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "seat": self.seat,
            "objective": self.aim.value,
            "method": self.method.value,
            "guide": self.guide,
            "seed": self.seed,
            "worlds": self.worlds,
            "simulations": self.simulations,
            "unheeded": self.unheeded,
            "best": self.best.index,
            "close": list(self.close),
            "confidence": self.confidence.value,
            "options": [self._told(option) for option in self.options],
            "reasons": [reason.to_json() for reason in self.reasons],
            "unseen": dict(self.unseen),
        }

    def _told(self, option: OptionAdvice) -> dict[str, Any]:
        facts = option.to_json()
        if self.has_rivals:
            return facts
        return {name: None if name.startswith(("win", "rank")) else facts[name] for name in facts}
