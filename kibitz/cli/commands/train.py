"""`kibitz train`: a net learns a game by playing against itself. `kibitz nets`: those there are."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import click

from kibitz import learning
from kibitz.cli import arguments
from kibitz.cli.faults import Refusal, refuse_missing_folder
from kibitz.cli.seating import learn_first
from kibitz.cli.terminal import figure_table, options_text, output_console, progress_bar
from kibitz.engine import Program
from kibitz.game import Game
from kibitz.games import Objective
from kibitz.learning import Net, Progress, TrainingPoint
from kibitz.players import guide, is_elsewhere, side_by_side

USUAL_SEED = 1


@arguments.command
def train_command(
    game: str = arguments.game_argument(),
    minutes: float = arguments.option(
        "How long it learns, what is behind a net that is gone on with counted in.",
        type=click.FloatRange(min=0, min_open=True),
        default=2.0,
        metavar="M",
    ),
    matches: int | None = arguments.count_option(
        "So many matches instead: the same seed on as many threads then gives the same net."
    ),
    rules: arguments.HouseRules = arguments.house_rules,
    seed: int | None = arguments.seed_option(),
    threads: int | None = arguments.threads_option,
    on: None = arguments.on_option,
    out: Path | None = arguments.file_option(
        "Keep the net there, for learned:net=FILE. Without it, where `learned` finds it."
    ),
) -> None:
    """Train a net that plays a game.

    It knows the rules alone, plays against itself on all cores and learns from it; the player
    `learned` plays with it. What it has learnt is kept from time to time and when you interrupt
    it, and the same command goes on from there.

    \b
    kibitz train golf-six --minutes 2   # `learned` plays with what is learnt
    """
    loaded = rules.load(game)
    by_score = loaded.objective is Objective.SCORE
    start = _kept(loaded.program, out, by_score)
    if start is not None and seed is not None and start.seed != seed:
        start = None
    if start is not None:
        seed = start.seed
    number = USUAL_SEED if seed is None else seed
    course = learning.Course(minutes, matches, number, threads or _cores(), by_score)
    _say_beginning(loaded, start)
    net = start
    try:
        for progress in _shown(_trained(loaded.program, course, start)):
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
        name = "learned" if out is None else f"learned:net={out}"
        click.echo(f"{net.matches:,} matches in {net.seconds:.0f} s; `{name}` plays with it")


def _cores() -> int:
    """Those here, wherever it is learnt: so a seed gives the same net on every cluster."""
    return os.cpu_count() or 1


def _trained(program: Program, course: learning.Course, start: Net | None) -> Iterator[Progress]:
    """What is learnt here, or by another machine: there a course is one piece, since every match of
    it is played with what the ones before have taught, and it is heard of at its end."""
    if is_elsewhere():
        yield from side_by_side([start], partial(_whole_course, program, course))
    else:
        yield from learning.train(program, course, start)


def _whole_course(program: Program, course: learning.Course, start: Net | None) -> Progress:
    *_, last = learning.train(program, course, start)
    return last


def _kept(program: Program, out: Path | None, by_score: bool) -> Net | None:
    """The net to go on with, if there is one. Raises Refusal for a file that is none."""
    if out is None:
        return learning.kept_net(program, by_score=by_score)
    if not out.exists():
        refuse_missing_folder(out)
        return None
    try:
        return learning.read_net(out, program)
    except learning.BadNet as fault:
        raise Refusal(f"{fault}; name another file") from None


def _keep(net: Net, out: Path | None) -> None:
    if out is None:
        learning.keep_net(net)
    else:
        learning.write_net(out, net)


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
    """The steps, while a bar says how far it is and how long it will take."""
    with progress_bar("learning") as tell:
        for step in steps:
            tell(step.share, f"{step.net.matches:,} matches, {step.seconds_left:.0f} s left")
            yield step


# ---------------------------------------------------------------------------- nets


@arguments.command
def nets_command(
    game: str | None = arguments.game_argument("[GAME]", required=False),
    rules: arguments.HouseRules = arguments.house_rules,
    make: bool = arguments.option("Learn GAME with these rules now, unless it is known."),
    remove: bool = arguments.option("Forget what was learnt of GAME, whatever its rules."),
) -> None:
    """List the nets that know games; make or remove some.

    Of a GAME it says how well these rules are known. What came with kibitz is not removed.

    \b
    kibitz nets                                # all of them
    kibitz nets golf --option PLAYERS=2        # who would play on at this table
    kibitz nets my-game.rcy --make             # learn it now, for some seconds
    """
    if game is None:
        if make or remove or rules:
            raise click.UsageError("say of which GAME")
        _list()
        return
    loaded = rules.load(game)
    if remove:
        mine = [file for file in learning.net_files() if file.facts["game"] == loaded.name]
        gone = sum(learning.remove_net(file) for file in mine)
        if not gone:
            raise Refusal(f"nothing was learnt of {loaded.name} that could be forgotten")
        click.echo(f"forgot {gone} {'net' if gone == 1 else 'nets'} of {loaded.name}")
        return
    if make:
        learn_first(loaded, None)
    by_score = loaded.objective is Objective.SCORE
    click.echo(f"kibitz {guide(loaded.program, by_score=by_score).said}")


def _list() -> None:
    table = figure_table("game", "where", "options", "matches", "seconds", "KiB", left=3)
    for file in learning.net_files():
        facts = file.facts
        table.add_row(
            str(facts["game"]),
            "kept" if file.is_own else "came with kibitz",
            options_text(facts["options"]) if file.is_own else "usual",
            f"{facts['matches']:,}",
            f"{facts['seconds']:.0f}",
            f"{len(file.data) >> 10}",
        )
    output_console().print(table)
