"""Finished matches on disk, so that an interrupted analysis goes on where it stopped."""

from __future__ import annotations

import hashlib
import json

from kibitz import __version__
from kibitz.analysis.plan import SamplePlan
from kibitz.analysis.records import PlayedMatch
from kibitz.engine import Program
from kibitz.engine.kept_files import Cache

FORMAT = "kibitz matches 3"


def sample_key(program: Program, plan: SamplePlan, sample: str) -> str:
    """Names what decides how match number k of the sample goes, and nothing else.

    The number of matches is not part of it: a larger sample keeps the matches of a smaller one.
    """
    facts = [
        FORMAT,
        __version__,
        program.digest,
        sorted(program.options.items()),
        plan.player,
        plan.seed,
        plan.most_decisions,
        sample,
    ]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:24]


class Shelf:
    """The kept matches of one sample, a file each."""

    def __init__(self, cache: Cache, key: str) -> None:
        self._cache = cache
        self._key = key

    def _name(self, number: int) -> str:
        return f"{self._key}-{number:06}.json"

    def find(self, number: int) -> PlayedMatch | None:
        """The match of that number; None if it was not played yet or cannot be believed."""
        data = self._cache.find(self._name(number))
        return None if data is None else PlayedMatch.from_json(data.decode())

    def keep(self, match: PlayedMatch) -> None:
        self._cache.keep(self._name(match.number), match.to_json().encode())
