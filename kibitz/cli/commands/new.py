"""`kibitz new`: a game to begin with."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path
from string import Template

import click

from kibitz.cli.faults import Refusal
from kibitz.games import PAGE, PROGRAM

KINDS = ("trick", "shedding", "draw", "rummy")
_STARTERS = "starters"


@click.command("new")
@click.argument("name", metavar="NAME")
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    default="shedding",
    show_default=True,
    help="What to begin with: tricks, running out of cards, draw and discard, melds.",
)
def command(name: str, kind: str) -> None:
    """Write a small game to begin with.

    NAME.rcy is its program and NAME.md its page. They can be played as they are: change a rule, and
    play again.

    \b
    kibitz new my-game --kind trick
    """
    stem = os.path.basename(name.removesuffix(PROGRAM))
    if not stem.isprintable() or not stem.strip(". "):
        raise Refusal(f"{name!r} is no name for a game")
    program = Path(name.removesuffix(PROGRAM) + PROGRAM)
    written = {program: PROGRAM, program.with_suffix(PAGE): PAGE}
    for path in written:
        if os.path.lexists(path):
            raise Refusal(f"{path} exists already; `kibitz new` overwrites nothing")
    title = stem.replace("-", " ").replace("_", " ").strip().capitalize()
    folder = files("kibitz.cli").joinpath(_STARTERS)
    for path, suffix in written.items():
        text = folder.joinpath(kind + suffix).read_text(encoding="utf-8")
        path.write_text(Template(text).substitute(title=_quotable(title)), encoding="utf-8")
    click.echo(f"{program} and {program.with_suffix(PAGE)} are written; go on with")
    click.echo(f"  kibitz play {program}\n  kibitz check {program} --watch")


def _quotable(title: str) -> str:
    """Fit for a text in quotes."""
    return title.replace("\\", "").replace('"', "")
