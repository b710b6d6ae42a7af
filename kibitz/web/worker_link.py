"""The link of one process among several: visitors come in by it, and word from the others.

What comes is lines: a visitor's socket with an empty one, and otherwise a signal.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Lock
from time import monotonic

from kibitz.web.supervisor import READY

_MOST_AT_ONCE = 64
_LONGEST = 65_536


class WorkerLink:
    """The end of this process; the supervisor (`supervisor.py`) has the other one."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._speaking = Lock()
        self._rest = b""
        self.hear: Callable[[str], None] = lambda text: None
        """What is done about a signal."""

    def tell(self, text: str) -> None:
        """Tell all other processes, if the supervisor is there. Any thread may that may wait: who
        takes what comes in by the link must not.
        """
        with self._speaking, suppress(ConnectionError):
            self._connection.sendall(text.encode() + b"\n")

    def open(self, enter: Callable[[socket.socket], None], close: Callable[[], None]) -> None:
        """From now on let visitors in; `close` when the supervisor is gone."""
        loop = asyncio.get_running_loop()

        def look() -> None:
            if not self._has_come(enter):
                loop.remove_reader(self._connection)
                close()

        loop.add_reader(self._connection, look)
        self.tell(READY.decode())

    def _has_come(self, enter: Callable[[socket.socket], None]) -> bool:
        """Take what has come; whether the supervisor is still there."""
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


TELL_SECONDS = 1.0
_STALE_SECONDS = 5.0
"""A process that has told nothing for so long is gone."""


class Neighbours:
    """Heartbeats: the numbers of the other processes as they were last told."""

    def __init__(self) -> None:
        self._numbers: dict[str, tuple[float, Mapping[str, int]]] = {}

    @staticmethod
    def told(server: str, numbers: Mapping[str, int]) -> str:
        """What a process of that name tells."""
        return json.dumps({"server": server, "numbers": dict(numbers)})

    def heard(self, text: str) -> bool:
        """Whether that was numbers."""
        match json.loads(text):
            case {"server": str(server), "numbers": dict(numbers)}:
                self._numbers[server] = monotonic(), numbers
                return True
            case _:
                return False

    def together(self, own: Mapping[str, int]) -> dict[str, int]:
        """With the numbers of this process."""
        total = Counter(own)
        for told_at, numbers in self._numbers.values():
            if monotonic() - told_at < _STALE_SECONDS:
                total.update(numbers)
        return dict(total)
