"""How many decisions of a match a core reviews in a second."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from time import process_time

import click

from kibitz import load
from kibitz.engine import Rng
from kibitz.engine.records import Record
from kibitz.game import Game
from kibitz.review import Reviewing

TARGET = 5.0
GAMES = ("golf", "golf-six", "hearts")


@click.command("review")
@click.argument("games", nargs=-1)
@click.option("--decisions", default=60, show_default=True, help="Looked at in every match.")
def command(games: Sequence[str], decisions: int) -> None:
    """Measure how quickly matches are reviewed, from their first decision on."""
    click.echo(f"{'game':16} {'decisions':>9} {'a second and core':>18}  ≥ {TARGET:g}")
    for name in games or GAMES:
        game = load(name)
        count, seconds = measured(game, any_match(game), decisions)
        verdict = "met" if count >= TARGET * seconds else "MISSED"
        click.echo(f"{name:16} {count:9} {count / seconds:18.1f}  {verdict}")


def any_match(game: Game) -> Record:
    """Everybody takes any option."""
    match, chance = game.match(1), Rng(1, stream=1)
    while not match.is_over:
        match.play(chance.below(len(match.decision.options)))
    return match.record()


def measured(game: Game, record: Record, decisions: int) -> tuple[int, float]:
    """How many decisions had a choice, and what all of them took of the processor's time; what has
    to be compiled first is not counted."""
    choices = (one for one in Reviewing(game, record).decisions() if one.advice is not None)
    next(choices)
    start = process_time()
    count = sum(1 for _ in islice(choices, decisions))
    return count, process_time() - start
