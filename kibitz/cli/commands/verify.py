"""`kibitz verify`: whether a match in the browser was dealt as it was sealed."""

from __future__ import annotations

from pathlib import Path

import click

from kibitz.cli import arguments
from kibitz.cli.faults import Refusal
from kibitz.cli.recordfile import read
from kibitz.match import Match
from kibitz.web import commitment, seed_of


@click.command("verify")
@arguments.record_argument
def command(record_path: Path) -> None:
    """Check that a match in the browser was dealt as it was sealed.

    The seed must be the one that the server's secret and the players' words make, and every choice
    must have been possible. The seal that is printed is the one the waiting room showed before the
    deal.

    \b
    kibitz verify record.json
    """
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
