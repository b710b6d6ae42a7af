"""`kibitz tournament`: players compete over the same deals."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz import __version__
from kibitz.cli import arguments
from kibitz.cli.deals import line_up, play_all
from kibitz.cli.failing import as_said, deals_told
from kibitz.cli.faults import Refusal
from kibitz.cli.presets import load_settled
from kibitz.cli.report import cut_short, facts, figure_table, options_text, print_json, with_margin
from kibitz.cli.terminal import interrupted, output_console
from kibitz.engine import Program
from kibitz.game import Game
from kibitz.players import (
    Mean,
    PairedDifference,
    PlayedDeal,
    PlayedDeals,
    Standing,
    Tournament,
    TournamentFile,
    differences,
    rotations,
    seed_of,
    standings,
)
from kibitz.recycle import Goal

if TYPE_CHECKING:
    from rich.table import Table


@click.command("tournament")
@arguments.game_argument
@arguments.players_option(
    required=True,
    help="One for each seat, as in ismcts,flat,uniform,uniform; or two, who sit alternately. "
    "`kibitz players` lists them.",
)
@arguments.count_option(
    "-n",
    "--deals",
    "count",
    required=True,
    help="How many deals. Each is played in every rotation of the players.",
)
@arguments.house_rules
@arguments.seed_option
@arguments.threads_option
@arguments.file_option(
    "--out", help="Keep finished deals there; the same command goes on where it stopped."
)
@arguments.file_option(
    "--csv", "csv_path", help="Write a line for every seat of every match there."
)
@arguments.json_flag("the figures as one JSON object")
def command(
    game: str,
    players: str,
    count: int,
    preset: str | None,
    settings: dict[str, int | str],
    seed: int | None,
    threads: int | None,
    out: Path | None,
    csv_path: Path | None,
    as_json: bool,
) -> int:
    """Let players compete over the same deals.

    Each deal is played in every rotation of the players, so that neither the cards nor the seats
    favour anybody. Intervals are taken over deals and hold the truth 95 times out of 100. Ctrl-C
    ends it with the deals that are finished.

    \b
    kibitz tournament golf-six --players ismcts,flat -n 50   # who is better?
    """
    loaded = load_settled(game, preset, settings)
    program = loaded.program
    names = line_up(players, loaded, lambda names: rotations(names, program))
    for path in filter(None, (out, csv_path)):
        _refuse_missing_folder(path)
    tournament = Tournament(program, names, _seed(seed, out))
    played = PlayedDeals(tournament)
    if out is not None:
        played = TournamentFile(out, tournament, __version__)
    with deals_told(loaded.vocabulary, as_said(game, preset, settings), names):
        (deals,) = play_all([played], count, threads)
    if csv_path is not None:
        write_csv(csv_path, deals)
    found = figures(loaded, tournament, deals)
    if as_json:
        print_json(found)
    else:
        print_figures(loaded.page.title, program.goal, found)
    played.close()
    return interrupted(len(deals), count, "deals") if len(deals) < count else 0


def _seed(seed: int | None, out: Path | None) -> int:
    """As said, or as in the file that is to be gone on with, or a new one."""
    if seed is not None:
        return seed
    kept = None if out is None else seed_of(out)
    return arguments.fresh_seed() if kept is None else kept


def _refuse_missing_folder(path: Path) -> None:
    if not path.parent.is_dir():
        raise Refusal(f"{path} cannot be written: there is no such folder")


# ---------------------------------------------------------------------------- figures


COLUMNS = ("deal", "rotation", "seat", "player", "score", "rank", "decisions", "capped")


def figures(game: Game, tournament: Tournament, deals: Sequence[PlayedDeal]) -> dict[str, Any]:
    """Everything there is to say about it, in plain values."""
    program, players = tournament.program, tournament.players
    matches = [match for deal in deals for match in deal.matches]
    return {
        "game": game.name,
        "digest": program.digest,
        "kibitz": __version__,
        "options": dict(program.options),
        "players": list(players),
        "seed": tournament.seed,
        "deals": len(deals),
        "matches": len(matches),
        "capped": sum(match.capped for match in matches),
        "even_share": 1 / program.players if program.has_rivals else None,
        "standings": [
            {"player": standing.player, **_means(standing, program)}
            for standing in standings(deals, players)
        ],
        "differences": [
            {"first": pair.first, "second": pair.second, **_means(pair, program)}
            for pair in differences(deals, players)
        ],
    }


def _means(
    figure: Standing | PairedDifference, program: Program
) -> dict[str, dict[str, float | None] | None]:
    """Where nobody is a rival, the score alone."""
    rivals = program.has_rivals
    return {
        "win_share": _interval(figure.win_share) if rivals else None,
        "rank": _interval(figure.rank) if rivals else None,
        "score": _interval(figure.score),
    }


def _interval(mean: Mean) -> dict[str, float | None]:
    return {"mean": mean.value, "low": mean.low, "high": mean.high}


def write_csv(path: Path, deals: Sequence[PlayedDeal]) -> None:
    """A line for every seat of every match."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for deal in deals:
            for rotation, match in enumerate(deal.matches, start=1):
                for seat, player in enumerate(match.players):
                    writer.writerow(
                        (
                            *(deal.number, rotation, seat + 1, player),
                            *(match.outcome.scores[seat], match.outcome.ranks[seat]),
                            *(match.decisions, int(match.capped)),
                        )
                    )


def print_figures(title: str, goal: Goal, found: Mapping[str, Any]) -> None:
    console = output_console()
    console.print(title, style="bold")
    console.print(facts(_facts(goal, found)))
    console.print()
    console.print(_standingfigure_table(found["standings"]))
    console.print()
    console.print(_differencefigure_table(found["differences"]))


def _facts(goal: Goal, found: Mapping[str, Any]) -> list[tuple[str, str]]:
    matches = f"{found['deals']:,} deals, {found['matches']:,} matches, seed {found['seed']}"
    even, better = [], "are better"
    if found["even_share"] is not None:
        even, better = [("an even share", f"{found['even_share']:.1%} of the wins")], "win"
    return [
        ("played", matches),
        *cut_short(found["capped"]),
        ("options", options_text(found["options"])),
        *even,
        ("scores", f"{'high' if goal is Goal.MAX else 'low'} scores {better}"),
        ("intervals", "95 %, over deals"),
    ]


def _standingfigure_table(rows: Sequence[Mapping[str, Any]]) -> Table:
    table = figure_table("player", *_told_of(rows, "wins", "mean rank"), "mean score")
    for row in rows:
        table.add_row(row["player"], *_cells(row, ""))
    return table


def _differencefigure_table(rows: Sequence[Mapping[str, Any]]) -> Table:
    table = figure_table("difference", *_told_of(rows, "wins", "rank"), "score")
    for row in rows:
        table.add_row(f"{row['first']} less {row['second']}", *_cells(row, "+"))
    return table


def _told_of(rows: Sequence[Mapping[str, Any]], *headings: str) -> tuple[str, ...]:
    """The headings; none of them where nobody is a rival."""
    return headings if rows[0]["rank"] is not None else ()


def _cells(row: Mapping[str, Any], sign: str) -> list[str]:
    score = with_margin(row["score"], 1, f"{sign}.2f")
    if row["rank"] is None:
        return [score]
    wins = with_margin(row["win_share"], 100, f"{sign}.1f", " %")
    return [wins, with_margin(row["rank"], 1, f"{sign}.2f"), score]
