"""`kibitz compare`: what a house rule does to a game, or how two games differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from kibitz.analysis import (
    MeasureDifference,
    Measures,
    Progress,
    SamplePlan,
    Subject,
    differences,
    measured,
    sample_text,
)
from kibitz.cli import arguments
from kibitz.cli.analysing import carefully, interval_json, sampling_options, subject_of
from kibitz.cli.completing import complete_games
from kibitz.cli.failing import as_said
from kibitz.cli.presets import settled
from kibitz.cli.report import figure_table, print_json
from kibitz.cli.terminal import output_console
from kibitz.engine import user_cache
from kibitz.players import make_player

USUAL_PLAYER = "mcts:per_option=200"
USUAL_MATCHES = 50


@click.command("compare")
@click.argument(
    "games", metavar="GAME [OTHER]", nargs=-1, required=True, shell_complete=complete_games
)
@sampling_options(USUAL_MATCHES, USUAL_PLAYER)
@arguments.house_rules
@arguments.json_flag("the measures as one JSON object")
def command(
    games: tuple[str, ...],
    plan: SamplePlan,
    preset: str | None,
    settings: dict[str, int | str],
    as_json: bool,
) -> None:
    """Lay two games side by side, or one with and without house rules.

    Measures both and shows the differences with their intervals: what a house rule does to
    length, scores, skill, luck and seats. With one GAME, --option and --preset say what is changed;
    with two, they are those of the OTHER.

    \b
    kibitz compare golf -o KNOCKEARLY=on --quick   # what does this house rule do?
    """
    if len(games) > 2:
        raise click.UsageError("name one game, or two")
    if len(games) == 1 and not preset and not settings:
        raise click.UsageError("name another game, or say with --option what is changed")
    first = subject_of(games[0], {}, plan)
    second = subject_of(games[-1], settled(games[-1], preset, settings), plan)
    both = (_measures([games[0]], first), _measures(as_said(games[-1], preset, settings), second))
    rows = differences(*both)
    titles = (_title(first), _title(second))
    if as_json:
        print_json(_figures(titles, rows))
    else:
        _print(titles, both, rows)


def _measures(said: Sequence[str], subject: Subject) -> Measures:
    def work(progress: Progress) -> Measures:
        return measured(subject, make_player, user_cache("played"), progress)[1]

    return carefully(said, subject, work)


def _title(subject: Subject) -> str:
    changes = f" ({subject.changes_text})" if subject.changes_text else ""
    return f"{subject.page.title}{changes}"


def _figures(titles: tuple[str, str], rows: tuple[MeasureDifference, ...]) -> dict[str, Any]:
    return {
        "games": list(titles),
        "measures": {
            row.name: {
                "first": interval_json(row.first.value),
                "second": interval_json(row.second.value),
                "difference": interval_json(row.change.value),
                "sure": row.is_sure,
            }
            for row in rows
        },
    }


def _print(
    titles: tuple[str, str], both: tuple[Measures, Measures], rows: tuple[MeasureDifference, ...]
) -> None:
    console = output_console()
    for title, measures in zip(titles, both, strict=True):
        sample = sample_text(measures.seats_thinking.matches, measures.player)
        console.print(f"{title}: {sample}", style="dim")
    table = figure_table("measure", *titles, "difference", gap=2)
    table.add_column("")
    for row in rows:
        sure = "*" if row.is_sure else ""
        table.add_row(row.name, row.first.text, row.second.text, row.change.text, sure)
    console.print(table)
    console.print("* differs for sure (95 %, allowing for the number of measures)", style="dim")
