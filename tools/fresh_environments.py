"""Every extra in an environment of its own: it is installed, and what there is of it is run.

`python -m tools.fresh_environments ppo jax`, or all of them. An extra is tried by the examples that
name it in their first lines, the others by the shortest use of them. `--first torch==2.13.0`
installs something before, where an index has several builds of it. Prints a table, with the last
line that each has printed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

import click

ROOT = Path(__file__).parents[1]
EXTRAS = ("gymnasium", "pettingzoo", "openspiel", "ray", "jax", "torch", "ppo")
_GYMNASIUM = """
from kibitz.gymnasium import SeatEnv
env = SeatEnv("hearts")
env.reset(seed=1)
steps, is_over = 0, False
while not is_over:
    _, reward, is_over, _, _ = env.step(int(env.action_masks().argmax()))
    steps += 1
print(f"hearts: {steps} steps, reward {reward:+.2f}")
"""
_PETTINGZOO = """
from kibitz.pettingzoo import env
zoo = env("hearts")
zoo.reset(seed=1)
for steps, agent in enumerate(zoo.agent_iter(), start=1):
    seen, _, is_over, is_cut, _ = zoo.last()
    zoo.step(None if is_over or is_cut else int(seen["action_mask"].argmax()))
print(f"hearts: {steps} steps of all agents")
"""
USES = {
    "gymnasium": ("python", "-c", _GYMNASIUM),
    "pettingzoo": ("python", "-c", _PETTINGZOO),
    "ray": ("kibitz", "simulate", "kuhn-poker", "-n", "100000", "--seed", "1", "--on", "ray"),
}
"""By extra that no example needs by itself: a command that uses it."""


@click.command()
@click.argument("extras", nargs=-1, type=click.Choice(EXTRAS))
@click.option("--first", multiple=True, help="What is installed before, as pip understands it.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where environments are made and kept. Without it they are gone afterwards.",
)
def main(extras: tuple[str, ...], first: tuple[str, ...], folder: Path | None) -> None:
    """Install extras in fresh environments and run what needs them."""
    click.echo("| extra | tried by | seconds | its last line |\n|---|---|---|---|")
    failed = False
    for extra in extras or EXTRAS:
        with tempfile.TemporaryDirectory() as passing:
            home = (folder or Path(passing)) / extra
            if not install(home, extra, first):
                failed = True
                continue
            for what, command in uses(extra):
                began = monotonic()
                done = carried_out(home, command)
                lines = (done.stdout if done.returncode == 0 else done.stderr).split("\n")
                last = next(filter(None, reversed(lines)), "").strip()
                failed |= done.returncode != 0
                told = last if done.returncode == 0 else f"FAILED: {last}"
                click.echo(f"| `{extra}` | {what} | {monotonic() - began:.0f} | {told} |")
    sys.exit(failed)


def uses(extra: str) -> list[tuple[str, Sequence[str]]]:
    """What tries it, by name: the examples that name it, else a use of ours."""
    examples = sorted((ROOT / "examples").glob("*.py"))
    found = [path for path in examples if extra in needed(path)]
    if not found:
        return [("its shortest use", USES[extra])]
    return [(f"`{path.relative_to(ROOT)}`", ("python", str(path))) for path in found]


def needed(example: Path) -> list[str]:
    """The extras that the first lines of an example name."""
    named = re.search(r"pip install 'kibitz\[([\w,]+)\]'", example.read_text(encoding="utf-8"))
    return named[1].split(",") if named else []


def install(home: Path, extra: str, first: Sequence[str]) -> bool:
    """Make the environment; whether everything could be installed."""
    venv.create(home, with_pip=True, clear=True)
    for wanted in ([*first], [f"{ROOT}[{extra}]"]):
        if not wanted:
            continue
        done = carried_out(home, ["python", "-m", "pip", "install", "--quiet", *wanted])
        if done.returncode != 0:
            click.echo(f"| `{extra}` | `pip install {' '.join(wanted)}` | | FAILED |")
            click.echo(done.stderr, err=True)
            return False
    return True


def carried_out(home: Path, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a command of the environment, away from this folder."""
    program, *said = command
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [home / "bin" / program, *said],
        cwd=home,
        env=clean,
        capture_output=True,
        text=True,
        check=False,
    )


if __name__ == "__main__":
    main()
