"""Whether the numbers of an analysis repeat within their intervals, whatever the seed."""

from __future__ import annotations

from collections.abc import Sequence

import click

from kibitz import load
from kibitz.analysis import SamplePlan
from kibitz.analysis.key_figures import figures
from kibitz.analysis.matches import play
from kibitz.analysis.measures.all import measure
from kibitz.kept_files import Cache
from kibitz.players import make_player
from kibitz.players.standings import Mean

PLAYER = "mcts:per_option=20"
"""The same with every seed: another one would measure something else."""
GAMES = ("golf-six", "hearts", "cribbage", "scopa")
TARGET = 0.9
"""How often the mean of all seeds is to lie within the interval of one: 95 times out of 100, but
the mean itself is not the truth, and some intervals are of shares near 0 or 1."""


@click.command("repeating")
@click.argument("games", nargs=-1)
@click.option("--seeds", default=20, show_default=True, help="How often everything is measured.")
@click.option("--matches", default=20, show_default=True, help="Of each sample, for each of them.")
def command(games: Sequence[str], seeds: int, matches: int) -> None:
    """Measure games again and again, and count how often intervals hold what they promise.

    Numbers of matches, not times, so that every machine measures the same.
    """
    click.echo(f"{'game':12} {'measure':42} {'mean':>10} {'held':>8}")
    held = total = 0
    for name in games or GAMES:
        for what, means in sorted(_measured(name, seeds, matches).items()):
            middle = sum(mean.value for mean in means) / len(means)
            within = sum(abs(mean.value - middle) <= (mean.margin or 0) for mean in means)
            click.echo(f"{name:12} {what:42} {middle:10.3f} {within:>4}/{len(means)}")
            held, total = held + within, total + len(means)
    share = held / max(1, total)
    verdict = "met" if share >= TARGET else "missed"
    click.echo(
        f"{held} of {total} intervals hold the mean ({share:.1%}); ≥ {TARGET:.0%}: {verdict}"
    )


def _measured(name: str, seeds: int, matches: int) -> dict[str, list[Mean]]:
    """By measure: its value with every seed."""
    program, found = load(name).program, dict[str, list[Mean]]()
    for seed in range(1, seeds + 1):
        plan = SamplePlan(PLAYER, matches, seed)
        sample = play(program, plan, make_player, Cache(None), _quietly)
        for one in figures(measure(sample, program)):
            if one.value is not None and one.value.margin:
                found.setdefault(one.name, []).append(one.value)
    return found


def _quietly(what: str, done: float) -> None:
    pass
