"""Matches that were left or broken off, to be gone on with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from kibitz.cli.faults import Refusal
from kibitz.cli.recordfile import SUFFIX, read, records_folder, stem
from kibitz.engine import limits
from kibitz.engine.checked_lines import BadLine
from kibitz.engine.journal import Journal
from kibitz.engine.record import BadRecord, Record
from kibitz.engine.record_text import record_of


@dataclass(frozen=True)
class KeptMatch:
    """A record, and its file, which nobody else can write meanwhile."""

    record: Record
    journal: Journal

    def described(self, title: str) -> str:
        changed = datetime.fromtimestamp(self.journal.path.stat().st_mtime)
        is_today = changed.date() == datetime.now().date()
        when = f"{changed:%H:%M}" if is_today else f"{changed:%Y-%m-%d %H:%M}"
        moves = len(self.record.choices)
        plural = "" if moves == 1 else "s"
        return f"an unfinished match of {title} from {when}, {moves} move{plural}"


def unfinished(path: Path) -> KeptMatch:
    """The unfinished match in the file. Raises Refusal, BadRecord and OSError."""
    kept = _reopened(path)
    if kept.record.scores is not None:
        raise Refusal(f"the match in {path} is over; `kibitz replay` tells it")
    return kept


def kept_matches(game: str = "") -> Iterator[KeptMatch]:
    """The matches of the game in the user's folder, or of all games, the latest first.

    Left out is what nobody has done anything in, what is being played, and what cannot be read.
    """
    folder = records_folder()
    found = [] if folder is None else folder.glob(f"*{SUFFIX}")
    fitting = [path for path in found if path.name.startswith(stem(game))]
    for path in sorted(fitting, key=lambda path: path.lstat().st_mtime, reverse=True):
        with suppress(Refusal, BadRecord, OSError):
            kept = _reopened(path)
            if kept.record.choices and game in ("", kept.record.game.name):
                yield kept


def _reopened(path: Path) -> KeptMatch:
    try:
        journal, lines = Journal.reopened(path, limits.RECORD_BYTES)
        return KeptMatch(record_of(lines.entries), journal)
    except (BadLine, BadRecord):
        read(path)
        raise Refusal(f"{path} was written by an older kibitz; it can only be replayed") from None
