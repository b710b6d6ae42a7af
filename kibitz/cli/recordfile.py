"""Records as files: where they go, that they grow with the match, and that none is overwritten."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, count
from pathlib import Path

from kibitz import engine, kept_files
from kibitz.cli.faults import Refusal
from kibitz.game import Game, load, load_recorded
from kibitz.games import names

SUFFIX = ".jsonl"
_LONGEST_STEM = 60


def records_folder() -> Path | None:
    """Where records go that nobody named; None for a user without a home."""
    data = kept_files.data_folder()
    return None if data is None else data / "records"


def stem(game: str) -> str:
    """How the names of a game's records begin."""
    return game[:_LONGEST_STEM]


def read(path: Path) -> engine.Record:
    """The record in the file. Raises BadRecord or OSError."""
    with path.open("rb") as file:
        data = file.read(engine.limits.RECORD_BYTES + 1)
    try:
        return engine.records.read_record(data)
    except engine.BadRecord as fault:
        raise engine.BadRecord(f"{path}: {fault}") from None


def played_game(record: engine.Record, game: str | None) -> Game:
    """The game of the record, or the one that somebody names as the one it was played with.

    Raises BadRecord, and what `load` raises.
    """
    if game is None:
        return load_recorded(record.game, record.options)
    named, played = load(game), record.game.name
    is_other = named.name != played and {named.name, played} <= {*names()}
    foreign = sorted(record.options.keys() - named.program.options.keys())
    if is_other or foreign:
        why = "" if is_other else f", which has no option {foreign[0]}"
        raise engine.BadRecord(f"the record is of {played}, not of {named.name}{why}")
    return load(game, **record.options)


class LiveRecord:
    """The record of a match that is being played.

    What cannot be written is no reason to stop: `trouble` says why, and it is written with the
    next line that can be.
    """

    def __init__(self, journal: engine.Journal | None) -> None:
        """Without a journal nothing is kept."""
        self._journal = journal
        self.trouble = "" if journal else "there is no home folder"
        """Why the record is not complete; empty if it is."""

    @property
    def path(self) -> Path | None:
        return self._journal.path if self._journal else None

    def discard(self) -> None:
        """Nothing happened that is worth keeping."""
        if self._journal:
            self._journal.discard()

    def append(self, entry: Mapping[str, object], *, sync: bool = True) -> None:
        """A choice, that one was taken back, or how the match stands."""
        if self._journal is None:
            return
        try:
            self._journal.append(entry, sync=sync)
            self.trouble = ""
        except OSError as fault:
            self.trouble = kept_files.reason(fault)


def begun(record: engine.Record, path: Path | None) -> LiveRecord:
    """A new file at the path, or in the user's folder. Raises Refusal for a path in vain."""
    if path is not None and os.path.lexists(path):
        raise Refusal(f"{path} exists already; a record never overwrites a file")
    target = _new_path(record) if path is None else path
    live = LiveRecord(None if target is None else engine.Journal(target))
    live.append(engine.records.header_entry(record))
    if path is not None and live.trouble:
        raise Refusal(f"the record cannot be kept in {path}: {live.trouble}")
    return live


def _new_path(record: engine.Record) -> Path | None:
    folder = records_folder()
    if folder is None:
        return None
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    first = f"{stem(record.game.name)}-{record.seed}"
    names = chain([first], (f"{first}-{number}" for number in count(2)))
    paths = (folder / f"{name}{SUFFIX}" for name in names)
    return next(path for path in paths if not os.path.lexists(path))


# ---------------------------------------------------------------------------- unfinished


@dataclass(frozen=True)
class UnfinishedMatch:
    """A record, and its file, which nobody else can write meanwhile."""

    record: engine.Record
    journal: engine.Journal

    def described(self, title: str) -> str:
        changed = datetime.fromtimestamp(self.journal.path.stat().st_mtime)
        is_today = changed.date() == datetime.now().date()
        when = f"{changed:%H:%M}" if is_today else f"{changed:%Y-%m-%d %H:%M}"
        moves = len(self.record.choices)
        plural = "" if moves == 1 else "s"
        return f"an unfinished match of {title} from {when}, {moves} move{plural}"


def unfinished(path: Path) -> UnfinishedMatch:
    """The unfinished match in the file. Raises Refusal, BadRecord and OSError."""
    kept = _reopened(path)
    if kept.record.scores is not None:
        raise Refusal(f"the match in {path} is over; `kibitz replay` tells it")
    return kept


def kept_matches(game: str = "") -> Iterator[UnfinishedMatch]:
    """The matches of the game in the user's folder, or of all games, the latest first.

    Left out is what nobody has done anything in, what is being played, and what cannot be read.
    """
    folder = records_folder()
    found = [] if folder is None else folder.glob(f"*{SUFFIX}")
    fitting = [path for path in found if path.name.startswith(stem(game))]
    for path in sorted(fitting, key=lambda path: path.lstat().st_mtime, reverse=True):
        with suppress(Refusal, engine.BadRecord, OSError):
            kept = _reopened(path)
            if kept.record.choices and game in ("", kept.record.game.name):
                yield kept


def _reopened(path: Path) -> UnfinishedMatch:
    try:
        journal, lines = engine.Journal.reopened(path, engine.limits.RECORD_BYTES)
        return UnfinishedMatch(engine.records.record_of(lines.entries), journal)
    except (engine.BadLine, engine.BadRecord):
        read(path)
        raise Refusal(f"{path} was written by an older kibitz; it can only be replayed") from None
