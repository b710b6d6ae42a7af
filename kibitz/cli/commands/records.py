"""`kibitz replay`, `review` and `verify`: matches that were written down."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import click

from kibitz import kept_files
from kibitz.advisor import Aim
from kibitz.cli import arguments
from kibitz.cli.faults import Refusal, record_told, refuse_missing_folder
from kibitz.cli.recordfile import played_game, read
from kibitz.cli.seating import HUMAN, checked_seat, learn_first
from kibitz.cli.table.drawing import coloured
from kibitz.cli.table.scorecard import scoring_of
from kibitz.cli.table.screen import Sight, show_lines, show_table
from kibitz.cli.table.terminal_match import Chronicle, result_table
from kibitz.cli.terminal import interrupted, output_console, print_json, with_progress
from kibitz.engine import Outcome, Record, Step, records, sight
from kibitz.game import Game
from kibitz.match import Match
from kibitz.review import SIMULATIONS, Review, Reviewing
from kibitz.words import Teller


@arguments.command
def replay_command(
    record_path: Path = arguments.record_argument,
    seat: int | None = arguments.option("Tell only what this seat saw.", metavar="N"),
    game: str | None = arguments.recorded_game_option,
    as_json: bool = arguments.json_flag("the result as one JSON object, and tell nothing"),
) -> None:
    """Tell a recorded match from its beginning.

    Everything is told, or with --seat only what that seat saw, and its table at the end.

    \b
    kibitz replay match.jsonl --seat 2   # as player 2 saw it
    """
    record = read(record_path)
    with record_told(record_path, _again(record_path, game)):
        loaded = played_game(record, game)
        own = None if seat is None else checked_seat(seat, loaded)
        if as_json:
            print_json(_result(loaded, record))
        else:
            _tell(loaded, record, own)


def _again(path: Path, game: str | None) -> tuple[str, ...]:
    """How the match is seen statement by statement."""
    return ("kibitz", "trace", *((game,) if game else ()), "--record", str(path))


def _result(loaded: Game, record: Record) -> dict[str, Any]:
    *_, last = records.replay(loaded.interpreter, record)
    outcome = last.status if isinstance(last.status, Outcome) else None
    return {
        "game": loaded.name,
        "options": dict(record.options),
        "seed": record.seed,
        "players": list(_names(loaded, record)),
        "decisions": len(record.choices),
        "is_over": outcome is not None,
        "scores": None if outcome is None else list(outcome.scores),
        "ranks": list(outcome.ranks) if outcome and loaded.program.has_rivals else None,
    }


def _names(game: Game, record: Record) -> tuple[str, ...]:
    is_complete = len(record.players) == game.players
    return record.players if is_complete else (HUMAN,) * game.players


def _tell(loaded: Game, record: Record, seat: int | None) -> None:
    console = output_console()
    chronicle = Chronicle(Teller(loaded.vocabulary, seat))
    choosers: list[int | None] = [None, *(choice.seat for choice in record.choices)]
    console.print(f"{loaded.page.title}, seed {record.seed}", style="bold")
    step: Step | None = None
    scoring = scoring_of(loaded, [f"player {number + 1}" for number in range(loaded.players)])
    for number, step in enumerate(records.replay(loaded.interpreter, record)):
        events = step.events
        seen = events if seat is None else [told.event for told in sight(events, seat)]
        chronicle.hear(choosers[number], seen, step.state.kinds)
        for line in chronicle.news():
            place = f"{number:>4}  " if number else "      "
            console.print(coloured(place + line), soft_wrap=True)
        if scoring is not None:
            for hole in scoring.keeper.hear(events):
                lines = scoring.hole(hole, step.state.kinds, step.state.points, console.width)
                show_lines(console, ["", *lines, ""])
    assert step is not None, "a replay begins with the deal"
    if seat is not None:
        view = loaded.interpreter.view(step.state, seat)
        show_table(console, loaded, Sight("", f"as player {seat + 1} saw it", view, (), ()))
    status = step.status
    console.print()
    if isinstance(status, Outcome):
        console.print(result_table(loaded.program, status, _names(loaded, record), ()))
    else:
        console.print(f"the match was left unfinished; player {status.seat + 1} was to choose")


_PAGE_SECONDS = 10.0
"""Between two pages of what has been looked at."""
_FIGURES_SECONDS = 1.0
_WORST = 5
"""Faults of a player that are listed."""


@arguments.command
def review_command(
    record_path: Path = arguments.record_argument,
    seat: tuple[int, ...] = arguments.option(
        "Look at this seat's decisions alone; may be said of several seats.",
        type=int,
        multiple=True,
        metavar="N",
    ),
    html: Path | None = arguments.file_option(
        "Write a page there: the match move by move, with all numbers. While it takes long, the "
        "page is there with what has been looked at."
    ),
    figures: Path | None = arguments.file_option(
        "Write there, as JSON, what luck gave every player and what mistakes cost; as often as "
        "there is something new."
    ),
    objective: str | None = arguments.option(
        "What is played for. Without it, what the game is played for.",
        type=click.Choice([aim.value for aim in Aim]),
    ),
    simulations: int = arguments.count_option(
        "Matches that are played out for a decision, at least.", default=SIMULATIONS
    ),
    game: str | None = arguments.recorded_game_option,
    learn: float = arguments.learning_option,
    as_json: bool = arguments.json_flag("the review as one JSON object"),
) -> int:
    """Look at every decision of a recorded match: what was wrong, what was luck.

    Says what each player gave away and where, how much of the result was luck, and where the match
    turned. Ctrl-C ends it early, with what was looked at until then.

    \b
    kibitz review match.jsonl --html review.html
    """
    record = read(record_path)
    refuse_missing_folder(html, figures)
    with record_told(record_path, _again(record_path, game)):
        loaded = played_game(record, game)
        seats = [checked_seat(one, loaded) for one in seat] or None
        learn_first(loaded, objective, learn)
        reviewing = Reviewing(
            loaded, record, seats=seats, objective=objective, simulations=simulations
        )
        _look(reviewing, html, figures)
        review = reviewing.review()
    _write(review, html, figures)
    if as_json:
        print_json(review.to_json())
    else:
        _print_review(review)
    if html is not None:
        click.echo(f"the page is {html}", err=as_json)
    return interrupted(len(review.decisions), len(reviewing), "decisions")


def _look(reviewing: Reviewing, html: Path | None, figures: Path | None) -> None:
    """At all decisions, or until somebody presses Ctrl-C."""
    page_due, figures_due = monotonic() + _PAGE_SECONDS, 0.0
    with suppress(KeyboardInterrupt):
        for _ in with_progress(reviewing.decisions(), len(reviewing), "decisions looked at"):
            if figures is not None and monotonic() > figures_due:
                _write(reviewing.review(), figures=figures)
                figures_due = monotonic() + _FIGURES_SECONDS
            if html is not None and monotonic() > page_due:
                _write(reviewing.review(), html)
                page_due = monotonic() + _PAGE_SECONDS


def _write(review: Review, html: Path | None = None, figures: Path | None = None) -> None:
    from kibitz.review import review_page

    if figures is not None:
        kept_files.write_atomically(figures, json.dumps(review.figures()).encode())
    if html is not None:
        kept_files.write_atomically(html, review_page(review).encode())


def _print_review(review: Review) -> None:
    from kibitz.review import FAULTS, balance, headline, settled_heading, turning_point, verdict

    console = output_console()
    console.print(f"{review.game.title}, {len(review.decisions)} decisions", style="bold")
    for account in review.accounts:
        console.print()
        console.print(headline(review, account), style="bold")
        console.print(f"  {balance(account)}")
        faults = [one for one in account.free if one.grade in FAULTS]
        for one in sorted(faults, key=lambda one: (one.lost.win, -one.points_lost))[:_WORST]:
            console.print(f"  {one.move:>4}  {one.chosen}. {verdict(one)}")
    if review.hands:
        console.print(f"\n{settled_heading(review)}", style="bold")
    for hand in review.hands:
        places = [f"{hand.move:>4}" if hand.move else "deal", *["    "] * len(hand.lines)]
        for place, line in zip(places, hand.lines, strict=False):
            console.print(f"  {place}  {line}")
    turns, last = review.turning_points(), len(review.record.choices)
    if turns:
        console.print("\nWhere the match turned", style="bold")
    for account, change in turns:
        place = f"{change.move:>4}" if change.move <= last else " end"
        console.print(f"  {place}  {turning_point(review, account, change)}")


@arguments.command
def verify_command(record_path: Path = arguments.record_argument) -> None:
    """Check that a match in the browser was dealt as it was sealed.

    The seed must be the one that the server's secret and the players' words make, and every choice
    must have been possible. The seal that is printed is the one the waiting room showed before the
    deal.

    \b
    kibitz verify record.json
    """
    from kibitz.web import commitment, seed_of

    record = read(record_path)
    if not record.deal:
        raise Refusal(f"{record_path}: this record does not say what its seed was made of")
    secret, *words = record.deal
    if seed_of(secret, words) != record.seed:
        raise Refusal(f"{record_path}: the seed is not what the secret and the words make")
    match = Match.from_record(record)
    count = sum(1 for said in words if said)
    people = "one player" if count == 1 else f"{count} players"
    click.echo(f"the seed is made of the server's secret and the chance of {people}")
    click.echo(f"all {match.decisions_made} choices were possible")
    click.echo(f"the seal before the deal was {commitment(secret)}")
