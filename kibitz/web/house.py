"""What all tables of a process share: the database, the games, the threads and the manners."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import ParamSpec, TypeVar

from kibitz.web.background import BackgroundProcesses
from kibitz.web.database import Database, StoreGone
from kibitz.web.door import Door
from kibitz.web.logs import event, log
from kibitz.web.offers import Offers
from kibitz.web.preparing import Preparations
from kibitz.web.presence import Presence
from kibitz.web.quotas import Trainings
from kibitz.web.refusal import Reason, Refused
from kibitz.web.scribe import Scribe
from kibitz.web.store import LogEntry, Store
from kibitz.web.work_queue import WorkQueue

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


@dataclass(frozen=True)
class House:
    database: Database
    offers: Offers
    clerks: Executor
    """Threads that wait for the database."""
    thinkers: Executor
    """Threads in which bots think."""
    door: Door | None = None
    """Of one process among several."""
    bot_seconds: float = 0.7
    """A bot answers after so long, whatever it found: its time tells nothing."""
    patience_seconds: float = 45.0
    """After so long without its player a seat is played by a bot."""
    messages_per_second: float = 10.0
    """From one browser."""
    processes: int = 1
    """That serve behind one address, this one among them: what all may have is divided."""
    counts: dict[str, int] = field(default_factory=dict)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    work: WorkQueue = field(init=False)
    """What is computed for whoever asks."""
    background: BackgroundProcesses = field(default_factory=BackgroundProcesses)
    preparations: Preparations = field(init=False)
    replayer: Executor = field(default_factory=lambda: ThreadPoolExecutor(1, "replayer"))
    """Plays matches again from their logs, one at a time: all threads together run one at a time,
    and the fewer want to, the sooner a choice is made."""
    store: Store = field(init=False)
    scribe: Scribe = field(init=False)
    presence: Presence = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "store", Store(self.database))
        object.__setattr__(
            self, "scribe", Scribe(self.store.append, ThreadPoolExecutor(1, "scribe"))
        )
        object.__setattr__(self, "presence", Presence(self.database))
        object.__setattr__(self, "work", WorkQueue(processes=self.processes))
        trainings = Trainings(processes=self.processes)
        prepared = Preparations(self.background, trainings, self.later)
        object.__setattr__(self, "preparations", prepared)

    def count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1

    async def on_disk(
        self, work: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Result:
        """Do it in a thread. Raises Refused if the store is gone."""
        return await _done(self.clerks, partial(work, *args, **kwargs))

    async def replayed(
        self, work: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Result:
        """The same, for what reads a log and plays it. Raises Refused if the store is gone."""
        return await _done(self.replayer, partial(work, *args, **kwargs))

    async def written(self, entry: LogEntry) -> bool:
        """Whether the choice is in the log and on disk. Raises Refused if the store is gone."""
        with _refusing():
            return await self.scribe.written(entry)

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
