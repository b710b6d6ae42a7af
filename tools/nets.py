"""Trains the nets that come with kibitz: those whose rules have changed, or that are not there yet.

`python -m tools.nets`, or `make nets`. Each game of the library is trained with its usual rules and
for what it is played for, for so many minutes, and tried out in a search. Where rules have changed,
what the net of the old ones knew is carried over and learns on; with `--again` it begins with
nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from time import monotonic
from typing import Any

import click

from kibitz import Game, load
from kibitz.engine.native.layout.state_layout import state_layout
from kibitz.engine.native.learning.feature_plan import feature_plan
from kibitz.games import Objective, names
from kibitz.learning import Course, Net, train
from kibitz.learning.carrying import carried
from kibitz.learning.keeping import SHIPPED, read_net, write_net
from kibitz.learning.net import from_bytes, header_of, rules_of
from kibitz.learning.pruning import pruned
from kibitz.players.trial import PACE, WAYS, best_way

LARGEST_BYTES, LARGEST_SUM = 160 << 10, 3 << 20
"""Of one net, and of all of them."""
SEED = 1
_BEHIND = 0.8
"""The part of a course that is behind a net which is carried over."""


@click.command()
@click.argument("games", nargs=-1)
@click.option("--minutes", default=1.0, show_default=True, help="How long each is trained.")
@click.option(
    "--trial", default=60.0, show_default=True, help="Seconds of a trial how to search, at most."
)
@click.option("--threads", type=int, help="On how many cores. Without it, on all.")
@click.option(
    "--kilobytes", default=LARGEST_BYTES >> 10, show_default=True, help="Of a net, at most."
)
@click.option("--again", is_flag=True, help="Those whose rules are the same, too.")
def command(
    games: Sequence[str],
    minutes: float,
    trial: float,
    threads: int | None,
    kilobytes: int,
    again: bool,
) -> None:
    """Train the nets that come with kibitz: of all games, unless some are named."""
    for name in games or names():
        game, began = load(name), monotonic()
        if again or not is_current(game):
            by_score = game.objective is Objective.SCORE
            course = Course(minutes, seed=SEED, threads=threads, by_score=by_score)
            _train(game, course, None if again else _known(game, course), kilobytes << 10)
        net = read_net(SHIPPED / f"{name}.net", game.program)
        if net.way not in WAYS:
            _try_out(game, net, trial)
        size = (SHIPPED / f"{name}.net").stat().st_size
        click.echo(
            f"{name}: {net.matches:,} matches, {_header(name)['way']}, {size >> 10} KiB, "
            f"{monotonic() - began:.0f} s"
        )
    whole = sum(path.stat().st_size for path in SHIPPED.glob("*.net"))
    click.echo(f"all nets: {whole >> 10} KiB of at most {LARGEST_SUM >> 10}")


def is_current(game: Game) -> bool:
    """Whether the net that is shipped is for the rules of today, and for what is played for."""
    plan, header = feature_plan(game.program, state_layout(game.program)), _header(game.name)
    by_score = game.objective is Objective.SCORE
    return (header.get("rules"), header.get("by_score")) == (rules_of(game.program, plan), by_score)


def _header(name: str) -> Mapping[str, Any]:
    """What the shipped net says of itself; nothing if there is none."""
    path = SHIPPED / f"{name}.net"
    return header_of(path.read_bytes()) if path.exists() else {}


def _known(game: Game, course: Course) -> Net | None:
    """What the shipped net knows of today's rules, if it plays for the same; it counts as the first
    part of the course."""
    path = SHIPPED / f"{game.name}.net"
    found = from_bytes(path.read_bytes(), None) if path.exists() else None
    if found is None or found.by_score != course.by_score:
        return None
    start = carried(found, game.program)
    return replace(start, seconds=_BEHIND * 60 * course.minutes, curve=found.curve)


def _train(game: Game, course: Course, start: Net | None, most_bytes: int) -> None:
    click.echo(f"{game.name}: {course.minutes:g} minutes{' from what it knew' if start else ''}")
    net: Net | None = None
    for progress in train(game.program, course, start):
        net = progress.net
        if progress.is_point:
            point = net.curve[-1]
            click.echo(f"{point.seconds:8.0f} {point.matches:10,} {point.gain:+.2f}", err=True)
    assert net is not None
    path = SHIPPED / f"{game.name}.net"
    SHIPPED.mkdir(exist_ok=True)
    write_net(path, pruned(game.program, net, most_bytes))


def _try_out(game: Game, net: Net, seconds: float) -> None:
    path = SHIPPED / f"{game.name}.net"
    decisions = int(seconds * PACE * net.threads)
    write_net(path, replace(net, way=best_way(game.program, net, str(path), decisions)))


if __name__ == "__main__":
    command()
