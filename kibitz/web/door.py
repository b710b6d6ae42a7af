"""The door of one process among several: visitors come in by it, and word from the others.

What comes is lines: a visitor's socket with an empty one, and otherwise a signal.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Lock

from kibitz.web.porter import READY

_MOST_AT_ONCE = 64
_LONGEST = 65_536


class Door:
    """The end of this process; the porter (`porter.py`) has the other one."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._speaking = Lock()
        self._rest = b""
        self.hear: Callable[[str], None] = lambda text: None
        """What is done about a signal."""

    def tell(self, text: str) -> None:
        """Tell all other processes, if the porter is there. Any thread may, but only threads that
        may wait: who takes what comes in by the door must not.
        """
        with self._speaking, suppress(ConnectionError):
            self._connection.sendall(text.encode() + b"\n")

    def open(self, enter: Callable[[socket.socket], None], close: Callable[[], None]) -> None:
        """From now on let visitors in; `close` when the porter is gone."""
        loop = asyncio.get_running_loop()

        def look() -> None:
            if not self._has_come(enter):
                loop.remove_reader(self._connection)
                close()

        loop.add_reader(self._connection, look)
        self.tell(READY.decode())

    def _has_come(self, enter: Callable[[socket.socket], None]) -> bool:
        """Take what has come; whether the porter is still there."""
        try:
            heard, numbers, _, _ = socket.recv_fds(
                self._connection, _LONGEST, _MOST_AT_ONCE, socket.MSG_DONTWAIT
            )
        except BlockingIOError:
            return True
        except ConnectionError:
            return False
        for number in numbers:
            enter(socket.socket(fileno=number))
        *lines, self._rest = (self._rest + heard).split(b"\n")
        for line in filter(None, lines):
            self.hear(line.decode())
        return bool(heard)
