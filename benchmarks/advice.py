"""How fast advice comes, and whether it keeps its word when there is more time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import monotonic

import click
import numpy as np

from kibitz import load
from kibitz.advisor import Question, advise
from kibitz.advisor.advising import HINT_SECONDS, SECONDS
from kibitz.engine import Rng
from kibitz.game import Game
from kibitz.games import names

HINT_TARGET, FULL_TARGET = 0.150, 1.0
"""Seconds that 95 of 100 answers take at most."""
KEPT_TARGET = 0.95
"""How often what is best after a hundred times as long was among what was said to be close."""
TIMES = 100
_DEEP = 40
"""Positions are looked for among so many first decisions."""


@dataclass(frozen=True, slots=True)
class Found:
    hint: float
    """Seconds."""
    full: float
    kept: bool
    """Whether the short answer named the best option of the long one as close."""


@click.command("advice")
@click.argument("games", nargs=-1)
@click.option("--positions", default=10, show_default=True, help="Positions of every game.")
@click.option("--simulations", default=200, show_default=True, help="Of a short answer, at least.")
def command(games: Sequence[str], positions: int, simulations: int) -> None:
    """Measure hints and full answers on random positions, all games unless some are named."""
    click.echo(f"{'game':16} {'hint, ms: median':>16} {'p95':>5} {'full, s: p95':>13} {'kept':>8}")
    everything: list[Found] = []
    for name in games or names():
        found = [_measured(question, simulations) for question in questions(load(name), positions)]
        if found:
            click.echo(f"{name:16} {_told(found)}")
            everything += found
    click.echo(f"{'all':16} {_told(everything)}")
    hint, full = (_most(everything, part) for part in ("hint", "full"))
    kept = np.mean([one.kept for one in everything])
    click.echo(
        f"targets: hint p95 ≤ {1000 * HINT_TARGET:.0f} ms {_met(hint <= HINT_TARGET)}, "
        f"full p95 ≤ {FULL_TARGET:g} s {_met(full <= FULL_TARGET)}, "
        f"kept ≥ {KEPT_TARGET:.0%} {_met(bool(kept >= KEPT_TARGET))}"
    )


def questions(game: Game, positions: int) -> Iterator[Question]:
    """Decisions with a choice, from matches at random."""
    found = 0
    for seed in range(4 * positions):
        match, chance = game.match(seed), Rng(seed, stream=1)
        wait = chance.below(_DEEP if seed % 2 else 4)
        while not match.is_over and match.decisions_made < 10 * _DEEP:
            decision = match.decision
            if match.decisions_made >= wait and len(decision.options) > 1:
                yield Question.of(game, match.view(decision.seat), decision, seed=seed)
                found += 1
                break
            match.play(chance.below(len(decision.options)))
        if found == positions:
            return


def _measured(question: Question, simulations: int) -> Found:
    short = advise(question, simulations=simulations)
    start = monotonic()
    advise(question, seconds=HINT_SECONDS)
    hint = monotonic()
    advise(question, seconds=SECONDS)
    full = monotonic()
    long = advise(question, simulations=TIMES * simulations)
    return Found(hint - start, full - hint, long.best.index in short.close)


def _most(found: Sequence[Found], part: str) -> float:
    return float(np.quantile([getattr(one, part) for one in found], 0.95))


def _told(found: Sequence[Found]) -> str:
    median = float(np.median([one.hint for one in found]))
    kept = f"{sum(one.kept for one in found)}/{len(found)}"
    hint, full = _most(found, "hint"), _most(found, "full")
    return f"{1000 * median:16.0f} {1000 * hint:5.0f} {full:13.2f} {kept:>8}"


def _met(is_met: bool) -> str:
    return "met" if is_met else "MISSED"
