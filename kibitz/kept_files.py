"""What is kept: files of ours on disk, written whole or not at all, believed only if checked."""

from __future__ import annotations

import hashlib
import logging
import os
import stat
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

Stamp = tuple[str | int, ...]

CACHE_BYTES = 1 << 28
"""What a cache may take up before its oldest files go."""

_log = logging.getLogger(__name__)


def data_folder() -> Path | None:
    """Ours among the user's data (XDG); None for a user without a home."""
    return _user_folder("XDG_DATA_HOME", ".local/share")


def _user_folder(variable: str, usual: str) -> Path | None:
    named = os.environ.get(variable, "")
    if os.path.isabs(named):
        return Path(named, "kibitz")
    home = os.path.expanduser("~")
    return Path(home, usual, "kibitz") if os.path.isabs(home) else None


def reason(fault: OSError) -> str:
    """What the system says, as a part of a sentence."""
    return (fault.strerror or str(fault)).lower()


def write_atomically(path: Path, data: bytes, mode: int = 0o644) -> None:
    """The file holds all of `data` or what it held before, never a part. Raises OSError."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(handle)
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


class Cache:
    """What can be made again, kept for next time in a folder of its own.

    It is never needed: what cannot be written is not kept, and what is not exactly as it was
    written, or could be somebody else's, is not found.
    """

    def __init__(self, folder: Path | None, most_bytes: int = CACHE_BYTES) -> None:
        """Without a folder nothing is kept."""
        self._folder = folder
        self._most_bytes = most_bytes
        self._is_pruned = False

    def find(self, name: str) -> bytes | None:
        """What was kept under the name last, or None."""
        if self._folder is None:
            return None
        try:
            _refuse_others(self._folder.stat(), self._folder)
            handle = os.open(self._folder / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            with os.fdopen(handle, "rb") as file:
                _refuse_others(os.fstat(handle), self._folder)
                seal, _, data = file.read(self._most_bytes).partition(b"\n")
        except OSError:
            return None
        return data if seal == _seal(name, data) else None

    def stamp(self, name: str) -> Stamp:
        """Another one whenever something else was kept under the name, by whatever process."""
        place = str(self._folder and self._folder / name)
        try:
            status = os.stat(place)
        except OSError:
            return (place,)
        return place, status.st_ino, status.st_mtime_ns, status.st_size

    def names(self) -> list[str]:
        """Of all that is kept."""
        try:
            found = [] if self._folder is None else list(self._folder.iterdir())
        except OSError:
            return []
        return sorted(path.name for path in found if not path.name.startswith("."))

    def remove(self, name: str) -> bool:
        """Whether it was kept, and is no more."""
        if self._folder is None:
            return False
        try:
            (self._folder / name).unlink()
        except OSError:
            return False
        return True

    def keep(self, name: str, data: bytes) -> None:
        """Keep the data under the name; if that cannot be, one word about it is logged."""
        if self._folder is None:
            _say_once("there is no home folder")
            return
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _refuse_others(self._folder.stat(), self._folder)
            write_atomically(self._folder / name, _seal(name, data) + b"\n" + data, 0o600)
            if not self._is_pruned:
                self._is_pruned = True
                self._prune(self._folder)
        except OSError as fault:
            _say_once(f"{self._folder.parent}: {reason(fault)}")

    def _prune(self, folder: Path) -> None:
        """Take away the oldest files while there is too much."""
        found = []
        for entry in os.scandir(folder):
            with suppress(FileNotFoundError):  # another process takes its own away
                if entry.is_file():
                    found.append((entry.stat(), entry.path))
        taken = sum(status.st_size for status, _ in found)
        for status, path in sorted(found, key=lambda file: file[0].st_mtime):
            if taken <= self._most_bytes:
                return
            Path(path).unlink(missing_ok=True)
            taken -= status.st_size


_apart: dict[str, Path] = {}
"""By name: the folders of caches that are this process's alone."""


def set_apart(name: str, folder: Path) -> None:
    """From now on this process keeps there, and finds there, what that cache has."""
    _apart[name] = folder


def user_cache(name: str) -> Cache:
    """The cache of that name among what the user's programs can make again (XDG)."""
    if name in _apart:
        return Cache(_apart[name])
    folder = _user_folder("XDG_CACHE_HOME", ".cache")
    return Cache(None if folder is None else folder / name)


def _seal(name: str, data: bytes) -> bytes:
    """A digest of the data and of the name it was kept under."""
    return hashlib.sha256(f"{name}\n".encode() + data).hexdigest().encode()


def _refuse_others(status: os.stat_result, place: Path) -> None:
    """Raises PermissionError for what another user owns or may write to."""
    if status.st_uid != os.geteuid() or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise PermissionError(0, "another user may write there", str(place))


@cache
def _say_once(why: str) -> None:
    _log.warning("kibitz: nothing is kept for next time: %s", why)
