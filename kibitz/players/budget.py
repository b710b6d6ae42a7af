"""What is said behind the name of a player, above all how much it may think about a decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from time import monotonic

from kibitz.engine import Program
from kibitz.players.names import UnknownPlayer

_MOST = 10**9


def wants_score(program: Program, values: Mapping[str, str]) -> bool:
    """As said; unless said, who has no rivals wants a score: they are always first."""
    reward = values["reward"] or ("rank" if program.has_rivals else "score")
    if reward not in ("rank", "score"):
        raise UnknownPlayer(f"reward is rank or score, not {reward!r}")
    return reward == "score"


def count(values: Mapping[str, str], name: str) -> int:
    text = values[name]
    if text.isdecimal() and len(text) <= len(str(_MOST)) and 0 < int(text) <= _MOST:
        return int(text)
    raise UnknownPlayer(f"{name} is a whole number above 0, not {text!r}")


def number(values: Mapping[str, str], name: str) -> float:
    try:
        found = float(values[name])
    except ValueError:
        found = -1.0
    if 0 <= found <= 10**6:
        return found
    raise UnknownPlayer(f"{name} is a number from 0 on, not {values[name]!r}")


FORCED = 100
"""Simulations of a decision with a single option: enough to say what to expect."""
_SLICE = 256
"""Simulations between two looks at the clock, at first."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Simulations in all, or for every option, or seconds; the first that is given counts."""

    sims: int | None = None
    per_option: int | None = None
    seconds: float | None = None

    def slices(self, options: int) -> Iterator[tuple[int, float | None]]:
        """Numbers of simulations to make, and seconds for them, until the budget is used up."""
        if options == 1:
            yield min(self.sims or self.per_option or FORCED, FORCED), self.seconds
        elif self.sims is not None:
            yield max(1, self.sims), None
        elif self.per_option is not None:
            yield max(1, self.per_option * options), None
        else:
            yield from self._timed(options)

    def shares(self, parts: int, options: int) -> list[Budget]:
        """So many parts that come to this budget, as equal as can be; fewer if it is too small."""
        total = self.sims
        if total is None and self.per_option is not None:
            total = self.per_option * options
        if options == 1:
            total = min(total or FORCED, FORCED)
        if total is None:
            return [Budget(seconds=(self.seconds or 0.0) / parts)] * parts
        sizes = [total // parts + (part < total % parts) for part in range(parts)]
        return [Budget(sims=size) for size in sizes if size]

    def side_by_side(self, trees: int, options: int) -> list[Budget]:
        """What each of some trees has that grow at the same time: a part of the simulations, or all
        of the seconds."""
        if self.sims is None and self.per_option is None and options > 1:
            return [self] * trees
        return self.shares(trees, options)

    def _timed(self, options: int) -> Iterator[tuple[int, float]]:
        """As many as fit; slices grow so that the clock costs nothing."""
        end = monotonic() + (self.seconds or 0.0)
        size = max(_SLICE, options)
        while True:
            started = monotonic()
            yield size, end - started
            now = monotonic()
            if now >= end:
                return
            rate = size / max(now - started, 1e-6)
            size = max(options, min(4 * size, int(rate * (end - now)) + 1))
