"""What is computed for whoever asks: one bounded queue, with a fair share for every address.

Moves never wait for it: choices are written by a thread of their own, and bots have theirs. Who
asks for more than a share, or when too many wait, is refused at once and told when to come back.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from functools import partial
from ipaddress import IPv6Address, ip_address
from math import ceil
from time import monotonic
from typing import Any, TypeVar, TypeVarTuple

from starlette.requests import HTTPConnection

from kibitz.engine import Program, cancellation
from kibitz.web.refusal import Reason, Refused

if sys.platform != "win32":
    import resource

Args = TypeVarTuple("Args")
Result = TypeVar("Result")

WORKERS = max(1, min(2, (os.cpu_count() or 1) // 2))
"""Threads; more of them would keep the event loop waiting, as one at a time runs Python."""
MOST_WAITING = 200
MOST_OF_ADDRESS = 16
"""At a time, with what is being done; several people may come from one address."""
MOST_OF_TABLE = 8
_MOST_KEPT = 1000
"""Answers that are given again to whoever asks the same."""
_LONGEST_PAUSE = 60
_NEIGHBOURHOOD_BITS = 64
"""Of an address of version 6: what one visitor can vary at will stands behind them."""


def share(most: int, processes: int) -> int:
    """What one of some processes may allow, so that together they allow no more than `most`."""
    return max(1, most // processes)


class WorkKind(Enum):
    """What can be asked for, and how many seconds one question may take."""

    GAMES = "games", 10.0
    RULES = "rules", 2.0
    SETTLEMENT = "settlement", 3.0
    CONFIGURE = "configure", 2.0
    RECORD = "record", 5.0
    ARCHIVE = "archive", 5.0
    COMPANION = "companion", 5.0
    ADVICE = "advice", 5.0
    COMPILING = "compiling", 60.0
    TRAINING = "training", 240.0

    @property
    def seconds(self) -> float:
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Asker:
    """Whoever asks: by address, and the table they are at."""

    address: str
    table: str = ""

    @staticmethod
    def of(connection: HTTPConnection, table: str = "") -> Asker:
        host = connection.client.host if connection.client else ""
        return Asker(_neighbourhood(host), table)


def _neighbourhood(host: str) -> str:
    """Those who count as one visitor."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{int(address) >> _NEIGHBOURHOOD_BITS:x}"


@dataclass(frozen=True, slots=True)
class _Job:
    asker: Asker
    kind: WorkKind
    work: Callable[[], Any]
    answer: asyncio.Future[Any]


class WorkQueue:
    """The work of one process. Next comes whoever has used the least time of those who wait."""

    def __init__(self, workers: int = WORKERS, processes: int = 1) -> None:
        """One of so many processes, among which visitors are divided; a table is at one."""
        self._processes = processes
        self._threads = ThreadPoolExecutor(workers, "worker")
        self._workers = self._free = workers
        self._waiting: dict[str, deque[_Job]] = {}
        """By address."""
        self._shares: Counter[str] = Counter()
        """What waits and is being done, by address and by table."""
        self._used: dict[str, float] = {}
        """Seconds by address, since nobody waited; newcomers begin with what the others have."""
        self._usual_seconds = 0.1
        self._kept: OrderedDict[object, Any] = OrderedDict()
        self._making: dict[object, asyncio.Future[Any]] = {}

    async def done(
        self, asker: Asker, kind: WorkKind, work: Callable[[*Args], Result], *args: *Args
    ) -> Result:
        """What the work comes to. Raises Refused, and what the work raises."""
        result: Result = await self._begun(asker, kind, partial(work, *args))
        return result

    async def known(
        self, asker: Asker, kind: WorkKind, work: Callable[[*Args], Result], *args: *Args
    ) -> Result:
        """The same, kept for the next one who asks; who asks meanwhile waits for the same."""
        key = kind, work, args
        if key not in self._kept:
            if key not in self._making:
                self._making[key] = self._begun(asker, kind, partial(work, *args))
                self._making[key].add_done_callback(partial(self._keep, key))
            return await asyncio.shield(self._making[key])
        self._kept.move_to_end(key)
        result: Result = self._kept[key]
        return result

    def _keep(self, key: object, answer: asyncio.Future[Any]) -> None:
        del self._making[key]
        if not answer.cancelled() and answer.exception() is None:
            self._kept[key] = answer.result()
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)

    # ------------------------------------------------------------------ whose turn it is

    def _begun(self, asker: Asker, kind: WorkKind, work: Callable[[], Any]) -> asyncio.Future[Any]:
        """What will be the answer. Raises Refused."""
        self._refuse_too_much(asker)
        job = _Job(asker, kind, work, asyncio.get_running_loop().create_future())
        least = min((self._used[address] for address in self._waiting), default=0.0)
        self._used[asker.address] = max(least, self._used.get(asker.address, 0.0))
        self._shares.update(_shares(asker))
        self._waiting.setdefault(asker.address, deque()).append(job)
        self._go_on()
        return job.answer

    def _refuse_too_much(self, asker: Asker) -> None:
        waiting = sum(map(len, self._waiting.values()))
        is_too_much = (
            waiting >= share(MOST_WAITING, self._processes)
            or self._shares[asker.address] >= share(MOST_OF_ADDRESS, self._processes)
            or (asker.table and self._shares[asker.table] >= MOST_OF_TABLE)
        )
        if is_too_much:
            pause = ceil(waiting * self._usual_seconds / self._workers)
            raise Refused(Reason.BUSY, seconds=min(max(1, pause), _LONGEST_PAUSE))

    def _go_on(self) -> None:
        while self._free and self._waiting:
            address = min(self._waiting, key=self._used.__getitem__)
            job = self._waiting[address].popleft()
            if not self._waiting[address]:
                del self._waiting[address]
            self._free -= 1
            # A fault refers to its frames: none of them may have the job, which will have it.
            run = partial(_run, job.kind.seconds, job.work)
            done = asyncio.get_running_loop().run_in_executor(self._threads, run)
            done.add_done_callback(partial(self._finish, job, monotonic()))

    def _finish(self, job: _Job, began: float, done: asyncio.Future[Any]) -> None:
        seconds = monotonic() - began
        self._usual_seconds += (seconds - self._usual_seconds) / 10
        self._used[job.asker.address] += seconds
        self._shares.subtract(_shares(job.asker))
        self._shares += Counter()  # forgets those with nothing there
        self._free += 1
        if not self._shares:
            self._used.clear()
        self._go_on()
        if job.answer.done():  # whoever waited has gone
            return
        if done.cancelled():
            job.answer.cancel()
        elif (fault := done.exception()) is not None:
            job.answer.set_exception(fault)
        else:
            job.answer.set_result(done.result())


def _run(seconds: float, work: Callable[[], Any]) -> Any:
    """Raises Refused for what does not come to an end in that time."""
    try:
        with cancellation.one_core(), cancellation.time_limit(seconds):
            return work()
    except cancellation.Stopped:
        raise Refused(Reason.TOO_MUCH) from None


def _shares(asker: Asker) -> list[str]:
    return [asker.address, asker.table] if asker.table else [asker.address]


_HOUR_SECONDS = 3600.0
_MOST_KNOWN = 10_000
"""Addresses; when there are more, those that have had nothing lately are forgotten."""


def most_descriptors() -> int:
    """Files and sockets that this process may have open."""
    if sys.platform == "win32":
        return 512
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 1_000_000 if soft == resource.RLIM_INFINITY else soft


class Quota:
    """At most so many of something within so many seconds, for each address."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._taken: dict[str, deque[float]] = {}
        """By address, when."""

    def take(self, address: str) -> None:
        """Raises Refused for one who has had enough for now."""
        now = monotonic()
        taken = self._recent(address, now)
        if not self.has_left(address):
            raise Refused(Reason.TOO_MANY, seconds=ceil(taken[0] + self._seconds - now))
        taken.append(now)
        if len(self._taken) > _MOST_KNOWN:
            self._taken = {
                name: when for name in [*self._taken] if (when := self._recent(name, now))
            }

    def has_left(self, address: str) -> bool:
        return len(self._recent(address, monotonic())) < self._most

    def _recent(self, address: str, now: float) -> deque[float]:
        taken = self._taken.setdefault(address, deque())
        while taken and taken[0] <= now - self._seconds:
            taken.popleft()
        return taken


class Trainings:
    """Which games nets are trained for: a few in an hour."""

    def __init__(
        self, most: int = 12, most_each: int = 3, most_of_table: int = 2, *, processes: int = 1
    ) -> None:
        self._all = Quota(share(most, processes), _HOUR_SECONDS)
        self._of_address = Quota(share(most_each, processes), _HOUR_SECONDS)
        self._of_table = Quota(most_of_table, _HOUR_SECONDS)
        self._begun: set[object] = set()

    def begins(self, program: Program, asker: Asker) -> bool:
        """Whether one may now be begun: a game by the same rules is trained for once."""
        game = program.digest, tuple(sorted(program.options.items()))
        quotas = ((self._all, ""), (self._of_address, asker.address), (self._of_table, asker.table))
        if game in self._begun or not all(quota.has_left(name) for quota, name in quotas):
            return False
        for quota, name in quotas:
            quota.take(name)
        self._begun.add(game)
        return True
