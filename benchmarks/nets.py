"""Matches in which every seat plays what a net likes best."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.figures import Figure, rate
from benchmarks.games import program
from benchmarks.timing import decisions_per_second, enough, interleaved
from kibitz.engine.native import learner
from kibitz.learning import Course, train

TARGETS = {"golf": 300_000, "hearts": 800_000}
COURSE = Course(matches=400, threads=1)

TITLE = "Play with a net"
NOTE = (
    f"All seats take what a net likes best that learnt from {COURSE.matches} matches; decisions "
    "per second of processor time, one thread."
)


def figures(rounds: int, seconds: float) -> Iterator[Figure]:
    for name, target in TARGETS.items():
        yield _figure(name, target, rounds, seconds)


def _figure(name: str, target: int, rounds: int, seconds: float) -> Figure:
    rules = program(name)
    *_, last = train(rules, COURSE)
    net, native = last.net, learner(rules)

    def play(matches: int) -> int:
        played = native.contest([net.weights] * rules.players, net.wants, 1, range(matches))
        return int(played[:, -1].sum())

    (ours,) = interleaved(rounds, decisions_per_second(play, enough(play, seconds)))
    reached = ours.median >= target
    spread = f"{rate(ours.lowest)} to {rate(ours.highest)}, {rounds} rounds"
    return Figure(
        name, rate(ours.median), "–", rate(ours.median), f"≥ {rate(target)}", reached, spread
    )
