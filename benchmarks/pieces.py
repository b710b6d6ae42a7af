"""How many pieces a second one process hands out to a cluster: pieces that are nothing to do.

By the clock the cluster's own work is in it, so on one machine that is a lower bound; by the
processor time of the process that hands out, it is what that process could do if others kept up.
"""

from __future__ import annotations

from time import perf_counter, process_time

import click

from kibitz.players import connected, done_at, side_by_side

WARMING = 20


@click.command("pieces")
@click.option("--on", metavar="CLUSTER", default="ray", show_default=True, help="ray, ray://HOST.")
@click.option("--pieces", default=300, show_default=True, help="Of one measurement.")
@click.option("--rounds", default=3, show_default=True, help="How often it is measured.")
def command(on: str, pieces: int, rounds: int) -> None:
    """Measure how many empty pieces a second a driver hands out."""
    with connected(on) as place, done_at(place):
        list(side_by_side(range(WARMING), nothing))
        for _ in range(rounds):
            clock, processor = perf_counter(), process_time()
            list(side_by_side(range(pieces), nothing))
            clock, processor = perf_counter() - clock, process_time() - processor
            click.echo(
                f"{pieces / clock:,.0f} pieces a second by the clock, "
                f"{pieces / processor:,.0f} by processor time"
            )


def nothing(piece: int) -> int:
    return piece
