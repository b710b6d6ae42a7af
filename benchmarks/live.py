"""One step of a match that people watch: what a table does between two choices."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import process_time

from benchmarks.figures import Figure
from benchmarks.games import program
from benchmarks.timing import Series, interleaved
from kibitz.engine import Decision, Interpreter, Rng, View
from kibitz.engine.events import sight
from kibitz.engine.protocol import Step
from kibitz.games import names
from kibitz.words import Vocabulary, option_labels

MEDIAN_TARGET, TARGET = 400, 1_000
"""Microseconds: of the game in the middle, and of any."""
MATCHES, STEPS = 4, 200
"""Of a game: matches, and steps of each at most."""
BEFORE = {"golf-six": (198, 617, 77, 1325), "president": (263, 525, 66, 738)}
"""Microseconds of the four parts before anybody looked at them: data, measured once."""

TITLE = "A live step"
NOTE = (
    "What a table does between two choices, in the interpreter, in four parts: find and name the "
    "options; apply the one that is chosen; make the views and sightings of all seats; put the "
    f"options of the next chooser into words. The mean over the first {STEPS} steps of each of "
    f"{MATCHES} matches in which everybody chooses at random, one thread, microseconds of "
    "processor time. The other side is data: the parts before anybody looked at them, not measured "
    "in this run."
)


def figures(rounds: int, seconds: float) -> Iterator[Figure]:
    totals = []
    for name in names():
        steps, before = LiveSteps(name), BEFORE.get(name)
        (total,) = interleaved(rounds, steps.microseconds)
        totals.append(total.median)
        yield Figure(
            name,
            " + ".join(f"{part:.0f}" for part in steps.parts()) + " µs",
            "–" if before is None else " + ".join(f"{part:,}" for part in before) + " µs",
            f"{total.median:.0f} µs",
            f"≤ {TARGET} µs",
            total.median <= TARGET,
            total.spread(".0f"),
        )
    middle = median(totals)
    yield Figure(
        f"the one in the middle of {len(totals)} games",
        f"{middle:.0f} µs",
        "–",
        f"{middle:.0f} µs",
        f"≤ {MEDIAN_TARGET} µs",
        middle <= MEDIAN_TARGET,
        Series(tuple(totals)).spread(".0f").partition(",")[0],
    )


class LiveSteps:
    """The steps of a few matches of one game."""

    def __init__(self, name: str) -> None:
        self._engine = Interpreter(program(name))
        self._vocabulary = Vocabulary(self._engine.program)
        self._seats = range(self._engine.program.players)

    def microseconds(self) -> float:
        """Of one step, on average."""
        return sum(self.parts())

    def parts(self) -> list[float]:
        """Of one step, on average: options, apply, views and sightings, labels."""
        totals, steps = [0.0] * 4, 0
        for seed in range(MATCHES):
            for parts in self._match(seed):
                totals = [total + part for total, part in zip(totals, parts, strict=True)]
                steps += 1
        return [1e6 * total / steps for total in totals]

    def _match(self, seed: int) -> Iterator[tuple[float, ...]]:
        """Seconds of every step."""
        rng, choices = Rng(seed), Rng(seed, stream=1)
        step = self._engine.deal(rng)
        views = self._shown(step)
        for _ in range(STEPS):
            start = process_time()
            decision = step.status
            found = process_time()
            if not isinstance(decision, Decision):
                return
            option_labels(self._engine, views[decision.seat], decision, self._vocabulary)
            labelled = process_time()
            step = self._engine.apply(step, choices.below(len(decision.options)), rng)
            applied = process_time()
            views = self._shown(step)
            yield found - start, applied - labelled, process_time() - applied, labelled - found

    def _shown(self, step: Step) -> list[View]:
        """What all seats are shown: their views, and their sightings, which nobody reads here."""
        for seat in self._seats:
            sight(step.events, seat)
        return [self._engine.view(step.state, seat) for seat in self._seats]
