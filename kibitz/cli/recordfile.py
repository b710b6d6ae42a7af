"""Records as files: where they go, and that none is ever overwritten."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

from kibitz.cli.faults import Refusal
from kibitz.engine.record import BadRecord, Record

LARGEST_BYTES = 1 << 26


def records_folder() -> Path:
    """Where records go that nobody named: the user's data folder (XDG)."""
    data = os.environ.get("XDG_DATA_HOME", "")
    home = Path(data) if os.path.isabs(data) else Path.home() / ".local" / "share"
    return home / "kibitz" / "records"


def refuse_unwritable(path: Path) -> None:
    """Raises Refusal, before a match is played in vain, if no record can be saved there."""
    if path.exists() or path.is_symlink():
        raise Refusal(f"{path} exists already; a record never overwrites a file")
    folder = path.parent
    if not folder.is_dir():
        raise Refusal(f"the record cannot be saved in {folder}: there is no such folder")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise Refusal(f"the record cannot be saved in {folder}: you may not write there")


def save(record: Record, path: Path | None) -> Path:
    """Where the record was saved. Raises OSError if it could not be."""
    text = record.to_json() + "\n"
    if path is not None:
        _write_new(path, text)
        return path
    folder = records_folder()
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{Path(record.game).stem}-{record.seed}"
    for number in count(1):
        target = folder / (f"{stem}.json" if number == 1 else f"{stem}-{number}.json")
        try:
            _write_new(target, text)
        except FileExistsError:
            continue
        return target
    raise AssertionError("count does not end")


def _write_new(path: Path, text: str) -> None:
    with path.open("x", encoding="utf-8") as file:
        file.write(text)


def read(path: Path) -> Record:
    """The record in the file. Raises BadRecord or OSError."""
    with path.open("rb") as file:
        data = file.read(LARGEST_BYTES + 1)
    if len(data) > LARGEST_BYTES:
        raise BadRecord(f"{path}: this file is too large for a record")
    try:
        return Record.from_json(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadRecord(f"{path}: this is not a kibitz record: it is not text") from None
    except BadRecord as fault:
        raise BadRecord(f"{path}: {fault}") from None
