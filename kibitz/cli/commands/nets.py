"""`kibitz nets`: the nets that know games, those that came with kibitz and those that are kept."""

from __future__ import annotations

import click

from kibitz import learning
from kibitz.cli import arguments
from kibitz.cli.faults import Refusal
from kibitz.cli.seating import learn_first
from kibitz.cli.terminal import figure_table, options_text, output_console
from kibitz.games import Objective
from kibitz.players import guide


@arguments.command
def nets_command(
    game: str | None = arguments.game_argument("[GAME]", required=False),
    rules: arguments.HouseRules = arguments.house_rules,
    make: bool = arguments.option("Learn GAME with these rules now, unless it is known."),
    remove: bool = arguments.option("Forget what was learnt of GAME, whatever its rules."),
) -> None:
    """List the nets that know games; make or remove some.

    Of a GAME it says how well these rules are known. What came with kibitz is not removed.

    \b
    kibitz nets                                # all of them
    kibitz nets golf --option PLAYERS=2        # who would play on at this table
    kibitz nets my-game.rcy --make             # learn it now, for some seconds
    """
    if game is None:
        if make or remove or rules:
            raise click.UsageError("say of which GAME")
        _list()
        return
    loaded = rules.load(game)
    if remove:
        mine = [file for file in learning.net_files() if file.facts["game"] == loaded.name]
        gone = sum(learning.remove_net(file) for file in mine)
        if not gone:
            raise Refusal(f"nothing was learnt of {loaded.name} that could be forgotten")
        click.echo(f"forgot {gone} {'net' if gone == 1 else 'nets'} of {loaded.name}")
        return
    if make:
        learn_first(loaded, None)
    by_score = loaded.objective is Objective.SCORE
    click.echo(f"kibitz {guide(loaded.program, by_score=by_score).said}")


def _list() -> None:
    table = figure_table("game", "where", "options", "matches", "seconds", "KiB", left=3)
    for file in learning.net_files():
        facts = file.facts
        table.add_row(
            str(facts["game"]),
            "kept" if file.is_own else "came with kibitz",
            options_text(facts["options"]) if file.is_own else "usual",
            f"{facts['matches']:,}",
            f"{facts['seconds']:.0f}",
            f"{len(file.data) >> 10}",
        )
    output_console().print(table)
