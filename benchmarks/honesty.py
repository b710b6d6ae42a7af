"""Whether advice is sound, says the same when it is asked again, and is as exact as it says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot, isclose, isfinite
from pathlib import Path

import click

from benchmarks.advice import questions
from benchmarks.games import CORPUS
from kibitz import load
from kibitz.advisor import Advice, Aim, Question, advise
from kibitz.advisor.advice import Confidence, Grade, Method
from kibitz.advisor.judging import TWO_ERRORS
from kibitz.games import names
from kibitz.recycle.diagnostic import KibitzError

TARGET = 0.95
LONGER = 10
"""So many times as long thinks whoever is held to know."""


@dataclass(frozen=True, slots=True)
class Found:
    """What came of asking about one position several times."""

    fault: str
    """What is wrong with the advice; empty if nothing is."""
    kept: bool
    """Whether what was best for another seed was among what was called close."""
    changed: bool
    """Whether something else was best then."""
    covered: tuple[bool, ...] = ()
    """By option and measure: whether the longer answer lies within two standard errors."""


@click.command("honesty")
@click.argument("games", nargs=-1)
@click.option("--positions", default=20, show_default=True, help="Positions of every game.")
@click.option("--simulations", default=200, show_default=True, help="Of a short answer, at least.")
def command(games: Sequence[str], positions: int, simulations: int) -> None:
    """Ask for advice again and again, in all games of the library and all published ones unless
    some are named."""
    click.echo(
        f"{'game':20} {'positions':>9} {'faults':>6} {'changed':>7} {'kept':>6} {'covered':>7}"
    )
    everything: list[Found] = []
    for name in games or (*names(), *map(str, sorted(CORPUS.glob("*.rcy")))):
        found = [_measured(question, simulations) for question in questions(load(name), positions)]
        if found:
            click.echo(f"{Path(name).stem:20} {_told(found)}")
            everything += found
    click.echo(f"{'all':20} {_told(everything)}")
    for fault in sorted({one.fault for one in everything if one.fault}):
        click.echo(f"  {fault}")


def _measured(question: Question, simulations: int) -> Found:
    try:
        short, again = (
            advise(replace(question, seed=seed), simulations=simulations) for seed in (1, 2)
        )
        long = advise(replace(question, seed=3), simulations=LONGER * simulations)
    except KibitzError as error:
        return Found(f"{question.game.name}: {error}", kept=False, changed=False)
    fault = unsound(short) or unsound(long)
    return Found(
        f"{question.game.name}: {fault}" if fault else "",
        again.best.index in short.close,
        again.best.index != short.best.index,
        tuple(covered(short, long)),
    )


def unsound(advice: Advice) -> str:
    """What does not hold that must hold of every advice; nothing if all does."""
    count, players = len(advice.options), len(advice.best.worth.wins)
    if sorted(option.index for option in advice.options) != list(range(count)):
        return "an option is missing, or told twice"
    if advice.close[0] != advice.best.index:
        return "what is best is not the first of what is close"
    if (advice.confidence is Confidence.TOSS_UP) != (len(advice.close) > 1):
        return "a toss-up is not called one"
    if fault := unfair(advice):
        return fault
    if any(isfinite(error) and error for error in advice.best.worth.gap_errors.values()):
        return "gaps are not told from what is recommended"
    for option in advice.options:
        worth = option.worth
        if not isclose(sum(worth.wins), 1, abs_tol=1e-9):
            return f"the shares of the win come to {sum(worth.wins)}"
        if min(worth.wins) < 0:
            return "a share of the win is below nothing"
        if not isclose(sum(worth.ranks), players * (players + 1) / 2, abs_tol=1e-6):
            return f"the ranks come to {sum(worth.ranks)}"
        if list(worth.quantiles) != sorted(worth.quantiles):
            return "quantiles are out of order"
        if not isclose(option.score_delta, option.score - advice.best.score, abs_tol=1e-6):
            return "an option is not behind the best one by what it scores less"
        if (option.score, option.win) != (worth.scores[advice.seat], worth.wins[advice.seat]):
            return "what is told of the player is not theirs"
    return ""


def unfair(advice: Advice) -> str:
    """What does not hold of the grades: the order of the table is that of the values, nothing is
    best but what is recommended or worth the same, and equals share a grade."""
    behind = [advice.behind(option) for option in advice.options]
    if any(later < earlier - 1e-9 for earlier, later in pairwise(behind)):
        return "the order of the table is not that of the values"
    equals: dict[object, set[Grade]] = {}
    for option, lost in zip(advice.options, behind, strict=True):
        if option.grade is Grade.BEST and lost > 1e-9:
            return f"{option.label} is called best and is worth less than what is recommended"
        worth = option.worth
        if not advice.is_early and not worth.gap_errors[advice.aim]:
            same = tuple(round(one, 9) for one in (*worth.scores, *worth.ranks, *worth.wins))
            equals.setdefault(same, set()).add(option.grade)
    if any(len(grades) > 1 for grades in equals.values()):
        return "options that are worth the same have different grades"
    return ""


def covered(short: Advice, long: Advice) -> Iterator[bool]:
    """Whether the numbers of the longer answer lie within the errors of both; of simulations."""
    if short.method is not Method.SIMULATED or long.method is not Method.SIMULATED:
        return
    for option in short.options:
        other = long.option(option.index)
        for aim, ours, theirs in (
            (Aim.SCORE, option.score, other.score),
            (Aim.WIN, option.win, other.win),
        ):
            error = hypot(option.worth.errors[aim], other.worth.errors[aim])
            if error and isfinite(error):
                yield abs(ours - theirs) <= TWO_ERRORS * error


def _told(found: Sequence[Found]) -> str:
    inside = [one for each in found for one in each.covered]
    kept = sum(one.kept for one in found) / len(found)
    return (
        f"{len(found):9} {sum(bool(one.fault) for one in found):6} "
        f"{sum(one.changed for one in found):7} {kept:6.1%} "
        f"{f'{sum(inside) / len(inside):.1%}' if inside else '–':>7}"
    )
