"""A disk that is full."""

from __future__ import annotations

import errno
import os

import pytest


class FullDisk:
    """Takes so many bytes of a journal; what goes beyond finds no room."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, room: int) -> None:
        self.room = room
        self._pwrite = os.pwrite
        monkeypatch.setattr(os, "pwrite", self._take)

    def _take(self, handle: int, data: bytes, offset: int) -> int:
        if offset >= self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        return self._pwrite(handle, data[: self.room - offset], offset)
