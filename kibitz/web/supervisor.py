"""Several processes behind one address: who comes to a table is sent to the process that has it.

The supervisor takes no part in play. It looks at the first line of what a visitor asks for, hands
the socket on, and passes on what the processes tell each other (`worker_link.py` is the other end).
A process that dies is followed by another one; when the supervisor is gone, all of them end.
"""

from __future__ import annotations

import asyncio
import re
import signal
import socket
from asyncio.subprocess import Process
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from zlib import crc32

Command = Callable[[int], Sequence[str]]
"""What starts a process that has the open file of that number for a door."""
READY = b"ready"
"""What a process says when it can take visitors."""
_LONGEST_LINE = 4096
_ASKING_SECONDS = 10.0
"""A visitor who has not said by then where to go is sent away."""
_GLANCE_SECONDS = 0.02
_STOPPING_SECONDS = 10.0
_PAUSE_SECONDS = 1.0
"""After a process that could not begin again."""
_TABLE = re.compile(rb"[A-Z]+ /t/([^/?# ]+)")


class Supervisor:
    """Keeps the processes, each behind a door."""

    def __init__(self, listening: socket.socket, command: Command, processes: int) -> None:
        self._listening = listening
        self._command = command
        self._doors: list[socket.socket | None] = [None] * processes
        """By place: the way to the process that is there and ready."""
        self._is_open = False
        self._turn = count()
        self._visits: set[asyncio.Task[None]] = set()

    def run(self) -> int:
        """Until somebody stops it, or it cannot begin: then the exit code of what failed."""
        return asyncio.run(self._serve())

    async def _serve(self) -> int:
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        for kind in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(kind, stop.set)
        self._listening.setblocking(False)
        keeping = [asyncio.create_task(self._keep(place)) for place in range(len(self._doors))]
        welcoming = asyncio.create_task(self._welcome())
        stopping = asyncio.create_task(stop.wait())
        done, _ = await asyncio.wait([stopping, *keeping], return_when=asyncio.FIRST_COMPLETED)
        failed = [task.result() for task in keeping if task in done]
        for task in (welcoming, stopping, *keeping, *self._visits):
            task.cancel()
        await asyncio.gather(*keeping, return_exceptions=True)
        return next(iter(failed), 0)

    # ------------------------------------------------------------------ processes

    async def _keep(self, place: int) -> int:
        """Have a process there; the exit code of one that fails before anybody is let in."""
        while True:
            mine, theirs = socket.socketpair()
            with mine, theirs:
                mine.setblocking(False)
                number = theirs.fileno()
                process = await asyncio.create_subprocess_exec(
                    *self._command(number), pass_fds=[number]
                )
                theirs.close()
                try:
                    was_ready = await self._listen(place, mine)
                    code = await process.wait()
                finally:
                    self._doors[place] = None
                    await _ended(process)
            if not self._is_open:
                return code
            if not was_ready:
                await asyncio.sleep(_PAUSE_SECONDS)

    async def _listen(self, place: int, door: socket.socket) -> bool:
        """Pass on what the process tells, until it is gone; whether it ever was ready."""
        loop, was_ready, rest = asyncio.get_running_loop(), False, b""
        with suppress(ConnectionError):
            while heard := await loop.sock_recv(door, 65_536):
                *lines, rest = (rest + heard).split(b"\n")
                for line in lines:
                    if line == READY:
                        self._doors[place], was_ready = door, True
                    else:
                        await self._pass_on(place, line)
        return was_ready

    async def _pass_on(self, place: int, line: bytes) -> None:
        for number, door in enumerate(self._doors):
            if door is not None and number != place:
                with suppress(OSError):
                    await asyncio.get_running_loop().sock_sendall(door, line + b"\n")

    # ------------------------------------------------------------------ visitors

    async def _welcome(self) -> None:
        """Nobody is let in before all processes can take visitors."""
        while None in self._doors:
            await asyncio.sleep(_GLANCE_SECONDS)
        self._is_open = True
        while True:
            with suppress(ConnectionError):
                visitor, _ = await asyncio.get_running_loop().sock_accept(self._listening)
                visit = asyncio.create_task(self._let_in(visitor))
                self._visits.add(visit)
                visit.add_done_callback(self._visits.discard)

    async def _let_in(self, visitor: socket.socket) -> None:
        with visitor, suppress(OSError):  # a TimeoutError is one
            async with asyncio.timeout(_ASKING_SECONDS):
                place = self._place_of(await _first_line(visitor))
                while (door := self._doors[place]) is None or not _handed_over(door, visitor):
                    await asyncio.sleep(_GLANCE_SECONDS)

    def _place_of(self, line: bytes) -> int:
        """All who ask for a table go to one place, others anywhere."""
        table = _TABLE.match(line)
        return (crc32(table[1]) if table else next(self._turn)) % len(self._doors)


async def _first_line(visitor: socket.socket) -> bytes:
    """Of what the visitor asks for, which is left to be read."""
    said = b""
    while b"\n" not in said and len(said) < _LONGEST_LINE:
        wanted = len(said) + 1
        await _bytes_come(visitor, wanted)
        said = visitor.recv(_LONGEST_LINE, socket.MSG_PEEK)
        if len(said) < wanted:  # nothing more comes
            break
    return said


async def _bytes_come(visitor: socket.socket, count: int) -> None:
    """Wait until so many can be read, or no more come; meanwhile nobody looks."""
    loop, come = asyncio.get_running_loop(), asyncio.Event()
    visitor.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, count)
    loop.add_reader(visitor, come.set)
    try:
        await come.wait()
    finally:
        loop.remove_reader(visitor)
        visitor.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, 1)


def _handed_over(door: socket.socket, visitor: socket.socket) -> bool:
    """Whether the process is there and has room for another one."""
    try:
        socket.send_fds(door, [b"\n"], [visitor.fileno()])
    except (BlockingIOError, ConnectionError):
        return False
    return True


async def _ended(process: Process) -> None:
    """Ask the process to stop, and see to it."""
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(_STOPPING_SECONDS):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
