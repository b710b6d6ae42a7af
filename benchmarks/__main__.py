"""Measures everything and writes `results.md`."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import click

from benchmarks import (
    advice,
    calibration,
    cardstock,
    compiling,
    faults,
    gpu,
    handwritten,
    heeding,
    honesty,
    ladders,
    live,
    nets,
    openspiel,
    page,
    repeating,
    reviewing,
    scaling,
    searching,
    serving,
    strength,
    trust,
    valet,
)
from benchmarks.figures import HEADINGS, Figure, Section
from benchmarks.report import about, document, line, padded, summary

PARTS = (handwritten, openspiel, cardstock, compiling, scaling, searching, nets, live)
RESULTS = Path(__file__).parent / "results.md"


@click.group(invoke_without_command=True)
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
    for number, part in enumerate(PARTS, start=1):
        click.echo(f"\n{part.TITLE} ({number} of {len(PARTS)}, {monotonic() - began:.0f} s so far)")
        figures: list[Figure] = []
        for figure in part.figures(rounds, seconds):
            click.echo(line(figure))
            figures.append(figure)
        sections.append(Section(part.TITLE, part.NOTE, tuple(figures)))
    click.echo(f"\n{summary(sections)}")
    command = f"python -m benchmarks --rounds {rounds} --seconds {seconds}"
    output.write_text(document(sections, command, machine), encoding="utf-8")


main.add_command(strength.command)
main.add_command(ladders.command)
main.add_command(advice.command)
main.add_command(calibration.command)
main.add_command(honesty.command)
main.add_command(reviewing.command)
main.add_command(serving.command)
main.add_command(gpu.command)
main.add_command(repeating.command)
main.add_command(heeding.command)
main.add_command(faults.command)
main.add_command(trust.command)
main.add_command(page.command)
main.add_command(valet.command)

if __name__ == "__main__":
    main()
