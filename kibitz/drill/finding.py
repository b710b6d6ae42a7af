"""Where tasks come from: a person's own mistakes, and matches that nobody played."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.advisor import Advice, Confidence, Grade
from kibitz.drill.box import Task, TaskOrigin
from kibitz.engine import BadRecord, Record, Rng
from kibitz.game import Game
from kibitz.match import Match
from kibitz.players import ask, built_in_player
from kibitz.review import Reviewing

SIMULATIONS = 2_000
"""So many matches decide what is right: the same ones whenever a task is asked."""
MOST_DECISIONS = 400
"""A match that is made up is followed no longer."""
_PLAYER = "flat:sims=60"
_FAULTS = frozenset({Grade.MISTAKE, Grade.BLUNDER})
_SHORT_LOOK = 300
_TRIES = 200
"""Decisions that are looked at, at most, for one that can be asked."""


def position(game: Game, task: Task) -> Match | None:
    """The match at the decision; None if the game offers other options there now."""
    match = game.match(task.seed)
    for choice in task.choices:
        if match.is_over or choice not in range(len(match.decision.options)):
            return None
        match.play(choice)
    return None if match.is_over or len(match.decision.options) < 2 else match


def answer(match: Match) -> Advice:
    return match.advice(simulations=SIMULATIONS)


def _is_worth_asking(match: Match) -> bool:
    """A short look first, as most decisions are not."""
    return can_be_asked(match.advice(simulations=_SHORT_LOOK)) and can_be_asked(answer(match))


def can_be_asked(advice: Advice) -> bool:
    """Whether something is right and something else is wrong, for sure."""
    is_known = (
        advice.confidence is not Confidence.TOSS_UP or len(advice.close) <= len(advice.options) // 2
    )
    return is_known and any(option.grade in _FAULTS for option in advice.options)


class Finder:
    """Finds tasks of one game."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def mistakes(self, record: Record, seats: list[int]) -> Iterator[Task]:
        """What these seats did wrong; nothing where the record is of other rules."""
        program = self._game.program
        if record.digest != program.digest or dict(record.options) != dict(program.options):
            return
        choices = [choice.option for choice in record.choices]
        reviewing = Reviewing(self._game, record, seats=seats)
        try:
            for decision in reviewing.decisions():
                if decision.grade in _FAULTS:
                    before = tuple(choices[: decision.move - 1])
                    yield Task(record.seed, before, TaskOrigin.MISTAKE)
        except BadRecord:
            return

    def made_up(self, seed: int) -> Task | None:
        """A decision of the match of that seed; None if nothing hangs on any of them."""
        game, chance = self._game, Rng(seed)
        player = built_in_player(_PLAYER, game.program)
        match, choices = game.match(seed), list[int]()
        skipped = chance.below(20)
        for _ in range(_TRIES):
            if match.is_over or match.decisions_made >= MOST_DECISIONS:
                return None
            decision = match.decision
            if len(decision.options) > 1:
                if skipped <= 0 and _is_worth_asking(match):
                    return Task(seed, tuple(choices), TaskOrigin.MADE_UP)
                skipped -= 1
            view = match.view(decision.seat)
            chosen = ask(player, _PLAYER, view, decision, chance).option
            choices.append(chosen)
            match.play(chosen)
        return None
