"""Advice as a value: every option with what it comes to, the best of them, and how sure that is.

All numbers are those of the seat that asks unless they are listed by seat. Scores are as the game
counts them; ranks count from 1, and seats that share some have the middle of them; a win that k
seats share is 1/k for each of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import isfinite
from typing import Any

from kibitz.solver import Aim


class Method(StrEnum):
    """Where the numbers come from."""

    EXACT = "exact"
    """From every world that can be, each counted as often as it comes."""
    SIMULATED = "simulated"
    """From some worlds that can be, played to the end."""
    HEURISTIC = "heuristic"
    """From nothing but a guess: no world could be played."""


class Confidence(StrEnum):
    """How sure it is that the best option is the best."""

    CLEAR = "clear"
    LIKELY = "likely"
    TOSS_UP = "toss-up"
    """Several options are about as good: see `Advice.close`."""


class Grade(StrEnum):
    """How good an option is beside the best one."""

    BEST = "best"
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

    def to_json(self) -> dict[str, Any]:
        errors, gaps, worth = self.worth.errors, self.worth.gap_errors, self.worth
        return {
            "index": self.index,
            "key": self.key,
            "label": self.label,
            "class": self.grade.value,
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
    rollout: str
    """Who played on in the worlds that were tried: `uniform` or `learned`; empty if nobody did."""
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
    has_rivals: bool = True
    """Where nobody is one, there is no place and no win: the score is all there is to play for."""
    reasons: tuple[AdviceReason, ...] = ()
    unseen: Mapping[str, int] = field(default_factory=dict)
    """By the name of a card: how many of them the seat has not located."""

    @property
    def best(self) -> OptionAdvice:
        return self.options[0]

    def option(self, index: int) -> OptionAdvice:
        """What is said of the option with that index in the decision."""
        return next(option for option in self.options if option.index == index)

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "seat": self.seat,
            "objective": self.aim.value,
            "method": self.method.value,
            "rollout": self.rollout,
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
