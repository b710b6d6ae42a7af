"""A `kibitz play` at a terminal of its own, which can be typed to, closed, and killed."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from select import select
from types import TracebackType

PROMPT = b"? for help: "
QUESTION = b"go on? [Y/n] "

_OWN_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "os.execv(sys.executable, [sys.executable, '-m', 'kibitz', *sys.argv[1:]])"
)
PATIENCE_SECONDS = 60.0


class PseudoTerminal:
    """Runs the command until it ends or the `with` does."""

    def __init__(self, *arguments: str | Path) -> None:
        self.shown = b""
        self._master, slave = pty.openpty()
        self._is_open = True
        command = [sys.executable, "-c", _OWN_TERMINAL, *map(str, arguments)]
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, start_new_session=True
        )
        os.close(slave)

    def __enter__(self) -> PseudoTerminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        if self._is_open:
            self.close()

    def close(self) -> None:
        """Close the terminal: whoever sits at it is told by a hang-up."""
        self._is_open = False
        os.close(self._master)

    def wait_for(self, text: bytes, times: int = 1) -> None:
        """Until the text was shown so often."""
        while self.shown.count(text) < times:
            ready, _, _ = select([self._master], [], [], PATIENCE_SECONDS)
            assert ready, f"nothing more came after {self.shown[-300:]!r}"
            self._read()

    def read_to_the_end(self) -> int:
        """The exit code."""
        while self._read():
            pass
        return self.process.wait(PATIENCE_SECONDS)

    def wait_for_the_end(self, *, press_again: bool) -> None:
        """Ctrl-C is pressed again as a person would: Python does not see a signal that comes when
        it has looked for one and has not begun to wait for a line yet."""
        for _ in range(10):
            try:
                self.process.wait(PATIENCE_SECONDS / 5)
            except subprocess.TimeoutExpired:
                if press_again:
                    self.process.send_signal(signal.SIGINT)
            else:
                return
        raise AssertionError("it did not end")

    def _read(self) -> bool:
        try:
            data = os.read(self._master, 1 << 16)
        except OSError:  # how a pseudo-terminal says that nobody is there any more
            data = b""
        self.shown += data
        return bool(data)

    def type(self, line: str) -> None:
        os.write(self._master, f"{line}\n".encode())
