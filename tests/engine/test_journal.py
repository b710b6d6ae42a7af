"""A journal grows line by line; what is in it can be believed, whatever happened meanwhile."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from stat import S_ISDIR

import pytest
from full_disk import FullDisk

from kibitz.engine.journal import BadLine, Journal, checked_line, read_checked

ENTRIES: list[dict[str, object]] = [
    {"game": "golf"},
    {"key": "7♥"},
    {"undo": True},
    {"scores": [1, -2]},
]


def written(path: Path) -> bytes:
    journal = Journal(path)
    for entry in ENTRIES:
        journal.append(entry)
    journal.close()
    return path.read_bytes()


def entries(path: Path) -> list[dict[str, object]]:
    return [dict(entry) for entry in read_checked(path.read_bytes()).entries]


def test_a_journal_holds_what_was_appended_a_line_each(tmp_path: Path) -> None:
    data = written(tmp_path / "journal")
    assert entries(tmp_path / "journal") == ENTRIES
    assert [list(json.loads(line))[-1] for line in data.splitlines()] == ["check"] * 4


def test_it_goes_on_after_it_was_closed(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    written(path)
    journal, found = Journal.reopened(path, 1 << 20)
    assert list(found.entries) == ENTRIES
    journal.append({"more": 1})
    assert entries(path) == [*ENTRIES, {"more": 1}]


def test_wherever_it_is_cut_the_whole_lines_before_are_there(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    data = written(path)
    for length in range(len(data)):
        path.write_bytes(data[:length])
        whole = data[:length].count(b"\n")
        assert entries(path) == ENTRIES[:whole]
        journal, _ = Journal.reopened(path, 1 << 20)
        journal.append({"more": 1})
        journal.close()
        assert entries(path) == [*ENTRIES[:whole], {"more": 1}]


def test_no_altered_line_is_believed(tmp_path: Path) -> None:
    data, chance = written(tmp_path / "journal"), random.Random(7)
    for _ in range(4000):
        altered = bytearray(data)
        altered[chance.randrange(len(data))] = chance.randrange(256)
        if bytes(altered) == data:
            continue
        try:
            found = list(read_checked(bytes(altered)).entries)
        except BadLine:
            continue
        assert found == ENTRIES[:-1], "only a last line without its end is taken for cut off"


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_line_that_was_taken_out_is_missed(number: int, tmp_path: Path) -> None:
    lines = written(tmp_path / "journal").splitlines(keepends=True)
    del lines[number - 1]
    with pytest.raises(BadLine, match=f"line {number} is damaged"):
        read_checked(b"".join(lines))


@pytest.mark.parametrize("text", ["[]", "7", '"' + "x" * 40 + '"', "[" * 5000, "9" * 5000])
def test_a_line_that_is_no_object_is_refused(text: str) -> None:
    line, _ = checked_line({"a": 1}, "")
    with pytest.raises(BadLine):
        read_checked(f"{text}\n".encode())
    with pytest.raises(BadLine):
        read_checked(f"{text}{line}".encode())


def test_a_file_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "mine"
    path.write_text("mine")
    with pytest.raises(FileExistsError):
        Journal(path).append({"a": 1})
    assert path.read_text() == "mine"


def test_a_new_journal_and_every_line_that_asks_for_it_are_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[bool] = []
    monkeypatch.setattr(
        os, "fsync", lambda handle: synced.append(S_ISDIR(os.fstat(handle).st_mode))
    )
    journal = Journal(tmp_path / "journal")
    journal.append({"a": 1})
    assert synced == [True, False], "the folder, then the file"
    journal.append({"a": 2}, sync=False)
    journal.append({"a": 3})
    assert synced == [True, False, False]


def test_two_never_write_one_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    first = Journal(path)
    first.append({"a": 1})
    with pytest.raises(BlockingIOError, match="another kibitz is writing to it"):
        Journal.reopened(path, 1 << 20)
    first.close()
    Journal.reopened(path, 1 << 20)


def test_what_finds_no_room_waits_and_the_file_stays_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal"
    journal = Journal(path)
    journal.append(ENTRIES[0])
    disk = FullDisk(monkeypatch, room=path.stat().st_size + 20)
    for entry in ENTRIES[1:3]:
        with pytest.raises(OSError, match="No space left on device"):
            journal.append(entry)
        assert entries(path) == ENTRIES[:1]
        assert path.read_bytes().endswith(b"\n")
    disk.room = 1000
    journal.append(ENTRIES[3])
    assert entries(path) == ENTRIES


def test_a_journal_that_finds_no_room_at_all_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal"
    journal, disk = Journal(path), FullDisk(monkeypatch, room=5)
    with pytest.raises(OSError, match="No space left on device"):
        journal.append(ENTRIES[0])
    assert not path.exists()
    disk.room = 1000
    journal.append(ENTRIES[1])
    assert entries(path) == ENTRIES[:2]


def test_what_cannot_be_a_journal_is_not_opened(tmp_path: Path) -> None:
    written(tmp_path / "journal")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="no file that kibitz wrote"):
        Journal.reopened(tmp_path / "journal", 10)
    with pytest.raises(OSError, match="no file that kibitz wrote"):
        Journal.reopened(tmp_path / "pipe", 10)
