"""How often deals of a patience can be shown to be winnable, and how long that takes."""

from __future__ import annotations

from time import process_time

import click

from kibitz import load


@click.command("winnable")
@click.argument("game")
@click.option("--deals", default=20, show_default=True, help="So many deals that can be won.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule.")
def command(game: str, deals: int, options: tuple[str, ...]) -> None:
    """Look for deals of GAME that can be won, one after the other, and measure processor time."""
    said = dict(one.split("=", 1) for one in options)
    loaded = load(
        game, **{name: int(text) if text.isdigit() else text for name, text in said.items()}
    )
    loaded.winnable()  # compiles it
    seed, seconds, choices = 0, list[float](), list[int]()
    for _ in range(deals):
        began = process_time()
        deal = loaded.winnable(seed + 1)
        seconds.append(process_time() - began)
        choices.append(len(deal.choices))
        seed = deal.seed
    click.echo(
        f"{', '.join((loaded.title, *options))}: {deals} of {seed} deals were won, "
        f"{sum(seconds) / deals:.1f} s for each and {max(seconds):.1f} s at most, "
        f"in {min(choices)} to {max(choices)} choices"
    )
