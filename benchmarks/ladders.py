"""The ladders of all games of the library, a part of `docs/strength.md`."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

import click

from benchmarks.strength import RUNGS, SEED, STRENGTH, ladders_of, page, rows_of, trained
from kibitz import Game, load
from kibitz.games import names
from kibitz.games.page import Objective
from kibitz.players import wanting
from kibitz.players.ladder import Pair, pairings, ratings
from kibitz.players.tournament import PlayedDeal, Tournament, play_deals

_FEWEST = 2
"""Deals of a duel, however long they take: with one there is no interval."""
_LEARNING = 1 / 3
"""How much of the time of a game its net has, at most."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What may be spent on the ladder of one game."""

    deals: int
    """Of every duel, at most."""
    minutes: float
    """How long a net is trained, at most."""
    seconds: float
    """In all. A duel ends with the deal that is being played when its share of them is up."""
    threads: int | None
    """On how many cores; None: on all."""


@click.command("ladders")
@click.option("--deals", default=30, show_default=True, help="Deals of every duel, at most.")
@click.option("--minutes", default=1.0, show_default=True, help="A net is trained for, at most.")
@click.option("--hours", default=2.0, show_default=True, help="All games together, about.")
@click.option("--threads", type=int, help="On how many cores. Without it, on all.")
@click.option("--only", metavar="GAME", help="This game alone.")
@click.option("--again", is_flag=True, help="Those that have a ladder on the page, too.")
def command(
    deals: int, minutes: float, hours: float, threads: int | None, only: str | None, again: bool
) -> None:
    """Rate players of every game of the library, and write docs/strength.md after each.

    The games share the hours; what one does not need is left to those that follow.
    """
    rated = ladders_of(STRENGTH.read_text(encoding="utf-8"))
    wanted = [only] if only else [name for name in names() if again or name not in rated]
    end = monotonic() + 3600 * hours
    for number, name in enumerate(wanted):
        seconds = (end - monotonic()) / (len(wanted) - number)
        row = ladder_row(load(name), Allowance(deals, minutes, seconds, threads))
        click.echo(row)
        text = STRENGTH.read_text(encoding="utf-8")
        STRENGTH.write_text(page(rows_of(text), {**ladders_of(text), name: row}), encoding="utf-8")


def ladder_row(game: Game, allowance: Allowance) -> str:
    """The players of a ladder with their ratings; the first one's is 0."""
    end = monotonic() + allowance.seconds
    by_score = game.page.play.objective is Objective.SCORE
    minutes = min(allowance.minutes, _LEARNING * allowance.seconds / 60)
    net = trained(game, minutes, allowance.threads, by_score=by_score)
    line_up = [wanting(name, game.page.play.objective) for name in RUNGS]
    duels: dict[Pair, list[PlayedDeal]] = {}
    pairs = pairings(line_up)
    for pair in pairs:
        share = (end - monotonic()) / (len(pairs) - len(duels))
        duels[pair] = duel(game, pair, allowance, share)
    found = ratings(line_up, duels, game.program.goal)
    rated = [f"{one.rating:.0f} ({one.low:.0f} … {one.high:.0f})" for one in found[1:]]
    return f"| {' | '.join((game.name, f'{net.matches:,}', _told(duels), *rated))} |"


def duel(game: Game, pair: Pair, allowance: Allowance, seconds: float) -> list[PlayedDeal]:
    """As many deals as the seconds allow."""
    played: list[PlayedDeal] = []
    end = monotonic() + seconds
    tournament = Tournament(game.program, pair, SEED)
    for deal in play_deals(tournament, range(allowance.deals), allowance.threads):
        played.append(deal)
        if len(played) >= _FEWEST and monotonic() > end:
            break
    return played


def _told(duels: dict[Pair, list[PlayedDeal]]) -> str:
    """How many deals a duel had: the fewest and the most."""
    sizes = [len(played) for played in duels.values()]
    low, high = min(sizes), max(sizes)
    return str(low) if low == high else f"{low} … {high}"
