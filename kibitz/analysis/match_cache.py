"""Finished matches on disk, so that an interrupted analysis goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
import sys
from functools import cache
from importlib.resources import files
from pathlib import Path

from kibitz import __version__
from kibitz.analysis.plan import SamplePlan
from kibitz.analysis.records import PlayedMatch
from kibitz.engine import Cache, Program

FORMAT = "kibitz matches 4"
DECIDING = ("engine", "learning", "players")
"""Rooms whose code decides how a match goes."""


def sample_key(program: Program, plan: SamplePlan, player: str, sample: str) -> str:
    """Names what decides how match number k of the sample goes, and nothing else.

    The number of matches is not part of it: a larger sample keeps the matches of a smaller one.
    """
    facts = [
        FORMAT,
        __version__,
        program.digest,
        sorted(program.options.items()),
        player,
        player_code(player),
        plan.seed,
        plan.most_decisions,
        sample,
    ]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:24]


@cache
def code_digest(*rooms: str) -> str:
    """Of our code in these rooms."""
    digest = hashlib.sha256()
    folders = (Path(str(files("kibitz") / room)) for room in rooms)
    for path in sorted(path for folder in folders for path in folder.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def player_code(player: str) -> str:
    """A digest of the code that decides what the player chooses: another code, another player."""
    source = getattr(sys.modules.get(player.partition(":")[0]), "__file__", None)
    own = "" if source is None else hashlib.sha256(Path(source).read_bytes()).hexdigest()
    return code_digest(*DECIDING) + own


class Shelf:
    """The kept matches of one sample, a file each."""

    def __init__(self, kept: Cache, key: str) -> None:
        self._cache = kept
        self._key = key

    def _name(self, number: int) -> str:
        return f"{self._key}-{number:06}.json"

    def find(self, number: int) -> PlayedMatch | None:
        """The match of that number; None if it was not played yet or cannot be believed."""
        data = self._cache.find(self._name(number))
        return None if data is None else PlayedMatch.from_json(data.decode())

    def keep(self, match: PlayedMatch) -> None:
        self._cache.keep(self._name(match.number), match.to_json().encode())
