"""Whether a program that was rewritten is the same game: random matches of both, side by side.

`python -m tools.same_game bbfdc9a skat durak` plays each game as it was written at that commit and
as it is now, with the options that both have. Lengths and scores that differ by more than chance
are marked: a rule has changed, or a fault was cured. Definitions that come with kibitz are those of
today.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import numpy as np

from kibitz import Game, load
from kibitz.games import PAGE, PROGRAM, names

FOLDER = "kibitz/games"
MOST_DECISIONS = 3_000
FAR = 4.0
"""Standard errors: by chance one figure in fifteen thousand is so far away."""


@click.command()
@click.argument("commit")
@click.argument("games", nargs=-1)
@click.option("--matches", default=2_000, show_default=True, help="Of each program.")
def command(commit: str, games: Sequence[str], matches: int) -> None:
    """Compare games of the library with those of a commit: all, unless some are named."""
    with TemporaryDirectory() as folder:
        for name in games or names():
            before = _written_at(commit, name, Path(folder))
            click.echo(f"{name}: " + ("not there" if before is None else compared(before, matches)))


def _written_at(commit: str, name: str, folder: Path) -> Game | None:
    for suffix in (PROGRAM, PAGE):
        found = subprocess.run(
            ["git", "show", f"{commit}:{FOLDER}/{name}{suffix}"], capture_output=True, check=False
        )
        if found.returncode:
            return None
        (folder / f"{name}{suffix}").write_bytes(found.stdout)
    return load(folder / f"{name}{PROGRAM}")


def compared(before: Game, matches: int) -> str:
    """How the game of the library with this name compares."""
    usual = load(before.name).options
    shared = {option: value for option, value in before.options.items() if option in usual}
    after = load(before.name, **shared)
    old, new = (
        game.playouts(matches, seed=seed, most_decisions=MOST_DECISIONS)
        for seed, game in enumerate((before, after))
    )
    if old.scores.shape != new.scores.shape:
        return "other players"
    told = [_beside("decisions", old.decisions, new.decisions)]
    told += [
        _beside(f"score {seat + 1}", old.scores[:, seat], new.scores[:, seat])
        for seat in range(old.scores.shape[1])
    ]
    return ", ".join(told)


def _beside(what: str, old: np.ndarray, new: np.ndarray) -> str:
    """`decisions 24.0 24.1`, and a mark where that is no chance."""
    error = float(np.sqrt(old.var() / len(old) + new.var() / len(new)))
    is_far = abs(old.mean() - new.mean()) > FAR * error
    return f"{what} {old.mean():.2f} {new.mean():.2f}{' DIFFERS' if is_far else ''}"


if __name__ == "__main__":
    command()
