"""What all tables of a process share: the settings, the database, the games and the threads."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic

from kibitz.web.background import BackgroundProcesses, Preparations
from kibitz.web.database import Database, StoreGone
from kibitz.web.logs import event, log
from kibitz.web.offers import Offers
from kibitz.web.refusal import Reason, Refused
from kibitz.web.store import ChoiceWriter, LogEntry, Store
from kibitz.web.work_queue import Args, Result, Trainings, WorkQueue
from kibitz.web.worker_link import WorkerLink

_TRY_SECONDS = 1.0
"""For so long it holds whether something can be written, however many ask."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What an operator can say."""

    database: str
    games: Sequence[str] = ()
    """Files to offer besides the library."""
    python: Path | None = None
    """Python for browsers, by which visitors write games; None: they do not."""
    origins: Sequence[str] = ()
    """Other addresses whose pages may speak to the server."""
    bot_seconds: float = 0.7
    """A bot answers after so long, whatever it found: its time tells nothing."""
    patience_seconds: float = 45.0
    """After so long without its player a seat is played by a bot."""
    messages_per_second: float = 10.0
    """From one browser."""
    most_tables: int = 10_000
    """That are touched within a day."""
    most_sockets: int = 200
    """From one address."""
    most_tables_each: int = 200
    """That one address makes within a day."""
    processes: int = 1
    """That serve behind one address, this one among them: what all may have is divided."""


class Services:
    """Of one process."""

    def __init__(self, settings: Settings, link: WorkerLink | None = None) -> None:
        """One of several processes has a link to the others.

        Raises BadAddress, StoreGone, UnknownDatabase, LibraryError and RecycleError.
        """
        self.settings, self.link = settings, link
        self.database = Database(settings.database, link)
        self.offers = Offers(settings.games)
        self.store = Store(self.database)
        self.work = WorkQueue(processes=settings.processes)
        """What is computed for whoever asks."""
        self.thinkers = ThreadPoolExecutor(max(1, (os.cpu_count() or 1) - 1), "thinker")
        """Threads in which bots think."""
        self.background = BackgroundProcesses()
        trainings = Trainings(processes=settings.processes)
        self.preparations = Preparations(self.background, trainings, self.later)
        self.counts: dict[str, int] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self._clerks = ThreadPoolExecutor(4, "clerk")
        """Threads that wait for the database."""
        self._replayer = ThreadPoolExecutor(1, "replayer")
        """Plays matches again from their logs, one at a time: all threads together run one at a
        time, and the fewer want to, the sooner a choice is made."""
        self._writer = ChoiceWriter(self.store.append, ThreadPoolExecutor(1, "writer"))
        self._trying = asyncio.Lock()
        self._well_until = 0.0
        self._is_well = False

    def count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1

    async def on_disk(self, work: Callable[[*Args], Result], *args: *Args) -> Result:
        """Do it in a thread. Raises Refused if the store is gone."""
        return await _done(self._clerks, partial(work, *args))

    async def replayed(self, work: Callable[[*Args], Result], *args: *Args) -> Result:
        """The same, for what reads a log and plays it. Raises Refused if the store is gone."""
        return await _done(self._replayer, partial(work, *args))

    async def written(self, entry: LogEntry) -> bool:
        """Whether the choice is in the log and on disk. Raises Refused if the store is gone."""
        with _refusing():
            return await self._writer.written(entry)

    async def check_health(self) -> None:
        """Raises Refused if nothing can be written, on a full disk or without a database."""
        async with self._trying:
            if monotonic() >= self._well_until:
                try:
                    await self.on_disk(self.store.say_alive)
                    self._is_well = True
                except Refused:
                    self._is_well = False
                self._well_until = monotonic() + _TRY_SECONDS
        if not self._is_well:
            raise Refused(Reason.STORE_GONE, "degraded: the server can write nothing down")

    def later(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Begin it, and do not wait for it."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None:
            log.error("a task failed", exc_info=fault)


async def _done(threads: Executor, work: Callable[[], Result]) -> Result:
    with _refusing():
        return await asyncio.get_running_loop().run_in_executor(threads, work)


@contextmanager
def _refusing() -> Iterator[None]:
    """Whoever waits for the store is told that it is gone."""
    try:
        yield
    except StoreGone:
        event("the database cannot be used")
        raise Refused(Reason.STORE_GONE) from None
