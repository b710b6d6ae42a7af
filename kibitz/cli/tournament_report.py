"""The figures of a tournament, for reading and for machines."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz import __version__
from kibitz.cli.terminal import output_console
from kibitz.engine import Program
from kibitz.game import Game
from kibitz.players.intervals import Mean
from kibitz.players.standings import Difference, Standing, differences, standings
from kibitz.players.tournament import PlayedDeal, Tournament
from kibitz.recycle.syntax import Goal

if TYPE_CHECKING:
    from rich.table import Table

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
    figure: Standing | Difference, program: Program
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
    console.print(_facts(goal, found))
    console.print()
    console.print(_standing_table(found["standings"]))
    console.print()
    console.print(_difference_table(found["differences"]))


def _facts(goal: Goal, found: Mapping[str, Any]) -> Table:
    from rich.table import Table

    facts = Table.grid(padding=(0, 3, 0, 0))
    matches = f"{found['deals']:,} deals, {found['matches']:,} matches, seed {found['seed']}"
    facts.add_row("played", matches)
    if found["capped"]:
        facts.add_row("cut short", f"{found['capped']:,}, scored as they stood")
    settings = ", ".join(f"{name}={value}" for name, value in found["options"].items())
    facts.add_row("options", settings or "none")
    win = "are better"
    if found["even_share"] is not None:
        facts.add_row("an even share", f"{found['even_share']:.1%} of the wins")
        win = "win"
    facts.add_row("scores", f"{'high' if goal is Goal.MAX else 'low'} scores {win}")
    facts.add_row("intervals", "95 %, over deals")
    return facts


def _standing_table(rows: Sequence[Mapping[str, Any]]) -> Table:
    table = _table("player", *_told_of(rows, "wins", "mean rank"), "mean score")
    for row in rows:
        table.add_row(row["player"], *_cells(row, ""))
    return table


def _difference_table(rows: Sequence[Mapping[str, Any]]) -> Table:
    table = _table("difference", *_told_of(rows, "wins", "rank"), "score")
    for row in rows:
        table.add_row(f"{row['first']} less {row['second']}", *_cells(row, "+"))
    return table


def _table(*headings: str) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    table.add_column(headings[0], overflow="fold")
    for heading in headings[1:]:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _told_of(rows: Sequence[Mapping[str, Any]], *headings: str) -> tuple[str, ...]:
    """The headings; none of them where nobody is a rival."""
    return headings if rows[0]["rank"] is not None else ()


def _cells(row: Mapping[str, Any], sign: str) -> list[str]:
    score = _told(row["score"], 1, f"{sign}.2f")
    if row["rank"] is None:
        return [score]
    wins = _told(row["win_share"], 100, f"{sign}.1f", " %")
    return [wins, _told(row["rank"], 1, f"{sign}.2f"), score]


def _told(mean: Mapping[str, float | None], scale: float, layout: str, unit: str = "") -> str:
    """`31.2 ± 4.5 %`."""
    value, high = mean["mean"], mean["high"]
    assert value is not None
    text = format(scale * value, layout)
    margin = "" if high is None else f" ± {scale * (high - value):{layout.lstrip('+')}}"
    return f"{text}{margin}{unit}"
