"""Random play beside CardStock, which interprets the same language in C#."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.figures import Figure, missing, rate
from benchmarks.games import corpus_names, from_the_deal
from benchmarks.timing import decisions_per_second, enough, interleaved

TARGET = 1000

DECISIONS_PER_SECOND = {
    "Agram3": 8_300,
    "CrazyEights3": 4_600,
    "Cribbage2": 4_000,
    "GoFish4": 1_500,
    "GolfSix4": 7_100,
    "Goofspiel2": 10_400,
    "Hearts4": 5_800,
    "LeducPoker2": 11_400,
    "Rummy2": 20_200,
    "Scopa2": 2_800,
}
"""Random play, one thread, median of at least five runs, on a machine with two virtual cores of
the kind kibitz is developed on; noise of a quarter between batches. From the project's survey of
peers (`PEERS.md`, "Random play"), not measured again here."""

TITLE = "Beside CardStock"
NOTE = (
    "CardStock's figures are data, measured once on a machine of this kind, not in this run. "
    "kibitz plays the same files, dealing and scoring included, on one thread; decisions per "
    "second of processor time."
)


def figures(rounds: int, seconds: float) -> Iterator[Figure]:
    names = corpus_names()
    for name, theirs in DECISIONS_PER_SECOND.items():
        yield _figure(name, theirs, names, rounds, seconds)


def _figure(name: str, theirs: int, names: list[str], rounds: int, seconds: float) -> Figure:
    target = f"≥ {TARGET:,}"
    if name not in names:
        return missing(name, target, "the published games are not here")
    play = from_the_deal(name)
    (ours,) = interleaved(rounds, decisions_per_second(play, enough(play, seconds)))
    ratio = ours.median / theirs
    return Figure(
        name,
        rate(ours.median),
        rate(theirs),
        f"{ratio:,.0f} ×",
        target,
        ratio >= TARGET,
        f"{rate(ours.lowest)} to {rate(ours.highest)}, {rounds} rounds",
    )
