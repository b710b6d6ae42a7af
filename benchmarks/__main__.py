"""Measures everything and writes `results.md`."""

from __future__ import annotations

from pathlib import Path

import click

from benchmarks import cardstock, compiling, handwritten, openspiel, scaling
from benchmarks.figures import HEADINGS, Figure, Section
from benchmarks.report import document, line, summary

PARTS = (handwritten, openspiel, cardstock, compiling, scaling)
RESULTS = Path(__file__).parent / "results.md"


@click.command()
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
def main(rounds: int, seconds: float, output: Path) -> None:
    """Measure kibitz beside C, OpenSpiel and CardStock, and against its own targets."""
    headings = Figure(*HEADINGS[:5], None, HEADINGS[6])
    click.echo(line(headings).replace(" – ", "   "))
    sections: list[Section] = []
    for part in PARTS:
        section = part.section(rounds, seconds)
        sections.append(section)
        click.echo(f"\n{section.title}")
        for figure in section.figures:
            click.echo(line(figure))
    click.echo(f"\n{summary(sections)}")
    command = f"python -m benchmarks --rounds {rounds} --seconds {seconds}"
    output.write_text(document(sections, command), encoding="utf-8")


if __name__ == "__main__":
    main()
