"""Measures everything and writes `results.md`."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from time import monotonic

import click

from benchmarks.figures import HEADINGS, Figure, Section
from benchmarks.report import about, document, line, padded, summary

PARTS = (
    "handwritten",
    "openspiel",
    "cardstock",
    "compiling",
    "scaling",
    "searching",
    "nets",
    "live",
)
HERE = Path(__file__).parent
RESULTS = HERE / "results.md"


class Benchmarks(click.Group):
    """Every module of this folder with a command; it is loaded when it is asked for, as not all of
    them run everywhere: a machine with a GPU may have nothing that serves."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(
            p.stem
            for p in HERE.glob("*.py")
            if f'@click.command("{p.stem}")' in p.read_text("utf-8")
        )

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        found: click.Command = import_module(f"benchmarks.{cmd_name}").command
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Each with the first line of its file, none of which is loaded."""
        texts = {name: (HERE / f"{name}.py").read_text("utf-8") for name in self.list_commands(ctx)}
        told = {name: ast.get_docstring(ast.parse(text)) or "" for name, text in texts.items()}
        with formatter.section("Commands"):
            formatter.write_dl([(name, text.partition("\n")[0]) for name, text in told.items()])


@click.group(cls=Benchmarks, invoke_without_command=True)
@click.option("--rounds", default=7, show_default=True, help="How often everything is measured.")
@click.option(
    "--seconds", default=0.25, show_default=True, help="How long one measurement takes, about."
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=RESULTS,
    show_default="benchmarks/results.md",
    help="Where the report goes.",
)
@click.pass_context
def main(context: click.Context, rounds: int, seconds: float, output: Path) -> None:
    """Measure kibitz beside C, OpenSpiel and CardStock, and against its own targets."""
    if context.invoked_subcommand is not None:
        return
    machine, began = about(), monotonic()
    click.echo(padded(HEADINGS))
    sections: list[Section] = []
    for number, name in enumerate(PARTS, start=1):
        part = import_module(f"benchmarks.{name}")
        click.echo(f"\n{part.TITLE} ({number} of {len(PARTS)}, {monotonic() - began:.0f} s so far)")
        figures: list[Figure] = []
        for figure in part.figures(rounds, seconds):
            click.echo(line(figure))
            figures.append(figure)
        sections.append(Section(part.TITLE, part.NOTE, tuple(figures)))
    click.echo(f"\n{summary(sections)}")
    command = f"python -m benchmarks --rounds {rounds} --seconds {seconds}"
    output.write_text(document(sections, command, machine), encoding="utf-8")


if __name__ == "__main__":
    main()
