"""Work that takes long, done by Python processes of low priority: nobody's move waits for them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress

_PRIORITY = 10
_GRACE_SECONDS = 30.0
"""What is interrupted has so long to write down what it has."""


class BackgroundProcesses:
    """Those that this process has started, and ends."""

    def __init__(self) -> None:
        self._running: set[subprocess.Popen[bytes]] = set()
        self._is_closed = False

    def run(self, *arguments: str, told: bytes = b"", seconds: float) -> bool:
        """Whether `python ARGUMENTS` has done its work, which it is interrupted at after so many
        seconds; it reads what it is told. Whoever calls waits: a thread should.
        """
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(
            [sys.executable, *arguments], stdin=subprocess.PIPE, stdout=quiet, stderr=quiet
        )
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, process.pid, _PRIORITY)
        self._running.add(process)
        try:
            self._wait(process, told, seconds)
        finally:
            self._running.discard(process)
        return process.returncode == 0

    def _wait(self, process: subprocess.Popen[bytes], told: bytes, seconds: float) -> None:
        if self._is_closed:
            process.kill()
        try:
            process.communicate(told, seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.communicate(timeout=_GRACE_SECONDS)
            process.kill()
            process.wait()

    def close(self) -> None:
        """End all of them: what they make can be made again."""
        self._is_closed = True
        for process in list(self._running):
            process.kill()
            process.wait()
