"""The ladders of all games of the library, a part of `docs/strength.md`."""

from __future__ import annotations

import click

from benchmarks.strength import RUNGS, SEED, STRENGTH, ladders_of, page, rows_of, trained
from kibitz import Game, load
from kibitz.games import names
from kibitz.games.page import Objective
from kibitz.players.ladder import pairings, ratings
from kibitz.players.names import wanting
from kibitz.players.tournament import Tournament, play_deals


@click.command("ladders")
@click.option("--deals", default=30, show_default=True, help="Deals of every duel.")
@click.option("--minutes", default=1.0, show_default=True, help="How long a net is trained.")
@click.option("--threads", type=int, help="On how many cores. Without it, on all.")
@click.option("--only", metavar="GAME", help="This game alone.")
@click.option("--again", is_flag=True, help="Those that have a ladder on the page, too.")
def command(deals: int, minutes: float, threads: int | None, only: str | None, again: bool) -> None:
    """Rate players of every game of the library, and write docs/strength.md after each."""
    for name in [only] if only else names():
        text = STRENGTH.read_text(encoding="utf-8")
        rated = ladders_of(text)
        if again or only or name not in rated:
            rated[name] = ladder_row(load(name), deals, minutes, threads)
            click.echo(rated[name])
            STRENGTH.write_text(page(rows_of(text), rated), encoding="utf-8")


def ladder_row(game: Game, deals: int, minutes: float, threads: int | None) -> str:
    """The players of a ladder with their ratings; the first one's is 0."""
    by_score = game.page.play.objective is Objective.SCORE
    net = trained(game, minutes, threads, by_score=by_score)
    line_up = [wanting(name, game.page.play.objective) for name in RUNGS]
    duels = {
        pair: list(play_deals(Tournament(game.program, pair, SEED), range(deals), threads))
        for pair in pairings(line_up)
    }
    found = ratings(line_up, duels, game.program.goal)
    rated = [f"{one.rating:.0f} ({one.low:.0f} … {one.high:.0f})" for one in found[1:]]
    cells = (game.name, f"{net.matches:,}", str(deals), *rated)
    return f"| {' | '.join(cells)} |"
