"""How commands report figures: as JSON for machines, as facts and tables for people."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.table import Table


def print_json(data: object) -> None:
    click.echo(json.dumps(data, indent=1, ensure_ascii=False))


def options_text(options: Mapping[str, int | str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in options.items()) or "none"


def cut_short(capped: int) -> list[tuple[str, str]]:
    """The row that tells of matches that were stopped, if any were."""
    return [("cut short", f"{capped:,}, scored as they stood")] if capped else []


def facts(rows: Iterable[tuple[str, str]]) -> Table:
    from rich.table import Table

    grid = Table.grid(padding=(0, 3, 0, 0))
    for row in rows:
        grid.add_row(*row)
    return grid


def figure_table(*headings: str, left: int = 1, gap: int = 3) -> Table:
    """A table without lines; the first columns are texts, the others numbers."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, gap, 0, 0))
    for heading in headings[:left]:
        table.add_column(heading, overflow="fold")
    for heading in headings[left:]:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def with_margin(mean: Mapping[str, float | None], scale: float, layout: str, unit: str = "") -> str:
    """`31.2 ± 4.5 %`, of a mean with its interval."""
    value, high = mean["mean"], mean["high"]
    assert value is not None
    text = format(scale * value, layout)
    margin = "" if high is None else f" ± {scale * (high - value):{layout.lstrip('+')}}"
    return f"{text}{margin}{unit}"
