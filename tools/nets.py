"""Trains the nets that come with kibitz: those whose rules have changed, or that are not there yet.

`python -m tools.nets`, or `make nets`. Each is trained with its usual rules, and tried out in a
search. Their curves are printed as a part of docs/strength.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import click

from kibitz import Game, load
from kibitz.engine.native.learning.feature_plan import feature_plan
from kibitz.engine.native.runtime.state_layout import state_layout
from kibitz.learning import Course, Net, train
from kibitz.learning.keeping import SHIPPED, read_net, write_net
from kibitz.learning.net import header_of, rules_of
from kibitz.players.trial import WAYS, best_way

GAMES = ("golf", "par-golf", "lock-golf", "golf-six", "president")
LARGEST_BYTES = 300 << 10
SEED = 1
TRIAL_SECONDS = 180.0
"""How long it is tried out how to search: some matches are long."""


@click.command()
@click.option("--minutes", default=5.0, show_default=True, help="How long each is trained.")
@click.option("--threads", type=int, help="On how many cores. Without it, on all.")
@click.option("--again", is_flag=True, help="Those whose rules are the same, too.")
@click.option("--only", metavar="GAME", help="This game alone.")
def command(minutes: float, threads: int | None, again: bool, only: str | None) -> None:
    """Train the nets that come with kibitz."""
    for name in GAMES:
        if only not in (None, name):
            continue
        game = load(name)
        if again or not is_current(game):
            _train(game, Course(minutes, seed=SEED, threads=threads))
        net = read_net(SHIPPED / f"{name}.net", game.program)
        if net.way not in WAYS:
            _try_out(game, net)
        click.echo(f"{name}: {net.matches:,} matches, searched with {_header(name)['way']}")


def is_current(game: Game) -> bool:
    """Whether the net that is shipped is for the rules of today."""
    plan = feature_plan(game.program, state_layout(game.program))
    return _header(game.name).get("rules") == rules_of(game.program, plan)


def _header(name: str) -> Mapping[str, Any]:
    """What the shipped net says of itself; nothing if there is none."""
    path = SHIPPED / f"{name}.net"
    return header_of(path.read_bytes()) if path.exists() else {}


def _train(game: Game, course: Course) -> None:
    click.echo(f"{game.name}: {course.minutes:g} minutes")
    net: Net | None = None
    for progress in train(game.program, course):
        net = progress.net
        if progress.is_point:
            point = net.curve[-1]
            click.echo(f"{point.seconds:8.0f} {point.matches:10,} {point.gain:+.2f}", err=True)
    assert net is not None
    path = SHIPPED / f"{game.name}.net"
    SHIPPED.mkdir(exist_ok=True)
    write_net(path, net)


def _try_out(game: Game, net: Net) -> None:
    path = SHIPPED / f"{game.name}.net"
    write_net(path, replace(net, way=best_way(game.program, net, str(path), TRIAL_SECONDS)))
    size = path.stat().st_size
    assert size <= LARGEST_BYTES, f"{path.name} has {size} bytes, more than {LARGEST_BYTES}"


if __name__ == "__main__":
    command()
