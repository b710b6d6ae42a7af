"""The player that searches in the way that suits the game best, with a net where that pays, and
counts endings out where they are short."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial

from kibitz.engine import (
    Decision,
    Interpreter,
    MatchError,
    Program,
    Rng,
    View,
    player_settings,
    rounds_of,
)
from kibitz.players import searching
from kibitz.players.learned import Learned
from kibitz.players.nets import Familiarity, guide, net_for
from kibitz.players.player import Choice, Estimate, Player
from kibitz.players.trial import FOLLOWING, HEEDING, WAYS, SearchTrial
from kibitz.players.unbeaten import Unbeaten
from kibitz.recycle import Goal
from kibitz.solver import Aim, PrivateCards, TooBig, Value, option_values

BUDGET = 50_000
"""Steps for one decision that is counted out: some milliseconds."""


@dataclass(frozen=True, slots=True)
class Expert:
    """Plays as another player does that is chosen for the game."""

    way: Callable[[], player_settings.PlayerSettings]
    """How to search, when that is first needed: it may have to be tried out."""
    player: Callable[[player_settings.PlayerSettings], Player]
    """Who searches in that way."""
    has_own_net: Callable[[], bool]
    """Whether there is a net of this very table: with the values of another nobody searches."""

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        way = self.way()
        if way == FOLLOWING and view.past is not None and self.has_own_net():
            way = HEEDING  # a net does not heed what was told
        return self.player(way).choose(view, decision, rng)


@dataclass(frozen=True, slots=True)
class Endings:
    """Plays as another player does, and perfectly where that can be counted out."""

    player: Player
    engine: Interpreter
    by_score: bool
    """It wants a score, not a place; where that is the same, it wants the other, too. Where a match
    has several rounds, the end of one is counted out for the score alone."""

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        if len(decision.options) == 1:
            return self.player.choose(view, decision, rng)
        rounds = rounds_of(self.engine.program)
        until = rounds.slot_to_watch(view.ints) if rounds else None
        by_score = self.by_score or until is not None
        aim, options = (Aim.SCORE if by_score else Aim.PLACE), len(decision.options)
        try:
            found = option_values(self.engine, view, options, aim=aim, budget=BUDGET, until=until)
        except (TooBig, PrivateCards, MatchError):
            return self.player.choose(view, decision, rng)
        worths = [self._worth(value, view.seat, by_score) for value in found]
        estimates = tuple(
            Estimate(1, worth[0], 0.0, value.scores, value.ranks)
            for worth, value in zip(worths, found, strict=True)
        )
        return Choice(worths.index(max(worths)), estimates)

    def _worth(self, value: Value, seat: int, by_score: bool) -> tuple[float, float]:
        """What it wants most, and what it wants where that is the same; more is better."""
        sign = 1 if self.engine.program.goal is Goal.MAX else -1
        score = sign * value.scores[seat]
        place = 1 - (value.ranks[seat] - 1) / max(1, len(value.ranks) - 1)
        first, second = (score, place) if by_score else (place, score)
        return round(first, 9), second


def make(program: Program, settings: player_settings.PlayerSettings) -> Player:
    by_score = settings.wants_score(program)
    trial = SearchTrial(program, net_for(program, settings), by_score, settings.net)
    way = trial.found if settings.training is player_settings.TrainingRule.FIRST else trial.kept

    def has_own_net() -> bool:
        found = None if settings.net else guide(program, by_score=by_score).familiarity
        return found is None or found in (Familiarity.TABLE, Familiarity.LEARNING)

    expert = Expert(way, cache(partial(_searching, program, settings)), has_own_net)
    endings = Endings(expert, Interpreter(program), by_score)
    return Unbeaten(endings, program, by_score)


def _searching(
    program: Program, settings: player_settings.PlayerSettings, way: player_settings.PlayerSettings
) -> Player:
    """Who searches in that way, with so many simulations that it takes as long as any other; or
    does as a net does."""
    if way == FOLLOWING:
        by_score = settings.wants_score(program)
        if settings.net is not None:
            return Learned(program, net_for(program, settings))
        return Learned(program, lambda: guide(program, by_score=by_score).net)
    return searching.make(
        program,
        replace(
            way,
            sims=settings.sims,
            per_option=WAYS[way] * settings.per_option,
            seconds=settings.seconds,
            reward=settings.reward,
            net=settings.net,
            minutes=settings.minutes,
        ),
    )
