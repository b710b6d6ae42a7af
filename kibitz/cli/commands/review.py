"""`kibitz review`: what went wrong in a match, and what was luck."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from time import monotonic

import click

from kibitz.advisor import Aim
from kibitz.cli import arguments
from kibitz.cli.faults import MatchFailed, Refusal
from kibitz.cli.recordfile import played_game, read
from kibitz.cli.report import print_json
from kibitz.cli.terminal import interrupted, output_console, with_progress
from kibitz.engine import BadRecord, MatchError, write_atomically
from kibitz.game import Game
from kibitz.review import SIMULATIONS, Review, Reviewing

_PAGE_SECONDS = 10.0
"""Between two pages of what has been looked at."""
_FIGURES_SECONDS = 1.0
_WORST = 5
"""Faults of a player that are listed."""


@click.command("review")
@arguments.record_argument
@click.option(
    "--seat",
    type=int,
    multiple=True,
    metavar="N",
    help="Look at this seat's decisions alone; may be said of several seats.",
)
@arguments.file_option(
    "--html",
    help="Write a page there: the match move by move, with all numbers. While it takes long, the "
    "page is there with what has been looked at.",
)
@arguments.file_option(
    "--figures",
    help="Write there, as JSON, what luck gave every player and what mistakes cost; as often as "
    "there is something new.",
)
@click.option(
    "--objective",
    type=click.Choice([aim.value for aim in Aim]),
    help="What is played for. Without it, what the game is played for.",
)
@arguments.count_option(
    "--simulations",
    default=SIMULATIONS,
    help="Matches that are played out for a decision, at least.",
)
@arguments.recorded_game_option
@arguments.json_flag("the review as one JSON object")
def command(
    record_path: Path,
    seat: tuple[int, ...],
    html: Path | None,
    figures: Path | None,
    objective: str | None,
    simulations: int,
    game: str | None,
    as_json: bool,
) -> int:
    """Look at every decision of a recorded match: what was wrong, what was luck.

    Says what each player gave away and where, how much of the result was luck, and where the match
    turned. Ctrl-C ends it early, with what was looked at until then.

    \b
    kibitz review match.jsonl --html review.html
    """
    record = read(record_path)
    for file in (html, figures):
        if file is not None and not file.parent.is_dir():
            raise Refusal(f"{file} cannot be written: there is no such folder")
    try:
        loaded = played_game(record, game)
        seats = [_checked_seat(one, loaded) for one in seat] or None
        reviewing = Reviewing(
            loaded, record, seats=seats, objective=objective, simulations=simulations
        )
        _look(reviewing, html, figures)
        review = reviewing.review()
    except MatchError as fault:
        again = ("kibitz", "trace", *((game,) if game else ()), "--record", str(record_path))
        raise MatchFailed(fault, f"in the match of {record_path}", again=again) from None
    except BadRecord as fault:
        raise BadRecord(f"{record_path}: {fault}") from None
    if figures is not None:
        _write_figures(figures, review)
    if html is not None:
        _write_page(html, review)
    if as_json:
        print_json(review.to_json())
    else:
        _print(review)
    if html is not None:
        click.echo(f"the page is {html}", err=as_json)
    done, wanted = len(review.decisions), len(reviewing)
    return interrupted(done, wanted, "decisions") if done < wanted else 0


def _checked_seat(seat: int, game: Game) -> int:
    if not 1 <= seat <= game.players:
        text = f"the match has seats 1 to {game.players}, not {seat}"
        raise click.BadParameter(text, param_hint="--seat")
    return seat - 1


def _look(reviewing: Reviewing, html: Path | None, figures: Path | None) -> None:
    """At all decisions, or until somebody presses Ctrl-C."""
    page_due, figures_due = monotonic() + _PAGE_SECONDS, 0.0
    with suppress(KeyboardInterrupt):
        for _ in with_progress(reviewing.decisions(), len(reviewing), "decisions looked at"):
            if figures is not None and monotonic() > figures_due:
                _write_figures(figures, reviewing.review())
                figures_due = monotonic() + _FIGURES_SECONDS
            if html is not None and monotonic() > page_due:
                _write_page(html, reviewing.review())
                page_due = monotonic() + _PAGE_SECONDS


def _write_figures(figures: Path, review: Review) -> None:
    write_atomically(figures, json.dumps(review.figures()).encode())


def _write_page(html: Path, review: Review) -> None:
    from kibitz.review import review_page

    write_atomically(html, review_page(review).encode())


def _print(review: Review) -> None:
    from kibitz.review import wording

    console = output_console()
    console.print(f"{review.game.title}, {len(review.decisions)} decisions", style="bold")
    for account in review.accounts:
        console.print()
        console.print(wording.headline(review, account), style="bold")
        console.print(f"  {wording.balance(account)}")
        faults = [one for one in account.free if one.grade in wording.FAULTS]
        worst = sorted(faults, key=lambda one: (one.lost.win, -one.points_lost))[:_WORST]
        for one in worst:
            console.print(f"  {one.move:>4}  {one.chosen}. {wording.verdict(one)}")
    turns = review.turning_points()
    if turns:
        console.print("\nWhere the match turned", style="bold")
    last = len(review.record.choices)
    for account, change in turns:
        place = f"{change.move:>4}" if change.move <= last else " end"
        console.print(f"  {place}  {wording.turning_point(review, account, change)}")
