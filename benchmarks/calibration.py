"""Whether what advice foretells comes true: matches are played on by those who played on in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import click

from kibitz import load
from kibitz.advisor import Aim, OptionAdvice, Question, advise
from kibitz.advisor.advice import aim_of
from kibitz.engine import Rng
from kibitz.game import Game
from kibitz.match import Match
from kibitz.players import Player, Uniform, guide
from kibitz.players.learned import Learned
from kibitz.players.standings import Mean, mean_of
from kibitz.words.comparing import decimal, percent

BUCKETS = 10
WITHIN = 0.02
"""By how much shares may be wrong."""
ENOUGH = 100
"""Of fewer matches, nothing is said."""
DEEP = 40
"""Decisions are looked for among so many first ones."""
QUANTILES = (0.05, 0.5, 0.95)


@dataclass(frozen=True, slots=True)
class Foretold:
    """What advice said of the option that was taken, and what came of it."""

    option: OptionAdvice
    score: int
    win: float


@click.command("calibration")
@click.argument("game", default="golf-six")
@click.option("--matches", default=5_000, show_default=True, help="One advice in each.")
@click.option("--simulations", default=2_000, show_default=True, help="Of an advice, at least.")
def command(game: str, matches: int, simulations: int) -> None:
    """Measure whether predicted shares of the win, and quantiles of scores, come true."""
    found = list(foretold(load(game), range(matches), simulations))
    click.echo(f"{game}: {len(found)} matches, {simulations} simulations for every advice")
    click.echo(
        f"{'foretold':>10} {'of the win':>12} {'came':>6} {'difference':>18}  ± {WITHIN:.0%}"
    )
    for bucket in buckets(found):
        said, came, difference = reliability(bucket)
        click.echo(
            f"{len(bucket):10} {percent(said, 1):>12} {percent(came, 1):>6} "
            f"{_points(difference):>18}  {_verdict(difference, len(bucket))}"
        )
    for place, share in enumerate(QUANTILES):
        below, up_to = map(_points, at_quantile(found, place))
        click.echo(f"{share:.0%} quantile: {below} % lie below it, {up_to} % at it or below")
    inside = mean_of([is_inside(one) for one in found])
    click.echo(f"between the first and the last: {_points(inside)} %")


def foretold(game: Game, seeds: Iterable[int], simulations: int) -> Iterator[Foretold]:
    """A decision with a choice of every match that has one where it is looked for."""
    player = who_plays_on(game)
    for seed in seeds:
        match, chance = game.match(seed), Rng(seed, stream=1)
        wait = chance.below(DEEP)
        while not match.is_over and (
            match.decisions_made < wait or len(match.decision.options) == 1
        ):
            match.play(_chosen(match, player, chance))
        if not match.is_over:
            decision, chosen = match.decision, _chosen(match, player, chance)
            question = Question.of(game, match.view(decision.seat), decision, seed=seed)
            option = advise(question, simulations=simulations).option(chosen)
            match.play(chosen)
            while not match.is_over:
                match.play(_chosen(match, player, chance))
            scores, shares = match.outcome.scores, match.outcome.win_shares
            yield Foretold(option, scores[decision.seat], shares[decision.seat])


def who_plays_on(game: Game) -> Player:
    """Whoever does in advice."""
    by_score = aim_of(game, None) is Aim.SCORE
    net = guide(game.program, by_score=by_score).net
    return Uniform() if net is None else Learned(game.program, lambda: net, explore=0.0)


def _chosen(match: Match, player: Player, chance: Rng) -> int:
    decision = match.decision
    return player.choose(match.view(decision.seat), decision, chance).option


def buckets(found: Sequence[Foretold]) -> list[list[Foretold]]:
    """By the share of the win that was foretold; those in which anything fell."""
    parts: list[list[Foretold]] = [[] for _ in range(BUCKETS)]
    for one in found:
        parts[min(BUCKETS - 1, int(one.option.win * BUCKETS))].append(one)
    return [part for part in parts if part]


def reliability(found: Sequence[Foretold]) -> tuple[float, float, Mean]:
    """The mean share of the win that was foretold, the one that came, and the difference."""
    said = mean_of([one.option.win for one in found]).value
    came = mean_of([one.win for one in found]).value
    return said, came, mean_of([one.win - one.option.win for one in found])


def at_quantile(found: Sequence[Foretold], place: int) -> tuple[Mean, Mean]:
    """How many scores lie below that quantile, and how many at it or below: as scores are whole
    numbers, the share that was foretold lies between the two."""
    pairs = [(one.score, one.option.worth.quantiles[place]) for one in found]
    below = mean_of([float(score < quantile) for score, quantile in pairs])
    return below, mean_of([float(score <= quantile) for score, quantile in pairs])


def is_inside(one: Foretold) -> bool:
    low, _, high = one.option.worth.quantiles
    return low <= one.score <= high


def _points(mean: Mean) -> str:
    margin = "" if mean.margin is None else f" ± {decimal(100 * mean.margin)}"
    return f"{decimal(100 * mean.value)}{margin}"


def _verdict(difference: Mean, count: int) -> str:
    """What is beyond doubt, and nothing else."""
    if count < ENOUGH or difference.margin is None:
        return "too few to tell"
    if abs(difference.value) + difference.margin <= WITHIN:
        return "met"
    return "MISSED" if abs(difference.value) - difference.margin > WITHIN else "not refuted"
