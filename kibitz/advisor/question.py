"""What an advisor is asked: a decision as its seat sees it, and what the seat plays for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from kibitz.engine import Decision, Program, View
from kibitz.game import Game
from kibitz.recycle import BadArgument
from kibitz.solver import Aim
from kibitz.words import option_labels

Reals = npt.NDArray[np.float64]


class LaterRounds:
    """What the rounds after this one add to the scores, whatever is done now.

    They are played once in every world, so that their luck is the same for all options; and for all
    decisions of a seat in a round, where one is handed on from question to question.
    """

    def __init__(self) -> None:
        self._known: Reals | None = None

    def of(self, worlds: int, play: Callable[[range], Reals]) -> Reals:
        """By world and seat; `play` finds it out for those that nobody has asked for yet."""
        known = self._known
        new = range(0 if known is None else len(known), worlds)
        if new:
            found = play(new)
            self._known = found if known is None else np.concatenate([known, found])
        assert self._known is not None, "at least one world is asked for"
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
