"""A game that nobody knows is learnt before anything is said of it, for some seconds, once."""

from __future__ import annotations

from contextlib import suppress

from kibitz.cli.faults import MatchFailed
from kibitz.cli.terminal import progress_bar
from kibitz.engine import MatchError
from kibitz.game import Game
from kibitz.games import Objective
from kibitz.players import learning_now


def learn_first(game: Game, objective: str | None, seconds: float | None = None) -> None:
    """What is learnt is kept; Ctrl-C goes on with what there is. Raises MatchError."""
    by_score = (objective or game.objective) == Objective.SCORE
    with suppress(KeyboardInterrupt), progress_bar("learning the game") as tell:
        for share in learning_now(game.program, by_score=by_score, seconds=seconds):
            tell(share, f"{share:.0%}")


def learn_at_the_table(game: Game, seconds: float) -> None:
    """Before somebody sits down who may ask for advice. Raises MatchFailed."""
    try:
        learn_first(game, None, seconds)
    except MatchError as fault:
        raise MatchFailed(fault, "in a match that was played to learn the game") from None
