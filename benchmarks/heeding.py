"""What it is worth to search only worlds that agree with what others chose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

import click

from benchmarks.strength import SEED
from kibitz import Game, load
from kibitz.engine import Decision, Program, Rng, View
from kibitz.engine.native import searcher
from kibitz.players import Choice, make_player
from kibitz.players.standings import differences
from kibitz.players.tournament import Tournament, play_deals
from kibitz.recycle.syntax import Goal

GAMES = ("go-fish", "hearts", "whist", "agram")
SHORTEST = {"hearts": {"TARGET": 25}, "whist": {"TARGET": 1}, "spades": {"HANDS": 1}}
"""What makes a match as short as it can be."""


class Heeding:
    """The search as it is."""

    seconds = 0.0
    decisions = 0
    sims = 1000

    def __init__(self, program: Program) -> None:
        self._player = make_player(f"ismcts:sims={self.sims}", program)

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        began = perf_counter()
        choice = self._player.choose(self.seen(view), decision, rng)
        kind = type(self)
        kind.seconds += perf_counter() - began
        kind.decisions += 1
        return choice

    def seen(self, view: View) -> View:
        return view


class Forgetful(Heeding):
    """The same search, with no idea how things came to be as they are."""

    seconds = 0.0
    decisions = 0

    def seen(self, view: View) -> View:
        return replace(view, past=None)


@click.command("heeding")
@click.argument("games", nargs=-1)
@click.option("--deals", default=100, show_default=True, help="Deals of every game.")
@click.option("--sims", default=1000, show_default=True, help="Simulations for a decision.")
def command(games: Sequence[str], deals: int, sims: int) -> None:
    """Compare a search that heeds what others chose with one that does not, in alternate seats."""
    Heeding.sims = sims
    click.echo(
        f"ismcts:sims={sims} with against without what was chosen, {deals} deals, seed {SEED}"
    )
    for name in games or GAMES:
        click.echo(compared(load(name, **SHORTEST.get(name, {})), deals))


def compared(game: Game, deals: int) -> str:
    line_up = ("benchmarks.heeding:Heeding", "benchmarks.heeding:Forgetful")
    searcher(game.program)  # compiled before the clock runs
    for player in (Heeding, Forgetful):
        player.seconds, player.decisions = 0.0, 0
    # One thread, so that both think as undisturbed.
    played = list(play_deals(Tournament(game.program, line_up, SEED), range(deals), threads=1))
    (found,) = differences(played, line_up)
    sign = 1 if game.program.goal is Goal.MAX else -1
    each = [1000 * player.seconds / max(1, player.decisions) for player in (Heeding, Forgetful)]
    return (
        f"{game.title:16} gain {sign * found.score.value:+.3f} ± {found.score.margin or 0:.3f}, "
        f"rank {found.rank.value:+.3f} ± {found.rank.margin or 0:.3f}, "
        f"ms a decision {each[0]:.1f} and {each[1]:.1f} (ratio {each[0] / each[1]:.2f})"
    )
