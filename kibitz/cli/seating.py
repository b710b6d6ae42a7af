"""Who sits where: from `--seat` and `--players` to one name for every seat; and what they have to
learn first."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import click

from kibitz.cli.faults import MatchFailed
from kibitz.cli.terminal import progress_bar
from kibitz.engine import MatchError, Program
from kibitz.game import Game
from kibitz.games import Objective
from kibitz.players import Player, UnknownPlayer, learning_now, make_player, wanting
from kibitz.recycle import RecycleError

HUMAN = "human"
USUAL_BOT = "club"
"""Plays well and answers at once."""


def checked_seat(seat: int, game: Game) -> int:
    """Its index. Raises click.BadParameter for a seat that the match does not have."""
    if not 1 <= seat <= game.players:
        text = f"the match has seats 1 to {game.players}, not {seat}"
        raise click.BadParameter(text, param_hint="--seat")
    return seat - 1


def seated(game: Game, seat: int | None, players: str | None) -> tuple[str, ...]:
    """The name of the player at every seat, with what the game is played for.

    One name is for every seat that `--seat` does not take; otherwise there is one for each.
    Raises click.BadParameter for seats and players that do not exist.
    """
    seats = game.players
    if seat is not None and not 1 <= seat <= seats:
        raise click.BadParameter(
            f"the game has seats 1 to {seats}, not {seat}", param_hint="--seat"
        )
    names = split_names(players or USUAL_BOT, game)
    own = seat or (1 if players is None else None)
    if len(names) == 1:
        return tuple(HUMAN if number == own else names[0] for number in range(1, seats + 1))
    if len(names) != seats:
        fault = f"name one player, or one for each of the {seats} seats, not {len(names)}"
        raise click.BadParameter(fault, param_hint="--players")
    if seat is not None and names[seat - 1] != HUMAN:
        fault = f"seat {seat} is {names[seat - 1]}, so it cannot be yours"
        raise click.BadParameter(fault, param_hint="--players")
    return tuple(names)


def made(names: Sequence[str], program: Program) -> dict[int, Player]:
    """The player at every seat that no person takes.

    Raises click.BadParameter for a name that nobody has.
    """
    try:
        return {n: make_player(name, program) for n, name in enumerate(names) if name != HUMAN}
    except UnknownPlayer as fault:
        raise click.BadParameter(str(fault), param_hint="--players") from fault


def bots(game: Game, players: str | None) -> tuple[str, ...]:
    """The name of the player at every seat, none of them a person; uniform unless said otherwise.

    Raises click.BadParameter for players that do not exist, or not as many as there are seats.
    """
    names = seated(game, None, players or "uniform")
    refuse_people(names)
    made(names, game.program)
    return names


def refuse_people(names: Sequence[str]) -> None:
    if HUMAN in names:
        raise click.BadParameter("only bots can play here, not human", param_hint="--players")


def split_names(text: str, game: Game) -> list[str]:
    """`human,mcts:worlds=5,seconds=1,flat` as names; `seconds=1` belongs to the one before."""
    names: list[str] = []
    for part in text.split(","):
        if names and "=" in part and ":" not in part and ":" in names[-1]:
            names[-1] += f",{part.strip()}"
        else:
            names.append(part.strip())
    return [wanting(name, game.page.play.objective) for name in names]


def learn_first(game: Game, objective: str | None, seconds: float | None = None) -> None:
    """A game that nobody knows is learnt for some seconds, once. What is learnt is kept; Ctrl-C
    goes on with what there is. Raises MatchError."""
    by_score = (objective or game.objective) == Objective.SCORE
    with suppress(KeyboardInterrupt), progress_bar("learning the game") as tell:
        for share in learning_now(game.program, by_score=by_score, seconds=seconds):
            tell(share, f"{share:.0%}")


def learn_at_the_table(game: Game, seconds: float) -> None:
    """Before somebody sits down who may ask for advice. Where rules are too large to be compiled,
    whoever asks will be told. Raises MatchFailed."""
    try:
        with suppress(RecycleError):
            learn_first(game, None, seconds)
    except MatchError as fault:
        raise MatchFailed(fault, "in a match that was played to learn the game") from None
