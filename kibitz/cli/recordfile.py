"""Records as files: where they go, that they grow with the match, and that none is overwritten."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import chain, count
from pathlib import Path

from kibitz.cli.faults import Refusal
from kibitz.engine import limits
from kibitz.engine.journal import Journal
from kibitz.engine.kept_files import data_folder, reason
from kibitz.engine.record import BadRecord, Record, RecordedChoice
from kibitz.engine.record_text import (
    UNDO,
    choice_entry,
    header_entry,
    read_record,
    standing_entry,
)

SUFFIX = ".jsonl"
_LONGEST_STEM = 60


def records_folder() -> Path | None:
    """Where records go that nobody named; None for a user without a home."""
    data = data_folder()
    return None if data is None else data / "records"


def stem(game: str) -> str:
    """How the names of a game's records begin."""
    return game[:_LONGEST_STEM]


def read(path: Path) -> Record:
    """The record in the file. Raises BadRecord or OSError."""
    with path.open("rb") as file:
        data = file.read(limits.RECORD_BYTES + 1)
    try:
        return read_record(data)
    except BadRecord as fault:
        raise BadRecord(f"{path}: {fault}") from None


class LiveRecord:
    """The record of a match that is being played.

    What cannot be written is no reason to stop: `trouble` says why, and it is written with the
    next line that can be.
    """

    def __init__(self, journal: Journal | None) -> None:
        """Without a journal nothing is kept."""
        self._journal = journal
        self.trouble = "" if journal else "there is no home folder"
        """Why the record is not complete; empty if it is."""

    @property
    def path(self) -> Path | None:
        return self._journal.path if self._journal else None

    def begin(self, record: Record) -> None:
        self._append(header_entry(record))

    def keep(self, choice: RecordedChoice, *, sync: bool) -> None:
        self._append(choice_entry(choice), sync=sync)

    def take_back(self) -> None:
        """The choice that was kept last."""
        self._append(UNDO)

    def finish(self, scores: Sequence[int] | None, fingerprint: str) -> None:
        """Say where the match stands; with scores, it is over."""
        self._append(standing_entry(scores, fingerprint))

    def discard(self) -> None:
        """Nothing happened that is worth keeping."""
        if self._journal:
            self._journal.discard()

    def _append(self, entry: Mapping[str, object], *, sync: bool = True) -> None:
        if self._journal is None:
            return
        try:
            self._journal.append(entry, sync=sync)
            self.trouble = ""
        except OSError as fault:
            self.trouble = reason(fault)


def begun(record: Record, path: Path | None) -> LiveRecord:
    """A new file at the path, or in the user's folder. Raises Refusal for a path in vain."""
    if path is not None and os.path.lexists(path):
        raise Refusal(f"{path} exists already; a record never overwrites a file")
    target = _new_path(record) if path is None else path
    live = LiveRecord(None if target is None else Journal(target))
    live.begin(record)
    if path is not None and live.trouble:
        raise Refusal(f"the record cannot be kept in {path}: {live.trouble}")
    return live


def _new_path(record: Record) -> Path | None:
    folder = records_folder()
    if folder is None:
        return None
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    first = f"{stem(record.game.name)}-{record.seed}"
    names = chain([first], (f"{first}-{number}" for number in count(2)))
    paths = (folder / f"{name}{SUFFIX}" for name in names)
    return next(path for path in paths if not os.path.lexists(path))
