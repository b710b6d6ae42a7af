"""What tournaments and ladders have in common: who competes, and their deals, played or kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import click

from kibitz.cli.seating import made, refuse_people, split_names
from kibitz.cli.terminal import with_progress
from kibitz.game import Game
from kibitz.players import PlayedDeal, PlayedDeals, play_deals
from kibitz.recycle import KibitzError


def line_up(
    players: str, game: Game, refuse: Callable[[tuple[str, ...]], object]
) -> tuple[str, ...]:
    """The names of those who compete; `refuse` raises KibitzError for those that cannot.

    Raises click.BadParameter.
    """
    names = tuple(split_names(players, game))
    refuse_people(names)
    try:
        refuse(names)
    except KibitzError as fault:
        raise click.BadParameter(str(fault), param_hint="--players") from None
    made(names, game.program)
    return names


def play_all(
    tournaments: Sequence[PlayedDeals], count: int, threads: int | None
) -> list[list[PlayedDeal]]:
    """The first deals of each, those that were kept and those still to be played.

    After Ctrl-C those that are finished; if none is, KeyboardInterrupt goes on its way.
    """
    for one in tournaments:
        one.open()

    def rest() -> Iterator[PlayedDeal]:
        for one in tournaments:
            for deal in play_deals(one.tournament, one.missing(count), threads):
                one.keep(deal)
                yield deal

    missing = sum(len(one.missing(count)) for one in tournaments)
    try:
        for _ in with_progress(rest(), missing, "playing"):
            pass
    except KeyboardInterrupt:
        if not any(one.first(count) for one in tournaments):
            raise
    return [one.first(count) for one in tournaments]
