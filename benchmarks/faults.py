"""What a server is put through: strangers and faults, and whether what was promised held.

Every scenario tries something and tells it in rows; the report is `faults.md`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from benchmarks import lifetimes, outages, secrecy, strangers
from benchmarks.report import about
from benchmarks.trials import HEADINGS, Row

RESULTS = Path(__file__).parent / "faults.md"
COMMAND = "python -m benchmarks faults"


@dataclass(frozen=True, slots=True)
class Scenario:
    """Something that is tried, in a folder of its own."""

    title: str
    note: str
    rows: Callable[[Path, float], Iterator[Row]]
    """What came of it; each row takes about so many seconds."""


SCENARIOS = tuple(
    Scenario(part.TITLE, part.NOTE, part.rows) for part in (strangers, outages, secrecy, lifetimes)
)


@click.command("faults")
@click.option("--seconds", default=15.0, show_default=True, help="How long each thing is tried.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=RESULTS,
    show_default="benchmarks/faults.md",
    help="Where the report goes.",
)
def command(seconds: float, output: Path) -> None:
    """Put a server through strangers and faults, and write benchmarks/faults.md."""
    machine = about()
    parts = [
        "# What a server is put through",
        f"Written by `{COMMAND} --seconds {seconds:g}`; a new run overwrites it.",
        "\n".join(f"- {fact}" for fact in machine),
    ]
    for scenario in SCENARIOS:
        found: list[Row] = []
        with tempfile.TemporaryDirectory(prefix="kibitz-faults-") as folder:
            for row in scenario.rows(Path(folder), seconds):
                click.echo(" | ".join(row.cells))
                found.append(row)
        parts += [f"## {scenario.title}", scenario.note, table(found)]
    output.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def table(rows: list[Row]) -> str:
    lines = [HEADINGS, ("---",) * len(HEADINGS), *(row.cells for row in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
