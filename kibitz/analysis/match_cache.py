"""Finished matches on disk, so that an interrupted analysis goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path

from kibitz import __version__
from kibitz.analysis.plan import Plan
from kibitz.analysis.records import PlayedMatch
from kibitz.engine import Program

FORMAT = "kibitz matches 1"


def write_atomically(path: Path, data: bytes) -> None:
    """The file holds all of `data` or what it held before, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def usual_folder() -> Path:
    """Where matches are kept unless somebody says otherwise: the user's cache."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "kibitz" / "matches"


def sample_key(program: Program, plan: Plan, sample: str) -> str:
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

    def __init__(self, folder: Path, key: str) -> None:
        self._folder = folder / key

    def _path(self, number: int) -> Path:
        return self._folder / f"{number:06}.json"

    def find(self, number: int) -> PlayedMatch | None:
        """The match of that number; None if it was not played yet or cannot be read."""
        try:
            match = PlayedMatch.from_json(self._path(number).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError):
            return None
        return match if match.number == number else None

    def keep(self, match: PlayedMatch) -> None:
        write_atomically(self._path(match.number), match.to_json().encode())
