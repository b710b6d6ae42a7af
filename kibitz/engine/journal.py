"""Append-only files with a hash chain: they grow while a match or a tournament goes on, and can
still be believed.

Every line is one JSON object whose last member, `check`, is a digest of the line and of the check
before it: a line that was altered, taken out or moved is noticed, and so is all that follows.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_DIGITS = 16
_BEFORE, _AFTER = ',"check":"', '"}'
_TAIL = len(_BEFORE) + _DIGITS + len(_AFTER)


class BadLine(Exception):
    """A line that is not as it was written; `number` counts from 1."""

    def __init__(self, number: int) -> None:
        super().__init__(f"line {number} is damaged or was altered")
        self.number = number


@dataclass(frozen=True, slots=True)
class CheckedLines:
    """What a file of checked lines holds."""

    entries: tuple[Mapping[str, Any], ...]
    length: int
    """In bytes; behind it may be a line that was cut off while it was written."""
    check: str
    """Of the last line, for the one that will follow."""


def checked_line(entry: Mapping[str, object], before: str) -> tuple[str, str]:
    """The entry as a line that follows the check `before`, and its own check."""
    body = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
    check = _check(before, body)
    return f"{body[:-1]}{_BEFORE}{check}{_AFTER}\n", check


def read_checked(data: bytes) -> CheckedLines:
    """The lines of a file, without one at its end that was cut off. Raises BadLine."""
    entries: list[Mapping[str, Any]] = []
    check = ""
    length = data.rfind(b"\n") + 1
    for number, line in enumerate(data[:length].split(b"\n")[:-1], start=1):
        try:
            entry, check = _entry(line.decode("utf-8"), check)
        except (ValueError, RecursionError):
            raise BadLine(number) from None
        entries.append(entry)
    return CheckedLines(tuple(entries), length, check)


def _entry(line: str, before: str) -> tuple[dict[str, Any], str]:
    body, tail = f"{line[:-_TAIL]}}}", line[-_TAIL:]
    check = _check(before, body)
    if tail != f"{_BEFORE}{check}{_AFTER}":
        raise ValueError
    entry = json.loads(body)
    if not isinstance(entry, dict):
        raise ValueError
    return entry, check


def _check(before: str, body: str) -> str:
    return hashlib.sha256(f"{before}{body}".encode()).hexdigest()[:_DIGITS]


# ---------------------------------------------------------------------------- a file that grows


class Journal:
    """Appends lines to a file, which no other process may write meanwhile.

    What was appended outlives this process at once, and the machine once it was synced. A line
    that cannot be written waits, and is written with the next one; the file holds whole lines.
    """

    def __init__(self, path: Path) -> None:
        """Of a file yet to be made: the first line makes it, and never overwrites another."""
        self.path = path
        self._handle: int | None = None
        self._length = 0
        self._check = ""
        self._waiting = b""

    @staticmethod
    def reopened(path: Path, most_bytes: int) -> tuple[Journal, CheckedLines]:
        """The journal in the file, to go on with, and what it holds.

        The file is not touched before something is appended. Raises BadLine, and OSError if it
        cannot be written or somebody else is writing it.
        """
        journal = Journal(path)
        journal._handle = _opened(path, os.O_NONBLOCK)
        found = read_checked(_content(path, journal._handle, most_bytes))
        journal._length, journal._check = found.length, found.check
        return journal, found

    def append(self, entry: Mapping[str, object], *, sync: bool = True) -> None:
        """Write the entry, and with `sync` wait until it is on the disk. Raises OSError."""
        line, self._check = checked_line(entry, self._check)
        self._waiting += line.encode()
        self.write(sync=sync)

    def write(self, *, sync: bool = True) -> None:
        """Write what waits. Raises OSError; then it goes on waiting."""
        if self._handle is None:
            self._handle = _opened(self.path, os.O_CREAT | os.O_EXCL)
            _sync_folder(self.path.parent)
        end = self._length
        try:
            while rest := self._waiting[end - self._length :]:
                end += os.pwrite(self._handle, rest, end)
            os.ftruncate(self._handle, end)
            if sync:
                os.fsync(self._handle)
        except OSError as fault:
            self._cut_back(self._handle)
            raise OSError(fault.errno, fault.strerror, str(self.path)) from None
        self._length, self._waiting = end, b""

    def close(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    __del__ = close

    def discard(self) -> None:
        """Take the file away again, if there is one."""
        if self._handle is not None:
            self.close()
            self.path.unlink(missing_ok=True)

    def _cut_back(self, handle: int) -> None:
        """Leave whole lines in the file, and no file if there are none."""
        with suppress(OSError):
            os.ftruncate(handle, self._length)
            if not self._length:
                self.close()
                self.path.unlink()


def _opened(path: Path, flags: int) -> int:
    """The file, open for nobody but us to write."""
    handle = os.open(path, os.O_RDWR | flags, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        os.close(handle)
        busy = isinstance(fault, BlockingIOError)
        words = "another kibitz is writing to it" if busy else fault.strerror
        raise OSError(fault.errno, words, str(path)) from None
    return handle


def _sync_folder(folder: Path) -> None:
    """Wait until the name of a new file is on the disk, where folders can be synced."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _content(path: Path, handle: int, most_bytes: int) -> bytes:
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode) or status.st_size > most_bytes:
        raise OSError(errno.EFBIG, "this is no file that kibitz wrote", str(path))
    with os.fdopen(handle, "rb", closefd=False) as file:
        return file.read()
