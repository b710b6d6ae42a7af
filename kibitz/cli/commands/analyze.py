"""`kibitz analyze`: what kind of game it is, as a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from kibitz.analysis import (
    USUAL_MATCHES,
    USUAL_PLAYER,
    Measures,
    Report,
    SamplePlan,
    SeatShares,
    Subject,
    make_report,
    mean_text,
    refuse_unwritable,
    sample_text,
    scores,
    write_report,
)
from kibitz.analysis.page import reading
from kibitz.cli import arguments
from kibitz.cli.analysing import carefully, interval_json, sampling_options, subject_of
from kibitz.cli.failing import as_said
from kibitz.cli.presets import settled
from kibitz.cli.report import figure_table, print_json
from kibitz.cli.terminal import output_console
from kibitz.engine import user_cache
from kibitz.players import make_player


@click.command("analyze")
@arguments.game_argument
@click.option(
    "--out",
    "folder",
    type=arguments.NamedPath(path_type=Path, file_okay=False),
    default=Path(),
    metavar="DIR",
    help="Where the page goes. Without it, here.",
)
@sampling_options(USUAL_MATCHES, USUAL_PLAYER)
@arguments.house_rules
@arguments.json_flag("the figures as one JSON object")
def command(
    game: str,
    folder: Path,
    plan: SamplePlan,
    preset: str | None,
    settings: dict[str, int | str],
    as_json: bool,
) -> None:
    """Measure a game and make a page about it.

    Plays matches at random and between players that think, measures information flow, branching,
    decision spread and lead history, and writes one page that needs nothing but itself. Finished
    matches are kept: interrupt it, run it again, and it goes on.

    \b
    kibitz analyze golf-six
    """
    subject = subject_of(game, settled(game, preset, settings), plan)
    refuse_unwritable(folder)
    report = reported(as_said(game, preset, settings), subject)
    page = write_report(report, folder)
    if as_json:
        print_json(_figures(report, page))
    else:
        _print(report, page)


def _figures(report: Report, page: Path) -> dict[str, Any]:
    subject, measures = report.subject, report.measures
    heuristics = (*measures.character.scorer, *measures.character.notebook)
    return {
        "game": subject.name,
        "options": dict(subject.program.options),
        "players": measures.player,
        "matches": measures.seats_thinking.matches,
        "random_matches": measures.seats_random.matches,
        "seed": subject.plan.seed,
        "heuristics": {one.name: interval_json(one.value) for one in heuristics},
        "wins_random": _wins(measures, measures.seats_random),
        "wins_thinking": _wins(measures, measures.seats_thinking),
        "information": [one.name for one in measures.information if one.holds],
        "page": str(page),
    }


def _wins(measures: Measures, shares: SeatShares) -> list[dict[str, float | None] | None] | None:
    """By seat; None where nobody is a rival."""
    return [interval_json(one) for one in shares.by_seat] if measures.has_rivals else None


def reported(said: Sequence[str], subject: Subject) -> Report:
    """The report; `said` is the game as it was typed."""
    return carefully(
        said,
        subject,
        lambda progress: make_report(subject, make_player, user_cache("played"), progress),
    )


def _print(report: Report, page: Path) -> None:
    console = output_console()
    measures, subject = report.measures, report.subject
    console.print(subject.page.title, style="bold")
    sample = sample_text(measures.seats_thinking.matches, measures.player)
    console.print(f"{sample}; seed {subject.plan.seed}", style="dim")
    console.print()
    console.print(reading.read_branching(measures.branching))
    if measures.spread is not None:
        console.print(reading.read_spread(measures.spread))
    if measures.lead is not None:
        console.print(reading.read_lead(measures.lead))
    if measures.skill is not None:
        console.print(reading.read_skill(measures.skill))
    if measures.has_rivals:
        console.print(reading.read_seats(measures.seats_random, "random players"))
        console.print(reading.read_seats(measures.seats_thinking, "thinking players"))
    else:
        console.print(reading.read_scores(*scores(measures)))
    console.print()
    console.print(_heuristics(report))
    hidden = ", ".join(one.name for one in measures.information if one.holds)
    console.print(f"\ninformation: {hidden or 'everything lies open'}")
    console.print(f"page: {page}")


def _heuristics(report: Report) -> Table:
    character = report.measures.character
    table = figure_table("heuristic", "value")
    table.add_column("remark")
    for one in (*character.scorer, *character.notebook):
        table.add_row(one.name, mean_text(one.value), one.remark)
    return table
