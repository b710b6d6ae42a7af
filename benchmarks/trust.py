"""Whether what kibitz says can be trusted: who follows its advice wins, what it foretells comes
true, and luck is nobody's merit. Everything at tables it has never been trained for, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import click

from benchmarks.house_bots import Bold, Careful
from benchmarks.table_bot import Table
from kibitz import load
from kibitz.advisor import Question, advise
from kibitz.engine import Decision, Rng, View
from kibitz.game import Game
from kibitz.match import Match
from kibitz.players import Choice, Mean, Player, make_player, mean_of
from kibitz.review import Reviewing

TABLES: tuple[Mapping[str, str | int], ...] = (
    {"PLAYERS": 2, "HOLES": 1},
    {"PLAYERS": 2, "HOLES": 3},
    {"PLAYERS": 3, "HOLES": 1},
    {"PLAYERS": 4, "HOLES": 1},
    {"PLAYERS": 5, "HOLES": 1},
    {"PLAYERS": 6, "HOLES": 1},
)
"""Of golf; the table bot knows the strokes of these alone."""
BOTS = (Table, Careful, Bold)


@dataclass(frozen=True, slots=True)
class Follower:
    """Does what advice says."""

    game: Game
    simulations: int

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        if len(decision.options) == 1:
            return Choice(0)
        question = Question.of(self.game, view, decision, seed=rng.below(1 << 30))
        return Choice(advise(question, simulations=self.simulations).best.index)


LEVELS = ("uniform", "casual", "club", "expert:training=kept")
REVIEWED = ("golf-six", "hearts", "president", "gin-rummy", "kuhn-poker", "cribbage")


@click.command("trust")
@click.option("--deals", default=60, show_default=True, help="Of every table, from each seat.")
@click.option("--simulations", default=1500, show_default=True, help="Of every advice, at least.")
@click.option("--tables", default=len(TABLES), show_default=True, help="Of golf, the first ones.")
@click.option("--matches", default=400, show_default=True, help="Reviewed, of every game.")
@click.option("--game", "games", multiple=True, help="Reviewed; may be said of several.")
def command(
    deals: int, simulations: int, tables: int, matches: int, games: tuple[str, ...]
) -> None:
    """Measure whether advice and review can be trusted."""
    _follow(deals, simulations, tables)
    click.echo("luck by seat, ± 95 %: nothing, whoever plays; accuracy; own doing")
    for name in games or REVIEWED:
        game = load(name)
        for level, luck, own, accuracy in reviewed(game, matches):
            margin = luck.margin or 0.0
            fits = "holds" if abs(luck.value) <= 1.02 * margin else "MISSED"
            click.echo(
                f"{name:12} {level:22} luck {luck.value:+7.2f} ± {margin:5.2f} {fits}  "
                f"accuracy {accuracy:3.0f}  own {own.value:+7.2f}"
            )


def reviewed(game: Game, matches: int) -> list[tuple[str, Mean, Mean, float]]:
    """By seat: who plays, its luck, its own doing and its mean accuracy."""
    names = [LEVELS[seat % len(LEVELS)] for seat in range(game.players)]
    players = [make_player(name, game.program) for name in names]
    accounts = []
    for seed in range(matches):
        reviewing = Reviewing(game, _played(game, players, seed).record(), simulations=100)
        for _ in reviewing.decisions():
            pass
        accounts.append(reviewing.review().accounts)
    by_seat = zip(names, zip(*accounts, strict=True), strict=True)
    return [
        (
            name,
            mean_of([one.luck.score for one in own]),
            mean_of([one.own.score for one in own]),
            mean_of([one.accuracy for one in own if one.accuracy is not None] or [0.0]).value,
        )
        for name, own in by_seat
    ]


def _follow(deals: int, simulations: int, tables: int) -> None:
    click.echo("golf: strokes a hole that a follower of advice is better than a bot, ± 95 %")
    for options in TABLES[:tables]:
        game = load("golf", **options)
        told = ", ".join(f"{name} {value}" for name, value in options.items())
        for bot in BOTS:
            gain = advantage(game, Follower(game, simulations), bot(game.program), deals)
            each = int(options["HOLES"])
            margin = (gain.margin or 0.0) / each
            click.echo(f"{told:24} {bot.__name__:8} {gain.value / each:+6.2f} ± {margin:.2f}")


def advantage(game: Game, ours: Player, theirs: Player, deals: int) -> Mean:
    """What a seat scores less than the others: every deal once with us in each seat."""
    by_deal = []
    for seed in range(deals):
        gains = []
        for seat in range(game.players):
            line_up = [ours if one == seat else theirs for one in range(game.players)]
            scores = _scores(game, line_up, seed)
            others = sum(scores) - scores[seat]
            gains.append(others / (game.players - 1) - scores[seat])
        by_deal.append(sum(gains) / len(gains))
    return mean_of(by_deal)


def _scores(game: Game, line_up: list[Player], seed: int) -> tuple[int, ...]:
    return _played(game, line_up, seed).outcome.scores


def _played(game: Game, line_up: list[Player], seed: int) -> Match:
    match, chance = game.match(seed), Rng(seed, stream=1)
    while not match.is_over:
        seat = match.decision.seat
        match.play(line_up[seat].choose(match.view(seat), match.decision, chance).option)
    return match
