"""`kibitz analyze`: what kind of game it is, as a page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from kibitz.analysis import (
    CannotAnalyse,
    Report,
    SamplePlan,
    Subject,
    make_report,
    refuse_unwritable,
    write_report,
)
from kibitz.analysis.page import reading
from kibitz.analysis.page.numbers import mean_text
from kibitz.analysis.plan import USUAL_MATCHES, USUAL_PLAYER
from kibitz.analysis.subject import sample_text
from kibitz.cli.analysis_progress import analysis_progress
from kibitz.cli.arguments import game_argument, house_rules, json_flag
from kibitz.cli.failing import as_said, deals_told, first_broken_match
from kibitz.cli.faults import Refusal
from kibitz.cli.presets import settled
from kibitz.cli.sampling import sampling_options
from kibitz.cli.terminal import output_console
from kibitz.engine import MatchError, Program
from kibitz.engine.kept_files import user_cache
from kibitz.engine.native import native_engine
from kibitz.game import load
from kibitz.players import UnknownPlayer, make_player
from kibitz.players.intervals import Mean
from kibitz.players.matches import BrokenMatch
from kibitz.players.names import wanting
from kibitz.words import Vocabulary


@click.command("analyze")
@game_argument
@click.option(
    "--out",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    metavar="DIR",
    help="Where the page goes. Without it, here.",
)
@sampling_options(USUAL_MATCHES, USUAL_PLAYER)
@house_rules
@json_flag("the figures as one JSON object")
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
    """
    subject = subject_of(game, settled(game, preset, settings), plan)
    refuse_unwritable(folder)
    report = reported(as_said(game, preset, settings), subject)
    page = write_report(report, folder)
    if as_json:
        click.echo(json.dumps(_figures(report, page), indent=1, ensure_ascii=False))
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
        "heuristics": {one.name: _interval(one.value) for one in heuristics},
        "wins_random": [_interval(one) for one in measures.seats_random.by_seat],
        "wins_thinking": [_interval(one) for one in measures.seats_thinking.by_seat],
        "information": [one.name for one in measures.information if one.holds],
        "page": str(page),
    }


def _interval(mean: Mean | None) -> dict[str, float | None] | None:
    """The mean, and what it may be off by (95 %)."""
    return None if mean is None else {"mean": mean.value, "margin": mean.margin}


def subject_of(game: str, settings: Mapping[str, int | str], plan: SamplePlan) -> Subject:
    """The game of that name or path with these options.

    Raises what `load` does, and click.BadParameter for a player that there is not.
    """
    loaded = load(game, **settings)
    program, usual = loaded.program, load(game).options
    objective = loaded.page.play.objective
    player = plan.player and wanting(plan.player, objective)
    if player is not None:
        _check_player(player, program)
    wanted = replace(plan, player=player, objective=objective)
    return Subject(loaded.name, loaded.page, program, usual, wanted)


def _check_player(player: str, program: Program) -> None:
    try:
        make_player(player, program)
    except UnknownPlayer as unknown:
        raise click.BadParameter(str(unknown), param_hint="--players") from unknown


def reported(said: Sequence[str], subject: Subject) -> Report:
    """The report, made while a bar says how far it is and how long it will take.

    `said` is the game as it was typed.
    """
    words = Vocabulary(subject.program, subject.page.layout)
    with deals_told(words, said), analysis_progress(subject) as progress:
        try:
            return make_report(subject, make_player, user_cache("played"), progress)
        except CannotAnalyse as refusal:
            raise Refusal(f"{subject.name}: {refusal}") from None
        except BrokenMatch:
            raise
        except MatchError:  # in the matches at random, which come first
            plan, engine = subject.plan, native_engine(subject.program)
            raise first_broken_match(engine, plan.seed, 0, plan.most_decisions) from None


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
    if measures.players > 1:
        console.print(reading.read_seats(measures.seats_random, "random players"))
        console.print(reading.read_seats(measures.seats_thinking, "thinking players"))
    console.print()
    console.print(_heuristics(report))
    hidden = ", ".join(one.name for one in measures.information if one.holds)
    console.print(f"\ninformation: {hidden or 'everything lies open'}")
    console.print(f"page: {page}")


def _heuristics(report: Report) -> Table:
    character = report.measures.character
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    table.add_column("heuristic")
    table.add_column("value", justify="right")
    table.add_column("remark")
    for one in (*character.scorer, *character.notebook):
        table.add_row(one.name, mean_text(one.value), one.remark)
    return table
