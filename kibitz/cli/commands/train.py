"""`kibitz train`: a net learns a game by playing it against itself."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from kibitz.cli import arguments
from kibitz.cli.faults import Refusal
from kibitz.cli.presets import load_settled
from kibitz.cli.terminal import error_colour, output_console
from kibitz.engine import Program
from kibitz.game import Game
from kibitz.games import Objective
from kibitz.learning import (
    BadNet,
    Course,
    Net,
    Progress,
    TrainingPoint,
    keep_net,
    kept_net,
    read_net,
    train,
    write_net,
)

USUAL_SEED = 1


@click.command("train")
@arguments.game_argument
@click.option(
    "--minutes",
    type=click.FloatRange(min=0, min_open=True),
    default=2.0,
    show_default=True,
    metavar="M",
    help="How long it learns, what is behind a net that is gone on with counted in.",
)
@arguments.count_option(
    "--matches",
    help="So many matches instead: the same seed on as many threads then gives the same net.",
)
@arguments.house_rules
@arguments.seed_option
@arguments.threads_option
@arguments.file_option(
    "--out", help="Keep the net there, for learned:net=FILE. Without it, where `learned` finds it."
)
def command(
    game: str,
    minutes: float,
    matches: int | None,
    preset: str | None,
    settings: dict[str, int | str],
    seed: int | None,
    threads: int | None,
    out: Path | None,
) -> None:
    """Train a net that plays a game.

    It knows the rules alone, plays against itself on all cores and learns from it; the player
    `learned` plays with it. What it has learnt is kept from time to time and when you interrupt
    it, and the same command goes on from there.

    \b
    kibitz train golf-six --minutes 2   # `learned` plays with what is learnt
    """
    loaded = load_settled(game, preset, settings)
    by_score = loaded.objective is Objective.SCORE
    start = _kept(loaded.program, out, by_score)
    if start is not None and seed is not None and start.seed != seed:
        start = None
    number = USUAL_SEED if seed is None else seed
    course = Course(minutes, matches, number if start is None else start.seed, threads, by_score)
    _say_beginning(loaded, start)
    net = start
    try:
        for progress in _shown(train(loaded.program, course, start)):
            net = progress.net
            if progress.is_point:
                click.echo(_line(net.curve[-1]))
                _keep(net, out)
    except KeyboardInterrupt:
        if net is not None and net is not start:
            _keep(net, out)
            click.echo("\ninterrupted; the net is kept, and the same command goes on with it")
        raise
    if net is start:
        click.echo("that is as long as you asked for: name more --minutes to go on")
    elif net is not None:
        click.echo(f"{net.matches:,} matches in {net.seconds:.0f} s; {_place(out)}")


def _kept(program: Program, out: Path | None, by_score: bool) -> Net | None:
    """The net to go on with, if there is one. Raises Refusal for a file that is none."""
    if out is None:
        return kept_net(program, by_score=by_score)
    if not out.exists():
        if not out.parent.is_dir():
            raise Refusal(f"{out} cannot be written: there is no such folder")
        return None
    try:
        return read_net(out, program)
    except BadNet as fault:
        raise Refusal(f"{fault}; name another file") from None


def _keep(net: Net, out: Path | None) -> None:
    if out is None:
        keep_net(net)
    else:
        write_net(out, net)


def _place(out: Path | None) -> str:
    return "`learned` plays with it" if out is None else f"`learned:net={out}` plays with it"


def _say_beginning(game: Game, start: Net | None) -> None:
    console = output_console()
    console.print(game.title, style="bold")
    if start is not None:
        console.print(f"going on after {start.matches:,} matches in {start.seconds:.0f} s")
    over = "against" if game.program.has_rivals else "over"
    heads = f"{over} uniform", f"{over} the one before"
    console.print(f"{'seconds':>8} {'matches':>10}   {heads[0]:>15}   {heads[1]:>22}")
    for point in start.curve if start is not None else ():
        console.print(_line(point))


def _line(point: TrainingPoint) -> str:
    """Scores are counted so that more is better."""
    gain = f"{point.gain:+.2f} ± {point.margin:.2f}"
    progress = f"{point.progress:+.2f} ± {point.progress_margin:.2f}"
    return f"{point.seconds:8.0f} {point.matches:10,}   {gain:>15}   {progress:>22}"


def _shown(steps: Iterator[Progress]) -> Iterator[Progress]:
    """The steps; on a terminal's stderr a bar says how far it is and how long it will take."""
    if not sys.stderr.isatty():
        yield from steps
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True, no_color=not error_colour())
    columns = (TextColumn("learning"), BarColumn(), TextColumn("{task.description}"))
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=1.0)
        for step in steps:
            said = f"{step.net.matches:,} matches, {step.seconds_left:.0f} s left"
            bar.update(task, completed=step.share, description=said)
            yield step
